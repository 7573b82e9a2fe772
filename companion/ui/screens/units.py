"""The units of the game, with the answers that calculators ask for again and again."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import Refused
from companion.play.state import Unit
from companion.play.units_and_notes import drop_unit, keep_unit
from companion.render.text import shown
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.screens.unit import UnitScreen
from companion.ui.widgets.bars import Keys, TopBar
from companion.ui.widgets.fields import Field
from companion.ui.widgets.option_list import OptionList
from companion.workspace.context import AppContext
from companion.workspace.unit_facts import facts_words


class UnitsScreen(Page[None]):
    """The units of the game in play, by side."""

    HELP = (
        "What is kept here is offered in calculators with =, and is never filled in unasked. "
        "Enter opens a unit, a adds one, d takes one off the list."
    )
    heading = "Units"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back", id="units.back"),
        Binding("enter", "open", "Open", id="units.open"),
        Binding("a", "add", "Add", id="units.add"),
        Binding("d", "drop", "Drop", id="units.drop", tooltip="Keep the marked unit no longer"),
    ]

    def compose(self) -> ComposeResult:
        """Top bar, list, keys."""
        yield TopBar(id="where")
        yield OptionList(id="units")
        yield Keys()

    def draw(self) -> None:
        """List the units."""
        units = self.context.session.game_state.units.values()
        by_side = sorted(units, key=lambda unit: (unit.side, unit.name.casefold()))
        lines = [Option(_prompt(self.context, unit), id=unit.name) for unit in by_side]
        self.option_list.refill(lines, "No unit is kept yet; a adds one.")

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the facts of the marked unit."""
        if self.option_list.marked_id:
            self.app.push_screen(UnitScreen(self.option_list.marked_id))

    def action_add(self) -> None:
        """Add a unit, then open it."""
        sequence = self.context.module.sequence
        sides = sequence.sides if sequence is not None else ()
        fields = [Field("name", "Name", hint="as on the map")]
        if sides:
            fields.append(Field("side", "Side", choices=tuple((side, side) for side in sides)))
        added: list[str] = []

        def submit(values: dict[str, str]) -> None:
            added.append(self._add(values["name"], values.get("side", "")))

        form = FormScreen("A unit to keep", fields, submit, done="Keep it", of_game=self.context.game)

        def closed(done: bool | None) -> None:
            if done:
                self.app.push_screen(UnitScreen(added[-1]))

        self.app.push_screen(form, closed)

    def _add(self, written: str, side: str) -> str:
        """Add a unit and return its name. Raises Refused if there is a unit with this name."""
        name = " ".join(written.split())
        for known in self.context.session.game_state.units:
            if known.casefold() == name.casefold():
                raise Refused(f"{known} is kept already")
        keep_unit(self.context.session, name, {}, side)
        return name

    def action_drop(self) -> None:
        """Delete the marked unit."""
        name = self.option_list.marked_id
        if name and self.attempt(lambda: drop_unit(self.context.session, name)):
            self.notify(f"{name} is no longer kept; undo brings it back.")


def _prompt(context: AppContext, unit: Unit) -> Content:
    facts = facts_words(context.module, unit.facts) or "nothing known yet"
    side = f"  {shown(unit.side)}" if unit.side else ""
    return Content.assemble((shown(unit.name), "bold"), side, ("\n  " + shown(facts), "$text-muted"))
