"""A chart as a grid with a cursor; of a chart that is too wide, the columns around the cursor."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence
from typing import NamedTuple

from companion.model import Chart
from companion.render.chart import cell_text
from companion.render.text import listed, shown, wrapped

Cell = tuple[int, int]
"""Row and column, counted from 0."""

NARROWEST = 8
"""Minimum width of a column with longer text."""
EASY = 16
"""Preferred width of a column with longer text if not all columns fit."""


class Spot(NamedTuple):
    """The place of one line of a cell in the drawn chart."""

    line: int
    start: int
    end: int


class Grid(NamedTuple):
    """A drawn chart."""

    lines: list[str]
    spots: dict[Cell, list[Spot]]
    """Places of each cell, one per line of the cell."""
    columns: range
    """Columns that are drawn."""
    top: int
    """Number of lines above the first row."""
    head: int
    """Width of the row heads, with the pointer before them."""


def draw(chart: Chart, width: int, at: Cell, read: Collection[Cell] = ()) -> Grid:
    """Draw the columns around the cell `at`: `>4+<` is the cell at the cursor, `[4+]` one of the cells in `read`."""
    head = _head_width(chart, width)
    room = max(width - head - 3, NARROWEST + 2)
    shown_columns = _around(chart, room, at[1])
    widths = _fitted([_need(chart, column) for column in shown_columns], room)
    drawing = _Drawing(chart, head, dict(zip(shown_columns, widths, strict=True)))
    if len(shown_columns) < len(chart.columns):
        drawing.lines += wrapped(_which(chart, shown_columns), width)
    drawing.top(at[1])
    top = len(drawing.lines)
    for row in range(len(chart.rows)):
        drawing.row(row, at, read)
    return Grid(drawing.lines, drawing.spots, shown_columns, top, head + 1)


def cell_lines(chart: Chart, at: Cell, width: int, read: bool = False) -> list[str]:
    """Return a cell in words: its row and column, its text, its shading and its footnotes."""
    row, column = chart.rows[at[0]], chart.columns[at[1]]
    lead = "Cell used: " if read else ""
    lines = wrapped(
        f"{lead}{axis_words(chart.rows_title or 'row', chart.read(row))}, "
        f"{axis_words(chart.columns_title or 'column', chart.read(column))}: "
        f"{chart.read(chart.printed(row, column)) or '(blank)'}",
        width,
        "",
        "  ",
    )
    shade, marks = chart.shade(row, column), chart.marks(row, column)
    bands = (f"{band.colour} band: {band.means}" for band in chart.shades if band.name == shade)
    notes = (f"{note.mark} {note.text}" for note in chart.footnotes if note.mark in marks)
    return lines + listed((*bands, *notes), width, "  ", "  ")


def axis_words(title: str, words: str) -> str:
    """Return a row or column in words; a number or a code of one or two letters gets the title of its axis."""
    return words if len(words) > 2 and words[0].isalpha() else f"{title} {words}"


class _Drawing:
    """Lines of the chart under construction, and the places of the cells."""

    def __init__(self, chart: Chart, head: int, widths: dict[int, int]) -> None:
        self.chart = chart
        self.head = head
        self.widths = widths
        self.lines: list[str] = []
        self.spots: dict[Cell, list[Spot]] = {}

    def top(self, pointed: int) -> None:
        """Draw the titles, the column heads and the rule below, with a pointer at the column `pointed`."""
        if self.chart.columns_title:
            across = sum(column_width + 2 for column_width in self.widths.values())
            for line in _folded(self.chart.columns_title, across - 1):
                self.lines.append(f"{'':{self.head + 1}} │ {line}")
        heads = [
            _folded(self.chart.read(self.chart.columns[column]), column_width)
            for column, column_width in self.widths.items()
        ]
        titles = _folded(self.chart.rows_title, self.head)
        for number in range(max(len(titles), *map(len, heads))):
            line = f" {_line(titles, number):{self.head}} │"
            for head, width in zip(heads, self.widths.values(), strict=True):
                line += f" {_line(head, number):{width}} "
            self.lines.append(line.rstrip())
        rule = "─" * (self.head + 2) + "┼"
        for column, width in self.widths.items():
            rule += f"{'▼' if column == pointed else '─'}".center(width + 2, "─")
        self.lines.append(rule)

    def row(self, row: int, at: Cell, read: Collection[Cell]) -> None:
        """Draw a row, with as many lines as its longest cell needs."""
        key = self.chart.rows[row]
        heads = _folded(self.chart.read(key), self.head)
        cells = {
            column: _folded(cell_text(self.chart, key, self.chart.columns[column]), width)
            for column, width in self.widths.items()
        }
        for number in range(max(len(heads), *map(len, cells.values()))):
            line = f"{'▶' if row == at[0] and not number else ' '}{_line(heads, number):{self.head}} │"
            for column, parts in cells.items():
                opened, closed = _signs((row, column), at, read)
                text = f"{opened if not number else ' '}{_line(parts, number)}"
                text += closed if number == len(parts) - 1 else ""
                if number < len(parts):
                    spot = Spot(len(self.lines), len(line), len(line) + self.widths[column] + 2)
                    self.spots.setdefault((row, column), []).append(spot)
                line += f"{text:{self.widths[column] + 2}}"
            self.lines.append(line)


def _signs(cell: Cell, at: Cell, read: Collection[Cell]) -> tuple[str, str]:
    """Return the signs before and after a cell."""
    if cell in read:
        return "[", "]"
    return (">", "<") if cell == at else (" ", " ")


def _head_width(chart: Chart, width: int) -> int:
    longest = max(len(text) for text in (chart.rows_title, *map(chart.read, chart.rows)))
    return min(longest, max(width // 3, NARROWEST))


class _Need(NamedTuple):
    """Widths that a column needs."""

    most: int
    """Width with every text on one line."""
    least: int
    """Width with texts wrapped between words."""


def _need(chart: Chart, column: int) -> _Need:
    key = chart.columns[column]
    texts = [chart.read(key), *(cell_text(chart, row, key) for row in chart.rows)]
    most = max(len(shown(text)) for text in texts)
    word = max((len(word) for text in texts for word in shown(text).split()), default=1)
    return _Need(most, min(most, max(word, NARROWEST)))


def _fitted(needs: Sequence[_Need], room: int) -> list[int]:
    """Return widths with which all columns fit; the longest texts are wrapped first, if necessary within words."""
    top = max(need.most for need in needs)
    for cap in range(top, 0, -1):
        widths = [max(need.least, min(need.most, cap)) for need in needs]
        if sum(column_width + 2 for column_width in widths) <= room:
            return widths
    return [max(min(need.least, room // len(needs) - 2), 1) for need in needs]


def _around(chart: Chart, room: int, column: int) -> range:
    """Return all columns, or as many columns around `column` as fit."""
    needs = [_need(chart, each) for each in range(len(chart.columns))]
    if sum(need.least + 2 for need in needs) <= room:
        return range(len(needs))
    takes = [min(max(need.least, min(need.most, EASY)) + 2, room) for need in needs]
    first, last, used = column, column, takes[column]
    grown = True
    while grown:
        grown = False
        for each in (last + 1, first - 1):
            if 0 <= each < len(takes) and used + takes[each] <= room:
                first, last, used, grown = min(first, each), max(last, each), used + takes[each], True
    return range(first, last + 1)


def _which(chart: Chart, columns: range) -> str:
    """Return which columns are drawn, as in `Columns 1 to 6 of 11  → more`; arrows show where there are more."""
    before = "more ←  " if columns.start else ""
    after = "  → more" if columns.stop < len(chart.columns) else ""
    first, last = columns.start + 1, columns.stop
    which = f"Column {first}" if first == last else f"Columns {first} to {last}"
    return f"{before}{which} of {len(chart.columns)}{after}"


def _folded(text: str, width: int) -> list[str]:
    return textwrap.wrap(shown(text), max(width, 1), break_on_hyphens=False) or [""]


def _line(lines: Sequence[str], number: int) -> str:
    return lines[number] if number < len(lines) else ""
