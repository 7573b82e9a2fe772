"""Checks the inputs of a procedure, and resolves borrowed inputs and choices drawn from charts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from companion.load.faults import Faults
from companion.load.formula_checks import Scope, check_formula, check_name
from companion.load.hotkey_checks import check_hotkeys_of
from companion.load.suggestions import suggest, suggest_id
from companion.load.text_yaml import Path
from companion.load.value_kinds import input_kind
from companion.model import MEND_FIRST, Chart, Choice, Input, Procedure
from companion.model.inputs import Drawn

T = TypeVar("T")
Charts = Mapping[str, Chart]


@dataclass(frozen=True)
class References:
    """The charts and procedures of a game that a procedure may refer to, and the faults of the procedure."""

    game: str
    charts: Charts
    procedures: Mapping[str, Procedure]
    left_out: Collection[str]
    """Ids of procedures and charts that exist but have faults."""
    own_faults: Faults
    """Faults of the procedure itself."""
    reference_faults: Faults
    """Faults of its references to other procedures."""

    def chart(self, name: str, at: Path) -> Chart | None:
        """Return the chart `name`; note a fault at `at` and return None if there is none."""
        return self._find("chart", self.charts, name, at, self.own_faults)

    def procedure(self, name: str, at: Path) -> Procedure | None:
        """Return the procedure `name`; note a fault at `at` and return None if there is none."""
        return self._find("procedure", self.procedures, name, at, self.reference_faults)

    def _find(self, what: str, records: Mapping[str, T], name: str, at: Path, faults: Faults) -> T | None:
        full = f"{self.game}:{name}"
        if full not in records and full in self.left_out:
            self.reference_faults.add(at, f"{name} has faults and is left out", MEND_FIRST)
        elif full not in records:
            faults.add(at, f"unknown {what} {name}", suggest_id(name, records, self.game))
        return records.get(full)


def resolve_inputs(procedure: Procedure, known: References) -> Procedure:
    """Return the procedure with borrowed inputs copied from their owners and drawn choices read from their charts."""
    inputs = (_resolved(given, ("inputs", index), known) for index, given in enumerate(procedure.inputs))
    return msgspec.structs.replace(procedure, inputs=tuple(inputs))


def _resolved(given: Input, at: Path, known: References) -> Input:
    if given.kind == "borrowed":
        given = _borrowed(given, at, known)
    choices = list(given.choices)
    for index, draw in enumerate(given.draw):
        choices += _drawn(draw, (*at, "draw", index), known)
    fields = (_resolved(field, (*at, "fields", index), known) for index, field in enumerate(given.fields))
    left = () if choices else given.draw  # choices that cannot be drawn already have a fault
    return msgspec.structs.replace(given, choices=tuple(choices), draw=left, fields=tuple(fields))


def _borrowed(given: Input, at: Path, known: References) -> Input:
    """Return the input of another procedure under the name and label of `given`."""
    owner = known.procedure(given.of, (*at, "of"))
    if owner is None:
        return given
    source = {candidate.name: candidate for candidate in owner.inputs}.get(given.input)
    if source is None or lenders(source):
        names = [candidate.name for candidate in owner.inputs if not lenders(candidate)]
        says = f"{given.of} does not define the input {given.input}"
        known.reference_faults.add((*at, "input"), says, suggest(given.input, names))
        return given
    return msgspec.structs.replace(
        source,
        name=given.name,
        label=given.label,
        when=given.when,
        hotkey=given.hotkey or (source.hotkey if given.name == source.name else ""),
        cite=given.cite or source.cite,
        help=given.help or source.help,
    )


def _drawn(draw: Drawn, at: Path, known: References) -> list[Choice]:
    """Return the rows of a chart as choices."""
    chart = known.chart(draw.chart, at)
    if chart is None:
        return []
    if draw.label not in chart.columns:
        known.own_faults.add(
            (*at, "label"), f"unknown column {draw.label}", f"columns: {', '.join(chart.columns)}"
        )
        return []
    return [Choice(row, str(chart.cell(row, draw.label)), draw.when) for row in chart.rows]


def lenders(given: Input) -> set[str]:
    """Return the names of the procedures from which an input or its fields are borrowed."""
    names = {given.of} if given.kind == "borrowed" else set()
    return names.union(*(lenders(field) for field in given.fields))


def check_input(given: Input, at: Path, scope: Scope, faults: Faults) -> None:
    """Note the faults of an input's name, condition, domain and fields, and add the input to the scope."""
    check_name(given.name, (*at, "name"), scope, faults)
    check_formula(given.when, (*at, "when"), scope, faults, "yes-no")
    _check_choices(given, at, scope, faults)
    check_hotkeys_of(given, at, faults)
    if given.least is not None and given.most is not None and given.least > given.most:
        faults.add((*at, "least"), f"least {given.least} is greater than most {given.most}", "swap them")
    if given.kind in ("group", "rows"):
        field_names = {field.name for field in given.fields}
        inner = {name: kind for name, kind in scope.items() if name not in field_names}
        for index, field in enumerate(given.fields):
            check_input(field, (*at, "fields", index), inner, faults)
        if not given.fields and not (given.kind == "rows" and given.most == 0):
            faults.add(at, f"{given.name} has no fields", "add fields:")
    if given.rule and not (given.may_be_nothing and given.kind in ("number", "choice")):
        _check_rule(given, (*at, "rule"), faults)
    scope[given.name] = input_kind(given)


def _check_choices(given: Input, at: Path, scope: Scope, faults: Faults) -> None:
    seen: set[tuple[str, str]] = set()
    for index, choice in enumerate(given.choices):
        path = (*at, "choices", index)
        check_formula(choice.when, (*path, "when"), scope, faults, "yes-no")
        if (choice.key, choice.when) in seen:
            faults.add(path, f"the choice {choice.key} appears twice", "keep one, or give each its own when:")
        seen.add((choice.key, choice.when))
    if given.kind in ("choice", "set") and not (given.choices or given.draw):
        faults.add(at, f"{given.name} is a {given.kind} without choices", "add choices: or draw:")


def _check_rule(given: Input, at: Path, faults: Faults) -> None:
    """Note a fault if a player could not give the default answer."""
    choices = [choice.key for choice in given.choices]
    legal = {
        "yes-no": given.rule in ("yes", "no"),
        "number": bool(re.fullmatch(r"-?\d{1,9}", given.rule)),
        "choice": given.rule in choices,
    }.get(given.kind, False)
    if not legal:
        is_number = given.kind == "number"
        mend = "write a whole number, or nothing" if is_number else suggest("", choices or ("yes", "no"))
        faults.add(at, f"{given.rule!r} is not a valid answer to {given.name}", mend)
    elif given.kind == "number":
        number = int(given.rule)
        too_small = given.least is not None and number < given.least
        too_large = given.most is not None and number > given.most
        if too_small or too_large:
            faults.add(
                at, f"{number} is out of range for {given.name}", "extend the range, or choose another number"
            )


def input_paths(given: Input, rows: bool = False) -> list[str]:
    """Return the name of an input and `name.field` for each field of a group; with `rows`, of rows as well."""
    fields = given.fields if given.kind == "group" or rows else ()
    return [given.name, *(f"{given.name}.{field.name}" for field in fields)]


def carried_paths(given: Input) -> list[str]:
    """Return the paths of an input that a follow-up may carry: for a list, those of row 1."""
    if given.kind == "rows":
        return [given.name, *(f"{given.name}.1.{field.name}" for field in given.fields)]
    return input_paths(given)


def required_inputs(given: Input, answered: Collection[str]) -> Iterator[str]:
    """Yield the paths of an input and its fields that always need an answer and are not in `answered`."""
    if given.when or given.rule or given.name in answered:
        return
    if given.kind in ("choice", "number") or (given.kind == "rows" and (given.least or 0) >= 1):
        yield given.name
    elif given.kind == "group":
        fields = [path.partition(".")[2] for path in answered if path.startswith(f"{given.name}.")]
        for field in given.fields:
            yield from (f"{given.name}.{name}" for name in required_inputs(field, fields))
