"""The questions of a calculator with the rule of the marked one: all in a list, or one at a time."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll

from companion.render.text import shown
from companion.ui.widgets.form import Form
from companion.ui.widgets.rows import Row
from companion.ui.widgets.text import LinesAtWidth, PlainText, WrappedText

ROOM = 22
"""Lines that a screen must have to show the rule below the list of questions."""


class Questions(Vertical):
    """The progress while one question is asked at a time, the form, the rule of the marked question."""

    def __init__(self, form: Form) -> None:
        super().__init__(id="questions")
        self.form = form
        self.walking = False
        """Whether one question is asked at a time."""
        self._marked: Row | None = None

    def compose(self) -> ComposeResult:
        """Progress, form, rule."""
        yield PlainText(id="progress")
        yield self.form
        with VerticalScroll(id="rule-side", can_focus=False):
            yield WrappedText(id="rule")

    def walk(self, walking: bool) -> None:
        """Ask one question at a time, or list all of them."""
        self.walking = walking
        self.set_class(walking, "-walk")

    def mark(self, row: Row | None, lines: LinesAtWidth | None) -> None:
        """Show the text behind the question `row`; both are None if no question has the focus."""
        self.form.alone = row if self.walking else None
        self.form.lay_out()
        self.query_one("#progress", PlainText).update(self._progress(row))
        side = self.query_one("#rule-side", VerticalScroll)
        side.display = lines is not None and (self.walking or self.app.size.height >= ROOM)
        if lines is not None:
            self.query_one("#rule", WrappedText).show(lines)
            if row is not self._marked:
                side.scroll_home(animate=False)
        self.call_after_refresh(self.form.keep_in_sight, self.screen)
        self._marked = row

    def _progress(self, row: Row | None) -> str:
        rows = self.form.asked_rows()
        if row is None or row not in rows:
            still = sum(question.missing for question in rows)
            return f"All {len(rows)} asked" + (f", {still} still to answer" if still else "")
        heading = self.form.head_of(row)
        where = f"{rows.index(row) + 1} of {len(rows)}" + (f"  {shown(heading)}" if heading else "")
        return f"{where}  (Enter next, Left back)"
