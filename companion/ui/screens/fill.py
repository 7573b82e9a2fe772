"""Which chits go into the cup: those of last time or of the scenario, edited."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from companion.model import Refused
from companion.model.event import Chit
from companion.play import chits
from companion.play.turn import sequence_of
from companion.render.text import shown
from companion.ui.base.dialogs import UnsavedChanges
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Keys, StatusLine
from companion.ui.widgets.fields import Field
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.text import PlainText


class FillScreen(Page[None], ModalScreen[None]):
    """Space or Enter takes a chit in or out; a adds one, e edits it, f fills the cup."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f,ctrl+s", "fill", "Fill", id="fill.fill"),
        Binding("space", "toggle_chit", "In or out", id="fill.toggle", key_display="␣ ⏎"),
        Binding("a", "add", "Add", id="fill.add"),
        Binding("e", "edit", "Edit", id="fill.edit"),
        Binding("escape", "leave", "Leave", id="fill.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.of_game = self.context.game
        usual = chits.usual_chits(self.context.session)
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
        with Vertical(id="dialog"):
            yield PlainText(id="says")
            yield OptionList()
            yield StatusLine()
            yield Keys()

    def action_leave(self) -> None:
        """Close the dialog; with unsaved changes, only the second time."""
        self.unsaved.leave()

    def action_toggle_chit(self) -> None:
        """Take the marked chit in or out."""
        place = self._place()
        if place is not None:
            self.out ^= {self.chits[place].name}
            self.draw()

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_toggle_chit()

    def action_add(self) -> None:
        """Add a chit."""
        self._open_form("One more chit", Chit(""), None)

    def action_edit(self) -> None:
        """Edit the marked chit."""
        place = self._place()
        if place is not None:
            self._open_form(f"Chit {self.chits[place].name}", self.chits[place], place)

    def action_fill(self) -> None:
        """Fill the cup with the chits that are in."""
        chosen = [chit for chit in self.chits if chit.name not in self.out]
        with self.reporting():
            if not chosen:
                raise Refused("no chit is in; a adds one, Space takes one in")
            chits.fill(self.context.session, chosen)
            self.dismiss(None)

    def _open_form(self, heading: str, chit: Chit, place: int | None) -> None:
        """Open the form of the chit at `place`; None stands for a new one."""
        sides = sequence_of(self.context.session).sides
        fields = [
            Field("name", "Name", chit.name),
            Field("side", "Side", chit.side, choices=tuple((side, side) for side in sides)),
            Field("rating", "Rating", "" if chit.rating is None else str(chit.rating), "if any", number=True),
        ]
        form = FormScreen(heading, fields, partial(self._put, place), "Keep", of_game=self.of_game)
        self.app.push_screen(form)

    def _put(self, place: int | None, values: dict[str, str]) -> None:
        name = " ".join(values["name"].split())
        if not name:
            raise Refused("a chit needs a name")
        if name in [chit.name for number, chit in enumerate(self.chits) if number != place]:
            raise Refused(f"two chits are called {name}; give each its own name")
        chit = Chit(name, values["side"], int(values["rating"]) if values["rating"] else None)
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
        heading = f"Into the cup: {inside} of {len(self.chits)}" if self.chits else "No chits yet; a adds one"
        self.query_one("#says", PlainText).update(heading)
        self.say("")

    def _prompt(self, chit: Chit) -> Content:
        inside = chit.name not in self.out
        rating = f" {chit.rating}" if chit.rating is not None else ""
        return Content.assemble(
            ("[x] " if inside else "[ ] ", "bold"),
            (shown(chit.name), "bold" if inside else "$text-muted"),
            f"{rating}  {shown(chit.side)}",
        )
