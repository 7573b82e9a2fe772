"""The base of the app: themes, notifications, and a filter that shows control characters in data as text."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial

from rich.segment import Segment
from textual.app import App, ScreenStackError
from textual.color import Color
from textual.css.query import NoMatches
from textual.filter import LineFilter
from textual.geometry import Offset
from textual.notifications import SeverityLevel
from textual.widgets import Input

from companion import trace
from companion.render.text import shown
from companion.ui import startup
from companion.ui.base.errors import reporting
from companion.ui.themes import THEMES
from companion.ui.widgets.option_list import OptionList


class Visible(LineFilter):
    """Makes control characters and characters that change the reading order visible, as `<1b>`."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with such characters replaced."""
        texts = [shown(segment.text) for segment in segments]
        if texts == [segment.text for segment in segments]:
            return segments
        return [Segment(text, segment.style) for text, segment in zip(texts, segments, strict=True)]


class PlainApp(App[None]):
    """Passes every line through `Visible`; shows notifications without markup, and errors as notifications."""

    def __init__(self, theme: str) -> None:
        """`theme`: name of one of our themes."""
        super().__init__()
        for name in self.available_themes:
            self.unregister_theme(name)
        for our_theme in THEMES.values():
            self.register_theme(our_theme)
        startup.set_first_theme(self, theme)

    def _handle_exception(self, error: Exception) -> None:
        """End with an error, unless the app is ending anyway and a new screen lacks widgets.

        Private, as is `_exit`, after which Textual does not compose the widgets of a new screen.
        """
        if not (self._exit and isinstance(error, NoMatches)):
            super()._handle_exception(error)

    @property
    def cursor_position(self) -> Offset:
        """Position of the terminal's cursor, which screen readers follow: at the focused widget."""
        try:
            focused = self.focused
        except ScreenStackError:
            return self._cursor
        match focused:
            case None:
                return self._cursor
            case Input():
                # Textual counts the cell behind the text twice where the cursor is at the end.
                past = focused.cursor_position == len(focused.value)
                return focused.cursor_screen_offset - Offset(int(past), 0)
            case OptionList():
                return focused.caret
        return focused.content_region.offset

    @cursor_position.setter
    def cursor_position(self, position: Offset) -> None:
        """Textual's widgets set it; it counts only if nothing has the focus."""
        self._cursor = position

    _cursor = Offset(0, 0)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a notification, without markup whatever `markup` says; the debugging log gets it too."""
        trace.note("%s: %s", severity, message)
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    def reporting(self, title: str = "") -> AbstractContextManager[None]:
        """Show a CompanionError raised in the block as a notification; the rest of the block is skipped."""
        return reporting(partial(self.notify, title=title, severity="warning"))

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters and `Visible`."""
        return [*super().get_line_filters(), _VISIBLE]


_VISIBLE = Visible()
