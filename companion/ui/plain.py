"""An app in the companion's colours, whose data cannot steer the terminal, and whose cursor stands where keys go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.app import App, ScreenStackError
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Offset
from textual.notifications import SeverityLevel
from textual.widgets import Input

from companion import trace
from companion.render.text import shown
from companion.ui.base.errors import ErrorReporter
from companion.ui.themes import THEMES
from companion.ui.widgets.option_list import OptionList

if TYPE_CHECKING:
    from companion.model import CompanionError


class Visible(LineFilter):
    """Control characters and signs that turn the order of reading, as `<1b>`."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments where nothing is hidden in them."""
        texts = [shown(each.text) for each in segments]
        if all(text == each.text for text, each in zip(texts, segments, strict=True)):
            return segments
        return [Segment(text, each.style) for text, each in zip(texts, segments, strict=True)]


class PlainApp(App[None], ErrorReporter):
    """Passes every line through `Visible`; shows messages without markup and errors as messages."""

    def __init__(self, theme: str) -> None:
        """`theme`: name of one of ours; set before the style sheet is read, which is then read once."""
        super().__init__()
        for name in self.available_themes:
            self.unregister_theme(name)
        for each in THEMES.values():
            self.register_theme(each)
        self.set_reactive(App.theme, theme)
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)
        self.stylesheet.set_variables(self.get_css_variables())

    @property
    def cursor_position(self) -> Offset:
        """Where the terminal's cursor stands, which screen readers follow: at what has the focus."""
        try:
            focused = self.focused
        except ScreenStackError:
            return self._put
        match focused:
            case None:
                return self._put
            case Input():
                # Textual counts the cell behind the text twice where the cursor is at the end.
                past = focused.cursor_position == len(focused.value)
                return focused.cursor_screen_offset - Offset(int(past), 0)
            case OptionList():
                return focused.caret
        return focused.content_region.offset

    @cursor_position.setter
    def cursor_position(self, put: Offset) -> None:
        """Textual's own widgets put it; what has the focus goes before."""
        self._put = put

    _put = Offset(0, 0)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a message in passing, without markup whatever `markup` says; the debugging log gets it too."""
        trace.note("%s: %s", severity, message)
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    def report(self, error: CompanionError, title: str = "") -> None:
        """Show an error in passing."""
        self.notify(str(error), title=title, severity="warning")

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Those of Textual, and one more."""
        return [*super().get_line_filters(), _VISIBLE]


_VISIBLE = Visible()
