"""The kinds of values that inputs and charts give, and the texts that a formula contains."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

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
from companion.load.text_yaml import walk
from companion.model import Chart, Input, Procedure
from companion.model.chart import BLANK, band, value_of

LOWEST = 1_000_000
"""A band that begins below -LOWEST, such as `5 or less`, has no lowest number."""


def input_kind(given: Input) -> Kind:
    """Return the kind of an input's value."""
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
    """Return the kind of a part of a chart's cells; None if the chart has no such part.

    Besides the chart's own parts there are `shade`, `least` (the lowest number of a band, 4 of 4-6) and `marked` with a
    footnote mark. `without_least` finds the cells that have no lowest number.
    """
    if part == "shade":
        return shade_of({shade.name: shade.colour for shade in chart.shades})
    if part == "least":
        return NUMBER
    if part.startswith("marked "):
        return BOOL if part.removeprefix("marked ") in {note.mark for note in chart.footnotes} else None
    if part in {chart_part.name for chart_part in chart.parts}:
        return values_kind(str(chart.part(part, cell)) for cell in chart.values)
    return None


def without_least(chart: Chart, column: Kind) -> str:
    """Return the location of the first cell without a lowest number, as in `row 6, column A reads -`; empty for none.

    Only the columns among the choices of `column` count, or all columns if it has no choices of the chart.
    """
    for row in chart.rows:
        for name in _columns_read(chart, column):
            bounds = band(str(chart.cell(row, name)))
            if bounds is None or bounds[0] < -LOWEST:
                return f"row {row}, column {name} reads {chart.printed(row, name)}"
    return ""


def mend_of_least(chart: Chart, column: Kind, name: str) -> str:
    """Return how to mend `name: least` on a chart with a cell without a lowest number: a part if only blanks have none.

    Only the columns among the choices of `column` count, as for `without_least`.
    """
    cells = {str(chart.cell(row, read)) for row in chart.rows for read in _columns_read(chart, column)}
    if BLANK not in cells:
        return f"leave out {name}: least, or read a column of numbers and bands only"
    if cells.issubset({BLANK, *(cell for cell in cells if isinstance(value_of(cell), int))}):
        part = f"parts: [{{name: {name}, without: 0}}]"
        refusal = f"{{do: require, that: {name} > 0, says: ...}}"
        return f"add {part} to the chart, take {name}: {name} instead, and refuse 0 with a step {refusal}"
    return "write a band that no dice reach into the blank cell, such as 99+, or read a column without blanks"


def _columns_read(chart: Chart, column: Kind) -> Sequence[str]:
    """Return the columns among the choices of `column`, or all columns if it has no choices of the chart."""
    return [name for name in chart.columns if name in column.choices] or chart.columns


def cells_kind(chart: Chart) -> Kind:
    """Return the kind of a chart's cells."""
    return values_kind(str(cell) for cell in chart.values)


def with_blanks(kind: Kind, chart: Chart, part: str, column: Kind) -> Kind:
    """Return the kind, marked with the name of the chart if a value may be a number or a blank cell.

    Only the columns among the choices of `column` count, or all columns if it has no choices of the chart.
    """
    if kind.base != "any":
        return kind
    cells = [chart.cell(row, name) for row in chart.rows for name in _columns_read(chart, column)]
    values = {chart.part(part, cell) if part else cell for cell in cells}
    return replace(kind, blank=chart.id.partition(":")[2]) if BLANK in values else kind


def asks_for_blanks(procedure: Procedure) -> Callable[[str], bool]:
    """Return a test of whether a formula of the procedure compares the named value with a blank cell."""
    values = (value for _, value in walk(msgspec.to_builtins(procedure)))
    texts = [text for text in values if isinstance(text, str) and f"'{BLANK}'" in text]
    return lambda name: any(re.search(rf"\b{re.escape(name)}\b", text) for text in texts)


def values_kind(texts: Iterable[str]) -> Kind:
    """Return the kind of a value that is one of these texts."""
    values = frozenset(texts)
    numbers = {text for text in values if re.fullmatch(r"[+-]?\d+(/\d+)?", text)}
    if values == numbers:
        return NUMBER
    return ANY if numbers else choice_of(values)


def literals(formula: str) -> frozenset[str]:
    """Return the texts in a formula that may be its value; empty if it is faulty."""
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
