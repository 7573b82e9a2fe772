"""One unit: a form of what is known of it, each answer on disk at once."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from companion.engine import take_answers
from companion.model import CompanionError, Refused
from companion.play.units_and_notes import keep_unit
from companion.render.text import shown
from companion.ui.messages import SessionChanged
from companion.ui.page import Page
from companion.ui.widgets.form import Form
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.told import Told
from companion.workspace.answer_sheet import AnswerSheet
from companion.workspace.context import Desk
from companion.workspace.unit_facts import checked, fact_form


class UnitScreen(Page[None]):
    """Changes facts of a unit."""

    HELP = "Answer what is known, leave the rest. Delete takes an answer away."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", id="unit.back")]

    def __init__(self, desk: Desk, name: str) -> None:
        super().__init__()
        self.desk = desk
        self.unit = name
        self.sheet = AnswerSheet(fact_form(desk.module, name), self._known())
        self.form = Form(self.sheet)

    def _known(self) -> dict[str, Any]:
        unit = self.desk.session.game_state.units.get(self.unit)
        facts = unit.facts if unit is not None else {}
        return {name: value for name, value in facts.items() if value is not None}

    def compose(self) -> ComposeResult:
        """Name, form."""
        unit = self.desk.session.game_state.units.get(self.unit)
        side = f"  {unit.side}" if unit is not None and unit.side else ""
        yield Static(Content(shown(f"{self.unit}{side}")), id="where")
        yield self.form
        yield Told("unit-told")
        yield Keys()

    async def on_mount(self) -> None:
        """First question in focus."""
        await self.form.build()
        self._show("", "")
        if self.form.rows:
            self.form.rows[0].focus()
        else:
            self._tell(f"{self.desk.module.game.name} keeps nothing of units but their names.")

    @on(SessionChanged)
    def _changed(self) -> None:
        """It may have been undone."""
        self.sheet.values = self._known()
        self._show("", "")

    def _show(self, fault: str, said: str) -> None:
        """Brings the rows up to date; an answer outside its domain is told and not kept."""
        taken = take_answers(self.sheet.procedure.inputs, self.sheet.values)
        self.form.show(taken, (), (fault, said))

    @on(Form.Changed)
    def _answered(self, event: Form.Changed) -> None:
        if not self._take() and event.after is not None:
            self._go_on(event.after.path)

    def _take(self) -> str:
        """Keeps what was answered; gives the question whose answer cannot be, empty for none."""
        known, answers = self._known(), self.sheet.values
        fault = said = ""
        facts: dict[str, Any] = {name: None for name in known if name not in answers}
        for given in self.sheet.procedure.inputs:
            value = answers.get(given.name)
            if value is None:
                continue
            try:
                answers[given.name] = value = checked(given, value)
            except Refused as error:
                fault, said = given.name, str(error).replace(f"{given.name}:", f"{given.label}:", 1)
                answers.pop(given.name)
                continue
            if value != known.get(given.name):
                facts[given.name] = value
        facts.pop(fault, None)
        self._keep(facts)
        if fault and fault in known:
            answers[fault] = known[fault]
        self._show(fault, said)
        return fault

    def _keep(self, facts: dict[str, Any]) -> None:
        if not facts:
            return
        try:
            keep_unit(self.desk.session, self.unit, facts)
        except CompanionError as error:
            self._tell(str(error))
            self.sheet.values = self._known()
        else:
            self._tell("")

    def _go_on(self, path: tuple[str, ...]) -> None:
        """To the question after."""
        rows = [row for row in self.form.rows if row.display]
        place = next((number for number, row in enumerate(rows) if row.path == path), 0)
        self.set_focus(rows[min(place + 1, len(rows) - 1)])

    def _tell(self, text: str) -> None:
        self.query_one(Told).say(text)

    def action_leave(self) -> None:
        """Back, with what was typed last; what cannot be is told first."""
        if self.form.enter_typed() and self._take():
            return
        self.dismiss(None)

    def on_key(self, event: Key) -> None:
        """A letter turns its yes/no over, wherever the mark is."""
        if self.form.take_letter(event):
            event.stop()
            event.prevent_default()
