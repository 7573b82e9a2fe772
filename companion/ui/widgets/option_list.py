"""A list whose marked line has a sign of its own, and which tells the terminal where that line stands."""

from __future__ import annotations

from rich.segment import Segment
from textual import widgets
from textual.content import Content
from textual.events import Click
from textual.geometry import Offset
from textual.strip import Strip

from companion.render.text import shown

HERE, LEFT = "▸", "▹"
"""The sign of the marked line while keys go to the list, and while they go elsewhere."""


class OptionList(widgets.OptionList):
    """Textual's list with a column for the mark, so that no colour is needed to see it."""

    driven = False
    """Whether keys move the mark while the focus is elsewhere, as on a line to type in."""

    def on_click(self, event: Click) -> None:
        """A touch on a line that is gone since it was painted chooses none."""
        place = event.style.meta.get("option")
        if place is not None and place >= self.option_count:
            event.prevent_default()

    def on_focus(self) -> None:
        """A line is marked where keys go."""
        if self.highlighted is None and self.option_count:
            self.action_first()

    def on_resize(self) -> None:
        """What is marked stays in sight where the list becomes shorter."""
        self.scroll_to_highlight()

    def action_page_up(self) -> None:
        """A page up; none before the list has a place on the screen."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """A page down; none before the list has a place on the screen."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]

    def render_line(self, y: int) -> Strip:
        """The line, with the sign where it is the first of the marked option."""
        strip = super().render_line(y)
        place = _option(strip)
        if place is None or place != self.highlighted or not strip.cell_length:
            return strip
        if self.scroll_offset.y + y > 0 and _option(super().render_line(y - 1)) == place:
            return strip
        sign = HERE if self.has_focus or self.driven else LEFT
        style = next(iter(strip)).style
        return Strip([Segment(sign, style), *strip.crop(1)], strip.cell_length)

    @property
    def caret(self) -> Offset:
        """Where the marked line begins on the screen."""
        region = self.content_region
        for y in range(region.height):
            if self.highlighted is not None and _option(super().render_line(y)) == self.highlighted:
                return region.offset + Offset(0, y)
        return region.offset


def _option(strip: Strip) -> int | None:
    """The place of the option a line belongs to; None where the line belongs to none."""
    for segment in strip:
        if segment.style is not None and "option" in segment.style.meta:
            place: int = segment.style.meta["option"]
            return place
    return None


def numbered(number: int, text: str) -> Content:
    """A line of a list after the digit that chooses it; the tenth and later lines have none."""
    digit = str(number) if number < 10 else " "
    return Content.assemble((f"{digit} ", "bold $text-accent"), shown(text))
