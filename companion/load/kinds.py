"""What kinds of values charts and inputs give, and what a formula may come to because it is written in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from companion.formula import (
    BOOL,
    NUMBER,
    FormulaError,
    Kind,
    choice_of,
    group_of,
    parse,
    rows_of,
    set_of,
)
from companion.formula.tree import Choose, Const, Node
from companion.formula.types import ANY, shade_of
from companion.model import Chart, Input, Procedure
from companion.model.chart import BLANK, band


def input_kind(given: Input) -> Kind:
    """The kind of value an input gives."""
    match given.kind:
        case "yes-no":
            return BOOL
        case "number":
            return NUMBER
        case "choice":
            return choice_of(frozenset(choice.key for choice in given.choices))
        case "set":
            return set_of(frozenset(choice.key for choice in given.choices))
        case "group":
            return group_of({field.name: input_kind(field) for field in given.fields})
        case "rows":
            return rows_of({field.name: input_kind(field) for field in given.fields})
        case "borrowed":
            return ANY


def part_kind(chart: Chart, part: str) -> Kind | None:
    """The kind of a part of a chart's cells, None where it has no such part."""
    every = chart.values
    if part == "shade":
        return shade_of({shade.name: shade.colour for shade in chart.shades})
    if part == "least":
        return NUMBER if all(band(str(cell)) for cell in every) else None
    if part.startswith("marked "):
        return BOOL if part.removeprefix("marked ") in {note.mark for note in chart.footnotes} else None
    if part in {each.name for each in chart.parts}:
        return values_kind(str(chart.part(part, cell)) for cell in every)
    return None


def cells_kind(chart: Chart) -> Kind:
    """The kind of the whole cells of a chart."""
    return values_kind(str(each) for each in chart.values)


def with_blanks(kind: Kind, chart: Chart, part: str, column: Kind) -> Kind:
    """`kind`, naming the chart where a value that may be a number may also be a blank cell of the columns asked for."""
    if kind.base != "any":
        return kind
    asked = [each for each in chart.columns if each in column.choices] or chart.columns
    cells = [chart.cell(row, each) for row in chart.rows for each in asked]
    values = {chart.part(part, cell) if part else cell for cell in cells}
    return replace(kind, blank=chart.id.partition(":")[2]) if BLANK in values else kind


def asks_for_blanks(procedure: Procedure) -> Callable[[str], bool]:
    """Whether a formula of the procedure asks if what is called so is a blank cell."""
    texts = [each for each in _texts(msgspec.to_builtins(procedure)) if f"'{BLANK}'" in each]
    return lambda name: any(re.search(rf"\b{re.escape(name)}\b", each) for each in texts)


def _texts(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, list | tuple):
            waiting += each


def values_kind(texts: Iterable[str]) -> Kind:
    """The kind of a value that is one of these."""
    every = set(texts)
    whole = {text for text in every if re.fullmatch(r"[+-]?\d+(/\d+)?", text)}
    if every == whole:
        return NUMBER
    return ANY if whole else choice_of(frozenset(every))


def literals(formula: str) -> frozenset[str]:
    """The texts that a formula may come to because they are written in it."""
    try:
        return _literals(parse(formula)) if formula else frozenset()
    except FormulaError:
        return frozenset()


def _literals(node: Node) -> frozenset[str]:
    match node:
        case Const(value=str(text)):
            return frozenset({text})
        case Choose(then=then, other=other):
            return _literals(then) | _literals(other)
    return frozenset()
