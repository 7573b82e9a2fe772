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
    """Large letters, to be read from across the table."""

    HELP = "Large letters for the other side of the table. Arrows scroll where there is more."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace,exclamation_mark", "dismiss(None)", "Back", id="large.back")
    ]

    def __init__(self, large: Large) -> None:
        super().__init__()
        self.large = large

    def compose(self) -> ComposeResult:
        """Text and keys."""
        with TextScroll(id="page"):
            yield PlainText(id="large")
        yield Keys()

    def on_resize(self) -> None:
        """Draw as large as the screen allows."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        page = self.query_one("#page")
        lines = large_lines(self.large, page.content_size.width, page.content_size.height)
        self.query_one("#large", PlainText).update(Content.styled("\n".join(lines), "bold"))
