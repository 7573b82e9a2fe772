"""The app: modes, the keys that work everywhere, and messages that open something."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.events import Event, InputEvent
from textual.screen import Screen

from companion.ui import garbage, later
from companion.ui.bindings import EVERYWHERE
from companion.ui.key_queue import SerialKeyApp
from companion.ui.messages import (
    DeskFailed,
    DeskReady,
    FilesChanged,
    Loading,
    OpenCalculator,
    OpenRule,
    SessionChanged,
)
from companion.ui.screens.find import FindScreen
from companion.ui.themes import kept_theme
from companion.ui.widgets.where import Where

if TYPE_CHECKING:
    from companion.engine import Dice
    from companion.load.places import Places
    from companion.ui.following import Following
    from companion.ui.keymap import ChangedKeys
    from companion.ui.reloading import Reloading
    from companion.workspace.context import Desk


_LULL = 3.0
"""Seconds without a key after which nobody is at the keys."""


class CompanionApp(SerialKeyApp):
    """Beside the map: find, calculate, step through the turn."""

    CSS_PATH = "first.tcss"
    TITLE = "Companion"
    COMMANDS = {later.commands}
    FIRST: ClassVar[dict[str, Callable[[], Screen[Any]]]] = {
        "find": FindScreen,
        "calculators": lambda: later.screen("calculators", "CalculatorsScreen"),
        "turn": lambda: later.screen("turn", "TurnScreen"),
    }
    """The first screen of each mode."""
    DEFAULT_MODE = "find"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-medium"), (110, "-wide")]
    BINDINGS = EVERYWHERE

    def __init__(
        self,
        places: Places,
        game: str = "",
        dice: Dice | None = None,
        session: str = "",
        guest: bool = False,
    ) -> None:
        """A `guest` sits at another machine: he stays at the session and names no files."""
        super().__init__(kept_theme(places.config))
        self.places = places
        self.wanted = (game, dice, session, guest)
        self._lull = False
        self.desk: Desk | None = None
        self.key_changes: ChangedKeys | None = None
        self.following: Following | None = None
        self.reloading: Reloading | None = None
        for mode, made in self.FIRST.items():
            self.add_mode(mode, partial(self._fresh, made))

    def _fresh(self, made: Callable[[], Screen[Any]]) -> Screen[Any]:
        """A first screen, for which Textual need not read its style sheets once more: nothing of them has changed."""
        screen = made()
        screen._css_update_count = self._css_update_count
        return screen

    def on_mount(self) -> None:
        """Loads what the screens need once the first frame is up."""
        self.call_after_refresh(self.load)
        self.set_interval(_LULL, self._tidy)

    async def on_event(self, event: Event) -> None:
        """Notes that somebody is at the keys."""
        self._lull = self._lull and not isinstance(event, InputEvent)
        await super().on_event(event)

    def _tidy(self) -> None:
        """Clears away what is no longer used while nobody is at the keys: it would hold a key up."""
        if self._lull:
            garbage.sweep()
        self._lull = True

    def on_unmount(self) -> None:
        """Leaves the session as one whole file behind."""
        if self.desk is not None:
            self.desk.close()

    @work(thread=True, exclusive=True, group="load")
    def load(self) -> None:
        """Reads library, index and session off the UI thread."""
        from companion.model import CompanionError
        from companion.ui.keymap import changed_keys
        from companion.workspace.context import Desk

        try:
            desk = Desk.open(self.places, *self.wanted, progress=self._tell_step)
        except CompanionError as error:
            self.post_message(DeskFailed(str(error)))
        else:
            self.post_message(DeskReady(desk, changed_keys(desk.settings)))

    def _tell_step(self, step: str) -> None:
        self.post_message(Loading(step))

    def on_loading(self, message: Loading) -> None:
        """Shows what takes its time while the app is loading."""
        for where in self.screen.query(Where):
            where.loading_step(message.step)

    def on_desk_ready(self, message: DeskReady) -> None:
        """Hands the desk to every screen, says what is amiss, goes on where the session was left."""
        from companion.ui.following import Following
        from companion.ui.reloading import Reloading
        from companion.ui.session import resume

        self.desk = message.desk
        self.key_changes = message.keys
        self.set_keymap(message.keys.keymap)
        self.following = Following(self)
        self.reloading = Reloading(self, message.desk)
        self.changed()
        resume(self, message.desk)

    async def on_files_changed(self, message: FilesChanged) -> None:
        """Shows edited rules and tables, or what is wrong with them."""
        from companion.ui.session import show_edited

        if self.reloading is not None:
            await show_edited(self, self.reloading.take_over(message.library, message.finder))

    def on_desk_failed(self, message: DeskFailed) -> None:
        """Ends with one clear line."""
        self.exit(return_code=2, message=f"companion: {message.why}")

    def changed(self) -> None:
        """Has every screen of this mode show the session as it stands."""
        for screen in self.screen_stack:
            screen.post_message(SessionChanged())

    def action_mode(self, mode: str) -> None:
        """Goes to a mode's first screen, or to a form half written; to the turn as it was left, but asked for again."""
        again = self.current_mode == mode
        if not again:
            self.switch_mode(mode)
        if again or mode != "turn":
            while len(self.screen_stack) > 1 and not self.screen.is_modal:
                self.pop_screen()
        if self.desk is not None:
            from companion.ui.session import keep_mode

            keep_mode(self, mode)

    def action_command_palette(self) -> None:
        """Opens the command palette, once."""
        from companion.ui.commands import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    async def action_help(self) -> None:
        """What the screen is for, and its keys."""
        await self.push_screen(later.screen("help", "HelpScreen", self.screen))

    def action_colours(self, theme: str) -> None:
        """Another theme, kept for the next start."""
        from companion.ui.session import change_theme

        change_theme(self, theme)

    async def action_open(self, name: str) -> None:
        """Opens one of the session's screens on top, unless it is there already."""
        if self.desk is not None:
            kind = f"{name.capitalize()}Screen"
            if type(self.screen).__name__ != kind:
                await self.push_screen(later.screen(name, kind, self.desk))

    async def action_games(self) -> None:
        """Offers the games to play."""
        await self.action_open("games")

    def action_history(self, step: int) -> None:
        """Takes back what happened last (-1), or brings back what was undone (1), on any screen."""
        from companion.ui.session import bring_back, take_back

        (take_back if step < 0 else bring_back)(self)

    @work(exclusive=True, group="session")
    async def change_session(self, name: str) -> None:
        """Goes on with another session."""
        from companion.ui.session import change_session

        await change_session(self, name)

    def action_pen(self) -> None:
        """Hands writing over to another window, or takes it."""
        if self.following is not None:
            self.following.pen()

    async def on_open_rule(self, message: OpenRule) -> None:
        """Opens an entry on top of the screen."""
        if self.desk is not None:
            await self.push_screen(later.screen("read", "ReadScreen", self.desk, message.id, message.read))

    async def on_open_calculator(self, message: OpenCalculator) -> None:
        """Opens a calculator on top of the screen; keys typed ahead wait until it is there."""
        if self.desk is not None:
            from companion.workspace.calculation import Calculation

            calculation = Calculation(self.desk, message.id, message.carry)
            page = later.screen("calculator", "CalculatorScreen", calculation)
            await self.push_screen(page)
