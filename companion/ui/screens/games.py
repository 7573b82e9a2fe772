"""Which game is in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from companion.render.text import shown
from companion.ui.desk import Desk
from companion.ui.session import switch_game
from companion.ui.widgets.keys import Keys

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp


class GamesScreen(ModalScreen[None]):
    """Takes the game chosen into play."""

    app: CompanionApp
    HELP = "Choose the game on the table."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Play", id="games.play", priority=True),
        Binding("s,f11", "sessions", "Sessions", id="games.sessions"),
        Binding("escape", "dismiss(None)", "Back", id="games.back"),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """The games."""
        with Vertical(id="dialog"):
            yield Label(f"On the table: {self.desk.module.game.name}. Another?", markup=False)
            yield OptionList(
                *(
                    Option(
                        Content.assemble(
                            (f"{shown(each.game.name)} {each.game.edition}", "bold"),
                            "\n",
                            shown(each.game.about),
                        ),
                        id=each.game.slug,
                    )
                    for each in self.desk.library.modules
                )
            )
            yield Label(shown(self.desk.module.game.credits), classes="credits", markup=False)
            yield Keys()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(None)
        if event.option.id:
            switch_game(self.app, event.option.id)

    def action_take(self) -> None:
        """The game that is marked."""
        self.query_one(OptionList).action_select()

    def action_sessions(self) -> None:
        """The sessions instead."""
        self.dismiss(None)
        self.app.call_after_refresh(self.app.action_open, "sessions")

    def on_mount(self) -> None:
        """The game in play is marked."""
        slugs = [each.game.slug for each in self.desk.library.modules]
        self.query_one(OptionList).highlighted = slugs.index(self.desk.game)
