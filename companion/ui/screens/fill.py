"""Chooses the chits that go into the cup, beginning with those of last time or of the scenario."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Paste
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from companion.model import Cup as CupRules
from companion.model import Refused
from companion.model.event import Chit
from companion.play import chits
from companion.play.turn import sequence_of
from companion.play.typed_chits import pasted_chits
from companion.render.text import shown
from companion.ui.base.dialogs import UnsavedChanges
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.key_names import with_keys
from companion.ui.screens.cup_lines import set_name
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.fields import Field
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import Window
from companion.ui.widgets.status_line import StatusLine
from companion.ui.widgets.text import PlainText


class FillScreen(Page[None], ModalScreen[None]):
    """Space or Enter selects a chit or leaves it out; n adds one, e edits it, f fills the cup; lists can be pasted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f,ctrl+s", "fill", "Fill", id="fill.fill"),
        Binding("space", "toggle_chit", "In or out", id="fill.toggle", key_display="Space Enter"),
        Binding("n", "add", "New", id="fill.new", tooltip="Another chit"),
        Binding("e", "edit", "Edit", id="fill.edit"),
        Binding("escape", "leave", "Back", id="fill.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.of_game = self.context.game
        usual = chits.default_chits(self.context.session)
        names = {chit.name for chit in usual}
        others = [
            Chit(command.name, command.side, command.rating)
            for command in self.context.module.scenarios.commands
            if command.name not in names
        ]
        self.chits = [*usual, *others]
        self.out = {chit.name for chit in others}
        """Names of the chits that stay out of the cup."""
        self.unsaved = UnsavedChanges(self, lambda: (tuple(self.chits), frozenset(self.out)))

    def compose(self) -> ComposeResult:
        """Heading, chits, status, keys."""
        with Window(f"Fill the {set_name(self._rules)}"):
            yield PlainText(id="says")
            yield OptionList()
            yield StatusLine()
            yield Keys()

    @property
    def _rules(self) -> CupRules:
        return chits.rules_of(self.context.session)

    @property
    def _noun(self) -> str:
        """The noun for an item: a chit that is drawn, or a name that is chosen."""
        return "chit" if self._rules.how == "drawn" else "name"

    def action_leave(self) -> None:
        """Close the dialog; with unsaved changes, warn first and close the second time."""
        self.unsaved.leave()

    def action_toggle_chit(self) -> None:
        """Select the marked chit, or leave it out."""
        place = self._place()
        if place is not None:
            self.out ^= {self.chits[place].name}
            self.draw()

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_toggle_chit()

    def action_add(self) -> None:
        """Add a chit."""
        self._open_form(f"New {self._noun}", Chit(""), None)

    def on_paste(self, event: Paste) -> None:
        """Select all chits of a pasted list, adding those that are new."""
        event.stop()
        with self.reporting():
            self._add(pasted_chits(self.context.session, event.text))
            self.draw()

    def _add(self, listed: list[Chit]) -> None:
        """Add the chits of a list. Raises Refused for a duplicate name."""
        names = {chit.name for chit in listed}
        if len(names) < len(listed):
            raise Refused(f"duplicate {self._noun} in the list; give each its own name")
        self.chits = [*(chit for chit in self.chits if chit.name not in names), *listed]
        self.out -= names

    def action_edit(self) -> None:
        """Edit the marked chit."""
        place = self._place()
        if place is not None:
            self._open_form(self.chits[place].name, self.chits[place], place)

    def action_fill(self) -> None:
        """Fill the cup with the selected chits."""
        chosen = [chit for chit in self.chits if chit.name not in self.out]
        with self.reporting():
            if not chosen:
                raise Refused(f"no {self._noun}s selected; n adds one, Space selects one")
            chits.fill(self.context.session, chosen)
            self.dismiss(None)

    def _open_form(self, heading: str, chit: Chit, place: int | None) -> None:
        """Open the form of the chit at `place`; None stands for a new one."""
        sides = sequence_of(self.context.session).sides
        fields = [
            Field("name", "Name", chit.name, "" if place is not None else "several: A, B, C"),
            Field("side", "Side", chit.side, choices=tuple((side, side) for side in sides)),
            Field(
                "rating", "Rating", "" if chit.rating is None else str(chit.rating), "optional", number=True
            ),
        ]
        submit, edits = partial(self._put, place), place is not None
        form = FormScreen(heading, fields, submit, "Save", of_game=self.of_game, edits=edits)
        self.app.push_screen(form)

    def _put(self, place: int | None, values: dict[str, str]) -> None:
        name = " ".join(values["name"].split()).strip(", ")
        rating = int(values["rating"]) if values["rating"] else None
        if place is None and ("," in name or ";" in name):
            listed = pasted_chits(self.context.session, name)
            self._add(
                [
                    replace(each, side=each.side or values["side"], rating=each.rating or rating)
                    for each in listed
                ]
            )
            return
        if not name:
            raise Refused("type a name")
        if name in [chit.name for number, chit in enumerate(self.chits) if number != place]:
            raise Refused(f"duplicate name {name}; choose another name")
        chit = Chit(name, values["side"], rating)
        if place is None:
            self.chits.append(chit)
        else:
            self.out.discard(self.chits[place].name)
            self.chits[place] = chit

    def _place(self) -> int | None:
        return self.option_list.highlighted

    def draw(self) -> None:
        """List the chits, with a mark on those that go into the cup."""
        listed = self.option_list
        listed.refill([Option(self._prompt(chit)) for chit in self.chits])
        listed.display = bool(self.chits)
        if self.chits:
            listed.focus()
        inside = len(self.chits) - len(self.out)
        heading = (
            f"Selected: {inside} of {len(self.chits)}"
            if self.chits
            else f"No {self._noun}s yet; press n to add some, or paste a list"
        )
        self.query_one("#says", PlainText).update(with_keys(heading))
        self.say("")

    def _prompt(self, chit: Chit) -> Content:
        inside = chit.name not in self.out
        rating = f" {chit.rating}" if chit.rating is not None else ""
        return Content.assemble(
            ("[x] " if inside else "[ ] ", "bold"),
            (shown(chit.name), "bold" if inside else "$quiet"),
            f"{rating}  {shown(chit.side)}",
        )
