"""Units at the table: named, with what calculators ask of them again and again."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import CompanionError, Refused
from companion.play.state import Unit
from companion.play.units_and_notes import drop_unit, keep_unit
from companion.render.text import shown
from companion.ui.screens.dialogs import FormScreen
from companion.ui.screens.table import StandingScreen, refill
from companion.ui.screens.unit import UnitScreen
from companion.ui.widgets.fields import Field
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.where import Where
from companion.workspace.context import Desk
from companion.workspace.unit_facts import facts_words


class UnitsScreen(StandingScreen):
    """The units of the game in play, by side."""

    HELP = (
        "What is kept here is offered in calculators with =, and is never filled in unasked. "
        "Enter opens a unit, a adds one, d takes one off the list."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back", id="units.back"),
        Binding("enter", "open", "Open", id="units.open", show=True),
        Binding("a", "add", "Add", id="units.add"),
        Binding("d", "drop", "Drop", id="units.drop", tooltip="Keep the marked unit no longer"),
    ]

    def compose(self) -> ComposeResult:
        """The list."""
        yield Where(id="where")
        yield OptionList(id="units")
        yield Keys()

    def on_mount(self) -> None:
        """Ready to choose."""
        self.show()
        self.query_one(OptionList).focus()

    def show(self) -> None:
        """The units as the session has them."""
        desk = self.tell("Units")
        if desk is None:
            return
        kept = sorted(
            desk.session.game_state.units.values(), key=lambda each: (each.side, each.name.casefold())
        )
        options = [Option(_prompt(desk, each), id=each.name) for each in kept]
        none = Option("No unit is kept yet; a adds one.", disabled=True)
        refill(self.query_one(OptionList), options or [none])

    def _marked(self) -> Unit | None:
        option = self.query_one(OptionList).highlighted_option
        return self.ready.session.game_state.units.get(option.id or "") if option is not None else None

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """What is known of the marked unit."""
        unit = self._marked()
        if unit is not None:
            self.app.push_screen(UnitScreen(self.ready, unit.name))

    def action_add(self) -> None:
        """One more unit."""
        sequence = self.ready.module.sequence
        sides = sequence.sides if sequence is not None else ()
        fields = [Field("name", "Name", hint="as on the map")]
        if sides:
            fields.append(Field("side", "Side", choices=tuple((each, each) for each in sides)))
        form = FormScreen("A unit to keep", fields, self._add, done="Keep it", of_game=self.ready.game)
        self.app.push_screen(form, self._added)

    def _add(self, written: dict[str, str]) -> None:
        name = " ".join(written["name"].split())
        for each in self.ready.session.game_state.units:
            if each.casefold() == name.casefold():
                raise Refused(f"{each} is kept already")
        keep_unit(self.ready.session, name, {}, written.get("side", ""))
        self._fresh = name

    _fresh = ""
    """Unit that was added just now."""

    def _added(self, done: bool | None) -> None:
        if done:
            self.app.push_screen(UnitScreen(self.ready, self._fresh))

    def action_drop(self) -> None:
        """Keeps the marked unit no longer."""
        unit = self._marked()
        if unit is None:
            return
        try:
            drop_unit(self.ready.session, unit.name)
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            self.notify(f"{unit.name} is no longer kept; undo brings it back.", markup=False)
        self.show()


def _prompt(desk: Desk, unit: Unit) -> Content:
    told = facts_words(desk.module, unit.facts) or "nothing known yet"
    side = f"  {shown(unit.side)}" if unit.side else ""
    return Content.assemble((shown(unit.name), "bold"), side, ("\n  " + shown(told), "$text-muted"))
