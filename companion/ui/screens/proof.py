"""The charts that a calculation reads, for comparison with the printed ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets.option_list import Option

from companion.engine.charts_ahead import ChartAhead
from companion.model import Chart, GameModule, Looked
from companion.render.grid import axis_words
from companion.render.large import of_cell
from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.messages import OpenRule
from companion.ui.screens.large import LargeScreen
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.chart_grid import ChartGrid, ChartHead
from companion.ui.widgets.lines import leading_digit, row
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import entitle, heading
from companion.ui.widgets.rule_text import chart_title
from companion.ui.widgets.text import PlainText, TextScroll, WrappedText


class ProofScreen(Page[None]):
    """The charts of one calculation: the cells that were read, and known rows and columns of those still to read."""

    HELP = (
        "A chart of the calculator, with the row and column known so far. Cells that were read are filled. "
        "Arrows point at other cells. Tab goes to the list of charts and back; the marked chart is shown. "
        "A digit, or Enter in the list, opens a chart with its rule."
    )
    hints = {"#references": ("proof.charts",)}
    titles = {"#cell": "Cell"}
    footer = (("proof.charts", "proof.large"),)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace", "dismiss(None)", "Back", id="proof.back"),
        Binding("tab", "charts", "Charts", id="proof.charts", tooltip="To the list of charts and back"),
        Binding(
            "exclamation_mark",
            "large",
            "Enlarge",
            id="proof.large",
            tooltip="The cell, readable across the table",
        ),
        *(Binding(str(digit), f"open({digit})", f"Chart {digit}", show=False) for digit in range(1, 10)),
    ]

    def __init__(
        self, module: GameModule, title: str, looked: Sequence[Looked], ahead: Sequence[ChartAhead]
    ) -> None:
        """`looked`: the cells that were read; `ahead`: the charts that can still be read."""
        super().__init__()
        self.module = module
        self.looked = tuple(looked)
        self.ahead = {each.chart.id: each for each in ahead}
        charts = [*(module.chart(cell.chart) for cell in reversed(looked)), *(each.chart for each in ahead)]
        self.charts: list[Chart] = list({chart.id: chart for chart in charts}.values())
        """The charts that were read, the last one first, then those that can still be read."""
        self.heading = chart_title(self.charts[0]) if self.charts else f"{title}: charts"

    def compose(self) -> ComposeResult:
        """Header, chart, the meaning of the cell, list of charts, keys."""
        yield Header()
        with Container(id="reading"):
            with Vertical(id="text-side"):
                with Vertical(id="page-side", classes="panel"):
                    head = ChartHead()
                    yield head
                    with TextScroll(id="page"):
                        yield PlainText("This calculator uses no charts.", id="text")
                        yield ChartGrid(head)
                yield WrappedText(id="cell", classes="panel")
            yield OptionList(*map(self._option, self.charts), id="references", classes="panel")
        yield Keys()

    def on_mount(self) -> None:
        """Show the chart that was read last; without charts, say so."""
        grid = self.query_one(ChartGrid)
        entitle(self.option_list, heading("Charts", str(len(self.charts))))
        self.option_list.display = grid.display = grid.head.display = bool(self.charts)
        self.query_one("#cell").display = bool(self.charts)
        self.query_one("#text").display = not self.charts
        self.set_class(grid.display, "-chart")
        if self.charts:
            self.option_list.highlighted = 0
            self._show(self.charts[0])
            grid.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the list and the cell only if a chart was read."""
        return action not in ("charts", "large") or bool(self.charts)

    def action_charts(self) -> None:
        """Move between the chart and the list of charts."""
        charts = self.option_list
        (self.query_one(ChartGrid) if charts.has_focus else charts).focus()

    def action_open(self, number: int) -> None:
        """Open a chart with its rule."""
        if number <= len(self.charts):
            self.app.post_message(OpenRule(self.charts[number - 1].id, self.looked))

    def action_large(self) -> None:
        """Show the cell that is pointed at in large letters."""
        grid = self.query_one(ChartGrid)
        if grid.chart is not None:
            down, across = grid.at
            self.app.push_screen(
                LargeScreen(of_cell(grid.chart, grid.chart.rows[down], grid.chart.columns[across]))
            )

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.action_open(event.option_index + 1)

    @on(OptionList.OptionHighlighted)
    def _marked(self, event: OptionList.OptionHighlighted) -> None:
        self._show(self.charts[event.option_index])

    @on(ChartGrid.Pointed)
    def _pointed(self, event: ChartGrid.Pointed) -> None:
        self.query_one("#cell", WrappedText).show(event.grid.cell)

    def _show(self, chart: Chart) -> None:
        """Show a chart with the cells that were read in it."""
        grid = self.query_one(ChartGrid)
        if grid.chart is not chart:
            self.heading = chart_title(chart)
            self.show_heading()
            grid.put(chart, self.module, [(cell.row, cell.column) for cell in self._read(chart)])
            if not self._read(chart):
                known = self.ahead[chart.id]
                grid.point(known.row, known.column)

    def _read(self, chart: Chart) -> list[Looked]:
        return [cell for cell in self.looked if self.module.chart(cell.chart) is chart]

    def _option(self, chart: Chart) -> Option:
        """Return a chart after its digit, with what was read in it."""
        number = self.charts.index(chart) + 1
        cells = "; ".join(
            f"{chart.read(cell.row)}, {chart.read(cell.column)}: {cell.cell_words}"
            for cell in self._read(chart)
        )
        right = Content.styled(shown(cells or self._known(chart)), "$quiet")
        return Option(row(leading_digit(number), Content(shown(chart.title)), right))

    def _known(self, chart: Chart) -> str:
        """Return the row and column, as far as known, of a chart that was not read yet."""
        ahead = self.ahead[chart.id]
        known = [
            axis_words(title, chart.read(key))
            for title, key in (
                (chart.rows_title or "row", ahead.row),
                (chart.columns_title or "column", ahead.column),
            )
            if key
        ]
        return ", ".join([*known, "not read yet"])
