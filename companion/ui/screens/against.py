"""Option A and option B over the whole screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from companion.render.comparison import Option, comparison_lines
from companion.ui.page import Page
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.prose import Prose
from companion.workspace.context import Desk


class AgainstScreen(Page[None]):
    """Odds, totals and results of the two, and what sets them apart."""

    HELP = "A is what was kept, B what is answered now. a keeps B as the new A, d lets A go."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace,asterisk", "dismiss(None)", "Back", id="against.back"),
        Binding("a", "take", "B becomes A", id="against.take"),
        Binding("d", "drop", "Let A go", id="against.drop"),
    ]

    def __init__(self, desk: Desk, a: Option, b: Option) -> None:
        super().__init__()
        self.desk = desk
        self.a = a
        self.b = b

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static("Option A against option B", id="where", markup=False)
        with VerticalScroll(id="page"):
            yield Prose(id="text")
        yield Keys()

    def on_mount(self) -> None:
        """Draws them."""
        self.query_one("#text", Prose).show(lambda width: comparison_lines(self.a, self.b, width))
        self.query_one("#page").focus()

    def action_take(self) -> None:
        """What is answered now is option A from here on, where every answer is there."""
        if self.b.resolution.missing:
            self.notify("Option A needs every answer first.", severity="warning", markup=False)
            return
        self.desk.option_a = self.b
        self.dismiss(None)

    def action_drop(self) -> None:
        """No option is kept."""
        self.desk.option_a = None
        self.dismiss(None)
