"""Which chits go into the cup: those of last time or of the scenario, put right."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Label
from textual.widgets.option_list import Option

from companion.model import CompanionError, Refused
from companion.model.event import Chit
from companion.play import chits
from companion.play.turn import sequence_of
from companion.render.text import shown
from companion.ui.screens.dialogs import FormScreen, WorkScreen
from companion.ui.widgets.fields import Field
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.told import Told
from companion.workspace.context import Desk


class FillScreen(WorkScreen[None]):
    """Space or Enter leaves a chit out or takes it in; a adds one, e puts it right, f fills the cup."""

    NOT_KEPT = "The cup is as it was. Fill puts these chits in, Leave once more lets them go."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f,ctrl+s", "fill", "Fill", id="fill.fill"),
        Binding("space", "in_or_out", "In or out", id="fill.toggle", key_display="␣ ⏎"),
        Binding("a", "add", "Add", id="fill.add"),
        Binding("e", "edit", "Put right", id="fill.edit"),
        Binding("escape", "leave", "Leave", id="fill.back"),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.of_game = desk.game
        usual = chits.usual_chits(desk.session)
        names = {chit.name for chit in usual}
        self.chits = list(usual) + [
            Chit(each.name, each.side, each.rating)
            for each in desk.module.scenarios.commands
            if each.name not in names
        ]
        self.out = {chit.name for chit in self.chits if chit.name not in names}
        """Names that stay outside."""

    def compose(self) -> ComposeResult:
        """The chits."""
        with Vertical(id="dialog"):
            yield Label(id="says", markup=False)
            yield OptionList()
            yield Told()
            yield Keys()

    def on_mount(self) -> None:
        """Shows the usual set."""
        self._show()
        self.begin()

    def made(self) -> object:
        """Which chits there are, and which of them stay outside."""
        return tuple(self.chits), frozenset(self.out)

    def action_in_or_out(self) -> None:
        """The marked chit stays out, or goes in."""
        place = self._place()
        if place is not None:
            self.out ^= {self.chits[place].name}
            self._show()

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_in_or_out()

    def action_add(self) -> None:
        """One more chit."""
        self._form("One more chit", Chit(""), None)

    def action_edit(self) -> None:
        """Puts the marked chit right."""
        place = self._place()
        if place is not None:
            self._form(f"Chit {self.chits[place].name}", self.chits[place], place)

    def action_fill(self) -> None:
        """Fills the cup with what is in."""
        chosen = [each for each in self.chits if each.name not in self.out]
        try:
            if not chosen:
                raise Refused("no chit is in; a adds one, Space takes one in")
            chits.fill(self.desk.session, chosen)
        except CompanionError as error:
            self.query_one(Told).say(str(error), refused=True)
        else:
            self.dismiss(None)

    def _form(self, says: str, chit: Chit, place: int | None) -> None:
        sides = sequence_of(self.desk.session).sides
        fields = [
            Field("name", "Name", chit.name),
            Field("side", "Side", chit.side, choices=tuple((each, each) for each in sides)),
            Field("rating", "Rating", "" if chit.rating is None else str(chit.rating), "if any", number=True),
        ]
        form = FormScreen(says, fields, partial(self._put, place), "Keep", of_game=self.of_game)
        self.app.push_screen(form, lambda done: self._show())

    def _put(self, place: int | None, written: dict[str, str]) -> None:
        name = " ".join(written["name"].split())
        others = [each.name for number, each in enumerate(self.chits) if number != place]
        if not name:
            raise Refused("a chit needs a name")
        if name in others:
            raise Refused(f"two chits are called {name}; give each its own name")
        rating = int(written["rating"]) if written["rating"] else None
        chit = Chit(name, written["side"], rating)
        if place is None:
            self.chits.append(chit)
        else:
            self.out.discard(self.chits[place].name)
            self.chits[place] = chit

    def _place(self) -> int | None:
        return self.query_one(OptionList).highlighted

    def _show(self) -> None:
        listed = self.query_one(OptionList)
        place = listed.highlighted or 0
        listed.set_options([Option(self._line(each)) for each in self.chits])
        listed.display = bool(self.chits)
        if self.chits:
            listed.highlighted = min(place, len(self.chits) - 1)
            listed.focus()
        inside = len(self.chits) - len(self.out)
        says = f"Into the cup: {inside} of {len(self.chits)}" if self.chits else "No chits yet; a adds one"
        self.query_one("#says", Label).update(says)
        self.query_one(Told).say("")

    def _line(self, chit: Chit) -> Content:
        inside = chit.name not in self.out
        rating = f" {chit.rating}" if chit.rating is not None else ""
        return Content.assemble(
            ("[x] " if inside else "[ ] ", "bold"),
            (shown(chit.name), "bold" if inside else "$text-muted"),
            f"{rating}  {shown(chit.side)}",
        )
