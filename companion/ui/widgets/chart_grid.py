"""A chart whose cells can be pointed at; a chart that is too wide shows the columns around the cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message

from companion.model import Chart, GameModule
from companion.render.chart import chart_foot
from companion.render.grid import Cell, Grid, cell_lines, draw
from companion.ui.widgets.text import PlainText

LEAP = 5
"""Rows that Page Up and Page Down move by."""


class ChartHead(PlainText):
    """The heads of the columns, above the rows that scroll."""

    def __init__(self) -> None:
        super().__init__(id="chart-head")


class ChartGrid(PlainText, can_focus=True):
    """Cells, shading, footnotes and conflicts of sources of one chart."""

    @dataclass
    class Pointed(Message):
        """Posted when another cell is pointed at."""

        grid: ChartGrid

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(-1, 0)", "Row above", show=False),
        Binding("down", "point(1, 0)", "Row below", show=False),
        Binding("left", "point(0, -1)", "Previous column", show=False),
        Binding("right", "point(0, 1)", "Next column", show=False),
        Binding("pageup", f"point(-{LEAP}, 0)", "Rows up", show=False),
        Binding("pagedown", f"point({LEAP}, 0)", "Rows down", show=False),
        Binding("home", "point(0, -999)", "First column", show=False),
        Binding("end", "point(0, 999)", "Last column", show=False),
    ]

    def __init__(self, head: ChartHead) -> None:
        super().__init__(id="chart")
        self.head = head
        self.chart: Chart | None = None
        self.module: GameModule | None = None
        """The game of the chart."""
        self.at: Cell = (0, 0)
        self.read: frozenset[Cell] = frozenset()
        """Cells that a result was read from."""
        self._grid: Grid | None = None

    def put(self, chart: Chart, module: GameModule, read: Sequence[tuple[str, str]]) -> None:
        """Show a chart of a game; mark the cells at the rows and columns of `read`, and point at the last of them."""
        self.chart, self.module = chart, module
        cells = [(chart.rows.index(row), chart.columns.index(column)) for row, column in read]
        self.read = frozenset(cells)
        self._point(cells[-1] if cells else (0, 0))

    def point(self, row: str, column: str) -> None:
        """Point at a row and a column by their keys; an empty key is the first one."""
        assert self.chart is not None
        rows, columns = self.chart.rows, self.chart.columns
        self._point((rows.index(row) if row else 0, columns.index(column) if column else 0))

    def cell(self, width: int) -> list[str]:
        """Return the text of the cell that is pointed at, for a width in columns."""
        return cell_lines(self.chart, self.at, width, self.at in self.read) if self.chart else []

    def on_resize(self, event: Resize) -> None:
        """Divide the columns for the new width."""
        self._draw()

    def on_focus(self) -> None:
        """Scroll to the cell."""
        self.call_after_refresh(self._follow)

    def on_click(self, event: Click) -> None:
        """Point at the cell that is touched."""
        if self._grid is not None:
            for cell, spots in self._grid.spots.items():
                if any(spot.line == event.y and spot.start <= event.x < spot.end for spot in spots):
                    self._point(cell)

    def action_point(self, down: int, right: int) -> None:
        """Point at another cell; no effect beyond the edges."""
        if self.chart is not None:
            row = max(0, min(self.at[0] + down, len(self.chart.rows) - 1))
            self._point((row, max(0, min(self.at[1] + right, len(self.chart.columns) - 1))))

    def _point(self, cell: Cell) -> None:
        self.at = cell
        self._draw()
        self.post_message(self.Pointed(self))
        self.call_after_refresh(self._follow)

    def _draw(self) -> None:
        width = self.content_size.width
        if self.chart is None or self.module is None or not width:
            return
        grid = draw(self.chart, width, self.at, self.read)
        foot = chart_foot(self.chart, self.module, width)
        styled = _styled(grid, self.chart, self.at, self.read).split("\n", allow_blank=True)
        below = [Content(""), *map(Content, foot)] if foot else []
        self.head.update(Content("\n").join(styled[: grid.top]))
        self.update(Content("\n").join([*styled[grid.top :], *below]))
        spots = {
            cell: [spot._replace(line=spot.line - grid.top) for spot in spots]
            for cell, spots in grid.spots.items()
        }
        self._grid = grid._replace(spots=spots)

    def _follow(self) -> None:
        """Scroll the page to the cell; from the first row to the title, from the last row to the footnotes."""
        page = self.parent
        if self.chart is None or self._grid is None or not isinstance(page, ScrollableContainer):
            return
        spots = self._grid.spots.get(self.at)
        if not self.at[0]:
            page.scroll_home(animate=False)
        elif self.at[0] == len(self.chart.rows) - 1:
            page.scroll_end(animate=False)
        elif spots:
            top = self.virtual_region.y + spots[0].line
            page.scroll_to_region(Region(0, top, 1, len(spots)), animate=False)


def _styled(grid: Grid, chart: Chart, at: Cell, read: frozenset[Cell]) -> Content:
    """Return the chart with bold heads, shaded bands, the selected row and column raised, and read cells filled."""
    starts = [0]
    for line in grid.lines:
        starts.append(starts[-1] + len(line) + 1)
    content = Content("\n".join(grid.lines)).stylize("bold", 0, starts[grid.top])
    for number in range(grid.top, len(grid.lines)):
        content = content.stylize("bold", starts[number], starts[number] + grid.head)
    bands = {shade.name: band for shade, band in zip(chart.shades, ("band-a", "band-b"), strict=False)}
    for cell, spots in grid.spots.items():
        band = bands.get(chart.shade(chart.rows[cell[0]], chart.columns[cell[1]]), "")
        style = f"on ${band}" if band else "on $raised" if at[0] == cell[0] or at[1] == cell[1] else ""
        if cell == at:
            style = "bold $ground on $accent"
        elif cell in read:
            style = "bold $accent on $raised"
        for spot in spots if style else ():
            content = content.stylize(style, starts[spot.line] + spot.start, starts[spot.line] + spot.end)
    return content
