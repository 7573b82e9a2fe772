"""A procedure as a line of small operations over named values.

A used procedure is laid into the line with a scope of its own, so that dice anywhere in it can be enumerated: the
state between two rolls is nothing but the values, and equal states are one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.engine.answers import take_answers
from companion.engine.dice import count_and_sides
from companion.engine.tally import add_up
from companion.engine.values import BRACES, MISSING, Values, evaluate, holds, worded
from companion.formula import names_read
from companion.model import (
    Chart,
    GameModule,
    Input,
    LedgerLine,
    Looked,
    Procedure,
    Refused,
    RollRequest,
    Step,
    WorkedOut,
)
from companion.model.chart import value_of
from companion.model.procedure import LookUp, Repeat, Require, Roll, Settle, Shift, Tally, Use, WorkOut


@dataclass(slots=True)
class Trace:
    """What a run did, for showing. Left out where only the outcome counts."""

    ledger: list[LedgerLine] = field(default_factory=list)
    totals: list[WorkedOut] = field(default_factory=list)
    looked: list[Looked] = field(default_factory=list)
    settled: str = ""


@dataclass(slots=True)
class State:
    """Values by scope: "" for the procedure, a use's path for what it uses."""

    scopes: dict[str, Values]
    trace: Trace | None = None
    doubtful: bool = False
    """True once a condition that would end the procedure could not be decided."""
    lacking: list[str] = field(default_factory=list)
    """Inputs of used procedures that nothing gives."""

    def fork(self) -> State:
        """An independent copy without a trace."""
        return State({scope: dict(values) for scope, values in self.scopes.items()})


@dataclass(frozen=True, slots=True)
class Op:
    """One operation: runs and says where to go on; None for the next."""

    run: Callable[[State], int | None]
    reads: frozenset[tuple[str, str]]
    """(scope, name) of the values it needs."""
    roll: RollRequest | None = None
    """Set where the operation waits for dice: `run` then only says whether they are due (None) or not."""
    scope: str = ""


class Program:
    """The operations of one procedure, ready to run."""

    def __init__(self, module: GameModule, procedure: Procedure) -> None:
        self.module = module
        self.procedure = procedure
        self.ops: list[Op] = []
        self._lay(procedure, "")
        self.live = self._liveness()

    @property
    def rolls(self) -> bool:
        """Whether it may need dice at all."""
        return any(op.roll for op in self.ops)

    def run(self, state: State, at: int = 0) -> int:
        """Runs from `at` to the next roll that is due, whose place it returns, or to the end (-1)."""
        while at < len(self.ops):
            op = self.ops[at]
            if op.roll is not None and op.run(state) is None:
                return at
            jump = None if op.roll is not None else op.run(state)
            at = at + 1 if jump is None else jump
        return -1

    def place(self, state: State, at: int, value: int) -> int:
        """Gives the roll at `at` its value; returns where to go on."""
        op = self.ops[at]
        assert op.roll is not None
        state.scopes[op.scope][op.roll.name] = value
        return at + 1

    def _liveness(self) -> list[frozenset[tuple[str, str]]]:
        """For each operation the values that it or a later one needs."""
        needed = {("", outcome.source) for outcome in self.procedure.outcome}
        live: list[frozenset[tuple[str, str]]] = [frozenset(needed)]
        for op in reversed(self.ops):
            live.append(live[-1] | op.reads)
        return live[::-1]

    def _lay(self, procedure: Procedure, scope: str) -> None:
        settles: list[int] = []
        for step in procedure.steps:
            match step:
                case Settle():
                    settles.append(len(self.ops))
                    self._add(_nothing, frozenset(), scope)
                case Use():
                    self._lay_use(step, scope)
                case Roll():
                    self._lay_roll(step, scope)
                case _:
                    run = _operation(step, self.module, scope, procedure)
                    self._add(run, _reads(step, scope), scope)
        end = len(self.ops)
        for place, step in zip(
            settles, [each for each in procedure.steps if isinstance(each, Settle)], strict=True
        ):
            self.ops[place] = Op(_settle(step, scope, end), _reads(step, scope), scope=scope)

    def _add(self, run: Callable[[State], int | None], reads: frozenset[tuple[str, str]], scope: str) -> None:
        self.ops.append(Op(run, reads, scope=scope))

    def _lay_roll(self, step: Roll, scope: str) -> None:
        count, sides = count_and_sides(step.dice)
        request = RollRequest(step.name, step.dice, step.label, count, count * sides, step.part)

        def due(state: State) -> int | None:
            """None: the dice are due. A number: they are not rolled here."""
            return None if holds(step.when, state.scopes[scope]) else 0

        self.ops.append(Op(due, _of(scope, step.when), request, scope))

    def _lay_use(self, step: Use, scope: str) -> None:
        inner = f"{scope}{step.name}."
        other = next(
            each for each in self.module.procedures if each.id == f"{self.procedure.game}:{step.procedure}"
        )
        inputs = {each.name: each for each in other.inputs}
        place = len(self.ops)
        self._add(_nothing, frozenset(), scope)
        self._lay(other, inner)
        sources = {outcome.name: outcome.source for outcome in other.outcome}
        taken = {name: sources[outcome] for name, outcome in step.take.items()}

        def leave(state: State) -> None:
            values = state.scopes.get(inner, {})
            state.scopes[scope].update(
                {name: values[source] for name, source in taken.items() if source in values}
            )

        self._add(leave, frozenset((inner, source) for source in taken.values()), scope)
        after = len(self.ops)

        def enter(state: State) -> int | None:
            values = state.scopes[scope]
            if not holds(step.when, values):
                return after
            given: Values = {}
            known = True
            for name, formula in step.given.items():
                value = evaluate(formula, values)
                group, _, field = name.rpartition(".")
                known = known and value is not MISSING
                if value is not MISSING:
                    (given.setdefault(group, {}) if group else given)[field] = _own_fields(
                        value, inputs.get(name)
                    )
            taken = take_answers(other.inputs, given, inner)
            state.scopes[inner] = taken.values
            if known:
                state.lacking += taken.missing
            return None

        self.ops[place] = Op(enter, _reads(step, scope), scope=scope)


def _own_fields(value: Any, given: Input | None) -> Any:
    """Rows without what a repeat has added to them."""
    if given is None or given.kind != "rows" or not isinstance(value, tuple):
        return value
    names = {field.name for field in given.fields}
    return tuple({name: each for name, each in row.items() if name in names} for row in value)


def _nothing(state: State) -> None:
    return None


def _of(scope: str, *formulas: str) -> frozenset[tuple[str, str]]:
    return frozenset((scope, path[0]) for formula in formulas if formula for path in names_read(formula))


def _reads(step: Step, scope: str) -> frozenset[tuple[str, str]]:
    match step:
        case Tally():
            texts = [step.start]
            for modifier in step.modifiers:
                texts += [modifier.add, modifier.when, *(bar.when for bar in modifier.bars)]
            texts += [ignore.when for ignore in step.ignore]
            texts += [text for factor in step.factors for text in (factor.when, factor.times)]
        case Shift():
            texts = [step.start, step.by]
        case LookUp():
            texts = [step.row, step.column, step.holding]
        case WorkOut() | Settle():
            texts = list(step.values.values())
        case Require():
            texts = [step.that, *BRACES.findall(step.says)]
        case Use():
            texts = list(step.given.values())
        case Repeat():
            inner = frozenset[tuple[str, str]]().union(*(_reads(each, scope) for each in step.steps))
            return inner | _of(scope, step.when) | {(scope, step.rows)}
        case Roll():
            texts = []
    return _of(scope, step.when, *texts)


def _operation(
    step: Step, module: GameModule, scope: str, procedure: Procedure
) -> Callable[[State], int | None]:
    """The operation of a step that neither jumps nor rolls."""
    act: Callable[[Values, Trace | None], None]
    match step:
        case Tally():
            labels = {each.name: each for each in procedure.inputs}
            tally = step

            def act(values: Values, trace: Trace | None) -> None:
                add_up(
                    tally, values, labels, trace.ledger if trace else None, trace.totals if trace else None
                )
        case Shift():
            act = _shift(step, module.chart(step.chart))
        case LookUp():
            act = _look_up(step, module.chart(step.chart))
        case WorkOut():
            worked = step

            def act(values: Values, trace: Trace | None) -> None:
                for name, formula in worked.values.items():
                    value = evaluate(formula, values)
                    if value is not MISSING:
                        values[name] = value
        case Require():
            required = step

            def act(values: Values, trace: Trace | None) -> None:
                if evaluate(required.that, values) is False:
                    raise Refused(worded(required.says, values), required.about)
        case Repeat():
            act = _repeat(step, module, procedure)
        case _:
            raise TypeError(step)

    def run(state: State) -> int | None:
        values = state.scopes[scope]
        if holds(step.when, values):
            act(values, state.trace)
        return None

    return run


def _settle(step: Settle, scope: str, end: int) -> Callable[[State], int | None]:
    def run(state: State) -> int | None:
        values = state.scopes[scope]
        decided = evaluate(step.when, values)
        if decided is MISSING:
            state.doubtful = True
        if decided is not True:
            return None
        for name, formula in step.values.items():
            value = evaluate(formula, values)
            if value is not MISSING:
                values[name] = value
        if state.trace is not None and not scope:
            state.trace.settled = f"{step.because} ({step.cite})" if step.cite else step.because
        return end

    return run


def _shift(step: Shift, chart: Chart) -> Callable[[Values, Trace | None], None]:
    def act(values: Values, trace: Trace | None) -> None:
        start, by = evaluate(step.start, values), evaluate(step.by, values)
        if start is MISSING:
            return
        column = chart.column_key(start)
        if step.start_name:
            values[step.start_name] = column
        if by is MISSING:
            return
        if not isinstance(by, int):
            raise Refused(f"{chart.title}: a shift of {by} columns; only whole columns can be shifted")
        place = chart.columns.index(column) + by
        values[step.name] = chart.columns[max(0, min(place, len(chart.columns) - 1))]

    return act


def _look_up(step: LookUp, chart: Chart) -> Callable[[Values, Trace | None], None]:
    def act(values: Values, trace: Trace | None) -> None:
        column = evaluate(step.column, values)
        key = evaluate(step.row or step.holding, values)
        if column is MISSING or key is MISSING:
            return
        column = chart.column_key(column)
        row = chart.row_key(key) if step.row else chart.row_holding(column, key)
        cell = chart.cell(row, column)
        values[step.name] = cell if step.row else value_of(row)
        for name, part in step.take.items():
            values[name] = _part(chart, part, row, column)
        if trace is not None and step.show == "yes":
            printed, shade = chart.printed(row, column), chart.shade(row, column)
            trace.looked.append(Looked(chart.id, chart.title, chart.cite, row, column, printed, shade))

    return act


def _part(chart: Chart, part: str, row: str, column: str) -> Any:
    if part == "shade":
        return chart.shade(row, column)
    if part.startswith("marked "):
        return part.removeprefix("marked ") in chart.marks(row, column)
    return chart.part(part, chart.cell(row, column))


def _repeat(step: Repeat, module: GameModule, procedure: Procedure) -> Callable[[Values, Trace | None], None]:
    runs = [_operation(each, module, "", procedure) for each in step.steps]

    def act(values: Values, trace: Trace | None) -> None:
        rows = values.get(step.rows)
        if rows is None:
            return
        done = []
        for row in rows:
            inner = State({"": {**values, **row}}, trace)
            for run in runs:
                run(inner)
            fresh = inner.scopes[""]
            done.append({name: value for name, value in fresh.items() if name not in values or name in row})
        values[step.rows] = tuple(done)

    return act
