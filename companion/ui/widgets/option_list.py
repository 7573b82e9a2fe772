"""A list with a sign before the marked line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual import widgets
from textual.content import Content
from textual.events import Click
from textual.geometry import Offset, Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widgets.option_list import Option

from companion.render.text import shown

HERE, LEFT = "▸", "▹"
"""The sign of the marked line while the list has the keys, and while it does not."""


class OptionList(widgets.OptionList):
    """Textual's list with a column for the mark, which so does not depend on colour."""

    auto_links = False
    driven: reactive[bool] = reactive(False, toggle_class="-driven")
    """Whether keys move the mark while another widget has the focus, such as a filter line."""
    partner: OptionList | None = None
    """The list to which the mark moves on past the first and the last line."""

    @property
    def marked_id(self) -> str:
        """The id of the marked option; empty if no option is marked or the marked option has no id."""
        option = self.highlighted_option
        return (option.id or "") if option is not None else ""

    def refill(
        self, options: Sequence[Option], empty: str | Content = "", *, mark_first: bool = False
    ) -> None:
        """Replace the options; the mark stays on its option, or near its place if that option is gone.

        `empty` is what a list without options shows: a line or an `empty_state`.
        With `mark_first` the first option is marked.
        """
        self.set_class(not options and isinstance(empty, Content), "-empty")
        marked, place = self.marked_id, self.highlighted
        if not options and empty:
            options = [Option(empty if isinstance(empty, Content) else shown(empty), disabled=True)]
        self.set_options(options)
        enabled = [number for number, option in enumerate(options) if not option.disabled]
        ids = [option.id for option in options]
        if not enabled:
            return
        if mark_first or place is None:
            self.highlighted = enabled[0]
        elif marked in ids:
            self.highlighted = ids.index(marked)
        else:
            self.highlighted = min(enabled, key=lambda number: abs(number - place))

    def _enabled(self) -> list[int]:
        return [place for place, option in enumerate(self.options) if not option.disabled]

    def action_cursor_down(self) -> None:
        """Mark the next line, past the last one the first of the partner."""
        if not self._to_partner(-1, 0):
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        """Mark the previous line, before the first one the last of the partner."""
        if not self._to_partner(0, -1):
            super().action_cursor_up()

    def _to_partner(self, end: int, start: int) -> bool:
        """At the `end` of this list, go to the `start` of the partner; return False elsewhere, or without a partner."""
        here = self._enabled()
        there = self.partner._enabled() if self.partner is not None and self.partner.display else []
        if self.partner is None or not there or (here and self.highlighted != here[end]):
            return False
        self.partner.focus()
        self.partner.highlighted = there[start]
        return True

    def move_mark(self, step: int) -> None:
        """Mark the next option (1) or the previous one (-1)."""
        (self.action_cursor_down if step > 0 else self.action_cursor_up)()

    async def on_click(self, event: Click) -> None:
        """Act on a part of a line that has an action, such as its box, instead of selecting the line.

        A click on a line that was removed since it was painted is ignored.
        """
        place = event.style.meta.get("option")
        if place is not None and place >= self.option_count:
            event.prevent_default()
        elif "@click" in event.style.meta:
            event.prevent_default()
            self.highlighted = place
            await self.broker_event("click", event)

    def on_focus(self) -> None:
        """Mark a line, if none is marked."""
        if self.highlighted is None and self.option_count:
            self.action_first()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines for the width beside a scroll bar, so that a temporary one can go away again."""
        return super().get_content_height(container, viewport, width - self.scrollbar_size_vertical)

    def on_resize(self) -> None:
        """Keep the marked line in sight if the list becomes shorter."""
        self.scroll_to_highlight()

    def action_page_up(self) -> None:
        """Go a page up; no effect before the list is laid out."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """Go a page down; no effect before the list is laid out."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]

    def render_line(self, y: int) -> Strip:
        """Return a line; the first line of the marked option has the sign."""
        strip = super().render_line(y)
        place = _option_at(strip)
        if place is None or place != self.highlighted or not strip.cell_length:
            return strip
        if self.scroll_offset.y + y > 0 and _option_at(super().render_line(y - 1)) == place:
            return strip
        sign = HERE if self.has_focus or self.driven else LEFT
        style = next(iter(strip)).style
        return Strip([Segment(sign, style), *strip.crop(1)], strip.cell_length)

    @property
    def caret(self) -> Offset:
        """Position on the screen at which the marked line begins."""
        region = self.content_region
        for y in range(region.height):
            if self.highlighted is not None and _option_at(super().render_line(y)) == self.highlighted:
                return region.offset + Offset(0, y)
        return region.offset


def _option_at(strip: Strip) -> int | None:
    """Return the index of the option that a line belongs to; None if it belongs to none."""
    for segment in strip:
        if segment.style is not None and "option" in segment.style.meta:
            place: int = segment.style.meta["option"]
            return place
    return None


def keyed(key: str, text: str) -> Content:
    """Return a line after the key that chooses it; `key` is empty if there is none."""
    return Content.assemble((f"{key or ' '} ", "bold $accent"), shown(text))
