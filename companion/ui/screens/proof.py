"""Proof: the charts around each cell that an answer was read from, to hold against the paper."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static
from textual.widgets.option_list import Option

from companion.model import Chart, GameModule, Resolution
from companion.render.chart import proof_lines
from companion.ui.messages import OpenRule
from companion.ui.page import Page
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList, numbered
from companion.ui.widgets.prose import Prose
from companion.ui.widgets.text_scroll import TextScroll


class ProofScreen(Page[None]):
    """The cells of one answer, the last one first."""

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
        named = (module.chart(each.chart) for each in reversed(resolution.looked))
        self.charts: list[Chart] = list({each.id: each for each in named}.values())
        """Those that were read, the last one first."""

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(f"{self.resolution.title}: the charts it was read from", id="where", markup=False)
        with TextScroll(id="page"):
            yield Prose(id="text")
        yield OptionList(
            *(
                Option(numbered(number, f"Whole chart: {each.title}"))
                for number, each in enumerate(self.charts, 1)
            ),
            id="references",
            compact=True,
        )
        yield Keys()

    def on_mount(self) -> None:
        """Draws them."""
        self.query_one("#text", Prose).show(self._lines)
        self.query_one("#page").focus()
        self.query_one(OptionList).display = bool(self.charts)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No list where nothing was read."""
        return action != "charts" or bool(self.charts)

    def action_charts(self) -> None:
        """From the text to the list of charts and back."""
        listed = self.query_one(OptionList)
        (self.query_one("#page") if listed.has_focus else listed).focus()

    def action_open(self, number: int) -> None:
        """Opens a whole chart."""
        if number <= len(self.charts):
            self.app.post_message(OpenRule(self.charts[number - 1].id, self.resolution.looked))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.action_open(event.option_index + 1)

    def _lines(self, width: int) -> list[str]:
        lines: list[str] = []
        for each in reversed(self.resolution.looked):
            lines += [*proof_lines(self.module.chart(each.chart), each.row, each.column, width), ""]
        return lines or ["No chart was read."]
