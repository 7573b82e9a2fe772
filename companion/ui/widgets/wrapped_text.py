"""Lines of text that wrap to the width they get, with marks and signs set off by weight, not by colour alone."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

LinesAtWidth = Callable[[int], list[str]]

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


class WrappedText(Static):
    """Shows what `lines` gives for the width at hand."""

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__("", id=id, classes=classes, markup=False)
        self._lines: LinesAtWidth = lambda width: []
        self._drawn = 0

    def show(self, lines: LinesAtWidth) -> None:
        """Shows other text."""
        self._lines = lines
        self._drawn = 0
        self._draw()

    def on_resize(self, event: Resize) -> None:
        """Wraps anew."""
        self._draw()

    def _draw(self) -> None:
        width = self.content_size.width or (self.parent.content_size.width if self.parent else 0)  # type: ignore[attr-defined]
        if width and width != self._drawn:
            self._drawn = width
            self.update(styled(self._lines(width)))


def styled(lines: list[str]) -> Content:
    """Lines as content: the first bold, marks and signs set off; a line that is a line's rest keeps its style."""
    parts: list[Content | tuple[str, str]] = []
    style = "bold"
    for number, line in enumerate(lines):
        text = line.lstrip()
        rest = number > 0 and line.startswith(" ") and not text.startswith(_SIGNS)
        own = "bold" if number == 0 else _style(text)
        style = own or (style if rest else "")
        parts.append((line if number == len(lines) - 1 else line + "\n", style))
    return Content.assemble(*parts)


_SIGNS = ("- ", "[", "=> ", "* ", "~ ", "> ")


def _style(text: str) -> str:
    bare = text.removeprefix("- ")
    for start, style in _STYLES:
        if bare.startswith(start):
            return style
    return "$text-muted" if bare.startswith("[ ]") else ""
