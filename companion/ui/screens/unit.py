"""The form of a unit; each answer is saved at once."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key

from companion.engine import take_answers
from companion.model import Refused
from companion.model.answer_keys import modifier_letters
from companion.play.units_and_notes import keep_unit
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.entry_rows import ChoiceRow
from companion.ui.widgets.form import Form
from companion.ui.widgets.panel import heading
from companion.ui.widgets.status_line import StatusLine
from companion.workspace.answer_sheet import AnswerSheet
from companion.workspace.unit_facts import checked, fact_form


class UnitScreen(Page[None]):
    """Changes the facts of a unit."""

    HELP = "Answer what you know, leave the rest. Delete removes an answer."
    main_view = "turn"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", id="unit.back")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.unit = name
        self.of_game = self.context.game
        known = self._known()
        self.sheet = AnswerSheet(fact_form(self.context.module, name, known), known)
        facts = fact_form(self.context.module, name)
        self.form = Form(self.sheet, modifier_letters((facts,))[facts.id])
        self.form.add_class("panel")

    def _known(self) -> dict[str, Any]:
        unit = self.context.session.game_state.units.get(self.unit)
        facts = unit.facts if unit is not None else {}
        return {name: value for name, value in facts.items() if value is not None}

    def compose(self) -> ComposeResult:
        """Header, form, status, keys."""
        unit = self.context.session.game_state.units.get(self.unit)
        side = unit.side if unit is not None else ""
        self.heading = heading(f"Unit: {self.unit}", side)
        yield Header()
        yield self.form
        yield Keys()
        yield StatusLine("unit-told")

    async def on_mount(self) -> None:
        """Focus the first question."""
        await self.form.build()
        self.form.border_subtitle = Content.styled("Answers are saved at once", "$quiet")
        self.draw()
        if self.form.rows:
            self.form.rows[0].focus()

    def draw(self) -> None:
        """Show the facts that are known."""
        self.sheet.values = self._known()
        self._show("", "")

    def _show(self, fault: str, reason: str) -> None:
        """Show the answers; `fault` names the question whose answer was refused, empty for none."""
        facts = fact_form(self.context.module, self.unit, self.sheet.values)
        self.sheet.use_procedure(facts)
        for row, given in zip(self.form.rows, facts.inputs, strict=True):
            row.given = given
            if isinstance(row, ChoiceRow):
                row.explained = True
        taken = take_answers(self.sheet.procedure.inputs, self.sheet.values)
        self.form.show(taken, (), (fault, reason))

    @on(Form.Changed)
    def _answered(self, event: Form.Changed) -> None:
        if not self._take() and event.after is not None:
            self._go_on(event.after.path)

    def _take(self) -> str:
        """Save the answers; return the name of the question whose answer is refused, empty if none is."""
        known, answers = self._known(), self.sheet.values
        fault = reason = ""
        facts: dict[str, Any] = {name: None for name in known if name not in answers}
        for question in self.sheet.procedure.inputs:
            value = answers.get(question.name)
            if value is None:
                continue
            try:
                answers[question.name] = value = checked(question, value)
            except Refused as error:
                fault = question.name
                reason = str(error).replace(f"{question.name}:", f"{question.label}:", 1)
                answers.pop(question.name)
                continue
            if value != known.get(question.name):
                facts[question.name] = value
        facts.pop(fault, None)
        self._save(facts)
        if fault and fault in known:
            answers[fault] = known[fault]
        self._show(fault, reason)
        return fault

    def _save(self, facts: dict[str, Any]) -> None:
        if not facts:
            return
        with self.reporting():
            keep_unit(self.context.session, self.unit, facts)
            self.say("")
            return
        self.sheet.values = self._known()

    def _go_on(self, path: tuple[str, ...]) -> None:
        """Focus the next question."""
        rows = [row for row in self.form.rows if row.display]
        place = next((number for number, row in enumerate(rows) if row.path == path), 0)
        self.set_focus(rows[min(place + 1, len(rows) - 1)])

    def action_leave(self) -> None:
        """Save the answer being typed and close the screen; if it is refused, say so and stay."""
        if self.form.enter_typed() and self._take():
            return
        self.dismiss(None)

    def on_key(self, event: Key) -> None:
        """Toggle the yes/no question of a letter, whatever has the focus; a question out of sight is marked first."""
        row = self.form.row_of(event.character or "")
        if row is None:
            return
        event.stop()
        event.prevent_default()
        if self.form.shows(row):
            row.take_hotkey(event.character or "")
        else:
            self.set_focus(row)
