"""The questions of a calculator with the rule of the marked one: all in a list, or one at a time."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget

from companion.model import Decision, NextStep, Procedure
from companion.render.text import shown
from companion.ui.widgets.card import PanelColumn
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.form import Form
from companion.ui.widgets.lines import Lines
from companion.ui.widgets.panel import entitle
from companion.ui.widgets.rows import Row
from companion.ui.widgets.text import PlainText

ROOM = 30
"""Lines that a screen must have to show the rule below the list of questions."""


def cited_record(focused: Widget | None, procedure: Procedure) -> str:
    """Return the id of the rule for the marked question or follow-up, else for the calculator."""
    match focused:
        case Row() as row:
            cite = row.given.cite
        case FollowUps(marked_step=NextStep(cite=cite) | Decision(cite=cite)):
            pass
        case _:
            cite = ""
    return f"{procedure.game}:{cite or procedure.cite}"


class Questions(PanelColumn):
    """The progress while one question is asked at a time, the form, the rule of the marked question."""

    def __init__(self, form: Form) -> None:
        super().__init__(id="questions")
        self.form = form
        self.walking = False
        """Whether one question is asked at a time."""
        self._marked: Row | None = None
        self._about = ""
        """Id of the rule shown while no question has the focus."""

    def compose(self) -> ComposeResult:
        """Progress, form, rule."""
        with Vertical(id="asked", classes="panel"):
            yield PlainText(id="progress")
            yield self.form
        with VerticalScroll(id="rule-side", classes="panel", can_focus=False):
            yield PlainText(id="rule")

    def walk(self, walking: bool) -> None:
        """Ask one question at a time, or list all of them."""
        self.walking = walking
        self.set_class(walking, "-walk")

    def mark(self, row: Row | None, title: Content, text: Lines, about: str, alone: bool) -> None:
        """Show the rules and modifiers for the question `row`; without one, `about` is the id of the rule shown.

        `alone`: hide the rule here, because it is shown beside the calculator.
        """
        self.form.alone = row if self.walking else None
        self.form.lay_out()
        self.query_one("#progress", PlainText).update(self._progress(row))
        side = self.query_one("#rule-side", VerticalScroll)
        side.display = self.walking or (self.app.size.height >= ROOM and not alone)
        self.set_class(not side.display, "-alone")
        if side.display and (row is not None or about != self._about):
            entitle(side, title)
            self.query_one("#rule", PlainText).update(text)
            if row is None or row is not self._marked:
                side.scroll_home(animate=False)
        self._about = about if row is None and side.display else ""
        self.call_after_refresh(self.form.keep_in_sight, self.screen)
        self._marked = row

    def _progress(self, row: Row | None) -> str:
        rows = self.form.asked_rows()
        if row is None or row not in rows:
            unanswered = sum(question.missing for question in rows)
            return f"All {len(rows)} asked" + (f", {unanswered} unanswered" if unanswered else "")
        heading = self.form.head_of(row)
        where = f"{rows.index(row) + 1} of {len(rows)}" + (f"  {shown(heading)}" if heading else "")
        return f"{where}  (Enter next, Left back)"
