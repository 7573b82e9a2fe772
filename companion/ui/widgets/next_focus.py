"""Chooses the question, follow-up or dice row of a calculator that is marked next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.rows import Row

if TYPE_CHECKING:
    from companion.ui.widgets.calculation_view import CalculationView


class NextFocus:
    """Moves the focus: in a walk from question to question, on the list to the next question without an answer."""

    def __init__(self, view: CalculationView) -> None:
        self._view = view
        self._form = view.form

    def begin(self) -> None:
        """Focus the first question to answer; for the correction of a complete calculation, the first question."""
        rows = self._form.asked_rows()
        if self._view.amending and rows and self._form.next_missing() is None:
            self._view.screen.set_focus(rows[0])
        elif not (self._view.step_by_step and not self._view.calculation.done and self.begin_walk()):
            self.go_on()

    def begin_walk(self) -> bool:
        """Focus the first unanswered question; False if there is none."""
        for row in self._form.asked_rows():
            if self._view.calculation.sheet.at(row.path) is None:
                self._view.screen.set_focus(row)
                return True
        return False

    def go_on(self) -> None:
        """Focus what is needed next: a question, a follow-up or the dice."""
        row = self.refused_row() or self._form.next_missing()
        dice = self._view.query_one(DiceRow)
        if row is not None:
            self._view.screen.set_focus(row)
        elif self._view.calculation.resolution is None:
            return
        elif self._view.calculation.done and self._view.query_one(FollowUps).display:
            self._view.screen.set_focus(self._view.query_one(FollowUps))
        elif dice.display:
            self._view.screen.set_focus(dice)
        elif self._view.screen.focused is None:
            self._view.screen.set_focus(next(iter(self._form.asked_rows()), None))

    def go_on_from(self, row: Row, refused_before: Row | None) -> None:
        """Focus what comes after a question that was just answered.

        The mark stays on an answer that led to a refusal, even of another question, because more digits may follow.
        """
        refused, following = self.refused_row(), self._form.beside(row, 1)
        open_question = None if refused is None or refused_before is None else self._form.next_missing()
        if refused is not None and not self._view.step_by_step:
            self._view.screen.set_focus(open_question or row)
        elif not self._view.step_by_step:
            self.go_on()
        elif refused is not None or row.missing:
            self._view.screen.set_focus(row)
        elif following is None:
            self.go_on()
        else:
            self._view.screen.set_focus(following)

    def refused_row(self) -> Row | None:
        """Return the question whose answer was refused; None if there is none."""
        refused = self._view.calculation.refused_path
        return self._form.row_at(refused) if refused else None

    def go_down(self, open_question: Row | None) -> None:
        """Focus `open_question`, which a walk left open; without one, the follow-ups or dice below the questions."""
        below = (self._view.query_one(FollowUps), self._view.query_one(DiceRow))
        target = open_question or next((widget for widget in below if widget.display), None)
        if target is not None:
            self._view.screen.set_focus(target)
