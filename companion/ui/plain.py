"""An app whose data cannot steer the terminal: what a widget lets through is made visible in the last step."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter

from companion.render.text import shown


class Visible(LineFilter):
    """Control characters and signs that turn the order of reading, as `<1b>`."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments where nothing is hidden in them."""
        texts = [shown(each.text) for each in segments]
        if all(text == each.text for text, each in zip(texts, segments, strict=True)):
            return segments
        return [Segment(text, each.style) for text, each in zip(texts, segments, strict=True)]


class PlainApp(App[None]):
    """Passes every line through `Visible`."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Those of Textual, and one more."""
        return [*super().get_line_filters(), _VISIBLE]


_VISIBLE = Visible()
