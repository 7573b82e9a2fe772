"""Proof: the charts around each cell that an answer was read from, to hold against the paper."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from companion.model import GameModule, Resolution
from companion.render.chart import proof_lines
from companion.ui.screens.page import Page
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.prose import Prose


class ProofScreen(Page[None]):
    """The cells of one answer, the last one first."""

    HELP = "Each chart that was read, its row and column marked, the cell in brackets."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace", "dismiss(None)", "Back", id="proof.back")
    ]

    def __init__(self, module: GameModule, resolution: Resolution) -> None:
        super().__init__()
        self.module = module
        self.resolution = resolution

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(f"{self.resolution.title}: the charts it was read from", id="where", markup=False)
        with VerticalScroll(id="page"):
            yield Prose(id="text")
        yield Keys()

    def on_mount(self) -> None:
        """Draws them."""
        self.query_one("#text", Prose).show(self._lines)
        self.query_one("#page").focus()

    def _lines(self, width: int) -> list[str]:
        lines: list[str] = []
        for each in reversed(self.resolution.looked):
            lines += [*proof_lines(self.module.chart(each.chart), each.row, each.column, width), ""]
        return lines or ["No chart was read."]
