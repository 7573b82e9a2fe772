"""The charts that a result was read from, to be compared with the paper."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets.option_list import Option

from companion.model import Chart, GameModule, Resolution
from companion.render.chart import proof_lines
from companion.ui.base.page import Page
from companion.ui.messages import OpenRule
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.option_list import OptionList, numbered
from companion.ui.widgets.text import PlainText, TextScroll, WrappedText


class ProofScreen(Page[None]):
    """The cells that one result was read from, the last one first."""

    HELP = (
        "Each chart that was read, its row and column marked, the cell in brackets. "
        "A digit, or Tab and Enter, opens the whole chart with what was read in it marked."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace", "dismiss(None)", "Back", id="proof.back"),
        Binding("tab", "charts", "Whole charts", id="proof.charts", tooltip="To their list and back"),
        *(Binding(str(digit), f"open({digit})", f"Chart {digit}", show=False) for digit in range(1, 10)),
    ]

    def __init__(self, module: GameModule, resolution: Resolution) -> None:
        super().__init__()
        self.module = module
        self.resolution = resolution
        charts = (module.chart(cell.chart) for cell in reversed(resolution.looked))
        self.charts: list[Chart] = list({chart.id: chart for chart in charts}.values())
        """The charts that were read, the last one first."""

    def compose(self) -> ComposeResult:
        """Heading, cells, list of charts, keys."""
        yield PlainText(f"{self.resolution.title}: charts used", id="where")
        with TextScroll(id="page"):
            yield WrappedText("text", self._lines)
        yield OptionList(
            *(
                Option(numbered(number, f"Whole chart: {chart.title}"))
                for number, chart in enumerate(self.charts, 1)
            ),
            id="references",
            compact=True,
        )
        yield Keys()

    def on_mount(self) -> None:
        """Hide the list if no chart was read."""
        self.option_list.display = bool(self.charts)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the list only if a chart was read."""
        return action != "charts" or bool(self.charts)

    def action_charts(self) -> None:
        """Move between the cells and the list of charts."""
        charts = self.option_list
        (self.query_one("#page") if charts.has_focus else charts).focus()

    def action_open(self, number: int) -> None:
        """Open a whole chart."""
        if number <= len(self.charts):
            self.app.post_message(OpenRule(self.charts[number - 1].id, self.resolution.looked))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.action_open(event.option_index + 1)

    def _lines(self, width: int) -> list[str]:
        lines: list[str] = []
        for cell in reversed(self.resolution.looked):
            lines += [*proof_lines(self.module.chart(cell.chart), cell.row, cell.column, width), ""]
        return lines or ["No chart was read."]
