"""Checks the inputs of a procedure, and resolves borrowed inputs and choices drawn from charts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import msgspec

from companion.load.faults import Faults
from companion.load.formula_checks import Scope, check_formula, check_name
from companion.load.suggestions import suggest, suggest_id
from companion.load.text_yaml import Path
from companion.load.value_kinds import input_kind
from companion.model import MEND_FIRST, Chart, Choice, Input, Procedure
from companion.model.procedure import Drawn

Charts = Mapping[str, Chart]


class KnownProcedures:
    """The procedures of a game that its other procedures may refer to."""

    def __init__(self, procedures: Mapping[str, Procedure], left_out: Collection[str] = ()) -> None:
        self.procedures = procedures
        self.left_out = left_out
        """Ids of procedures and charts that exist but have faults."""

    def find(self, game: str, name: str, at: Path, faults: Faults) -> Procedure | None:
        """Return the procedure `name` of a game; note a fault at `at` and return None if there is none."""
        procedure = self.procedures.get(f"{game}:{name}")
        if procedure is None and f"{game}:{name}" in self.left_out:
            faults.add(at, f"{name} has faults and is left out", MEND_FIRST)
        elif procedure is None:
            faults.add(at, f"no procedure {name}", suggest_id(name, self.procedures, game))
        return procedure


def resolve_inputs(
    procedure: Procedure, charts: Charts, others: KnownProcedures, own: Faults, between: Faults
) -> Procedure:
    """Return the procedure with borrowed inputs copied from their owners and drawn choices read from their charts.

    Faults of borrowed inputs go to `between`, all others to `own`.
    """
    resolver = _Resolver(procedure.game, charts, others, own, between)
    inputs = (resolver.resolve(given, ("inputs", index)) for index, given in enumerate(procedure.inputs))
    return msgspec.structs.replace(procedure, inputs=tuple(inputs))


class _Resolver(NamedTuple):
    """Resolves the inputs of one procedure."""

    game: str
    charts: Charts
    others: KnownProcedures
    own: Faults
    between: Faults

    def resolve(self, given: Input, at: Path) -> Input:
        if given.kind == "borrowed":
            given = self._borrowed(given, at)
        choices = list(given.choices)
        for index, draw in enumerate(given.draw):
            choices += self._drawn(draw, (*at, "draw", index))
        fields = (self.resolve(field, (*at, "fields", index)) for index, field in enumerate(given.fields))
        return msgspec.structs.replace(given, choices=tuple(choices), draw=(), fields=tuple(fields))

    def _borrowed(self, given: Input, at: Path) -> Input:
        """Return the input of another procedure under the name and label of `given`."""
        owner = self.others.find(self.game, given.of, (*at, "of"), self.between)
        if owner is None:
            return given
        source = {candidate.name: candidate for candidate in owner.inputs}.get(given.input)
        if source is None or lenders(source):
            own = [candidate.name for candidate in owner.inputs if not lenders(candidate)]
            says = f"{given.of} has no input {given.input} of its own"
            self.between.add((*at, "input"), says, suggest(given.input, own))
            return given
        return msgspec.structs.replace(
            source,
            name=given.name,
            label=given.label,
            when=given.when,
            cite=given.cite or source.cite,
            help=given.help or source.help,
        )

    def _drawn(self, draw: Drawn, at: Path) -> list[Choice]:
        """Return the rows of a chart as choices."""
        chart = self.charts.get(f"{self.game}:{draw.chart}")
        if chart is None and f"{self.game}:{draw.chart}" in self.others.left_out:
            self.own.add(at, f"{draw.chart} has faults and is left out", MEND_FIRST)
        elif chart is None:
            self.own.add(at, f"no chart {draw.chart}", suggest_id(draw.chart, self.charts, self.game))
        elif draw.label not in chart.columns:
            columns = f"columns: {', '.join(chart.columns)}"
            self.own.add((*at, "label"), f"no column {draw.label}", columns)
        else:
            return [Choice(row, str(chart.cell(row, draw.label)), draw.when) for row in chart.rows]
        return []


def lenders(given: Input) -> set[str]:
    """Return the names of the procedures from which an input or its fields are borrowed."""
    own = {given.of} if given.kind == "borrowed" else set()
    return own.union(*(lenders(field) for field in given.fields))


def check_input(given: Input, at: Path, scope: Scope, faults: Faults) -> None:
    """Note the faults of an input's name, condition, domain and fields, and add the input to the scope."""
    check_name(given.name, (*at, "name"), scope, faults)
    check_formula(given.when, (*at, "when"), scope, faults, "yes-no")
    _check_choices(given, at, scope, faults)
    if given.least is not None and given.most is not None and given.least > given.most:
        faults.add((*at, "least"), f"least {given.least} is over most {given.most}", "exchange them")
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
            faults.add(path, f"the choice {choice.key} stands twice", "keep one, or give each its own when:")
        seen.add((choice.key, choice.when))
    if given.kind in ("choice", "set") and not given.choices:
        faults.add(at, f"{given.name} is a {given.kind} without choices", "add choices: or draw:")


def _check_rule(given: Input, at: Path, faults: Faults) -> None:
    """Note a fault if the answer that the rule gives is not one that a player could give."""
    choices = [choice.key for choice in given.choices]
    legal = {
        "yes-no": given.rule in ("yes", "no"),
        "number": bool(re.fullmatch(r"-?\d{1,9}", given.rule)),
        "choice": given.rule in choices,
    }.get(given.kind, False)
    if not legal:
        is_number = given.kind == "number"
        mend = "a whole number, or nothing" if is_number else suggest("", choices or ("yes", "no"))
        faults.add(at, f"{given.rule!r} is no answer to {given.name}", mend)
    elif given.kind == "number":
        number = int(given.rule)
        too_small = given.least is not None and number < given.least
        too_large = given.most is not None and number > given.most
        if too_small or too_large:
            faults.add(at, f"{number} is outside the domain of {given.name}", "widen it, or choose another")


def input_paths(given: Input, rows: bool = False) -> list[str]:
    """Return the name of an input and `name.field` for each field of a group; with `rows`, of rows as well."""
    fields = given.fields if given.kind == "group" or rows else ()
    return [given.name, *(f"{given.name}.{field.name}" for field in fields)]


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
