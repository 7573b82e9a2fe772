"""A calculation on the screen: questions, ledger, dice, result, follow-ups; the focus moves through them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.widget import Widget

from companion.model import Refused
from companion.render.text import shown, wrapped
from companion.ui.base.errors import reporting
from companion.ui.key_queue import SerialKeyApp
from companion.ui.widgets.answer_side import AnswerSide
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.form import Form
from companion.ui.widgets.lines import Lines
from companion.ui.widgets.next_focus import NextFocus
from companion.ui.widgets.number_before import NumberBefore
from companion.ui.widgets.outcome import Outcome
from companion.ui.widgets.questions import Questions, cited_record
from companion.ui.widgets.result_card import why_no_roll
from companion.ui.widgets.rows import Row
from companion.ui.widgets.rule_beside import RuleBeside
from companion.ui.widgets.rule_text import question_rule, question_title, rule_text, rule_title
from companion.ui.widgets.sight import a_page_from
from companion.ui.widgets.status_line import StatusLine
from companion.ui.widgets.text import WrappedText
from companion.workspace.about_question import about_question
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.rulings import ruled_paths

FINISH_FIRST = "Finish the number first: press Enter"


class CalculationView(Vertical):
    """Shows a calculation and changes it as the player enters answers and dice.

    The screen opens the follow-up that the player chooses (`FollowUps.Chosen`).
    """

    app: SerialKeyApp

    def __init__(self, calculation: Calculation) -> None:
        super().__init__(id="calculation")
        self.calculation = calculation
        self.amending = isinstance(calculation, Amendment)
        self.form = Form(calculation.sheet, calculation.modifier_letters())
        self.number_before = NumberBefore(self.app, self.form)
        self._next = NextFocus(self)
        self._came_from: Widget | None = None
        """Widget that had the focus before a letter marked a row out of sight; None if that was a question."""
        self._moved_by = -1
        """Number of the key that removed the marked question; a digit right after it was meant for that question."""

    def compose(self) -> ComposeResult:
        """Questions on the left, ledger on the right, result across the bottom."""
        with Horizontal(id="calculator"):
            yield Questions(self.form)
            yield AnswerSide(self.calculation)
            yield RuleBeside(self.calculation.context, self.cited)
        yield Outcome(self.calculation)

    @property
    def step_by_step(self) -> bool:
        """Whether the player walks through the questions one by one."""
        return self.calculation.context.step_by_step

    async def begin(self) -> None:
        """Show everything, with the first question in focus."""
        await self.form.build()
        self.update_all()
        self._next.begin()

    async def rebuild(self) -> None:
        """Show another state of the calculation, or an edited calculator."""
        self.form.sheet = self.calculation.sheet
        await self.form.build()
        self.update_all()
        self._next.go_on()

    def follow_session(self) -> None:
        """Show changes of the session; if dice were undone, mark what is needed next."""
        undone = self.calculation.drop_undone_rolls()
        if self.form.rows:
            self.update_all()
        if undone:
            self.notify("Undone with its dice. The companion would roll the same dice again.")
            self._next.go_on()

    def update_all(self) -> None:
        """Calculate again and show the result."""
        self._change(self.calculation.update)

    def _change(self, change: Callable[[], Refused | None]) -> None:
        """Change the calculation and show it; an invalid answer is refused at its question."""
        error_before = self.calculation.draft.error
        refused = change()
        self._show()
        if self.calculation.draft.error and not error_before:
            self.notify(self.calculation.status(), severity="error")
        if refused is not None and refused.where:
            reason = self.calculation.worded(refused)
            row = self.form.row_at(refused.where)
            if row is not None:
                row.blame(reason)
                self.screen.set_focus(row)
            self.say(reason)

    def say(self, text: str) -> None:
        """Show why something was refused, in place of the summary."""
        self.query_one("#summary", WrappedText).show(lambda width: wrapped(text, width))

    def _show(self) -> None:
        """Show the current state of the calculation."""
        calculation, resolution = self.calculation, self.calculation.resolution
        if calculation.taken is not None:
            self.form.ruled = ruled_paths(calculation)
            missing = resolution.missing if resolution else tuple(calculation.taken.missing)
            self.form.show(calculation.taken, missing, (calculation.refused_path, calculation.refusal))
        marked = self.screen.focused
        if isinstance(marked, Row) and not marked.asked:
            self.screen.set_focus(self.form.instead_of(marked))
            self._moved_by = self.app.keys_handed_out
        has_dice = bool(calculation.context.engine.program(calculation.procedure).requests)
        self.query_one(DiceRow).typed = self.query_one(FollowUps).typed = calculation.last_typed is not None
        self.query_one(DiceRow).put(resolution, calculation.rolls, has_dice)
        self.screen.query_one(StatusLine).say("")
        self.query_one(AnswerSide).put()
        self.query_one(Outcome).put(has_dice, self.query_one(AnswerSide).what_if.runs)
        self.mark()
        self.screen.refresh_bindings()

    @on(AnswerSide.Known)
    def _known(self) -> None:
        """Show the totals that are needed, and the effects of modifiers."""
        self.query_one(Outcome).put_summary(self.query_one(AnswerSide).what_if.runs)
        self.mark()

    @on(FollowUps.OptionHighlighted)
    def mark(self) -> None:
        """Show the question in focus, and the modifiers, rules and rulings behind it."""
        row = self.screen.focused if isinstance(self.screen.focused, Row) else None
        alone = self.query_one(RuleBeside).wanted
        for questions in self.query(Questions):
            questions.walk(self.step_by_step)
            questions.mark(row, *self._behind(row), self.cited(), alone)
        self.form.letters.put(self.form.rows, row)

    def _behind(self, row: Row | None) -> tuple[Content, Lines]:
        """Return title and text for a question; without one, the rule for the calculator or the marked follow-up."""
        context, record = self.calculation.context, self.cited()
        if row is None:
            lead = "Rule: " if isinstance(self.screen.focused, FollowUps) else ""
            return Content.assemble((lead, "bold"), rule_title(context, record)), rule_text(context, record)
        about = about_question(self.calculation, row.given, row.path, row.member)
        return question_title(about), question_rule(context, about, self.query_one(AnswerSide).what_if.would)

    @on(Form.Changed)
    def _answers_changed(self, event: Form.Changed) -> None:
        """Show the change, and focus the next question: first one that the answer added, or a refused one."""
        missing_before = {row.path for row in self.form.rows if row.missing}
        refused_before = self._next.refused_row()
        answers_before = {row: row.answer_line() for row in self.form.asked_rows() if row.value is not None}
        self.update_all()
        lost = [
            answer
            for row, answer in answers_before.items()
            if row.asked and row.missing and row is not event.after
        ]
        if event.focus is not None:
            self.screen.set_focus(event.focus if event.focus.asked else self.form.beside(event.focus, 1))
        elif event.after is not None:
            self._next.go_on_from(event.after, refused_before)
        elif not self.step_by_step:
            missing = [row for row in self.form.asked_rows() if row.missing]
            if new := [row for row in missing if row.path not in missing_before]:
                self.screen.set_focus(new[0])
            elif refused_before is not None and refused_before is self.screen.focused:
                self._next.go_on()
        self._show_effects(event, lost)

    def _show_effects(self, event: Form.Changed, lost: list[str]) -> None:
        """Show what an answer replaced, the answers it made invalid, and the number that its key entered."""
        number, answered = (
            self.number_before.entered_line(),
            event.after.answer_line() if event.after is not None else "",
        )
        if lost and answered:
            text = f"{answered}. No longer valid: {'; '.join(lost)}"
        elif event.replaced and answered:
            text = f"{answered} (before: {event.replaced})"
        elif number:
            text = number if answered in ("", number) else f"{number}; {answered}"
        else:
            text = event.message
        refused = self._next.refused_row()
        if refused is not None and refused is not self.screen.focused:
            text = f"{f'{text}. ' if text else ''}{shown(refused.given.label)}: {self.calculation.refusal}"
        if text:
            self.screen.query_one(StatusLine).say(text)

    @on(Form.Unseen)
    def _tell_unseen(self, event: Form.Unseen) -> None:
        self.screen.query_one(StatusLine).say(event.row.answer_line())

    @on(Form.Left)
    def _past_questions(self, event: Form.Left) -> None:
        if event.step > 0:
            self._next.go_down(self.form.next_missing() if self.step_by_step else None)

    @on(DiceRow.Moved)
    def _past_dice(self, event: DiceRow.Moved) -> None:
        if event.step > 0:
            self._next.go_down(None)
        else:
            self.go_up()

    @on(FollowUps.Left)
    def go_up(self) -> None:
        """Focus the roll that is due, if any, else the last question."""
        dice, rows = self.query_one(DiceRow), self.form.asked_rows()
        is_above = not (self.why_no_roll() or dice.has_focus)
        self.screen.set_focus(dice if is_above or not rows else rows[-1])

    def page(self, step: int) -> bool:
        """Move the mark one page down (1) or up (-1); False if all questions fit or only one is shown."""
        if self.step_by_step or not self.form.max_scroll_y:
            return False
        row = self.screen.focused
        if isinstance(row, Row):
            self.form.forget_change()
            self.screen.set_focus(a_page_from(row, step, self.form.asked_rows(), self.form))
        elif step < 0:
            self.screen.set_focus(self.form.asked_rows()[-1])
        return True

    def take_key(self, event: Key) -> bool:
        """Handle a key that acts wherever the mark is: a letter of a modifier, + and - for units, the dice.

        A row that is out of sight is only marked. Return whether the key was handled.
        """
        dice, row = self.query_one(DiceRow), self.form.row_of(event.character or "")
        if dice.take_plus(event) or self.number_before.take(event):
            return True
        if self._moved_by != self.app.keys_handed_out - 1 and dice.take_digit(event):
            return True
        if row is None:
            return False
        if not self.form.shows(row):
            self._reveal(row, event.character or "")
        elif row.take_hotkey(event.character or ""):
            back, self._came_from = self._came_from, None
            if row is self.screen.focused and back is not None and back.display:
                self.screen.set_focus(back)
        return True

    def _reveal(self, row: Row, key: str) -> None:
        """Mark a row that was out of sight, and say so."""
        focused = self.screen.focused
        if isinstance(focused, Row) and focused.half_typed:
            self.screen.query_one(StatusLine).say(FINISH_FIRST, refused=True)
            return
        self.screen.remove_class("-ledger")
        self.form.forget_change()
        self.screen.set_focus(row)
        self._came_from = None if isinstance(focused, Row) else focused
        self.screen.query_one(StatusLine).say(f"Marked, not changed. Press {key} again to change it.")

    @on(DiceRow.Single)
    def _type_single_dice(self) -> None:
        """Take back a total that was the first of several single dice, and let the player type the others."""
        if self.calculation.take_back_roll() is not None:
            self._show()
            row = self.query_one(DiceRow)
            row.type_single()
            self.screen.set_focus(row)

    def show_applied(self) -> None:
        """Show the calculation after units have changed."""
        self.update_all()
        self._next.go_on()

    def why_not(self, key: str) -> str:
        """Return why a key does nothing: it belongs to another question, or has no function."""
        if key.isdecimal() and not self.why_no_roll():
            return f"{key} does not answer the marked question. Press End for the dice"
        if key == "r" and (why := self.why_no_roll()):
            return why
        if key.isdecimal():
            return "Digits need a marked number, a marked choice, or dice to roll"
        row = self.form.choice_with(key)
        if row is not None:
            return f"{key} is a choice of {row.given.label}. Mark that question first"
        name = key if key.isalnum() else f"The key {key}" if key.strip() else "Space" if key else "This key"
        return f"{name} has no function here"

    def why_no_roll(self) -> str:
        """Return why nothing can be rolled; empty if a roll is due."""
        return why_no_roll(self.calculation)

    @on(DiceRow.Typed)
    def _dice_typed(self, event: DiceRow.Typed) -> None:
        with reporting(self.say):
            self._change(lambda: self.calculation.enter_roll(event.value))
            self._next.go_on()

    @on(DiceRow.Ask)
    def _roll(self) -> None:
        if self.calculation.resolution is None or not self.calculation.resolution.needs:
            return
        with reporting(partial(self.notify, severity="error")):
            self._change(self.calculation.roll)
            self._next.go_on()

    @on(FollowUps.Decided)
    def _decided(self, event: FollowUps.Decided) -> None:
        event.stop()
        self._change(partial(self.calculation.decide, event.decision))
        self._next.go_on()

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
            new = "" if self.amending else " F8 starts a new calculation."
            self.notify(f"Only typed dice can be taken back.{new}")

    def cited(self) -> str:
        """Return the id of the rule for the marked question or follow-up, else for the calculator."""
        return cited_record(self.screen.focused, self.calculation.procedure)

    def begin_walk(self) -> None:
        """Focus the first unanswered question."""
        self._next.begin_walk()
