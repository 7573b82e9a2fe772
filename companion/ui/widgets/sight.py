"""Whether a row of a form can be seen, and how it is brought into sight."""

from __future__ import annotations

from textual.widget import Widget

from companion.ui.widgets.bars import StatusLine
from companion.ui.widgets.rows import Row


def in_sight(row: Row, form: Widget) -> bool:
    """Whether question and answer of a row are wholly in sight, or as much of them as the form has room for.

    On a terminal so small that the form has no line, the marked row counts as in sight.
    """
    if form.screen.has_class("-narrow", "-ledger"):
        return False
    room = form.scrollable_content_region.height
    if not room:
        return row.here
    top = row.virtual_region.y - form.scroll_offset.y
    return row.display and 0 <= top <= room - min(row.answer_height, room)


def scroll_to(row: Row, form: Widget) -> None:
    """Bring a row into sight with its help; if there is not enough room, its beginning."""
    form.scroll_to_widget(row, animate=False, immediate=True)
    if row.virtual_region.height > form.scrollable_content_region.height:
        form.scroll_to(y=row.virtual_region.y, animate=False, immediate=True)


def reveal(row: Row, form: Widget, key: str) -> None:
    """Bring the marked row, which was out of sight, back instead of changing it, and say so."""
    form.screen.remove_class("-ledger")
    scroll_to(row, form)
    told = f"The marked line was out of sight. {key} again answers it."
    form.screen.query_one(StatusLine).say(told)
