"""Panels with one text, and a column of panels that are all closed at their lower edge."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.layout import ArrangeResult, Layout
from textual.layouts.vertical import VerticalLayout
from textual.widget import Widget

from companion.ui.widgets.lines import Lines
from companion.ui.widgets.panel import entitle
from companion.ui.widgets.text import Scroll, TextAtWidth, WrappedText

LEAST_ROWS = 5
"""Rows that a panel keeps when there is not enough room: three lines and both edges."""


class Card(Scroll):
    """A panel with one text, which scrolls; hidden while it has no text."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(id=name, classes="panel card -nothing")
        self.text = WrappedText(id=text)

    def compose(self) -> ComposeResult:
        """The text."""
        yield self.text

    def put(self, title: str | Content, draw: TextAtWidth, edge: Content | None = None) -> None:
        """Show a text."""
        self.remove_class("-nothing")
        entitle(self, title, edge)
        self.text.show(draw)

    def show_lines(self, title: str | Content, lines: Lines | None, edge: Content | None = None) -> None:
        """Show lines; without any, hide the panel."""
        if lines is None:
            self.hide()
        else:
            self.put(title, lines.text, edge)

    def hide(self) -> None:
        """Hide the panel."""
        self.add_class("-nothing")


class PanelColumn(Vertical):
    """Panels one below the other, which scroll by themselves where there is not enough room for all of them."""

    @property
    def layout(self) -> Layout:
        """The layout, for which the style sheet has no name."""
        return _COLUMN


class _Column(VerticalLayout):
    """Shortens panels so that the last one ends inside a column that is not as high as its panels."""

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Return the places of the panels that have room."""
        placements = super().arrange(parent, children, size, greedy)
        if parent.styles.height is not None and parent.styles.height.is_auto:
            return placements
        heights = fitted_heights([each.region.height for each in placements], size.height)
        tops = (sum(heights[:place]) for place in range(len(heights)))
        return [
            each._replace(region=each.region._replace(y=top, height=height))
            for each, top, height in zip(placements, tops, heights, strict=False)
        ]


_COLUMN = _Column()


def fitted_heights(wanted: list[int], room: int) -> list[int]:
    """Return the heights of the panels that fit `room` rows.

    The lower ones are shortened first, to not less than `LEAST_ROWS`; the first one keeps its height. If that is not
    enough, the last one is left out.
    """
    for count in range(len(wanted), 1, -1):
        heights = wanted[:count]
        excess = max(sum(heights) - room, 0)
        for place in range(count - 1, 0, -1):
            taken = min(excess, max(heights[place] - LEAST_ROWS, 0))
            heights[place] -= taken
            excess -= taken
        if not excess:
            return heights
    return [min(height, room) for height in wanted[:1]]
