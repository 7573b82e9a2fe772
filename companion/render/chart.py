"""Charts as text and as JSON: whole, or only the cells around one that was read."""

from __future__ import annotations

from typing import Any

from companion.model import Chart, GameModule
from companion.render.documents import document
from companion.render.entry import conflicts_lines
from companion.render.text import columns, listed, wrapped

BESIDE = 2
"""Number of rows and columns shown on each side of a cell that was read."""


def chart_lines(chart: Chart, module: GameModule, width: int) -> list[str]:
    """Return the chart as printed, with shading, footnotes and conflicts of sources in words below."""
    rows = [
        [chart.read(row), *(cell_text(chart, row, column) for column in chart.columns)] for row in chart.rows
    ]
    table = [[chart.rows_title, *map(chart.read, chart.columns)], *rows]
    drawn = columns(table)
    if max(map(len, drawn)) > width:
        drawn = columns(table, " ")
    if max(map(len, drawn)) > width:
        drawn = _stacked(chart, rows, width)
    page = f"{chart.page}{'; your own' if chart.overlay else ''}"
    head = listed([f"{chart.title} ({chart.cite})", page], width)
    return [*head, "", *drawn, *chart_foot(chart, module, width)]


def chart_foot(chart: Chart, module: GameModule, width: int) -> list[str]:
    """Return the meaning of the shading, the footnotes, and the conflicts of sources about the chart."""
    signs = shade_signs(chart)
    texts = [f"{signs[shade.name]} {shade.colour} band: {shade.means}" for shade in chart.shades]
    texts += [f"{note.mark} {note.text}".strip() for note in chart.footnotes]
    return listed(texts, width, "", "  ") + conflicts_lines(chart.id, module, width)


def shade_signs(chart: Chart) -> dict[str, str]:
    """Return the sign that marks the cells of each shading, by its name."""
    return {
        shade.name: "'^~"[number] if number < 3 else f"({number + 1})"
        for number, shade in enumerate(chart.shades)
    }


def cell_text(chart: Chart, row: str, column: str) -> str:
    """Return a cell as a player reads it, with the sign of its shading."""
    sign = shade_signs(chart).get(chart.shade(row, column), "") if chart.shades else ""
    return chart.read(chart.printed(row, column)) + sign


def _stacked(chart: Chart, rows: list[list[str]], width: int) -> list[str]:
    """A chart that is too wide for columns: one line for each row, each cell with its column."""
    heads = list(map(chart.read, chart.columns))
    texts = (
        f"{chart.rows_title} {key}: "
        + "; ".join(f"{head}: {cell}" for head, cell in zip(heads, cells, strict=True))
        for key, *cells in rows
    )
    return listed(texts, width, "", "  ")


def chart_json(chart: Chart) -> dict[str, Any]:
    """Return a chart as JSON."""
    return document(chart, kind="chart", shading={shade.name: shade for shade in chart.shades})


def proof_lines(chart: Chart, row: str, column: str, width: int) -> list[str]:
    """Return the cells around one that was read: its row marked with >, its column with v, the cell in brackets."""
    place, across = chart.rows.index(row), chart.columns.index(column)
    rows = chart.rows[max(0, place - BESIDE) : place + BESIDE + 1]
    beside = BESIDE
    while True:
        shown = chart.columns[max(0, across - beside) : across + beside + 1]
        drawn = columns(_neighbours(chart, rows, shown, row, column), " ")
        if beside == 0 or max(map(len, drawn)) <= width:
            break
        beside -= 1
    lines = [*wrapped(f"{chart.title} ({chart.cite}), {chart.page}", width), *drawn]
    shade, marks = chart.shade(row, column), ("", *chart.marks(row, column))
    bands = (
        f"The cell is in the {band.colour} band: {band.means}." for band in chart.shades if band.name == shade
    )
    notes = (f"{note.mark} {note.text}".strip() for note in chart.footnotes if note.mark in marks)
    return lines + listed(bands, width) + listed(notes, width, "", "  ")


def _neighbours(
    chart: Chart, rows: tuple[str, ...], across: tuple[str, ...], row: str, column: str
) -> list[list[str]]:
    head = ["", "", *("v" if key == column else "" for key in across)]
    keys = ["", chart.rows_title, *map(chart.read, across)]
    body = []
    for row_key in rows:
        cells = [chart.read(chart.printed(row_key, other)) for other in across]
        marked = [
            f"[{cell}]" if (row_key, other) == (row, column) else f" {cell} "
            for cell, other in zip(cells, across, strict=True)
        ]
        body.append([">" if row_key == row else "", chart.read(row_key), *marked])
    return [head, keys, *body]
