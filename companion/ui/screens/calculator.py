"""The screen of a calculator: questions, ledger, dice, result, follow-ups."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widget import Widget

from companion.render.large import of_resolution
from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.messages import OpenCalculator, OpenRule, SessionChanged
from companion.ui.screens.against import AgainstScreen
from companion.ui.screens.calculator_keys import CALCULATOR_KEYS
from companion.ui.screens.calculator_offers import offer_answers, offer_changes
from companion.ui.screens.forms import ruling_form
from companion.ui.screens.large import LargeScreen
from companion.ui.screens.proof import ProofScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.widgets.answer_side import AnswerSide
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.calculation_view import CalculationView
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.form import Form
from companion.ui.widgets.rows import AddRow, Row
from companion.ui.widgets.rule_beside import WIDE, RuleBeside
from companion.ui.widgets.text import PlainText
from companion.workspace.amendment import Amendment
from companion.workspace.autofill import unit_changes
from companion.workspace.calculation import Calculation
from companion.workspace.what_if import current_option, keep_option_a, option_a

AMENDING = {"discard", "keep", "differences", "as_logged"}
"""Actions of a logged calculation that is being amended only."""
NEW = {"leave", "ledger", "restart", "fill", "take", "keep_a", "against"}
"""Actions of a new calculation only."""


class CalculatorScreen(Page[Calculation | None]):
    """Shows a calculation and passes on what the player enters; gives the calculation back once it is done."""

    HELP = (
        "Press a letter to toggle its modifier. Type the dice at the bottom, or r rolls them. "
        "Between rolls, Down leads to the choices that a side has, and Enter makes the marked one. "
        "= offers answers from units, settings and the clock; after the result, it offers to change a unit. "
        "r on a question makes a table ruling about it. / asks one question at a time, with its rule in view: "
        "Enter next, Left back, y and n answer; PageDown scrolls the rule. When a line of the log is corrected, "
        "its dice stay as rolled; k keeps the correction, Escape discards it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [*CALCULATOR_KEYS]

    def __init__(self, calculation: Calculation) -> None:
        super().__init__()
        self.calculation = calculation
        self.amending = calculation if isinstance(calculation, Amendment) else None
        self.view = CalculationView(calculation)
        self._left = False

    @property
    def form(self) -> Form:
        """The questions."""
        return self.view.form

    def compose(self) -> ComposeResult:
        """Title, calculation, keys."""
        yield PlainText(self.title_line(), id="where")
        yield self.view
        yield Keys()

    def title_line(self) -> str:
        """The calculator with its rule, and its game if that is not in play."""
        calculation = self.calculation
        game = calculation.module.game
        other = "" if game.slug == self.context.game else f"  {game.name}, not in play"
        return f"{calculation.procedure.title}  {calculation.procedure.cite}{other}"

    async def on_mount(self) -> None:
        """Show the calculation; say if it is an earlier one."""
        await self.view.begin()
        welcome = self.calculation.welcome()
        if welcome:
            self.notify(welcome)

    # Where the focus is and goes

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        """Show the question that gets the focus first, as a hidden widget cannot get it.

        The form scrolls to its rows; follow-ups leave the result above them in sight.
        """
        if isinstance(widget, Row):
            widget.display = True
        scroll_visible = scroll_visible and not isinstance(widget, Row | FollowUps)
        super().set_focus(widget, scroll_visible, from_app_focus)
        if self.view.is_mounted:
            self.view.mark()

    def on_resize(self) -> None:
        """Show or hide the rule beside the calculator for the new size."""
        for beside in self.query(RuleBeside):
            beside.look()

    # What the player enters

    def on_key(self, event: Key) -> None:
        """Toggle the modifier with this letter, wherever the focus is."""
        if self.form.take_letter(event):
            event.stop()
            event.prevent_default()

    @on(FollowUps.Chosen)
    def _next(self, event: FollowUps.Chosen) -> None:
        step = event.step
        if step.procedure:
            self.commit()
            self.app.post_message(OpenCalculator(step.procedure, dict(step.carry)))
        elif step.cite:
            self.app.post_message(OpenRule(f"{self.calculation.procedure.game}:{step.cite}"))

    # Leaving it and coming back

    def commit(self) -> None:
        """Log a finished result, and say so if that corrects a line."""
        draft = self.calculation.draft
        before = draft.line if draft.is_logged else 0
        logged = self.calculation.commit()
        if logged is not None and before:
            self.app.notify(f"Line {logged.id} of the log corrects line {before}.", timeout=3)
        elif draft.log_error:
            self.app.notify(self.calculation.status(), severity="error")

    def on_unmount(self) -> None:
        """Log the result if the app ends or leaves this calculator otherwise than by its keys."""
        if not self._left:
            self.commit()

    def on_screen_suspend(self) -> None:
        """Log the result when another screen opens, except a dialog, a chart or a rule."""
        if not (self.app.screen.is_modal or isinstance(self.app.screen, ProofScreen | ReadScreen)):
            self._enter_typed()
            self.commit()

    def _enter_typed(self) -> None:
        """Enter a number that was typed without Enter, as the player leaves."""
        if self.form.enter_typed():
            self.calculation.update()

    async def on_screen_resume(self) -> None:
        """Show what has changed meanwhile."""
        await self._look_again()

    @on(SessionChanged)
    async def _look_again(self) -> None:
        """Follow edited files, another session or game, and dice that were undone."""
        self.query_one("#where", PlainText).update(shown(self.title_line()))
        edited = self.calculation.take_edited()
        if edited is None:
            self.notify("This calculator is no longer in the edited files.", severity="warning")
        if self.calculation.draft.is_stale:
            self.calculation.reopen()
            await self.view.rebuild()
        elif edited:
            await self.view.rebuild()
        else:
            if self.calculation.drop_undone_rolls():
                self.notify("Undone with its dice; the app's own dice fall the same again.")
            if self.form.rows:
                self.view.update_all()

    def action_leave(self) -> None:
        """Log the result and close, returning the calculation to the previous screen."""
        self._enter_typed()
        self.commit()
        self._left = True
        self.dismiss(self.calculation if self.calculation.done else None)

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
        await self.view.rebuild()

    # A logged calculation

    def action_discard(self) -> None:
        """Close without a change."""
        self._left = True
        self.dismiss(None)

    async def action_as_logged(self) -> None:
        """Undo every change of the correction."""
        self.calculation.restart()
        await self.view.rebuild()

    def action_differences(self) -> None:
        """Switch between questions and differences, on a narrow screen."""
        self.action_ledger()

    def action_keep(self) -> None:
        """Correct the line of the log."""
        assert self.amending is not None
        with self.reporting():
            kept = self.amending.keep()
            self.app.notify(f"Line {kept.id} of the log corrects line {self.amending.line}.")
            self.action_discard()

    # What else the keys do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what is possible now; two actions that share a key are never possible together."""
        if action in (NEW if self.amending else AMENDING):
            return False
        match action:
            case "ledger" | "differences":
                return self.has_class("-narrow")
            case "beside":
                return self.app.size.width >= WIDE
            case "large":
                resolution = self.calculation.resolution
                complete = resolution is not None and not resolution.missing
                return complete and (self.calculation.done or not isinstance(self.focused, Row))
            case "fill":
                return not self.calculation.done
            case "take":
                return bool(unit_changes(self.calculation))
            case "ruling":
                return isinstance(self.focused, Row) and len(self._ruling_targets()) > 1
            case "walk":
                return parameters != (self.context.step_by_step,)
            case "keep_a" | "against":
                return (option_a(self.calculation) is None) is (action == "keep_a")
        return True

    def action_rule(self) -> None:
        """Open the rule behind the marked question, or behind the calculator."""
        resolution = self.calculation.resolution
        self.app.post_message(OpenRule(self.view.cited(), resolution.looked if resolution else ()))

    def action_beside(self) -> None:
        """Show or hide the rule beside the calculator, on a wide screen."""
        self.query_one(RuleBeside).turn()

    def action_ledger(self) -> None:
        """Switch between questions and ledger, on a narrow screen."""
        self.toggle_class("-ledger")

    def action_proof(self) -> None:
        """Show the charts that were read."""
        if self.calculation.resolution is not None:
            self.app.push_screen(ProofScreen(self.calculation.module, self.calculation.resolution))

    def action_large(self) -> None:
        """Show the result so that it can be read across the table."""
        if self.calculation.resolution is not None:
            large = of_resolution(self.calculation.resolution, self.calculation.procedure)
            self.app.push_screen(LargeScreen(large))

    def action_fill(self) -> None:
        """Offer what can answer open questions."""
        marked = self.focused.path if isinstance(self.focused, Row) else ()
        offer_answers(self, self.calculation, marked, self._filled)

    def _filled(self, path: str) -> None:
        self.form.post_message(Form.Changed(self.form.row_at(path)))

    def action_take(self) -> None:
        """Offer what the result changes of a unit."""
        offer_changes(self, self.calculation, self.view.update_all)

    def _ruling_targets(self) -> list[tuple[str, str]]:
        path = self.focused.path if isinstance(self.focused, Row) else ()
        return self.calculation.ruling_targets(path)

    def action_ruling(self) -> None:
        """Make a table ruling on the marked modifier, or on the calculator."""
        form = ruling_form(self.context, self._ruling_targets())
        self.app.push_screen(form, lambda made: self.view.update_all() if made else None)

    def action_keep_a(self) -> None:
        """Keep the answers as option A."""
        with self.reporting():
            keep_option_a(self.calculation)
            self.notify("Kept as option A. Change answers or open another calculator to compare it with.")
            self.view.update_all()

    def action_against(self) -> None:
        """Compare option A with the present answers over the whole screen."""
        kept = option_a(self.calculation)
        with self.reporting():
            now = current_option(self.calculation)
            if kept is not None:
                self.app.push_screen(AgainstScreen(kept, now), lambda _: self.view.update_all())

    def action_walk(self, step_by_step: bool) -> None:
        """Show one question at a time, or all at once; answers stay."""
        self.context.step_by_step = step_by_step
        if step_by_step and not isinstance(self.focused, Row) and not self.calculation.done:
            self.view.begin_walk()
        self.view.mark()
        self.refresh_bindings()
        if isinstance(self.focused, Row):
            self.call_after_refresh(self.focused.scroll_visible, animate=False)

    def action_turn_rule(self, step: int) -> None:
        """Scroll the rule of the question."""
        self.query_one("#rule-side", VerticalScroll).scroll_relative(y=step * 4, animate=False)

    async def action_add(self) -> None:
        """Add a unit."""
        for row in self.form.rows:
            if isinstance(row, AddRow):
                await self.form.add_unit(row)
                return

    async def action_drop(self) -> None:
        """Remove the last unit."""
        await self.form.drop_unit()

    def action_scroll(self, step: int) -> None:
        """Scroll the ledger."""
        self.query_one(AnswerSide).scroll_relative(y=step * 5, animate=False)
