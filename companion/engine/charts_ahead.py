"""Lists the charts that a calculation can read, with the rows and columns that are already decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from companion.engine.program import Program
from companion.engine.values import MISSING, State, Values, evaluate
from companion.formula import FormulaError
from companion.model import Chart, Refused, Step
from companion.model.step import LookUp, Repeat, Shift


class ChartAhead(NamedTuple):
    """A chart that a calculation can read."""

    chart: Chart
    row: str = ""
    """Key of the row, if already known; else empty."""
    column: str = ""
    """Key of the column, if already known; else empty."""


def charts_ahead(program: Program, state: State) -> list[ChartAhead]:
    """Return the charts that a program can read, each once, with the row and column that the state decides.

    The chart of the last step comes first.
    """
    charts: dict[str, ChartAhead] = {}
    for step, scope in reversed(program.placed):
        for ahead in _charts_of(program, step, state.scopes.get(scope, {})):
            before = charts.get(ahead.chart.id)
            if before is None or not (before.row or before.column):
                charts[ahead.chart.id] = ahead
    return list(charts.values())


def _charts_of(program: Program, step: Step, values: Values) -> Iterator[ChartAhead]:
    if isinstance(step, Repeat):
        for inner in step.steps:
            yield from _charts_of(program, inner, {})
    elif isinstance(step, Shift):
        yield ChartAhead(program.module.chart(step.chart))
    elif isinstance(step, LookUp) and step.show == "yes":
        chart, counts = program.module.chart(step.chart), evaluate(step.when or "yes", values)
        if counts is MISSING:
            yield ChartAhead(chart)
        elif counts:
            row = _key(chart.row_key, step.row, values) if step.row else ""
            yield ChartAhead(chart, row, _key(chart.column_key, step.column, values))


def _key(find: Callable[[Any], str], formula: str, values: Values) -> str:
    """Return the row or column that a formula selects; empty if it is undecided or not in the chart."""
    try:
        value = evaluate(formula, values)
        return "" if value is MISSING else find(value)
    except (FormulaError, Refused):
        return ""
