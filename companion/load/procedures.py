"""Checks a procedure against its charts and names before anyone plays it.

Every formula is typed in the scope where it stands, so that a misspelt input, a choice that does not exist or a
condition that adds text is a fault with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from companion.formula import (
    BOOL,
    NUMBER,
    FormulaError,
    Kind,
    choice_of,
    group_of,
    kind_of,
    parse,
    rows_of,
    set_of,
)
from companion.formula.tree import Choose, Const, Node
from companion.formula.types import ANY, joined
from companion.load.records import Faults
from companion.load.text_yaml import Path
from companion.model import Chart, Choice, Input, Procedure, Step
from companion.model.chart import band
from companion.model.procedure import LookUp, Repeat, Require, Roll, Settle, Shift, Tally, Use, WorkOut

NAME = re.compile(r"[a-z][a-z0-9_]*")
DICE = re.compile(r"([1-9]\d?)d([1-9]\d{0,2})")
BRACES = re.compile(r"\{([^{}]*)\}")

Charts = Mapping[str, Chart]
Procedures = Mapping[str, Procedure]


def filled(procedure: Procedure, charts: Charts, procedures: Procedures, faults: Faults) -> Procedure:
    """The procedure with what it borrows from others and the choices it draws from charts written out."""
    inputs = tuple(
        _drawn(
            _borrowed(each, ("inputs", index), procedure, procedures, faults),
            ("inputs", index),
            procedure.game,
            charts,
            faults,
        )
        for index, each in enumerate(procedure.inputs)
    )
    return msgspec.structs.replace(procedure, inputs=inputs)


def _borrowed(given: Input, at: Path, procedure: Procedure, procedures: Procedures, faults: Faults) -> Input:
    if given.kind != "borrowed":
        return given
    other = procedures.get(f"{procedure.game}:{given.of}")
    if other is None:
        faults.add((*at, "of"), f"no procedure {given.of}")
        return given
    source = {each.name: each for each in other.inputs}.get(given.input)
    if source is None or source.kind == "borrowed":
        own = [each.name for each in other.inputs if each.kind != "borrowed"]
        faults.add((*at, "input"), f"{given.of} has no input {given.input} of its own", _known(own))
        return given
    return msgspec.structs.replace(
        source,
        name=given.name,
        label=given.label,
        when=given.when,
        cite=given.cite or source.cite,
        help=given.help or source.help,
    )


def _drawn(given: Input, at: Path, game: str, charts: Charts, faults: Faults) -> Input:
    choices = list(given.choices)
    for index, draw in enumerate(given.draw):
        chart = charts.get(f"{game}:{draw.chart}")
        path = (*at, "draw", index)
        if chart is None:
            faults.add(path, f"no chart {draw.chart}", _known(charts))
        elif draw.label not in chart.columns:
            faults.add((*path, "label"), f"no column {draw.label}", f"columns: {', '.join(chart.columns)}")
        else:
            choices += [Choice(row, str(chart.cell(row, draw.label)), draw.when) for row in chart.rows]
    fields = tuple(
        _drawn(each, (*at, "fields", index), game, charts, faults) for index, each in enumerate(given.fields)
    )
    return msgspec.structs.replace(given, choices=tuple(choices), draw=(), fields=fields)


def check_procedure(procedure: Procedure, charts: Charts, procedures: Procedures, faults: Faults) -> bool:
    """Whether the procedure is whole; its faults are noted."""
    _Checker(procedure, charts, procedures, faults).check()
    return not faults.found


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


class _Checker:
    """Walks one procedure, growing the scope step by step."""

    def __init__(self, procedure: Procedure, charts: Charts, procedures: Procedures, faults: Faults) -> None:
        self.procedure = procedure
        self.charts = charts
        self.procedures = procedures
        self.faults = faults
        self.scope: dict[str, Kind] = {}
        self.settled: dict[str, Kind] = {}

    def check(self) -> None:
        """Inputs, steps, outcome, what follows."""
        for index, given in enumerate(self.procedure.inputs):
            self._input(given, ("inputs", index), self.scope)
        self._steps(self.procedure.steps, ("steps",), self.scope)
        self._ends()

    def _input(self, given: Input, at: Path, scope: dict[str, Kind]) -> None:
        self._name(given.name, (*at, "name"), scope)
        self._formula(given.when, (*at, "when"), scope, "yes-no")
        for index, choice in enumerate(given.choices):
            self._formula(choice.when, (*at, "choices", index, "when"), scope, "yes-no")
        if given.kind in ("choice", "set") and not given.choices:
            self.faults.add(at, f"{given.name} is a {given.kind} without choices", "add choices: or draw:")
        if given.kind in ("group", "rows"):
            inner = dict(scope)
            for name in [field.name for field in given.fields]:
                inner.pop(name, None)
            for index, field in enumerate(given.fields):
                self._input(field, (*at, "fields", index), inner)
            if not given.fields:
                self.faults.add(at, f"{given.name} has no fields", "add fields:")
        if given.rule:
            self._rule_answer(given, at)
        scope[given.name] = input_kind(given)

    def _rule_answer(self, given: Input, at: Path) -> None:
        choices = [choice.key for choice in given.choices]
        legal = {
            "yes-no": given.rule in ("yes", "no"),
            "number": bool(re.fullmatch(r"-?\d+", given.rule)),
            "choice": given.rule in choices,
        }.get(given.kind, False)
        if not legal:
            self.faults.add((*at, "rule"), f"{given.rule!r} is no answer to {given.name}")

    def _name(self, name: str, at: Path, scope: Mapping[str, Kind]) -> None:
        if not NAME.fullmatch(name):
            self.faults.add(at, f"{name!r} is no name", "lower-case letters, digits and _, a letter first")
        elif name in scope:
            self.faults.add(at, f"the name {name} is taken", "choose another")

    def _steps(self, steps: Iterable[Step], at: Path, scope: dict[str, Kind]) -> None:
        for index, step in enumerate(steps):
            path = (*at, index)
            self._formula(step.when, (*path, "when"), scope, "yes-no")
            match step:
                case Tally():
                    self._tally(step, path, scope)
                case Shift():
                    self._shift(step, path, scope)
                case LookUp():
                    self._look_up(step, path, scope)
                case Roll():
                    if not DICE.fullmatch(step.dice):
                        self.faults.add((*path, "dice"), f"{step.dice!r} is no dice", "as in 2d6")
                    self._define(step.name, NUMBER, (*path, "name"), scope)
                case WorkOut():
                    for name, formula in step.values.items():
                        kind = self._formula(formula, (*path, "values", name), scope)
                        self._define(name, kind, (*path, "values", name), scope)
                case Require():
                    self._formula(step.that, (*path, "that"), scope, "yes-no")
                    self._braces(step.says, (*path, "says"), scope)
                case Settle():
                    for name, formula in step.values.items():
                        kind = self._formula(formula, (*path, "values", name), scope)
                        self.settled[name] = (
                            joined(self.settled[name], kind) if name in self.settled else kind
                        )
                case Repeat():
                    self._repeat(step, path, scope)
                case Use():
                    self._use(step, path, scope)

    def _define(self, name: str, kind: Kind, at: Path, scope: dict[str, Kind]) -> None:
        self._name(name, at, scope)
        scope[name] = kind

    def _tally(self, step: Tally, at: Path, scope: dict[str, Kind]) -> None:
        self._formula(step.start, (*at, "start"), scope, "number")
        groups = {group.name for group in step.alternatives}
        for index, modifier in enumerate(step.modifiers):
            path = (*at, "modifiers", index)
            self._formula(modifier.add, (*path, "add"), scope, "number")
            self._formula(modifier.when, (*path, "when"), scope, "yes-no")
            for number, bar in enumerate(modifier.bars):
                self._formula(bar.when, (*path, "bars", number, "when"), scope, "yes-no")
                self._braces(bar.because, (*path, "bars", number, "because"), scope)
            if modifier.one_of and modifier.one_of not in groups:
                self.faults.add(
                    (*path, "one_of"), f"no alternatives {modifier.one_of}", "declare it in alternatives:"
                )
        for index, ignore in enumerate(step.ignore):
            self._formula(ignore.when, (*at, "ignore", index, "when"), scope, "yes-no")
            if bool(ignore.marked) == bool(ignore.unless_marked):
                self.faults.add((*at, "ignore", index), "needs either marked or unless_marked")
        for index, factor in enumerate(step.factors):
            self._formula(factor.when, (*at, "factors", index, "when"), scope, "yes-no")
            self._formula(factor.times, (*at, "factors", index, "times"), scope, "number")
        self._define(step.name, NUMBER, (*at, "name"), scope)

    def _shift(self, step: Shift, at: Path, scope: dict[str, Kind]) -> None:
        chart = self._chart(step.chart, (*at, "chart"))
        self._formula(step.start, (*at, "start"), scope)
        self._formula(step.by, (*at, "by"), scope, "number")
        kind = choice_of(frozenset(chart.columns)) if chart else ANY
        if step.start_name:
            self._define(step.start_name, kind, (*at, "start_name"), scope)
        self._define(step.name, kind, (*at, "name"), scope)

    def _look_up(self, step: LookUp, at: Path, scope: dict[str, Kind]) -> None:
        chart = self._chart(step.chart, (*at, "chart"))
        column = self._formula(step.column, (*at, "column"), scope)
        if bool(step.row) == bool(step.holding):
            self.faults.add(at, "needs either row or holding")
        row = self._formula(step.row, (*at, "row"), scope)
        self._formula(step.holding, (*at, "holding"), scope, "number")
        if chart is None:
            self._define(step.name, ANY, (*at, "name"), scope)
            return
        self._keys(step, step.column, column, chart.columns, (*at, "column"))
        self._keys(step, step.row, row, chart.rows, (*at, "row"))
        found = (
            chart.rows if step.holding else [str(chart.cell(r, c)) for r in chart.rows for c in chart.columns]
        )
        self._define(step.name, _values(found), (*at, "name"), scope)
        for name, part in step.take.items():
            kind = part_kind(chart, part)
            if kind is None:
                known = [each.name for each in chart.parts] + [
                    f"marked {note.mark}" for note in chart.footnotes
                ]
                self.faults.add(
                    (*at, "take", name),
                    f"{chart.id} has no part {part}",
                    f"known: shade, least, {', '.join(known)}",
                )
            self._define(name, kind or ANY, (*at, "take", name), scope)

    def _keys(self, step: LookUp, formula: str, kind: Kind, keys: tuple[str, ...], at: Path) -> None:
        """Refuses a key that the chart does not have: one written out, or an answer taken as it is.

        A conditional look-up may meet only some of the answers, so there only what is written out counts.
        """
        plain = (
            kind.base == "text"
            and not step.when
            and formula in {given.name for given in self.procedure.inputs}
        )
        strange = sorted(
            key for key in literals(formula) | (kind.choices if plain else frozenset()) if key not in keys
        )
        if strange:
            self.faults.add(at, f"the chart has no {at[-1]} {strange[0]}", f"it has {', '.join(keys)}")

    def _repeat(self, step: Repeat, at: Path, scope: dict[str, Kind]) -> None:
        rows = scope.get(step.rows)
        if rows is None or rows.base != "rows":
            self.faults.add((*at, "rows"), f"{step.rows} is not an input of rows")
            return
        inner = {**scope, **rows.fields}
        before = set(inner)
        if any(isinstance(each, Roll | Use | Settle) for each in step.steps):
            self.faults.add((*at, "steps"), "no dice, settling or other procedure for each row")
        self._steps(step.steps, (*at, "steps"), inner)
        fresh = {name: kind for name, kind in inner.items() if name not in before}
        scope[step.rows] = rows_of({**rows.fields, **fresh})

    def _use(self, step: Use, at: Path, scope: dict[str, Kind]) -> None:
        other = self.procedures.get(f"{self.procedure.game}:{step.procedure}")
        if other is None:
            self.faults.add((*at, "procedure"), f"no procedure {step.procedure}")
        elif _reaches(other, self.procedure.id, self.procedures, set()):
            self.faults.add((*at, "procedure"), f"{step.procedure} uses this procedure in turn")
        known = {path for each in other.inputs for path in _paths(each)} if other else set()
        for name, formula in step.given.items():
            self._formula(formula, (*at, "given", name), scope)
            if other and name not in known:
                self.faults.add((*at, "given", name), f"{step.procedure} does not ask {name}", _known(known))
        outcomes = {each.name for each in other.outcome} if other else set()
        for name, outcome in step.take.items():
            if other and outcome not in outcomes:
                self.faults.add(
                    (*at, "take", name), f"{step.procedure} has no result {outcome}", _known(outcomes)
                )
            self._define(name, ANY, (*at, "take", name), scope)

    def _ends(self) -> None:
        known = {*self.scope, *self.settled}
        for index, outcome in enumerate(self.procedure.outcome):
            if outcome.source not in known:
                self.faults.add(("outcome", index, "name"), f"nothing gives {outcome.source}", _known(known))
        if not any(each.show == "headline" for each in self.procedure.outcome):
            self.faults.add(("outcome",), "no result is the headline", "write show: headline on one")
        for field in ("column", "needed", "total"):
            name = getattr(self.procedure, field)
            if name and name not in known:
                self.faults.add((field,), f"nothing gives {name}", _known(known))
        names = {**self.settled, **self.scope}
        names |= {
            name: joined(self.scope[name], kind) for name, kind in self.settled.items() if name in self.scope
        }
        for index, follow in enumerate(self.procedure.next):
            self._formula(follow.when, ("next", index, "when"), names, "yes-no")
            for name, formula in follow.carry.items():
                self._formula(formula, ("next", index, "carry", name), names)

    def _chart(self, name: str, at: Path) -> Chart | None:
        chart = self.charts.get(f"{self.procedure.game}:{name}")
        if chart is None:
            self.faults.add(at, f"no chart {name}", _known(each.partition(":")[2] for each in self.charts))
        return chart

    def _braces(self, text: str, at: Path, scope: Mapping[str, Kind]) -> None:
        for inner in BRACES.findall(text):
            self._formula(inner, at, scope)

    def _formula(self, text: str, at: Path, scope: Mapping[str, Kind], base: str = "") -> Kind:
        if not text:
            return ANY
        try:
            kind = kind_of(parse(text), scope)
        except FormulaError as error:
            self.faults.add(at, f"{text!r}: {error}")
            return ANY
        if base and kind.base not in (base, "any"):
            need = "yes/no" if base == "yes-no" else base
            self.faults.add(at, f"{text!r} is {kind.base}, but a {need} is needed")
        return kind


def _paths(given: Input) -> list[str]:
    """The input, and each field of a group."""
    inner = given.fields if given.kind == "group" else ()
    return [given.name, *(f"{given.name}.{field.name}" for field in inner)]


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


def part_kind(chart: Chart, part: str) -> Kind | None:
    """The kind of a part of a chart's cells, None where it has no such part."""
    if part == "shade":
        return choice_of(frozenset({"", *(shade.name for shade in chart.shades)}))
    if part == "least":
        every = [str(chart.cell(row, column)) for row in chart.rows for column in chart.columns]
        return NUMBER if all(band(cell) for cell in every) else None
    if part.startswith("marked "):
        return BOOL if part.removeprefix("marked ") in {note.mark for note in chart.footnotes} else None
    for each in chart.parts:
        if each.name == part:
            return _values(
                [
                    str(chart.part(part, chart.cell(row, column)))
                    for row in chart.rows
                    for column in chart.columns
                ]
            )
    return None


def _values(texts: Iterable[str]) -> Kind:
    every = set(texts)
    whole = {text for text in every if re.fullmatch(r"[+-]?\d+(/\d+)?", text)}
    if every == whole:
        return NUMBER
    return ANY if whole else choice_of(frozenset(every))


def _reaches(procedure: Procedure, target: str, procedures: Procedures, seen: set[str]) -> bool:
    if procedure.id == target:
        return True
    if procedure.id in seen:
        return False
    seen.add(procedure.id)
    used = [step.procedure for step in procedure.steps if isinstance(step, Use)]
    return any(
        _reaches(procedures[f"{procedure.game}:{name}"], target, procedures, seen)
        for name in used
        if f"{procedure.game}:{name}" in procedures
    )


def _known(names: Iterable[str]) -> str:
    listed = sorted(names)
    return f"known: {', '.join(listed)}" if 0 < len(listed) <= 40 else ""
