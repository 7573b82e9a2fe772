"""Tells whether a row of a form is in sight, and scrolls to it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.dom import NoScreen
from textual.errors import NoWidget
from textual.geometry import Region
from textual.widget import Widget

from companion.ui.widgets.rows import Row
from companion.ui.widgets.status_line import StatusLine
from companion.ui.widgets.text import Scroll


def in_sight(row: Row, form: Widget) -> bool:
    """Return whether question and answer of a row are completely in sight, or as far as the form has room.

    On a terminal so small that the form has no line, the marked row counts as in sight.
    """
    if form.screen.has_class("-narrow", "-ledger"):
        return False
    room = visible_part(form)
    if not room.height:
        return row.here
    top = form.scrollable_content_region.y + row.virtual_region.y - form.scroll_offset.y
    return row.display and room.y <= top <= room.bottom - min(row.answer_height, room.height)


def visible_part(form: Widget) -> Region:
    """Return the part of the screen that shows rows of the form; empty if there is none."""
    try:
        clip = form.screen.find_widget(form).clip
    except (NoScreen, NoWidget):
        return Region()
    return form.scrollable_content_region.intersection(clip)


class RowScroll(Scroll):
    """A scrolling list of rows whose last page also begins with a whole row."""

    @property
    def max_scroll_y(self) -> int:
        """The first start of a row from which the end is in sight; 0 if all rows are in sight."""
        end = super().max_scroll_y
        return next((top for top in _tops(self) if top >= end), end) if end else 0


def _tops(form: Widget) -> list[int]:
    """Return the lines in which rows and headings begin."""
    return [child.virtual_region.y for child in form.children if child.display]


def scroll_to(row: Row, form: Widget) -> None:
    """Bring a row into sight with its help, with a whole row at the top; if there is no room, with this row."""
    form.scroll_to_widget(row, animate=False, immediate=True)
    begins = row.virtual_region.y
    if row.virtual_region.height <= form.scrollable_content_region.height:
        begins = next((top for top in _tops(form) if top >= form.scroll_offset.y), begins)
    form.scroll_to(y=min(begins, row.virtual_region.y), animate=False, immediate=True)


def a_page_from(row: Row, step: int, rows: Sequence[Row], form: Widget) -> Row:
    """Return the row of `rows` a page below (1) or above (-1) `row`: at least the next one, at most the last."""
    page = max(1, visible_part(form).height - 1)
    beyond = rows[::step]
    beyond = beyond[beyond.index(row) + 1 :] if row in beyond else beyond
    within = [each for each in beyond if abs(each.virtual_region.y - row.virtual_region.y) <= page]
    return within[-1] if within else next(iter(beyond), row)


class KeptInSight:
    """Keeps rows of a form in sight while its layout changes. Nothing else scrolls the form by itself."""

    def __init__(self, form: Widget) -> None:
        self._form = form
        self._places: list[tuple[Row | None, Region]] = []
        """The visible part of the form, then the rows last scrolled to with their places."""

    def follow(self, *rows: Row | None) -> bool:
        """Scroll to these rows if one is new, has moved or has less room; the last is the most important one.

        Return whether the form scrolled.
        """
        wanted = [row for row in rows if row is not None and row.display]
        places = [(None, visible_part(self._form)), *((row, row.virtual_region) for row in wanted)]
        if places == self._places:
            return False
        self._places = places
        for row in wanted:
            scroll_to(row, self._form)
        return True


def reveal(row: Row, form: Widget, key: str) -> None:
    """Bring the marked row back into sight instead of changing it, and show a message."""
    form.screen.remove_class("-ledger")
    scroll_to(row, form)
    message = f"The marked line was out of sight. Press {key} again to change it."
    form.screen.query_one(StatusLine).say(message)
