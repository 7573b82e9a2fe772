"""Faults in files that were edited while the app runs."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from companion.model import Fault
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.edited_faults import fault_lines
from companion.ui.widgets.panel import Window
from companion.ui.widgets.text import PlainText, WrappedText


class FaultsScreen(Page[None], ModalScreen[None]):
    """Each fault with its file, line and suggested fix; closes by itself once all are fixed."""

    HELP = "The app keeps using the previous version until these faults are fixed."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "dismiss(None)", "Close", id="faults.back"),
    ]

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__()
        self.faults = faults

    def compose(self) -> ComposeResult:
        """Heading, faults, keys."""
        with Window("Edited files"):
            yield PlainText(id="says")
            with VerticalScroll(id="faults-side"):
                yield WrappedText(id="faults")
            yield Keys()

    def put(self, faults: tuple[Fault, ...]) -> None:
        """Show these faults instead."""
        self.faults = faults
        self.draw()

    def draw(self) -> None:
        """Show the faults."""
        count = "1 fault" if len(self.faults) == 1 else f"{len(self.faults)} faults"
        heading = f"{count}. The previous version stays in use."
        self.query_one("#says", PlainText).update(heading)
        self.query_one("#faults", WrappedText).show(
            lambda width: [line for fault in self.faults for line in (*fault_lines(fault, width), "")]
        )
