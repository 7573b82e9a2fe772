"""Where the focus of a calculator goes: from question to question, to the dice, to what follows the result."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.form import Form
from companion.ui.widgets.rows import Row
from companion.workspace.calculation import Calculation


class FocusPath:
    """Moves the focus; in a walk one question after the other, on the list to the next one that needs an answer."""

    def __init__(self, screen: Screen[Any], calculation: Calculation, form: Form) -> None:
        self.screen = screen
        self.calculation = calculation
        self.form = form

    @property
    def step_by_step(self) -> bool:
        """Whether the player walks through the questions."""
        return self.calculation.context.step_by_step

    def begin(self, amending: bool) -> None:
        """Focus where the player begins; of a complete calculation that is being amended, the first question."""
        rows = self.form.asked_rows()
        if amending and rows and self.form.next_missing() is None:
            self.screen.set_focus(rows[0])
        elif not (self.step_by_step and not self.calculation.done and self.begin_walk()):
            self.go_on()

    def begin_walk(self) -> bool:
        """Focus the first unanswered question; False if there is none."""
        for row in self.form.asked_rows():
            if self.calculation.sheet.at(row.path) is None:
                self.screen.set_focus(row)
                return True
        return False

    def go_on(self) -> None:
        """Focus what is needed next: a question, what follows the result, the dice."""
        refused = self.calculation.refused_path
        row = self.form.row_at(refused) if refused else self.form.next_missing()
        dice = self.screen.query_one(DiceRow)
        if row is not None:
            self.screen.set_focus(row)
        elif self.calculation.resolution is None:
            return
        elif self.calculation.next_steps():
            self.screen.set_focus(self.screen.query_one(FollowUps))
        elif dice.display:
            self.screen.set_focus(dice)
        elif self.screen.focused is None:
            self.screen.set_focus(next(iter(self.form.asked_rows()), None))

    def go_on_from(self, row: Row) -> None:
        """Focus what comes after a question that was just answered."""
        refused = self.calculation.refused_path
        blamed = self.form.row_at(refused) if refused else None
        following = self.form.beside(row, 1)
        if not self.step_by_step:
            self.go_on()
        elif blamed is not None or row.missing:
            self.screen.set_focus(blamed or row)
        elif following is None:
            self.go_on()
        else:
            self.screen.set_focus(following)

    def go_down(self, from_questions: bool) -> None:
        """From the questions or the dice to what comes below; a walk goes back to a question that it left open."""
        open_question = self.form.next_missing() if self.step_by_step and from_questions else None
        below = (self.screen.query_one(FollowUps), self.screen.query_one(DiceRow))
        target = open_question or next((widget for widget in below if widget.display), None)
        if target is not None:
            self.screen.set_focus(target)

    def go_up(self) -> None:
        """From what comes below back to the last question."""
        rows = self.form.asked_rows()
        self.screen.set_focus(rows[-1] if rows else self.screen.query_one(DiceRow))
