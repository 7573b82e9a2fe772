"""A calculation on the screen: questions, ledger, dice, answer, what follows; the focus moves through them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from companion.model import CompanionError, Refused
from companion.render.text import wrapped
from companion.ui.widgets.answer_side import AnswerSide
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.focus_path import FocusPath
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.form import Form
from companion.ui.widgets.questions import Questions
from companion.ui.widgets.rows import Row
from companion.ui.widgets.rule_beside import RuleBeside
from companion.ui.widgets.text import WrappedText
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.question_text import question_text


class CalculationView(Vertical):
    """Shows a calculation and changes it as the player enters answers and dice.

    What follows a result (`FollowUps.Chosen`) is left to the screen.
    """

    def __init__(self, calculation: Calculation) -> None:
        super().__init__(id="calculation")
        self.calculation = calculation
        self.amending = isinstance(calculation, Amendment)
        self.form = Form(calculation.sheet, "k" if self.amending else "")

    @property
    def path(self) -> FocusPath:
        """Where the focus goes."""
        return FocusPath(self.screen, self.calculation, self.form)

    def compose(self) -> ComposeResult:
        """Questions left, ledger right, the answer across the bottom."""
        with Horizontal(id="calculator"):
            yield Questions(self.form)
            yield AnswerSide(self.calculation)
            yield RuleBeside(self.calculation.context, self.cited)
        with Vertical(id="bottom"):
            yield DiceRow("The dice stay as they fell") if self.amending else DiceRow()
            yield WrappedText(id="summary")
            yield FollowUps()

    async def begin(self) -> None:
        """Show everything, with the first question in focus."""
        await self.form.build()
        self.update_all()
        self.path.begin(self.amending)

    async def rebuild(self) -> None:
        """Show another state of the calculation, or an edited calculator."""
        self.form.sheet = self.calculation.sheet
        await self.form.build()
        self.update_all()
        self.path.go_on()

    def update_all(self) -> None:
        """Work everything out anew and show it."""
        self._change(self.calculation.update)

    def _change(self, change: Callable[[], Refused | None]) -> None:
        """Change the calculation and show it; an answer outside its domain is refused at its question."""
        error_before = self.calculation.draft.error
        refused = change()
        self._show()
        if self.calculation.draft.error and not error_before:
            self.notify(self.calculation.status(), severity="error")
        if refused is not None and refused.where:
            said = self.calculation.worded(refused)
            row = self.form.row_at(refused.where)
            if row is not None:
                row.blame(said)
                self.screen.set_focus(row)
            self.say(said)

    def say(self, text: str) -> None:
        """Show a refusal in place of the summary."""
        self.query_one("#summary", WrappedText).show(lambda width: wrapped(text, width))

    def _show(self) -> None:
        """Show the calculation as it is."""
        calculation, resolution = self.calculation, self.calculation.resolution
        if calculation.taken is not None:
            self.form.ruled = calculation.ruled_paths()
            missing = resolution.missing if resolution else tuple(calculation.taken.missing)
            self.form.show(calculation.taken, missing, (calculation.refused_path, calculation.refusal))
        marked = self.screen.focused
        if isinstance(marked, Row) and not marked.asked:
            self.screen.set_focus(self.form.beside(marked, 1) or self.form.beside(marked, -1))
        has_dice = bool(calculation.context.engine.program(calculation.procedure).requests)
        self.query_one(DiceRow).put(resolution, calculation.rolls, has_dice)
        self.query_one("#summary", WrappedText).show(calculation.summary_text)
        self.query_one(AnswerSide).put()
        self.query_one(FollowUps).put(calculation.next_steps())
        self.mark()
        self.screen.refresh_bindings()

    @on(AnswerSide.Known)
    def mark(self) -> None:
        """Show the question in focus, and the modifiers, rules and rulings behind it."""
        row = self.screen.focused if isinstance(self.screen.focused, Row) else None
        for questions in self.query(Questions):
            questions.walk(self.calculation.context.step_by_step)
            questions.mark(row, None if row is None else partial(self.text_of, row))

    def text_of(self, row: Row, width: int) -> list[str]:
        """What the player needs to know at a question."""
        what_if = self.query_one(AnswerSide).what_if
        return question_text(self.calculation, row.given, row.path, row.member, what_if, width)

    @on(Form.Changed)
    def _answers_changed(self, event: Form.Changed) -> None:
        """Go on after an answer; a question that an answer brings up is asked at once."""
        missing_before = {row.path for row in self.form.rows if row.missing}
        self.update_all()
        if event.focus is not None:
            self.screen.set_focus(event.focus)
        elif event.after is not None:
            self.path.go_on_from(event.after)
        elif not self.calculation.context.step_by_step:
            new = [row for row in self.form.asked_rows() if row.missing and row.path not in missing_before]
            if new:
                self.screen.set_focus(new[0])

    @on(Form.Left)
    def _past_questions(self, event: Form.Left) -> None:
        if event.step > 0:
            self.path.go_down(from_questions=True)

    @on(DiceRow.Moved)
    def _past_dice(self, event: DiceRow.Moved) -> None:
        if event.step > 0:
            self.path.go_down(from_questions=False)
        else:
            self.path.go_up()

    @on(FollowUps.Left)
    def _past_follow_ups(self) -> None:
        self.path.go_up()

    @on(DiceRow.Fell)
    def _dice_typed(self, event: DiceRow.Fell) -> None:
        try:
            self._change(lambda: self.calculation.enter_roll(event.value))
        except CompanionError as error:
            self.say(str(error))
        else:
            self.path.go_on()

    @on(DiceRow.Ask)
    def _roll(self) -> None:
        if self.calculation.resolution is None or not self.calculation.resolution.needs:
            return
        try:
            self._change(self.calculation.roll)
        except CompanionError as error:
            self.notify(str(error), severity="error")
        else:
            self.path.go_on()

    @on(DiceRow.Back)
    @on(FollowUps.Back)
    def _take_back(self) -> None:
        """Typed dice may be corrected; the companion's stay as they fell."""
        taken = self.calculation.take_back_roll()
        if taken is not None:
            self._show()
            row = self.query_one(DiceRow)
            if taken.pool:
                row.retype(taken.faces[:-1])
            self.screen.set_focus(row)
        elif self.calculation.rolls:
            self.notify(
                (
                    "The dice stay as they fell."
                    if self.amending
                    else "The companion rolled that die; it stands. F8 starts a new calculation."
                ),
            )

    def cited(self) -> str:
        """The rule behind the marked question or the marked line of what follows, else behind the calculator."""
        match self.screen.focused:
            case Row() as row:
                cite = row.given.cite
            case FollowUps(highlighted=int(place), steps=steps) if place < len(steps):
                cite = steps[place].cite
            case _:
                cite = ""
        procedure = self.calculation.procedure
        return f"{procedure.game}:{cite or procedure.cite}"
