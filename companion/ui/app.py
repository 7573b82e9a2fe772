"""The app: modes, the keys that work everywhere, and messages that open something."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from companion.ui.commands import CompanionCommands
from companion.ui.messages import DeskFailed, DeskReady, GameChanged, OpenCalculator, OpenRule
from companion.ui.screens.find import FindScreen

if TYPE_CHECKING:
    from companion.engine import Dice
    from companion.load.places import Places
    from companion.ui.desk import Desk

# Screens behind the first one, and all they need, are imported when they are asked for: the first frame waits for none.


def _calculators() -> Screen[None]:
    from companion.ui.screens.calculators import CalculatorsScreen

    return CalculatorsScreen()


def _turn() -> Screen[None]:
    from companion.ui.screens.turn import TurnScreen

    return TurnScreen()


class CompanionApp(App[None]):
    """Beside the map: find, calculate, step through the turn."""

    CSS_PATH = "companion.tcss"
    TITLE = "Companion"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS = App.COMMANDS | {CompanionCommands}
    MODES = {
        "find": FindScreen,
        "calculators": _calculators,
        "turn": _turn,
    }
    DEFAULT_MODE = "find"
    HORIZONTAL_BREAKPOINTS = [
        (0, "-narrow"),
        (72, "-medium"),
        (110, "-wide"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", id="help", tooltip="Keys of this screen"),
        Binding(
            "f2",
            "mode('calculators')",
            "Calc",
            id="calculators",
            tooltip="All calculators of the game",
        ),
        Binding("f3", "mode('turn')", "Turn", id="turn", tooltip="Where the turn stands"),
        Binding("f5", "mode('find')", "Find", id="find", tooltip="Find a rule"),
        Binding("f9", "games", "Game", id="games", tooltip="Play another game", show=False),
        Binding("ctrl+q", "quit", "Quit", id="quit", show=False, priority=True),
    ]

    def __init__(self, places: Places, game: str = "", dice: Dice | None = None) -> None:
        super().__init__()
        self.places = places
        self.wanted_game = game
        self.dice = dice
        self.desk: Desk | None = None

    def on_mount(self) -> None:
        """Loads what the screens need once the first frame is up."""
        self.call_after_refresh(self.load)

    @work(thread=True, exclusive=True, group="load")
    def load(self) -> None:
        """Reads library and index off the UI thread."""
        from companion.model import CompanionError
        from companion.ui.desk import Desk

        try:
            desk = Desk(self.places, self.wanted_game, self.dice)
        except CompanionError as error:
            self.post_message(DeskFailed(str(error)))
        else:
            self.post_message(DeskReady(desk))

    def on_desk_ready(self, message: DeskReady) -> None:
        """Hands the desk to every screen and says what is amiss."""
        self.desk = message.desk
        for screen in self.screen_stack:
            screen.post_message(GameChanged())
        for warning in message.desk.warnings():
            self.notify(warning, title="Please note", severity="warning", timeout=15, markup=False)

    def on_desk_failed(self, message: DeskFailed) -> None:
        """Ends with one clear line."""
        self.exit(return_code=2, message=f"companion: {message.why}")

    def action_mode(self, mode: str) -> None:
        """Goes to a mode; to the search line, or asked for again, to the mode's first screen."""
        again = self.current_mode == mode
        if not again:
            self.switch_mode(mode)
        if again or mode == "find":
            while len(self.screen_stack) > 1:
                self.pop_screen()

    def action_help(self) -> None:
        """Shows or hides the keys of the screen."""
        from textual.css.query import NoMatches
        from textual.widgets import HelpPanel

        try:
            self.screen.query_one(HelpPanel)
        except NoMatches:
            self.action_show_help_panel()
        else:
            self.action_hide_help_panel()

    def action_games(self) -> None:
        """Offers the games to play."""
        from companion.ui.screens.games import GamesScreen

        if self.desk is not None:
            self.push_screen(GamesScreen(self.desk), self._switch_game)

    def _switch_game(self, slug: str | None) -> None:
        if slug and self.desk is not None:
            self.desk.switch(slug)
            for screen in self.screen_stack:
                screen.post_message(GameChanged())

    async def on_open_rule(self, message: OpenRule) -> None:
        """Opens an entry on top of the screen."""
        from companion.ui.screens.read import ReadScreen

        if self.desk is not None:
            await self.push_screen(ReadScreen(self.desk, message.id))

    async def on_open_calculator(self, message: OpenCalculator) -> None:
        """Opens a calculator on top of the screen; keys typed ahead wait until it is there."""
        from companion.ui.screens.calculator import CalculatorScreen

        if self.desk is not None:
            await self.push_screen(CalculatorScreen(self.desk, message.id, message.carry))
