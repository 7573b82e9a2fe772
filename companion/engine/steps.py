"""Turns steps without dice or jumps into operations over values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from companion.engine.tally import add_up
from companion.engine.values import (
    BRACES,
    MISSING,
    Key,
    State,
    Trace,
    Values,
    assign,
    evaluate,
    holds,
    plain,
    worded,
)
from companion.formula import names_read
from companion.model import Chart, Decision, GameModule, Looked, Procedure, Refused, Step
from companion.model.chart import value_of
from companion.model.step import (
    Decide,
    LookUp,
    Repeat,
    Require,
    Roll,
    Rounds,
    Settle,
    Shift,
    Tally,
    Use,
    WorkOut,
)


def keys_of(scope: str, *formulas: str) -> frozenset[Key]:
    """Return the values that formulas read."""
    return frozenset((scope, path[0]) for formula in formulas if formula for path in names_read(formula))


def reads(step: Step, scope: str) -> frozenset[Key]:
    """Return the values that a step reads; of Rounds, those that the first round reads from outside."""
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
        case Decide():
            return frozenset()
        case Require():
            texts = [step.that, *BRACES.findall(step.says)]
        case Use():
            texts = list(step.given.values())
        case Repeat():
            inner = frozenset[Key]().union(*(reads(inner, scope) for inner in step.steps))
            return inner | keys_of(scope, step.when) | {(scope, step.rows)}
        case Roll():
            texts = [step.count, *step.counts.values()]
        case Rounds():
            texts = list(step.begin.values())
    return keys_of(scope, step.when, *texts) - {(scope, "face")}


def shown_only(step: Step, scope: str) -> frozenset[Key]:
    """Return the values that a step only shows to the player; odds do not depend on them."""
    match step:
        case Tally():
            return keys_of(scope, step.added_to)
        case Roll() | Use():
            return keys_of(scope, *BRACES.findall(step.says))
        case Decide():
            return keys_of(scope, step.when, *BRACES.findall(step.says), *step.answers.values())
        case _:
            return frozenset()


def names_of(step: Step) -> Iterator[str]:
    """Yield the names that a step sets, except those of a Settle step."""
    match step:
        case Tally():
            yield step.name
        case Shift():
            yield from (name for name in (step.name, step.start_name) if name)
        case LookUp():
            yield from (step.name, *step.take)
        case Roll():
            yield from (step.name, *step.counts)
        case WorkOut():
            yield from step.values
        case Use():
            yield from step.take
        case Rounds():
            yield from (step.name, *step.begin)
            for inner in step.steps:
                yield from names_of(inner)
        case _:
            pass


def operation(
    step: Step, module: GameModule, scope: str, procedure: Procedure, part: str = ""
) -> Callable[[State], int | None]:
    """Return the operation of a step without dice or jumps; `part` is the title of the used procedure it is from."""
    act: Callable[[Values, Trace | None], None]
    match step:
        case Tally():
            act = partial(_tally, step, procedure, scope, part)
        case Shift():
            act = partial(_shift, step, module.chart(step.chart))
        case LookUp():
            act = partial(_look_up, step, module.chart(step.chart))
        case WorkOut():
            act = partial(_work_out, step)
        case Require():
            act = partial(_require, step)
        case Repeat():
            act = partial(_repeat, step, [operation(inner, module, "", procedure) for inner in step.steps])
        case _:
            raise TypeError(step)

    def run(state: State) -> int | None:
        values = state.scopes[scope]
        if holds(step.when, values):
            act(values, state.trace)
        return None

    return run


def settle(step: Settle, scope: str, end: int, rounds: tuple[int, ...]) -> Callable[[State], int | None]:
    """Return the operation of a Settle step, which jumps to `end`, out of the rounds with these heads."""

    def run(state: State) -> int | None:
        values = state.scopes[scope]
        decided = evaluate(step.when, values)
        if decided is MISSING:
            state.doubtful = True
        if decided is not True:
            return None
        assign(step.values, values)
        if state.trace is not None:
            for head in rounds:
                state.trace.rounds.pop(head, None)
            if not scope:
                state.trace.settled = f"{step.because} ({step.cite})" if step.cite else step.because
        return end

    return run


def decide(step: Decide) -> Callable[[State], int | None]:
    """Return the operation that records a choice of the player if all its answers are known."""

    def run(state: State) -> int | None:
        values, trace = state.scopes[""], state.trace
        if trace is None or not holds(step.when, values):
            return None
        answers = {path: evaluate(formula, values) for path, formula in step.answers.items()}
        if MISSING not in answers.values():
            given = {path: plain(value) for path, value in answers.items()}
            trace.decisions.append(Decision(worded(step.says, values), step.cite, given))
        return None

    return run


def _work_out(step: WorkOut, values: Values, trace: Trace | None) -> None:
    assign(step.values, values)


def _require(step: Require, values: Values, trace: Trace | None) -> None:
    if evaluate(step.that, values) is False:
        raise Refused(worded(step.says, values), step.about)


def _tally(
    step: Tally, procedure: Procedure, scope: str, part: str, values: Values, trace: Trace | None
) -> None:
    start = _lengths(trace)
    add_up(step, values, procedure, trace)
    if trace is not None and (trace.round or scope):
        _tell_apart(trace, start, scope, f", {trace.round}" if trace.round else "", part)


def _lengths(trace: Trace | None) -> tuple[int, int]:
    """Numbers of ledger lines and totals so far."""
    return (len(trace.ledger), len(trace.totals)) if trace else (0, 0)


def _tell_apart(trace: Trace, start: tuple[int, int], scope: str, end: str, part: str = "") -> None:
    """Name the ledger lines and totals that were added since `start` after their procedure, and round or row."""
    lines, totals = start
    trace.ledger[lines:] = [
        msgspec.structs.replace(line, tally=f"{scope}{line.tally}{end}", round=trace.round)
        for line in trace.ledger[lines:]
    ]
    trace.totals[totals:] = [
        msgspec.structs.replace(
            total,
            name=f"{scope}{total.name}{end}",
            title=f"{total.title or total.name}{end}",
            part=part or total.part,
        )
        for total in trace.totals[totals:]
    ]


def _shift(step: Shift, chart: Chart, values: Values, trace: Trace | None) -> None:
    start, by = evaluate(step.start, values), evaluate(step.by, values)
    if start is MISSING:
        return
    column = chart.column_key(start)
    if step.start_name:
        values[step.start_name] = column
    if by is MISSING:
        return
    if not isinstance(by, int):
        raise Refused(f"{chart.title}: cannot shift by {by} columns; the shift must be a whole number")
    place = chart.columns.index(column) + by
    values[step.name] = chart.columns[max(0, min(place, len(chart.columns) - 1))]


def _look_up(step: LookUp, chart: Chart, values: Values, trace: Trace | None) -> None:
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
        title = f"{chart.title}, {trace.round}" if trace.round else chart.title
        words = (chart.read(text) for text in (row, column, printed))
        trace.looked.append(Looked(chart.id, title, chart.cite, row, column, printed, shade, *words))


def _part(chart: Chart, part: str, row: str, column: str) -> Any:
    if part == "shade":
        return chart.shade(row, column)
    if part.startswith("marked "):
        return part.removeprefix("marked ") in chart.marks(row, column)
    return chart.part(part, chart.cell(row, column))


def _repeat(
    step: Repeat, runs: list[Callable[[State], int | None]], values: Values, trace: Trace | None
) -> None:
    rows = values.get(step.rows)
    if rows is None:
        return
    done = []
    for number, row in enumerate(rows, 1):
        inner, start = State({"": {**values, **row}}, trace), _lengths(trace)
        for run in runs:
            run(inner)
        if trace is not None and len(rows) > 1:
            _tell_apart(trace, start, "", f", {number}")
        fresh = inner.scopes[""]
        done.append({name: value for name, value in fresh.items() if name not in values or name in row})
    values[step.rows] = tuple(done)
