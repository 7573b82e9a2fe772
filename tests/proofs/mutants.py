"""Single changes of a procedure or a chart."""

from __future__ import annotations

import ast
import copy
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from companion.model import Chart, Choice, FollowUp, Input, Procedure
from companion.model import step as model

reading: Any = importlib.import_module("companion.formula.parse")


@contextmanager
def longer_formulas() -> Iterator[None]:
    """Raise the limit for the length of a formula, because a changed formula can be slightly longer."""
    usual, reading.LONGEST = reading.LONGEST, 1000
    try:
        yield
    finally:
        reading.LONGEST = usual
        reading.parse.cache_clear()


Path = tuple[str | int, ...]


class Mutant(NamedTuple):
    """A single change of one record."""

    kind: str
    record: str
    """Id of the procedure or chart."""
    path: Path
    place: str
    """The path as text."""
    was: str
    now: Any
    text: str = ""
    """The new value as text; empty if it is `now` itself."""

    @property
    def key(self) -> str:
        """Name of the change, independent of the order in the file."""
        return f"{self.record} {self.place}: {self.text or self.now}"


FORMULAS: dict[tuple[type, str], str] = {
    (Input, "when"): "asking",
    (Choice, "when"): "asking",
    (model.Modifier, "add"): "amount",
    (model.Modifier, "when"): "modifier",
    (model.Bar, "when"): "bar",
    (model.Ignore, "when"): "bar",
    (model.Factor, "when"): "factor",
    (model.Factor, "times"): "factor",
    (model.Tally, "start"): "amount",
    (model.Tally, "when"): "condition",
    (model.Shift, "start"): "value",
    (model.Shift, "by"): "value",
    (model.Shift, "when"): "condition",
    (model.LookUp, "column"): "value",
    (model.LookUp, "row"): "value",
    (model.LookUp, "holding"): "value",
    (model.LookUp, "when"): "condition",
    (model.Roll, "count"): "value",
    (model.Roll, "counts"): "condition",
    (model.Roll, "when"): "condition",
    (model.WorkOut, "values"): "value",
    (model.WorkOut, "when"): "condition",
    (model.Require, "that"): "condition",
    (model.Require, "when"): "condition",
    (model.Settle, "values"): "value",
    (model.Settle, "when"): "condition",
    (model.Repeat, "when"): "condition",
    (model.Use, "given"): "value",
    (model.Use, "when"): "condition",
    (model.Rounds, "during"): "condition",
    (model.Rounds, "begin"): "value",
    (model.Rounds, "then"): "value",
    (model.Rounds, "when"): "condition",
    (FollowUp, "when"): "follow-up",
}
"""Fields with formulas, and their kinds."""

CONDITIONS = {"asking", "modifier", "bar", "condition", "follow-up"}

OTHERS: dict[tuple[type, str], tuple[str, dict[str, str]]] = {
    (model.Alternatives, "take"): (
        "alternatives",
        {"highest": "lowest", "lowest": "highest", "first": "highest"},
    ),
    (model.Factor, "round"): ("factor", {"down": "up", "up": "down", "half up": "down", "exact": "down"}),
}


def of_procedure(procedure: Procedure) -> Iterator[Mutant]:
    """Yield every change of a procedure."""
    tallies = [step for step in procedure.every_step() if isinstance(step, model.Tally)]
    strikes = {
        id(modifier): each.marked or each.unless_marked
        for tally in tallies
        for each in tally.ignore
        for modifier in tally.modifiers
    }
    for path, place, record, field, value in _fields(procedure):
        kind = FORMULAS.get((type(record), field))
        if kind and value:
            boolean = kind in CONDITIONS or (kind == "factor" and field == "when")
            for now in of_formula(value, boolean):
                yield Mutant(kind, procedure.id, path, place, value, now)
        other = OTHERS.get((type(record), field))
        if other:
            yield Mutant(other[0], procedure.id, path, place, value, other[1][value])
        if field == "mark" and id(record) in strikes:
            sign = strikes[id(record)]
            yield Mutant("mark", procedure.id, path, place, value, "" if value == sign else sign)


def of_chart(chart: Chart, keyed: bool) -> Iterator[Mutant]:
    """Yield every change of a cell, mark or shade. Marks in charts with a second transcription are left out."""
    for row, cells in enumerate(chart.cells):
        for column, cell in enumerate(cells):
            where = f"{chart.rows[row]} / {chart.columns[column]}"
            path: Path = ("cells", row, column)
            yield Mutant("cell", chart.id, path, where, cell, _other_cell(cell, cells))
            for note in chart.footnotes:
                if note.mark and not keyed:
                    bare = cell.removesuffix(note.mark)
                    now = bare if bare != cell else cell + note.mark
                    yield Mutant("mark", chart.id, path, where, cell, now)
    for index, shade in enumerate(chart.shades):
        for key in [(row, column) for row in chart.rows for column in chart.columns]:
            place = f"shade {shade.name} {key[0]} / {key[1]}"
            shaded = key in shade.cells
            text, now = ("shaded", "not shaded") if shaded else ("not shaded", "shaded")
            changed = tuple(other for other in shade.cells if other != key) if shaded else (*shade.cells, key)
            yield Mutant("shade", chart.id, ("shades", index, "cells"), place, text, changed, now)
    if chart.ends == "clamp":
        yield Mutant("ends", chart.id, ("ends",), "ends", chart.ends, "refuse")


def _other_cell(cell: str, cells: tuple[str, ...]) -> str:
    """The cell with its first digit increased, else another cell of the row."""
    for at, char in enumerate(cell):
        if char.isdigit():
            return f"{cell[:at]}{(int(char) + 1) % 10}{cell[at + 1 :]}"
    return next((each for each in cells if each != cell), f"not {cell}")


def records(record: Any, path: Path, place: str) -> Iterator[tuple[Path, str, Any]]:
    """Yield path, place and record for a record and every record inside it."""
    yield path, place, record
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if isinstance(value, tuple):
            for index, each in enumerate(value):
                if isinstance(each, msgspec.Struct):
                    below = f"{place} {field} {called(each, index)}".strip()
                    yield from records(each, (*path, field, index), below)


def _fields(top: Any) -> Iterator[tuple[Path, str, Any, str, Any]]:
    """Yield path, place, record, field and text for every text, also in dictionaries."""
    for path, place, record in records(top, (), ""):
        for field in record.__struct_fields__:
            value, below = getattr(record, field), f"{place} {field}".strip()
            if isinstance(value, str):
                yield (*path, field), below, record, field, value
            elif isinstance(value, dict):
                for name, text in value.items():
                    yield (*path, field, name), f"{below} {name}", record, field, text


def called(record: Any, index: int) -> str:
    for field in ("name", "label", "key", "because", "says", "title"):
        if getattr(record, field, ""):
            return f"[{getattr(record, field)}]"
    return f"[{index}]"


def replaced(record: Any, path: Path, value: Any) -> Any:
    """A copy of `record` with the value at `path` replaced."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(record, tuple):
        return tuple(
            replaced(each, rest, value) if index == head else each for index, each in enumerate(record)
        )
    if isinstance(record, dict):
        return {name: replaced(each, rest, value) if name == head else each for name, each in record.items()}
    return msgspec.structs.replace(record, **{str(head): replaced(getattr(record, str(head)), rest, value)})


def of_formula(text: str, boolean: bool) -> list[str]:
    """Changed versions of a formula: a number by one, a comparison, an operator, a branch."""
    body = ast.parse(reading._spared(text).strip(), mode="eval").body
    found = list(_changes(body))
    if boolean and not isinstance(body, ast.Compare | ast.UnaryOp | ast.Name):
        found.append(ast.UnaryOp(ast.Not(), body))
    if boolean and isinstance(body, ast.Name) and body.id not in ("yes", "no"):
        found.append(ast.UnaryOp(ast.Not(), body))
    same = ast.unparse(body)
    return [each for each in dict.fromkeys(ast.unparse(each) for each in found) if each != same]


def _changes(node: ast.expr) -> Iterator[ast.expr]:
    yield from _of_node(node)
    if isinstance(node, ast.Attribute | ast.Name | ast.List):
        return
    for field, value in ast.iter_fields(node):
        if field == "func":
            continue
        if isinstance(value, ast.expr):
            for each in _changes(value):
                yield _with(node, field, each)
        elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
            for index, one in enumerate(value):
                for each in _changes(one):
                    yield _with(node, field, [*value[:index], each, *value[index + 1 :]])


def _with(node: ast.expr, field: str, value: Any) -> ast.expr:
    changed = copy.copy(node)
    setattr(changed, field, value)
    return changed


_FLIPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
}
_WORDS = {"min": "max", "max": "min", "floor": "ceil", "ceil": "floor", "any": "all", "all": "any"}
_WORDS["round_half_up"] = "floor"


def _of_node(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the changed versions of this node itself."""
    match node:
        case ast.Constant(value=int(number)):
            yield from (ast.Constant(number + 1), ast.Constant(number - 1))
        case ast.Constant(value=str(text)):
            yield ast.Constant(f"{text}~")
        case ast.Name(id="yes"):
            yield ast.Name("no")
        case ast.Name(id="no"):
            yield ast.Name("yes")
        case ast.List(elts=items) if len(items) > 1:
            yield from (ast.List(items[:index] + items[index + 1 :]) for index in range(len(items)))
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            yield operand
        case ast.IfExp(body=then, orelse=other):
            yield from (then, other)
        case ast.BinOp(left=left, op=sign, right=right):
            yield from (_with(node, "op", _SIGNS[type(sign)]()), left, right)
        case ast.BoolOp(op=word, values=values):
            yield _with(node, "op", ast.Or() if isinstance(word, ast.And) else ast.And())
            for index in range(len(values)):
                rest = values[:index] + values[index + 1 :]
                yield _with(node, "values", rest) if len(rest) > 1 else rest[0]
        case ast.Compare(ops=ops):
            for index, flipped in enumerate(ops):
                for flip in _FLIPS[type(flipped)]:
                    yield _with(node, "ops", [*ops[:index], flip(), *ops[index + 1 :]])
        case ast.Call(func=ast.Name(id=name), args=arguments):
            if name in _WORDS:
                yield _with(node, "func", ast.Name(_WORDS[name]))
            if name in ("min", "max") and len(arguments) > 1:
                yield from arguments
