"""Options A and B compared over the whole screen."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from companion.render.comparison import Option
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.card import Card
from companion.ui.widgets.option_text import option_text
from companion.ui.widgets.panel import heading


def _key(key: str, action: str, label: str, name: str, show: bool = True) -> Binding:
    return Binding(key, action, label, id=f"against.{name}", show=show)


class AgainstScreen(Page[None]):
    """Odds and results of both options, and the answers and modifiers in which they differ."""

    HELP = (
        "Option A is the answers you kept, option B the current ones. a makes B the new A, d drops A. "
        "Up and Down scroll both."
    )
    short_labels = {"against.drop": "Drop A"}
    BINDINGS: ClassVar[list[BindingType]] = [
        _key("escape,backspace,asterisk", "dismiss(None)", "Back", "back"),
        _key("a", "take", "B becomes A", "take"),
        _key("d", "drop", "Drop option A", "drop"),
        _key("down", "scroll(1)", "Down", "down", show=False),
        _key("up", "scroll(-1)", "Up", "up", show=False),
        _key("pagedown,space", "scroll(8)", "Page down", "page-down", show=False),
        _key("pageup", "scroll(-8)", "Page up", "page-up", show=False),
    ]

    def __init__(self, a: Option, b: Option) -> None:
        super().__init__()
        self.a = a
        self.b = b

    def compose(self) -> ComposeResult:
        """Header, a panel for each option, keys."""
        yield Header()
        with Container(id="options"):
            yield Card("option-a", "option-a-text")
            yield Card("option-b", "option-b-text")
        yield Keys()

    def draw(self) -> None:
        """Show both options."""
        for name, title, option, other in (
            ("#option-a", "A: kept", self.a, self.b),
            ("#option-b", "B: current", self.b, self.a),
        ):
            about = heading(title, option.procedure.title, option.procedure.cite)
            self.query_one(name, Card).put(about, partial(option_text, option, other))

    def action_scroll(self, lines: int) -> None:
        """Scroll both options."""
        for panel in self.query(Card):
            panel.scroll_relative(y=lines, animate=False)

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
