"""The list of calculators of the game in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from companion.render.text import shown
from companion.ui.messages import GameChanged, OpenCalculator, TurnChanged
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.where import Where

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""One key a calculator, in the order of the list."""


class CalculatorsScreen(Screen[None]):
    """Choose a calculator."""

    app: CompanionApp
    HELP = "Press the sign before a calculator, or move to it and press Enter."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.mode('find')", "Back", id="calculators.back"),
        Binding("enter", "select", "Open", id="calculators.open"),
        *(Binding(key, f"open({place})", f"Calculator {key}", show=False) for place, key in enumerate(KEYS)),
    ]

    def compose(self) -> ComposeResult:
        """The list."""
        yield Where(id="where")
        yield OptionList(id="calculators")
        yield Keys()

    def on_mount(self) -> None:
        """Fills the list."""
        self._fill()

    @on(GameChanged)
    @on(TurnChanged)
    def _changed(self) -> None:
        self._fill()

    def on_screen_resume(self) -> None:
        """Another game may be in play by now."""
        self._fill()

    def _fill(self) -> None:
        desk = self.app.desk
        self.query_one(Where).tell(desk)
        if desk is None:
            return
        listed = self.query_one(OptionList)
        place = listed.highlighted
        options = []
        for number, each in enumerate(desk.module.procedures):
            key = KEYS[number] if number < len(KEYS) else " "
            title = f"{shown(each.title)}  {each.cite}" + ("  your own" if each.overlay == "yes" else "")
            prompt = Content.assemble(
                (f"{key} ", "bold $text-accent"),
                (title, "bold"),
                ("  begun", "$text-accent") if desk.draft(each.id, {}).begun else "",
                "\n",
                (f"  {shown(each.summary)}", "$text-muted"),
            )
            options.append(Option(prompt, id=each.id))
        listed.set_options(options)
        listed.highlighted = place or 0
        listed.focus()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self.app.post_message(OpenCalculator(event.option.id))

    def action_open(self, place: int) -> None:
        """Opens by its sign."""
        desk = self.app.desk
        if desk is not None and place < len(desk.module.procedures):
            self.app.post_message(OpenCalculator(desk.module.procedures[place].id))
