"""The units of the game, with the answers that calculators ask for again and again."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Paste
from textual.widgets.option_list import Option

from companion.model import Refused
from companion.model.wording import counted
from companion.play.state import Unit
from companion.play.units_and_notes import drop_unit, keep_unit
from companion.render.text import shown
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.screens.unit import UnitScreen
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.fields import Field
from companion.ui.widgets.lines import Lines, blank, pair, row, stack, text_lines
from companion.ui.widgets.list_and_details import Details, ListAndDetails
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import empty_state, heading, key_hint
from companion.ui.widgets.rows import ROOM_FOR_WIDE
from companion.workspace.context import AppContext
from companion.workspace.unit_facts import fact_label, fact_value_words, facts_words, state_words
from companion.workspace.unit_list import load_units


class UnitsScreen(Page[None]):
    """The units of the game in play, by side."""

    HELP = (
        "Calculators offer these facts when you press =; nothing is filled in unasked. "
        "Enter edits a unit, n adds one, d removes one. "
        "Paste a list to add many at once: one on each line, or a table with the columns name, side and facts."
    )
    heading = "Units that calculators know"
    main_view = "turn"
    shown_too = ("history(-1)",)
    hints = {"#units-side": ("units.open",)}
    short_labels = {"undo": ""}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back", id="units.back"),
        Binding("enter", "open", "Edit", id="units.open", priority=True),
        Binding("n", "add", "New", id="units.new", tooltip="Add a unit"),
        Binding("d", "drop", "Remove", id="units.drop", tooltip="The marked unit"),
    ]

    def compose(self) -> ComposeResult:
        """Header, list, keys."""
        yield Header()
        yield ListAndDetails("units", self._details)
        yield Keys()

    def draw(self) -> None:
        """List the units."""
        units = self.context.session.game_state.units.values()
        by_side = sorted(units, key=lambda unit: (unit.side, unit.name.casefold()))
        states = [state_words(self.context.module, unit.facts) for unit in by_side]
        widths = max(map(len, states), default=0), max((len(unit.side) for unit in by_side), default=0)
        lines = [
            Option(_prompt(self.context, unit, state, widths), id=unit.name)
            for unit, state in zip(by_side, states, strict=True)
        ]
        self.query_one(ListAndDetails).fill(
            lines,
            empty_state(
                "No units yet",
                "The app remembers ratings and state of a unit. Press = in a calculator to fill them in.",
                key_hint("n", "New unit"),
            ),
        )

    def _details(self, name: str) -> Details:
        """Return the facts of a unit, a line each, and the names of those not entered yet."""
        unit = self.context.session.game_state.units[name]
        module = self.context.module
        known = [fact for fact in module.units.facts if unit.facts.get(fact.name) is not None]
        parts = [
            pair(fact_label(fact), fact_value_words(module, fact.name, unit.facts[fact.name], unit.facts))
            for fact in known
        ]
        unknown = ", ".join(fact_label(fact) for fact in module.units.facts if fact not in known)
        parts += [blank()] if parts and unknown else []
        parts += (
            [text_lines(Content.styled(f"Not entered yet: {shown(unknown)}", "$quiet"))] if unknown else []
        )
        nothing = f"{shown(module.game.name)} needs no facts about units: only name and side are saved."
        return heading(name, unit.side), stack(parts or [text_lines(Content.styled(nothing, "$quiet"))])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the keys for a unit only if one is listed, and Edit only if the game has facts about units."""
        if action == "open" and not self.context.module.units.facts:
            return False
        return bool(self.context.session.game_state.units) or action not in ("open", "drop")

    def on_paste(self, event: Paste) -> None:
        """Save the units of a pasted list; if a line cannot be read, save none of them."""
        event.stop()
        before = len(self.context.session.log)
        if self.attempt(lambda: load_units(self.context.session, event.text)):
            count = len(self.context.session.log) - before
            self.app.notify(f"{counted(count, 'units')} saved. ^Z undoes this.")

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the facts of the marked unit, if the game has any."""
        if self.option_list.marked_id and self.context.module.units.facts:
            self.app.push_screen(UnitScreen(self.option_list.marked_id))

    def action_add(self) -> None:
        """Add a unit, then open it."""
        sides = self.context.module.sides
        fields = [Field("name", "Name", hint="as on the map")]
        if sides:
            fields.append(Field("side", "Side", choices=tuple((side, side) for side in sides)))
        added: list[str] = []

        def submit(values: dict[str, str]) -> None:
            added.append(self._add(values["name"], values.get("side", "")))

        form = FormScreen("New unit", fields, submit, done="Save", of_game=self.context.game)

        def closed(done: bool | None) -> None:
            if done and self.context.module.units.facts:
                self.app.push_screen(UnitScreen(added[-1]))

        self.app.push_screen(form, closed)

    def _add(self, typed: str, side: str) -> str:
        """Add a unit and return its name. Raises Refused if there is a unit with this name."""
        name = " ".join(typed.split())
        for known in self.context.session.game_state.units:
            if known.casefold() == name.casefold():
                raise Refused(f"unit {known} exists already")
        keep_unit(self.context.session, name, {}, side)
        return name

    def action_drop(self) -> None:
        """Remove the marked unit."""
        name = self.option_list.marked_id
        if name and self.attempt(lambda: drop_unit(self.context.session, name)):
            self.notify(f"{name} removed. ^Z brings it back.")


def _prompt(context: AppContext, unit: Unit, state: str, widths: tuple[int, int]) -> Lines:
    """Return a unit with its state and its side in columns of these widths, and its other facts in a line.

    A narrow row has the state alone beside the name.
    """
    facts = shown(facts_words(context.module, unit.facts))
    name, bold = Content.styled(shown(unit.name), "bold"), Content.styled(shown(state), "bold")
    pad = " " * (widths[0] - len(state) + 2)
    side = Content.styled(shown(unit.side).ljust(widths[1]), "$quiet")
    columns = Content.assemble(bold, pad, side) if widths[0] else side

    def make(width: int) -> list[Content]:
        wide = width >= ROOM_FOR_WIDE
        below = facts or ("" if state or not context.module.units.facts else "nothing known yet")
        text = below if wide else ", ".join(filter(None, (shown(unit.side), below)))
        more = Content.styled(f"  {text}" if text else "", "$quiet")
        return row(Content(""), name, columns if wide else bold, more, most=1).at(width)

    return Lines(make)
