"""Options A and B compared over the whole screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from companion.render.comparison import Option, comparison_lines
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.text import WrappedText


class AgainstScreen(Page[None]):
    """Odds, totals and results of both options, and their differences."""

    HELP = "Option A is the answers you kept, option B the current ones. a makes B the new A, d drops A."
    heading = "Options A and B compared"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace,asterisk", "dismiss(None)", "Back", id="against.back"),
        Binding("a", "take", "B becomes A", id="against.take"),
        Binding("d", "drop", "Drop option A", id="against.drop"),
    ]

    def __init__(self, a: Option, b: Option) -> None:
        super().__init__()
        self.a = a
        self.b = b

    def compose(self) -> ComposeResult:
        """Header, text, keys."""
        yield Header()
        with VerticalScroll(id="page", classes="panel"):
            yield WrappedText("text", lambda width: comparison_lines(self.a, self.b, width))
        yield Keys()

    def action_take(self) -> None:
        """Keep the current answers as option A, if none is missing."""
        if self.b.resolution.missing:
            self.refuse("Option A needs every answer first.")
            return
        self.context.option_a = self.b
        self.dismiss(None)

    def action_drop(self) -> None:
        """Drop option A."""
        self.context.option_a = None
        self.dismiss(None)
