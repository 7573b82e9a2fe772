"""The installed games, to switch to another one."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from companion.model import GameModule
from companion.model.wording import counted
from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.first_start import switch_game
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.lines import leading_digit, row, stack, text_lines
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import Window
from companion.ui.widgets.text import PlainText


class GamesScreen(Page[None], ModalScreen[None]):
    """Switches to the game chosen."""

    HELP = "Choose a game by its number, or mark it and press Enter."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Play", id="games.play", priority=True),
        Binding("s,f11", "sessions", "Sessions", id="games.sessions"),
        Binding("escape", "dismiss(None)", "Back", id="games.back"),
        *(Binding(str(key), f"number({key})", f"Game {key}", show=False) for key in range(1, 10)),
    ]

    def compose(self) -> ComposeResult:
        """Heading, games, description of the marked game, keys."""
        with Window("Switch game"):
            with Container(id="games"):
                yield OptionList(
                    *(
                        _option(number, module, self.context.game)
                        for number, module in enumerate(self.context.library.modules, 1)
                    )
                )
                yield PlainText(id="game")
            yield Keys()

    def on_mount(self) -> None:
        """Mark the game in play."""
        slugs = [module.game.slug for module in self.context.library.modules]
        self.option_list.highlighted = slugs.index(self.context.game)

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        module = self.context.library.module(event.option.id or "")
        records = {"rules": module.entries, "charts": module.charts, "calculators": module.procedures}
        contents = ", ".join(f"{counted(len(each), noun)}" for noun, each in records.items())
        parts: list[str | Content] = [
            module.game.about,
            Content.styled(contents, "$quiet"),
            Content.styled(shown(module.game.credits), "$quiet"),
        ]
        self.query_one("#game", PlainText).update(stack(text_lines(part) for part in parts))

    def action_number(self, number: int) -> None:
        """Switch to the game with this number."""
        if number <= self.option_list.option_count:
            self.option_list.highlighted = number - 1
            self.action_take()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if self.is_active and event.option.id:
            self.dismiss(None)
            self.app.call_later(switch_game, self.app, event.option.id)

    def action_take(self) -> None:
        """Switch to the marked game."""
        self.option_list.action_select()

    def action_sessions(self) -> None:
        """Open the list of sessions instead."""
        if self.is_active:
            self.dismiss(None)
            self.app.call_later(self.app.action_open, "sessions")


def _option(number: int, module: GameModule, playing: str) -> Option:
    game = module.game
    edition = ", ".join(filter(None, (game.edition, "in play" if game.slug == playing else "")))
    name = Content.styled(shown(game.name), "bold")
    return Option(row(leading_digit(number), name, Content.styled(shown(edition), "$quiet")), id=game.slug)
