"""Texts on the screen: as written, wrapped to their width, and scrolling."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from companion.render.text import shown, wrapped

LinesAtWidth = Callable[[int], list[str]]
"""Returns the lines of a text for a width in columns."""

_STYLES = (
    ("=> ", "bold $text-success"),
    ("[x]", "bold $text-success"),
    ("[-]", "$text-warning"),
    ("[?]", "$text-warning"),
    ("[ERRATUM]", "bold $text-warning"),
    ("[TABLE]", "bold $text-warning"),
    ("Sources differ", "$text-warning"),
    ("* ", "bold"),
    ("Total:", "bold"),
    ("> ", "bold"),
)


class PlainText(Static):
    """Text without markup: square brackets stay, control characters become visible."""

    def __init__(
        self,
        text: str | Content = "",
        *,
        id: str | None = None,  # noqa: A002 - Textual's own name
        classes: str | None = None,
    ) -> None:
        text = shown(text) if isinstance(text, str) else text
        super().__init__(text, id=id, classes=classes, markup=False)


class WrappedText(PlainText):
    """A text that is wrapped again whenever its width changes."""

    def __init__(self, id: str, lines: LinesAtWidth = lambda width: []) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._lines = lines
        self._drawn = 0

    def show(self, lines: LinesAtWidth) -> None:
        """Show another text."""
        self._lines = lines
        self._drawn = 0
        self._draw()

    def on_resize(self, event: Resize) -> None:
        """Wrap the text to the new width."""
        self._draw()

    def _draw(self) -> None:
        width = self.content_size.width or (self.parent.content_size.width if self.parent else 0)  # type: ignore[attr-defined]
        if width and width != self._drawn:
            self._drawn = width
            self.update(styled(self._lines(width)))


def paragraphs(lines: Iterable[str], hang: str = "") -> LinesAtWidth:
    """Return a text of these lines, each wrapped to the width; `hang` begins the further rows of a line."""
    listed = list(lines)
    return lambda width: [row for line in listed for row in wrapped(line, width, "", hang)]


def styled(lines: list[str]) -> Content:
    """Style lines by the mark they begin with; the first line is bold, and a continued line keeps its style."""
    parts: list[Content | tuple[str, str]] = []
    style = "bold"
    for number, line in enumerate(lines):
        text = line.lstrip()
        continued = number > 0 and line.startswith(" ") and not text.startswith(_SIGNS)
        own = "bold" if number == 0 else _style(text)
        style = own or (style if continued else "")
        parts.append((line if number == len(lines) - 1 else line + "\n", style))
    return Content.assemble(*parts)


_SIGNS = ("- ", "[", "=> ", "* ", "~ ", "> ")


def _style(text: str) -> str:
    bare = text.removeprefix("- ")
    for start, style in _STYLES:
        if bare.startswith(start):
            return style
    return "$text-muted" if bare.startswith("[ ]") else ""


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
