"""The possible results of a chart, which a natural roll or an exception gives."""

from __future__ import annotations

from typing import NamedTuple

from companion.cli.authoring.calculator.charts import NO_EFFECT, nothing_of
from companion.cli.authoring.calculator.draft import Draft
from companion.model import Chart
from companion.model.chart import Cell, value_of

_MOST_CELLS = 20
"""Maximum number of different results of a chart that are offered for a natural roll."""


class Fixed(NamedTuple):
    """A result of a chart."""

    says: str
    """The result, as in `Loss is 0`."""
    always: str
    """The result with the word always, as in `Loss is always 0`."""
    values: dict[str, str]
    """Formula of each result, by its name."""

    @property
    def words(self) -> str:
        """The words of its first result: `Rout`."""
        return next(iter(self.values.values()), "").strip("'\"")


def results_of(draft: Draft, chart: Chart, is_by_row: bool = True, *, takes_all: bool = False) -> list[Fixed]:
    """Return the different results of the chart in its order, and at the end that nothing happens.

    `is_by_row` says whether the dice select a row; else the row of the matching cell is the result. With `takes_all`,
    every column of a row is a result, and the rows are returned.
    """
    if takes_all:
        return _rows_of(draft, chart)
    cells = [chart.cell(row, column) for row in chart.rows for column in chart.columns]
    if not is_by_row:
        cells = [value_of(row) for row in chart.rows]
    names = [part.name for part in chart.parts]
    found: dict[str, Fixed] = {}
    for cell in cells:
        fixed = _fixed(draft, [chart.part(name, cell) for name in names] if names and is_by_row else [cell])
        found[fixed.says] = fixed
    known = list(found.values()) if len(found) <= _MOST_CELLS else []
    if is_by_row:
        nothing = nothing_of(draft, chart)
        if nothing not in [fixed.values for fixed in known]:
            known.append(Fixed(NO_EFFECT, f"{NO_EFFECT[:1].upper()}{NO_EFFECT[1:]}", nothing))
    return known


def _rows_of(draft: Draft, chart: Chart) -> list[Fixed]:
    """Return the rows of a chart whose columns are all results, each named by its first result."""
    found = []
    for row in chart.rows:
        cells = [chart.cell(row, column) for column in chart.columns]
        label = draft.outcome[0]["label"]
        says, always = f"{label} is {cells[0]} ({row})", f"{label} is always {_ended(cells[0])}"
        found.append(Fixed(says, always, _fixed(draft, cells).values))
    return found


def _ended(cell: Cell) -> str:
    """Return a cell as it stands within a sentence, without its full stop."""
    return str(cell).removesuffix(".")


def _fixed(draft: Draft, cells: list[Cell]) -> Fixed:
    """Return the result that has these values."""
    pairs = list(zip(draft.outcome, cells, strict=True))
    says = " and ".join(f"{result['label']} is {cell}" for result, cell in pairs)
    always = " and ".join(f"{result['label']} is always {_ended(cell)}" for result, cell in pairs)
    values = {result["name"]: repr(cell) if isinstance(cell, str) else str(cell) for result, cell in pairs}
    return Fixed(says, always, values)
