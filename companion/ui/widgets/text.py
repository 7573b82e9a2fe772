"""Texts on the screen: plain, wrapped to their width, and scrolling."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.visual import Visual
from textual.widgets import Static

from companion.render.text import shown

TextAtWidth = Callable[[int], list[str] | Content]
"""Returns a text for a width in columns; lines are styled by the marks they begin with."""

_STYLES = (
    ("=> ", "bold $good"),
    ("[x]", "bold $good"),
    ("[-]", "$heed"),
    ("[?]", "$heed"),
    ("[ERRATUM]", "bold $heed"),
    ("[TABLE]", "bold $heed"),
    ("Sources differ", "bold $heed"),
    ("* ", "bold"),
    ("Total:", "bold"),
    ("> ", "bold"),
)


_MINUS = re.compile(r"(?<![^\s(])-(?=\d)")
_BULLET = re.compile(r"^( *)- ")


def with_minus(text: str) -> str:
    """Return a text with a minus sign before each negative number, in place of the hyphen that the data has."""
    return _MINUS.sub("−", text)


class PlainText(Static):
    """Text without markup: square brackets stay, control characters become visible."""

    auto_links = False  # keys that can be clicked keep their colour

    def __init__(
        self,
        text: str | Content | Visual = "",
        *,
        id: str | None = None,  # noqa: A002 - Textual's own name
        classes: str | None = None,
    ) -> None:
        text = shown(text) if isinstance(text, str) else text
        super().__init__(text, id=id, classes=classes, markup=False)

    def show_or_hide(self, text: Visual | None) -> None:
        """Show a text; without one, hide the panel."""
        self.set_class(text is None, "-nothing")
        if text is not None:
            self.update(text)


class WrappedText(PlainText):
    """A text that is wrapped for its width while the screen is laid out, so that no second layout follows."""

    def __init__(self, id: str, lines: TextAtWidth = lambda width: [], classes: str = "") -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._lines = lines
        self._wrapped = (0, Content(""))

    def show(self, lines: TextAtWidth) -> None:
        """Show another text."""
        self._lines = lines
        self._wrapped = (0, Content(""))
        self.refresh(layout=True)

    def at(self, width: int) -> Content:
        """Return the text for a width in columns."""
        width = width if width > 0 else self.app.size.width
        if self._wrapped[0] != width:
            text = self._lines(width)
            self._wrapped = (width, text if isinstance(text, Content) else styled(text))
        return self._wrapped[1]

    def render(self) -> Content:
        """Return the text for the current width."""
        return self.at(self.content_size.width)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of the longest line."""
        return self.at(container.width).get_optimal_width(self.styles.get_rules(), container.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines of the text at this width."""
        return self.at(width).get_height(self.styles.get_rules(), width)


def styled(lines: list[str], first: str = "bold") -> Content:
    """Style lines by the mark they begin with, the first line as `first`; a continued line keeps its style.

    Bullets and minus signs are those of the screen.
    """
    parts: list[Content | tuple[str, str]] = []
    style = first
    for number, line in enumerate(lines):
        text = line.lstrip()
        continued = number > 0 and line.startswith(" ") and not text.startswith(_SIGNS)
        marked = (first if number == 0 else "") or _style(text)
        style = marked or (style if continued else "")
        drawn = with_minus(_BULLET.sub(r"\1· ", line))
        parts.append((drawn if number == len(lines) - 1 else drawn + "\n", style))
    return Content.assemble(*parts)


_SIGNS = ("- ", "[", "=> ", "* ", "~ ", "> ")


def _style(text: str) -> str:
    bare = text.removeprefix("- ")
    for start, style in _STYLES:
        if bare.startswith(start):
            return style
    return "$quiet" if bare.startswith("[ ]") else ""


class Scroll(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls without taking keys, so that keys move the mark in a long form as in a short one.

    Its automatic height leaves out the column of the scroll bar, which Textual would count as text width.
    """

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines of the content in the columns that the scroll bar leaves."""
        return super().get_content_height(container, viewport, width - self.scrollbar_size_vertical)


class TextScroll(VerticalScroll, inherit_bindings=False):
    """Scrolls by lines and pages, and to either end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "Up", show=False),
        Binding("down", "scroll_down", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown,space", "page_down", "Page down", show=False),
        Binding("home", "scroll_home", "Top", show=False),
        Binding("end", "scroll_end", "Bottom", show=False),
    ]
