"""The charts that a calculation can read, with the rows and columns that its answers decide already."""

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
    """Key of the row that is known already; empty if none is."""
    column: str = ""
    """Key of the column that is known already; empty if none is."""


def charts_ahead(program: Program, state: State) -> list[ChartAhead]:
    """Return the charts that a program can still read, each once, with what the state decides about them.

    The last step is first.
    """
    found: dict[str, ChartAhead] = {}
    for step, scope in reversed(program.placed):
        for each in _of(program, step, state.scopes.get(scope, {})):
            before = found.get(each.chart.id)
            if before is None or not (before.row or before.column):
                found[each.chart.id] = each
    return list(found.values())


def _of(program: Program, step: Step, values: Values) -> Iterator[ChartAhead]:
    if isinstance(step, Repeat):
        for inner in step.steps:
            yield from _of(program, inner, {})
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
    """Return the row or column that a formula points at; empty if that is not decided yet, or not in the chart."""
    try:
        value = evaluate(formula, values)
        return "" if value is MISSING else find(value)
    except (FormulaError, Refused):
        return ""
