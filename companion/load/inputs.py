"""Inputs of a procedure: what they borrow and draw is written out, what can never be answered is a fault."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

import msgspec

from companion.load.formula_checks import Scope, check_formula, check_name, known_ids, known_words
from companion.load.records import Faults
from companion.load.text_yaml import Path
from companion.load.value_kinds import input_kind
from companion.model import MEND_FIRST, Chart, Choice, Input, Procedure

Charts = Mapping[str, Chart]


class Others:
    """The procedures of the game that a procedure may name."""

    def __init__(self, procedures: Mapping[str, Procedure], left_out: Collection[str] = ()) -> None:
        self.procedures = procedures
        self.left_out = left_out
        """Ids of procedures and charts that are written, but have faults."""

    def named(self, game: str, name: str, at: Path, faults: Faults) -> Procedure | None:
        """The procedure `name`; none is a fault."""
        found = self.procedures.get(f"{game}:{name}")
        if found is None and f"{game}:{name}" in self.left_out:
            faults.add(at, f"{name} has faults and is left out", MEND_FIRST)
        elif found is None:
            faults.add(at, f"no procedure {name}", known_ids(self.procedures, game, name))
        return found


def filled(procedure: Procedure, charts: Charts, others: Others, own: Faults, between: Faults) -> Procedure:
    """The procedure with what it borrows from others and the choices it draws from charts written out."""
    inputs = []
    for index, each in enumerate(procedure.inputs):
        at: Path = ("inputs", index)
        whole = _borrowed(each, at, procedure.game, others, between)
        inputs.append(_drawn(whole, at, procedure.game, charts, others, own))
    return msgspec.structs.replace(procedure, inputs=tuple(inputs))


def _borrowed(given: Input, at: Path, game: str, others: Others, faults: Faults) -> Input:
    if given.kind != "borrowed":
        fields = tuple(
            _borrowed(each, (*at, "fields", index), game, others, faults)
            for index, each in enumerate(given.fields)
        )
        return msgspec.structs.replace(given, fields=fields) if fields else given
    other = others.named(game, given.of, (*at, "of"), faults)
    if other is None:
        return given
    source = {each.name: each for each in other.inputs}.get(given.input)
    if source is None or lenders(source):
        own = [each.name for each in other.inputs if not lenders(each)]
        faults.add(
            (*at, "input"), f"{given.of} has no input {given.input} of its own", known_words(own, given.input)
        )
        return given
    return msgspec.structs.replace(
        source,
        name=given.name,
        label=given.label,
        when=given.when,
        cite=given.cite or source.cite,
        help=given.help or source.help,
    )


def lenders(given: Input) -> set[str]:
    """The procedures that an input, or its fields, borrow from."""
    own = {given.of} if given.kind == "borrowed" else set()
    return own.union(*(lenders(each) for each in given.fields))


def _drawn(given: Input, at: Path, game: str, charts: Charts, others: Others, faults: Faults) -> Input:
    choices = list(given.choices)
    for index, draw in enumerate(given.draw):
        chart = charts.get(f"{game}:{draw.chart}")
        path = (*at, "draw", index)
        if chart is None and f"{game}:{draw.chart}" in others.left_out:
            faults.add(path, f"{draw.chart} has faults and is left out", MEND_FIRST)
        elif chart is None:
            faults.add(path, f"no chart {draw.chart}", known_ids(charts, game, draw.chart))
        elif draw.label not in chart.columns:
            faults.add((*path, "label"), f"no column {draw.label}", f"columns: {', '.join(chart.columns)}")
        else:
            choices += [Choice(row, str(chart.cell(row, draw.label)), draw.when) for row in chart.rows]
    fields = tuple(
        _drawn(each, (*at, "fields", index), game, charts, others, faults)
        for index, each in enumerate(given.fields)
    )
    return msgspec.structs.replace(given, choices=tuple(choices), draw=(), fields=fields)


def check_input(given: Input, at: Path, scope: Scope, faults: Faults) -> None:
    """Name, conditions, domain and fields; the input is known from here on."""
    check_name(given.name, (*at, "name"), scope, faults)
    check_formula(given.when, (*at, "when"), scope, faults, "yes-no")
    _check_choices(given, at, scope, faults)
    if given.least is not None and given.most is not None and given.least > given.most:
        faults.add((*at, "least"), f"least {given.least} is over most {given.most}", "exchange them")
    if given.kind in ("group", "rows"):
        inner = dict(scope)
        for field in given.fields:
            inner.pop(field.name, None)
        for index, field in enumerate(given.fields):
            check_input(field, (*at, "fields", index), inner, faults)
        if not given.fields and not (given.kind == "rows" and given.most == 0):
            faults.add(at, f"{given.name} has no fields", "add fields:")
    if given.rule:
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
    """The answer that the rule gives must be one that a player could give."""
    choices = [choice.key for choice in given.choices]
    if given.may_be_nothing and given.kind in ("number", "choice"):
        return
    legal = {
        "yes-no": given.rule in ("yes", "no"),
        "number": bool(re.fullmatch(r"-?\d{1,9}", given.rule)),
        "choice": given.rule in choices,
    }.get(given.kind, False)
    if not legal:
        mend = (
            known_words(choices or ("yes", "no")) if given.kind != "number" else "a whole number, or nothing"
        )
        faults.add(at, f"{given.rule!r} is no answer to {given.name}", mend)
    elif given.kind == "number":
        number = int(given.rule)
        if (given.least is not None and number < given.least) or (
            given.most is not None and number > given.most
        ):
            faults.add(at, f"{number} is outside the domain of {given.name}", "widen it, or choose another")


def paths_of(given: Input, rows: bool = False) -> list[str]:
    """The input, and each field of a group (and with `rows` of rows)."""
    inner = given.fields if given.kind == "group" or rows else ()
    return [given.name, *(f"{given.name}.{field.name}" for field in inner)]


def required(given: Input, told: Collection[str]) -> Iterator[str]:
    """What of an input the player must always answer and is not in `told`."""
    if given.when or given.rule or given.name in told:
        return
    if given.kind in ("choice", "number") or (given.kind == "rows" and (given.least or 0) >= 1):
        yield given.name
    elif given.kind == "group":
        inner = [name.partition(".")[2] for name in told if name.startswith(f"{given.name}.")]
        for field in given.fields:
            yield from (f"{given.name}.{name}" for name in required(field, inner))
