"""A calculation on the screen: questions, ledger, dice, result, follow-ups; the focus moves through them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from companion.model import Refused
from companion.render.text import wrapped
from companion.ui.base.errors import reporting
from companion.ui.widgets.answer_side import AnswerSide
from companion.ui.widgets.dice_row import DiceRow
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

    The screen opens what the player chooses to follow a result (`FollowUps.Chosen`).
    """

    def __init__(self, calculation: Calculation) -> None:
        super().__init__(id="calculation")
        self.calculation = calculation
        self.amending = isinstance(calculation, Amendment)
        self.form = Form(calculation.sheet, "k" if self.amending else "")

    def compose(self) -> ComposeResult:
        """Questions left, ledger right, the answer across the bottom."""
        with Horizontal(id="calculator"):
            yield Questions(self.form)
            yield AnswerSide(self.calculation)
            yield RuleBeside(self.calculation.context, self.cited)
        with Vertical(id="bottom"):
            yield DiceRow("The dice stay as rolled") if self.amending else DiceRow()
            yield WrappedText(id="summary")
            yield FollowUps()

    @property
    def step_by_step(self) -> bool:
        """Whether the player walks through the questions one by one."""
        return self.calculation.context.step_by_step

    async def begin(self) -> None:
        """Show everything, with the first question in focus."""
        await self.form.build()
        self.update_all()
        self._focus_first()

    async def rebuild(self) -> None:
        """Show another state of the calculation, or an edited calculator."""
        self.form.sheet = self.calculation.sheet
        await self.form.build()
        self.update_all()
        self.go_on()

    def update_all(self) -> None:
        """Calculate again and show the result."""
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
        self.query_one(FollowUps).put(calculation.next_steps(), calculation.decisions())
        self.mark()
        self.screen.refresh_bindings()

    @on(AnswerSide.Known)
    def mark(self) -> None:
        """Show the question in focus, and the modifiers, rules and rulings behind it."""
        row = self.screen.focused if isinstance(self.screen.focused, Row) else None
        for questions in self.query(Questions):
            questions.walk(self.step_by_step)
            questions.mark(row, None if row is None else partial(self.text_of, row))

    def text_of(self, row: Row, width: int) -> list[str]:
        """Return the modifiers, rules and rulings behind a question."""
        what_if = self.query_one(AnswerSide).what_if
        return question_text(self.calculation, row.given, row.path, row.member, what_if, width)

    @on(Form.Changed)
    def _answers_changed(self, event: Form.Changed) -> None:
        """Focus the next question after an answer; a question that depends on the answer comes first."""
        missing_before = {row.path for row in self.form.rows if row.missing}
        self.update_all()
        if event.focus is not None:
            self.screen.set_focus(event.focus)
        elif event.after is not None:
            self._go_on_from(event.after)
        elif not self.step_by_step:
            new = [row for row in self.form.asked_rows() if row.missing and row.path not in missing_before]
            if new:
                self.screen.set_focus(new[0])

    @on(Form.Left)
    def _past_questions(self, event: Form.Left) -> None:
        if event.step > 0:
            self._go_down(self.form.next_missing() if self.step_by_step else None)

    @on(DiceRow.Moved)
    def _past_dice(self, event: DiceRow.Moved) -> None:
        if event.step > 0:
            self._go_down(None)
        else:
            self.go_up()

    @on(FollowUps.Left)
    def go_up(self) -> None:
        """Focus the last question, from the dice or the follow-ups."""
        rows = self.form.asked_rows()
        self.screen.set_focus(rows[-1] if rows else self.query_one(DiceRow))

    @on(DiceRow.Typed)
    def _dice_typed(self, event: DiceRow.Typed) -> None:
        with reporting(self.say):
            self._change(lambda: self.calculation.enter_roll(event.value))
            self.go_on()

    @on(DiceRow.Ask)
    def _roll(self) -> None:
        if self.calculation.resolution is None or not self.calculation.resolution.needs:
            return
        with reporting(partial(self.notify, severity="error")):
            self._change(self.calculation.roll)
            self.go_on()

    @on(FollowUps.Decided)
    def _decided(self, event: FollowUps.Decided) -> None:
        event.stop()
        self._change(partial(self.calculation.decide, event.decision))
        self.go_on()

    @on(DiceRow.Back)
    @on(FollowUps.Back)
    def _take_back(self) -> None:
        """Remove the last typed die; dice rolled by the companion stay."""
        taken = self.calculation.take_back_roll()
        if taken is not None:
            self._show()
            row = self.query_one(DiceRow)
            if taken.pool:
                row.retype(taken.faces[:-1])
            self.screen.set_focus(row)
        elif self.calculation.rolls:
            rolled = "The companion rolled that die; it stands. F8 starts a new calculation."
            self.notify("The dice stay as rolled." if self.amending else rolled)

    def cited(self) -> str:
        """Return the rule behind the marked question or follow-up, else behind the calculator."""
        match self.screen.focused:
            case Row() as row:
                cite = row.given.cite
            case FollowUps(highlighted=int(place), steps=steps) if place < len(steps):
                cite = steps[place].cite
            case _:
                cite = ""
        procedure = self.calculation.procedure
        return f"{procedure.game}:{cite or procedure.cite}"

    # The focus: in a walk from question to question, on the list to the next question that needs an answer

    def _focus_first(self) -> None:
        """Focus where the player begins; of a complete calculation that is being amended, the first question."""
        rows = self.form.asked_rows()
        if self.amending and rows and self.form.next_missing() is None:
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
        """Focus what is needed next: a question, a follow-up, the dice."""
        row = self._refused_row() or self.form.next_missing()
        dice = self.query_one(DiceRow)
        if row is not None:
            self.screen.set_focus(row)
        elif self.calculation.resolution is None:
            return
        elif self.calculation.next_steps():
            self.screen.set_focus(self.query_one(FollowUps))
        elif dice.display:
            self.screen.set_focus(dice)
        elif self.screen.focused is None:
            self.screen.set_focus(next(iter(self.form.asked_rows()), None))

    def _go_on_from(self, row: Row) -> None:
        """Focus what comes after a question that was just answered."""
        refused, following = self._refused_row(), self.form.beside(row, 1)
        if not self.step_by_step:
            self.go_on()
        elif refused is not None or row.missing:
            self.screen.set_focus(refused or row)
        elif following is None:
            self.go_on()
        else:
            self.screen.set_focus(following)

    def _refused_row(self) -> Row | None:
        """The question whose answer was refused."""
        refused = self.calculation.refused_path
        return self.form.row_at(refused) if refused else None

    def _go_down(self, open_question: Row | None) -> None:
        """Focus `open_question`, which a walk left open, else the follow-ups or the dice below the questions."""
        below = (self.query_one(FollowUps), self.query_one(DiceRow))
        target = open_question or next((widget for widget in below if widget.display), None)
        if target is not None:
            self.screen.set_focus(target)
