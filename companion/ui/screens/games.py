"""Which game is in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Label
from textual.widgets.option_list import Option

from companion.model import GameModule
from companion.render.text import shown, wrapped
from companion.ui.page import Modal
from companion.ui.session import switch_game
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.prose import Prose
from companion.workspace.context import Desk

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp


class GamesScreen(Modal[None]):
    """Takes the game chosen into play."""

    app: CompanionApp
    HELP = "Choose the game on the table: by its number, or mark it and press Enter."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Play", id="games.play", priority=True),
        Binding("s,f11", "sessions", "Sessions", id="games.sessions"),
        Binding("escape", "dismiss(None)", "Back", id="games.back"),
        *(Binding(str(key), f"number({key})", f"Game {key}", show=False) for key in range(1, 10)),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """The games."""
        with Vertical(id="dialog"):
            yield Label(f"On the table: {self.desk.module.game.name}. Another?", markup=False)
            yield OptionList(
                *(_option(key, each, self.desk.game) for key, each in enumerate(self.desk.library.modules, 1))
            )
            yield Prose(id="game")
            yield Keys()

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """What the marked game is, and whose."""
        game = self.desk.library.module(event.option.id or "").game
        self.query_one("#game", Prose).show(
            lambda width: [*wrapped(game.about, width), *wrapped(game.credits, width)]
        )

    def action_number(self, number: int) -> None:
        """The game with this number."""
        listed = self.query_one(OptionList)
        if number <= listed.option_count:
            listed.highlighted = number - 1
            listed.action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if self.is_active and event.option.id:
            self.dismiss(None)
            switch_game(self.app, event.option.id)

    def action_take(self) -> None:
        """The game that is marked."""
        self.query_one(OptionList).action_select()

    def action_sessions(self) -> None:
        """The sessions instead."""
        if not self.is_active:
            return
        self.dismiss(None)
        self.app.call_later(self.app.action_open, "sessions")

    def on_mount(self) -> None:
        """The game in play is marked."""
        slugs = [each.game.slug for each in self.desk.library.modules]
        self.query_one(OptionList).highlighted = slugs.index(self.desk.game)


def _option(number: int, module: GameModule, playing: str) -> Option:
    game = module.game
    return Option(
        Content.assemble(
            ("> " if game.slug == playing else "  ", "bold"),
            (f"{number if number < 10 else ' '} ", "bold $text-accent"),
            (shown(game.name), "bold"),
            (f"  {shown(game.edition)}", "$text-muted"),
        ),
        id=game.slug,
    )
