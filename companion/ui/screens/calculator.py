"""The screen of a calculator: questions, ledger, dice, result, follow-ups."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widget import Widget

from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.messages import OpenCalculator, OpenRule, SessionChanged
from companion.ui.screens import calculator_actions as actions
from companion.ui.screens import calculator_offers as offers
from companion.ui.screens.calculator_keys import CALCULATOR_HELP, CALCULATOR_HINTS, CALCULATOR_KEYS
from companion.ui.screens.proof import ProofScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.widgets.answer_side import AnswerSide
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.calculation_view import CalculationView
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.edited_faults import EditedFaults
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.form import Form
from companion.ui.widgets.rows import Row
from companion.ui.widgets.rule_beside import WIDE, RuleBeside
from companion.ui.widgets.status_line import StatusLine
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.names import names_of_step
from companion.workspace.rulings import ruling_targets


class CalculatorScreen(Page[Calculation | None]):
    """Shows a calculation and forwards what the player enters; returns the calculation once it is done."""

    HELP = CALCULATOR_HELP
    hints = CALCULATOR_HINTS
    long_labels = {"calculator.keep_a": "Keep as option A to compare", "calculator.who": "Names"}
    short_labels = {"calculator.fill": "Known"}
    BINDINGS: ClassVar[list[BindingType]] = [*CALCULATOR_KEYS]

    def __init__(self, calculation: Calculation) -> None:
        super().__init__()
        self.calculation = calculation
        self.view = CalculationView(calculation)
        self.heading = actions.calculator_heading(calculation, self.context.game)
        self.amending = calculation if isinstance(calculation, Amendment) else None
        self._left = False

    @property
    def footer(self) -> tuple[tuple[str, ...], ...]:  # type: ignore[override]
        """Keys of the footer in groups: to answer, to show something, to go elsewhere; the one needed next first."""
        return actions.footer(self.calculation, self.has_class("-narrow"))

    @property
    def form(self) -> Form:
        """The questions."""
        return self.view.form

    def compose(self) -> ComposeResult:
        """Header, calculation, keys."""
        yield Header()
        yield EditedFaults(self.calculation.procedure.id)
        yield self.view
        yield Keys()
        yield StatusLine()

    async def on_mount(self) -> None:
        """Show the calculation."""
        await self.view.begin()

    # Where the focus is and goes

    def refuse(self, why: str) -> None:
        """Show why something was not done, after the number that the same key entered."""
        number = self.view.number_before.entered_line()
        super().refuse(f"{number}. {why}" if number else why)

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        """Focus a widget; a hidden question is shown first, since a hidden widget cannot get the focus.

        The form scrolls to its rows itself; follow-ups leave the result above them in sight.
        """
        if isinstance(widget, Row):
            widget.display = True
        if widget is not self.focused and self.is_mounted:
            self.say("")
        scroll_visible = scroll_visible and not isinstance(widget, Row | FollowUps)
        super().set_focus(widget, scroll_visible, from_app_focus)
        if self.view.is_mounted:
            self.view.mark()

    def on_resize(self) -> None:
        """Show or hide the rule beside the calculator for the new size."""
        for beside in self.query(RuleBeside):
            beside.look()
            self.view.mark()

    # What the player enters

    def on_key(self, event: Key) -> None:
        """Handle the keys that act wherever the mark is; refuse a key that has no function here."""
        self.say("")
        if self.view.take_key(event) or actions.enter_before(self, event):
            event.stop()
            event.prevent_default()
        elif event.is_printable and not self._is_bound(event.key):
            self.refuse(self.view.why_not(shown(event.character or "")))

    def enter_typed(self) -> bool:
        """Enter a number that is still being typed."""
        return isinstance(self.focused, Row) and self.focused.enter_typed()

    def _is_bound(self, key: str) -> bool:
        active = self.active_bindings.get(key)
        return active is not None and active.enabled

    @on(FollowUps.Chosen)
    def _next(self, event: FollowUps.Chosen) -> None:
        step = event.step
        if step.procedure:
            self.commit()
            names = names_of_step(step, self.calculation.names)
            place = self.calculation.place.after(self.calculation, names, step.earlier)
            self.app.post_message(OpenCalculator(step.procedure, dict(step.carry), place))
        elif step.cite:
            self.app.post_message(OpenRule(f"{self.calculation.procedure.game}:{step.cite}"))

    @on(FollowUps.Apply)
    def _apply(self) -> None:
        """Apply the result to the units that took part."""
        offers.apply_due(self, self.calculation, self.view.show_applied)

    async def action_continue(self) -> None:
        """Continue the earlier calculation on offer."""
        if self.calculation.continue_earlier():
            self.show_title()
            await self.view.rebuild()

    # Leaving the calculator and coming back

    def commit(self) -> None:
        """Log a finished result; if it corrects a line of the log, say so."""
        actions.commit(self, self.calculation)

    def on_unmount(self) -> None:
        """Log the result if the app ends or closes this calculator without one of its own keys."""
        if not self._left:
            self.commit()

    def on_screen_suspend(self) -> None:
        """Log the result when another screen opens, except a dialog, a chart or a rule."""
        if not (self.app.screen.is_modal or isinstance(self.app.screen, ProofScreen | ReadScreen)):
            self._enter_on_leaving()
            self.commit()

    def _enter_on_leaving(self) -> None:
        """Enter a number that is still being typed when the player leaves."""
        if self.form.enter_typed():
            self.calculation.update()

    async def on_screen_resume(self) -> None:
        """Show what has changed since the screen was left."""
        await self._look_again()

    @on(SessionChanged)
    async def _look_again(self) -> None:
        """Show changes: edited files, another session or game, undone dice."""
        self.show_title()
        edited = self.calculation.use_edited()
        if edited is None:
            self.notify("The edited files no longer contain this calculator.", severity="warning")
        stale = self.calculation.draft.is_stale
        if stale:
            self.calculation.reopen()
        if stale or edited:
            await self.view.rebuild()
        else:
            self.view.follow_session()

    @on(FollowUps.Return)
    def action_leave(self) -> None:
        """Log the result and close, returning the calculation to the previous screen."""
        self._enter_on_leaving()
        self.commit()
        self._left = True
        self.dismiss(self.calculation if self.calculation.done else None)

    action_finish = action_leave

    def close(self) -> None:
        """Close as Escape does; an unfinished correction is discarded."""
        if self.amending is not None:
            self.action_discard()
        else:
            self.action_leave()

    async def action_restart(self) -> None:
        """Start over with nothing answered."""
        self.commit()
        self.calculation.restart()
        self.show_title()
        await self.view.rebuild()

    def action_discard(self) -> None:
        """Close without changing the log; if there was something to log, say so."""
        offers.tell_discarded(self, self.amending)
        self._go_back()

    def _go_back(self) -> None:
        self._left = True
        self.dismiss(None)

    async def action_as_logged(self) -> None:
        """Reset the correction to what is logged."""
        self.calculation.restart()
        await self.view.rebuild()

    def action_keep(self) -> None:
        """Correct the line of the log; ask whether to correct the units that it changed as well."""
        assert self.amending is not None
        offers.keep_correction(self, self.amending, self._go_back)

    # Other keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what is possible now; two actions that share a key are never possible together."""
        if action in (actions.NEW if self.amending is not None else actions.AMENDING):
            return False
        ledger_alone = self.has_class("-narrow") and self.has_class("-ledger")
        match action:
            case "questions":
                return ledger_alone
            case "leave" | "finish" | "discard" if ledger_alone:
                return False
            case "ledger" | "differences":
                return self.has_class("-narrow")
            case "unit":
                return self.form.row_of("+") is not None
            case "roll" | "dice":
                return not self.view.why_no_roll()
            case "beside":
                return self.app.size.width >= WIDE
            case "walk":
                return parameters != (self.context.step_by_step,)
        marked = self._marked_path() if isinstance(self.focused, Row) else None
        return actions.is_possible(action, self.calculation, marked)

    def action_rule(self) -> None:
        """Open the rule behind the marked question, or behind the calculator."""
        resolution = self.calculation.resolution
        self.app.post_message(OpenRule(self.view.cited(), resolution.looked if resolution else ()))

    def action_beside(self) -> None:
        """Show or hide the rule beside the calculator, on a wide screen."""
        self.query_one(RuleBeside).toggle()
        self.view.mark()

    def action_ledger(self) -> None:
        """Switch between questions and ledger, on a narrow screen."""
        self.toggle_class("-ledger")

    action_questions = action_differences = action_ledger

    def action_walk(self, step_by_step: bool) -> None:
        """Show one question at a time, or all at once; answers stay."""
        self.context.step_by_step = step_by_step
        if step_by_step and not isinstance(self.focused, Row) and not self.calculation.done:
            self.view.begin_walk()
        self.view.mark()
        self.refresh_bindings()

    def action_page(self, step: int) -> None:
        """Move the mark by a page of questions; if all of them fit, scroll the rule of the question."""
        if not self.view.page(step):
            self.query_one("#rule-side", VerticalScroll).scroll_relative(y=step * 4, animate=False)

    def action_roll(self) -> None:
        """Let the companion roll what is due."""
        self.query_one(DiceRow).action_roll()

    def action_dice(self) -> None:
        """Mark the roll that is due."""
        self.set_focus(self.query_one(DiceRow))

    def action_unit(self, key: str) -> None:
        """Add a unit, or remove the last one."""
        row = self.form.row_of(key)
        if row is not None:
            row.take_hotkey(key)

    def action_scroll(self, step: int) -> None:
        """Scroll the ledger, and the result where it does not fit."""
        self.query_one(AnswerSide).scroll(step * 5)
        self.query_one("#outcome").scroll_relative(y=step * 3, animate=False)

    def show_title(self) -> None:
        """Update the title."""
        self.heading = actions.calculator_heading(self.calculation, self.context.game)
        self.show_heading()

    def action_proof(self) -> None:
        """Show the charts that were read, and those that can still be read."""
        actions.show_charts(self, self.calculation)

    def action_large(self) -> None:
        """Show the result so that it can be read across the table."""
        actions.show_large(self, self.calculation)

    def action_fill(self) -> None:
        """Offer known answers to open questions."""
        offers.offer_answers(self, self.calculation, self._marked_path(), self._filled)

    def _filled(self, path: str) -> None:
        row = self.form.row_at(path)
        self.show_title()
        if row is None:
            self.view.show_applied()
        else:
            self.form.post_message(Form.Changed(row))

    def action_who(self) -> None:
        """Ask for the names of the units or leaders."""
        actions.ask_names(self, self.calculation, lambda: self._filled(""))

    def action_take(self) -> None:
        """Offer the other units that the result can be applied to."""
        offers.offer_changes(self, self.calculation, self.view.show_applied)

    def action_ruling(self) -> None:
        """Make a table ruling on the marked modifier, or on the calculator."""
        actions.make_ruling(self, ruling_targets(self.calculation, self._marked_path()), self.view.update_all)

    def action_keep_a(self) -> None:
        """Keep the answers as option A."""
        actions.keep_as_a(self, self.calculation, self.view.update_all)

    def action_against(self) -> None:
        """Compare option A with the current answers."""
        actions.show_against(self, self.calculation, self.view.update_all)

    def _marked_path(self) -> tuple[str, ...]:
        return self.focused.path if isinstance(self.focused, Row) else ()
