"""A result, a rule or a cell in letters as large as the screen allows: to turn round and show."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from companion.render.large import Large, large_lines
from companion.ui.base.page import Modal
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.text_scroll import TextScroll


class LargeScreen(Modal[None]):
    """Nothing else on the screen."""

    HELP = "Large letters for the other side of the table. Arrows scroll where there is more."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace,exclamation_mark", "dismiss(None)", "Back", id="large.back")
    ]

    def __init__(self, large: Large) -> None:
        super().__init__()
        self.large = large

    def compose(self) -> ComposeResult:
        """One text."""
        with TextScroll(id="page"):
            yield Static("", id="large", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Ready to scroll."""
        self.query_one("#page").focus()
        self.call_after_refresh(self._draw)

    def on_resize(self, event: Resize) -> None:
        """As large as the screen allows by now."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        page = self.query_one("#page")
        lines = large_lines(self.large, page.content_size.width, page.content_size.height)
        self.query_one("#large", Static).update(Content.styled("\n".join(lines), "bold"))
