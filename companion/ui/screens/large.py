"""A result, a rule or a cell in letters as large as the screen allows."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen

from companion.render.large import Large, large_lines
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.text import PlainText, TextScroll


class LargeScreen(Page[None], ModalScreen[None]):
    """A text in large letters, readable across the table."""

    HELP = (
        "Large letters, readable across the table. Up and Down scroll. "
        "Right and Left show the sentences of a rule one at a time, as large as possible."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace,exclamation_mark", "dismiss(None)", "Back", id="large.back"),
        Binding("right", "point(1)", "Next sentence", id="large.next"),
        Binding("left", "point(-1)", "Previous", id="large.previous"),
    ]

    def __init__(self, large: Large) -> None:
        super().__init__()
        self.large = large
        self.at = -1
        """The sentence of a rule that is shown alone; -1 for the whole rule."""

    def compose(self) -> ComposeResult:
        """Text and keys."""
        with TextScroll(id="page"):
            yield PlainText(id="large")
        yield Keys()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to go through sentences only if there are any."""
        return action != "point" or bool(self.large.text)

    def action_point(self, step: int) -> None:
        """Show the next (1) or previous (-1) sentence alone; after the last one, all of them."""
        self.at = (self.at + 1 + step) % (len(self.large.text) + 1) - 1
        self._draw()
        self.query_one("#page").scroll_home(animate=False)

    def on_resize(self) -> None:
        """Draw as large as the screen allows."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        page = self.query_one("#page")
        large = self.large if self.at < 0 else Large((self.large.text[self.at],), self.large.foot)
        lines = large_lines(large, page.content_size.width, page.content_size.height)
        self.query_one("#large", PlainText).update(Content.styled("\n".join(lines), "bold"))
