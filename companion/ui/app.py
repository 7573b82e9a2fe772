"""The app: its modes, the keys that work everywhere, and the messages that open screens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.events import Event, InputEvent
from textual.screen import Screen

from companion.ui import startup
from companion.ui.base.page import Page
from companion.ui.bindings import EVERYWHERE
from companion.ui.key_queue import SerialKeyApp
from companion.ui.messages import (
    ContextFailed,
    ContextReady,
    FilesChanged,
    Loading,
    OpenCalculator,
    OpenLogLine,
    OpenRule,
    SessionChanged,
)
from companion.ui.screens.find import FindScreen
from companion.ui.signals import end_on_signals
from companion.ui.startup import first_start
from companion.ui.themes import saved_theme
from companion.ui.widgets.bars import Header

if TYPE_CHECKING:
    from companion.engine import Dice
    from companion.load.places import Places
    from companion.ui.following import Following
    from companion.ui.keymap import ChangedKeys
    from companion.ui.reloading import Reloading
    from companion.workspace.context import AppContext

# Imports inside methods: their modules need companion.model, whose 30 ms the first frame would wait for.

_IDLE = 3.0
"""Seconds without a key after which the player counts as idle."""


class CompanionApp(SerialKeyApp):
    """Finds rules, calculates, and steps through the turn."""

    CSS_PATH = startup.FIRST_STYLES
    TITLE = "Companion"
    COMMANDS = {startup.lazy_commands}
    FIRST: ClassVar[dict[str, Callable[[], Screen[Any]]]] = {
        "find": FindScreen,
        "calculators": lambda: startup.lazy_screen("calculators", "CalculatorsScreen"),
        "turn": lambda: startup.lazy_screen("turn", "TurnScreen"),
    }
    """Functions that create the first screen of each mode."""
    DEFAULT_MODE = "find"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-medium"), (110, "-wide"), (148, "-huge")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]
    BINDINGS = EVERYWHERE

    def __init__(
        self,
        places: Places,
        game: str = "",
        dice: Dice | None = None,
        session: str = "",
        guest: bool = False,
    ) -> None:
        """Start with `game` and `session`; empty means those used last.

        A `guest` plays from another machine, cannot change the session and cannot name files.
        """
        super().__init__(saved_theme(places.config))
        self.places = places
        self.wanted = (game, dice, session, guest)
        self._idle = False
        self.context: AppContext | None = None
        """None while the rulebooks are being opened."""
        self.key_changes: ChangedKeys | None = None
        """The player's own keys; None until the rulebooks are open."""
        self.asks_first = first_start(places, game, session, guest)
        self.following: Following | None = None
        self._is_away = False
        self.reloading: Reloading | None = None
        for mode, create in self.FIRST.items():
            self.add_mode(mode, partial(startup.without_restyling, self, create))

    def on_mount(self) -> None:
        """Load the rulebooks after the first frame."""
        if not self.is_headless and not self.is_web:
            end_on_signals(self)
        self.call_after_refresh(self.load)
        self.set_interval(_IDLE, self._collect_if_idle)

    async def on_event(self, event: Event) -> None:
        """Record that the player is active."""
        self._idle = self._idle and not isinstance(event, InputEvent)
        await super().on_event(event)

    def enter_typed(self) -> bool:
        """Enter a half-typed number on the screen on top."""
        return isinstance(self.screen, Page) and self.screen.enter_typed()

    def _collect_if_idle(self) -> None:
        if self._idle:
            startup.collect_garbage()
        self._idle = True

    def on_unmount(self) -> None:
        """Close the session, which leaves it in a single file."""
        if self.following is not None:
            self.following.end()
        if self.context is not None:
            self.context.close()

    @work(thread=True, exclusive=True, group="load")
    def load(self) -> None:
        """Read library, index and session in a thread."""
        from companion.model import CompanionError
        from companion.ui.keymap import changed_keys
        from companion.workspace.context import AppContext

        try:
            context = AppContext.open(self.places, *self.wanted, progress=self._post_step)
        except CompanionError as error:
            self.post_message(ContextFailed(str(error)))
        else:
            self.post_message(ContextReady(context, changed_keys(context.settings)))

    def _post_step(self, step: str) -> None:
        self.post_message(Loading(step))

    def on_loading(self, message: Loading) -> None:
        """Show the loading step in progress."""
        for header in self.screen.query(Header):
            header.show_loading(message.step)

    def on_context_ready(self, message: ContextReady) -> None:
        """Show the session on every screen and resume it; a player who has pressed a key stays on this screen."""
        from companion.ui.following import Following
        from companion.ui.reloading import Reloading
        from companion.ui.session_actions import resume

        self.context = message.context
        self.key_changes = message.keys
        self.set_keymap(message.keys.keymap)
        self.following = Following(self, message.context)
        if self._is_away:
            self.following.leave()
        self.reloading = Reloading(self, message.context)
        self.changed()
        resume(self, message.context, stay=self.any_key)
        if startup.asks_game(message.context, self.asks_first) and isinstance(self.screen, Page):
            from companion.ui.first_start import ask_game

            ask_game(self.screen)
        self.asks_first = False

    async def on_files_changed(self, message: FilesChanged) -> None:
        """Show edited rules and tables, or their faults."""
        from companion.ui.session_actions import show_edited

        faults = None if self.reloading is None else self.reloading.files.take_over(message.edited)
        if faults is not None:
            await show_edited(self, faults)

    def on_context_failed(self, message: ContextFailed) -> None:
        """End the app with the reason in one line."""
        self.exit(return_code=2, message=f"companion: {message.why}")

    def changed(self) -> None:
        """Tell every screen of this mode that the session has changed."""
        for screen in self.screen_stack:
            screen.post_message(SessionChanged())

    def action_mode(self, mode: str) -> None:
        """Go to the first screen of a mode, or to a dialog that is open there; drafts of calculations are kept."""
        if self.current_mode != mode:
            self.switch_mode(mode)
        while isinstance(self.screen, Page) and len(self.screen_stack) > 1 and not self.screen.is_modal:
            self.screen.close()
        if self.context is not None:
            with self.reporting():
                self.context.session.store.set_value("screen", mode)

    def action_command_palette(self) -> None:
        """Open the command palette unless it is open."""
        from companion.ui.commands import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    async def action_help(self) -> None:
        """Explain the screen and its keys."""
        await self.push_screen(startup.lazy_screen("help", "HelpScreen", self.screen))

    def action_colours(self, theme: str) -> None:
        """Switch to another theme, now and for the next start."""
        from companion.ui.session_actions import change_theme

        change_theme(self, theme)

    async def action_open(self, name: str) -> None:
        """Open a screen of the session on top, unless it is on top already."""
        kind = f"{name.capitalize()}Screen"
        if self.context is not None and type(self.screen).__name__ != kind:
            await self.push_screen(startup.lazy_screen(name, kind))

    def action_history(self, step: int) -> None:
        """Undo (-1) or redo (1), on any screen."""
        from companion.ui.session_actions import step_history

        if self.context is not None:
            step_history(self, self.context, step)

    @work(exclusive=True, group="session")
    async def change_session(self, name: str, scenario: str = "") -> None:
        """Switch to another session; begin a scenario there, if one is given."""
        from companion.ui.session_actions import change_session

        if self.context is not None:
            await change_session(self, self.context, name, scenario)

    def action_toggle_writer(self) -> None:
        """Let another window write the session, or write it here."""
        if self.following is not None:
            self.following.toggle_writer()

    def leave(self) -> None:
        """Let other windows write, because the player's browser is disconnected."""
        self._is_away = True
        if self.following is not None:
            self.following.leave()

    def come_back(self) -> None:
        """Write again if this window did before and no other one does now; draw the whole screen."""
        self._is_away = False
        if self.following is not None:
            self.following.come_back()
        self.refresh()

    async def on_open_rule(self, message: OpenRule) -> None:
        """Open a rule or chart on top of the screen."""
        if self.context is not None:
            await self.push_screen(
                startup.lazy_screen("read", "ReadScreen", message.id, message.read, message.words)
            )

    async def on_open_calculator(self, message: OpenCalculator) -> None:
        """Open a calculator on top of the screen; keys typed ahead wait for it."""
        from companion.workspace.calculation import Calculation

        if self.context is not None:
            calculation = Calculation(self.context, message.id, message.carry, message.place)
            await self.push_screen(startup.lazy_screen("calculator", "CalculatorScreen", calculation))

    async def on_open_log_line(self, message: OpenLogLine) -> None:
        """Open the log on top of the screen, with a line marked."""
        if self.context is not None:
            await self.push_screen(startup.lazy_screen("log", "LogScreen", message.line))
