"""Drive a headless app with keys, touches and commands, as fast as it handles them."""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.app import SystemCommand
from textual.events import Key, MouseDown, MouseUp
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widgets import Input

from companion import ui
from companion.engine import Dice
from companion.load.places import Places
from companion.ui import startup
from companion.ui.app import CompanionApp

PATIENCE = 20.0
"""CPU seconds for the app to become idle after one step."""
_LOOKS = 4
"""Consecutive checks that must find the app idle."""


class NotIdle(AssertionError):
    """The app did not become idle."""


class Hands:
    """Keys, touches and commands of a player; after each, waits until the app is idle."""

    def __init__(self, app: WalkedApp) -> None:
        self.app = app
        self.actions = 0
        """Keys, touches and commands so far; a typed text counts once."""

    async def press(self, *keys: str) -> None:
        """Press keys by Textual's names, and wait after each until the app is idle."""
        for key in keys:
            await self.burst(key)

    async def burst(self, *keys: str) -> None:
        """Press keys without waiting in between."""
        self.actions += len(keys)
        for key in keys:
            self.send(key)
        await self.rest()

    async def type(self, text: str) -> None:
        """Type text as fast as a keyboard sends it."""
        self.actions += 1
        for letter in text:
            self.send("space" if letter == " " else letter)
        await self.rest()

    async def touch(self, x: int, y: int) -> None:
        """Touch a cell of the screen."""
        self.actions += 1
        for kind in (MouseDown, MouseUp):
            self.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
        await self.rest()

    async def run(self, act: Callable[[], object]) -> None:
        """Run a command of the palette."""
        self.actions += 1
        self.app.call_later(act)
        await self.rest()

    async def paint(self) -> None:
        """Paint the whole screen once."""
        self.app.painting = True
        self.app.screen.refresh()
        await self.rest()
        self.app.painting = False

    async def rest(self) -> None:
        """Wait until no message, callback or worker is left. Raises any exception of the app."""
        app, until, quiet = self.app, time.process_time() + PATIENCE, 0
        while quiet < _LOOKS:
            await asyncio.sleep(0)
            if app._exception is not None:
                raise app._exception
            if not app.is_running:
                return
            if any(worker.is_running for worker in app.workers):
                quiet = 0
                await asyncio.sleep(0.0005)
            elif self._busy():
                quiet = 0
            else:
                app.screen._on_timer_update()
                quiet += 1
            if time.process_time() > until:
                raise NotIdle(f"not idle after {PATIENCE:.0f} s: {self._why_busy()}")

    def _busy(self) -> bool:
        return (
            self.app.keys_waiting
            or bool(self.app.screen._callbacks)
            or _busy(self.app)
            or any(map(_busy, self.app._registry))
        )

    def _why_busy(self) -> str:
        """Names of everything that keeps the app busy."""
        busy = [f"worker {each.name}" for each in self.app.workers if each.is_running]
        busy += ["keys"] * self.app.keys_waiting
        busy += ["callbacks"] * bool(self.app.screen._callbacks)
        busy += [repr(each) for each in (self.app, *self.app._registry) if _busy(each)]
        return f"{', '.join(busy)} on {type(self.app.screen).__name__}"

    def send(self, key: str) -> None:
        """Send a key without waiting for its effect."""
        self.app.post_message(key_event(key))


def key_event(key: str) -> Key:
    """The event that a terminal sends for a key or a letter."""
    if len(key) == 1 and not key.isalnum():
        key = _character_to_key(key)
    return Key(key, _character(key))


def _busy(pump: MessagePump) -> bool:
    return bool(pump._next_callbacks or pump._pending_message or not pump._message_queue.empty())


def _character(key: str) -> str | None:
    name = _get_unicode_name_from_key(REPLACED_KEYS.get(key, key))
    try:
        return unicodedata.lookup(name)
    except KeyError:
        return key if len(key) == 1 else None


class WalkedApp(CompanionApp):
    """The app without the two commands that act outside it: quitting, and saving a screenshot.

    Every step is laid out, but only painted while `painting` is set, which saves a third of the time.
    """

    painting = True

    CSS_PATH = str(Path(ui.__file__).parent / startup.FIRST_STYLES)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Textual's commands except these two."""
        for each in super().get_system_commands(screen):
            if each.title not in ("Quit", "Screenshot"):
                yield each

    async def action_quit(self) -> None:
        """Do not quit."""

    def _print_error_renderables(self) -> None:
        """Print nothing; the walk reports the error."""


_refresh = Screen._compositor_refresh


def _painted(screen: Screen[Any]) -> None:
    if getattr(screen.app, "painting", True):
        _refresh(screen)


@asynccontextmanager
async def opened(
    places: Places, game: str, size: tuple[int, int], dice: Dice, session: str = ""
) -> AsyncIterator[Hands]:
    """Start the app in a game, and wait until it is idle."""
    app = WalkedApp(places, game, dice, session)
    app.animation_level = "none"
    Input.cursor_blink = False  # type: ignore[assignment]
    Screen._compositor_refresh = _painted  # type: ignore[assignment,method-assign]
    async with app.run_test(size=size):
        hands = Hands(app)
        until = time.process_time() + PATIENCE
        while app.context is None or app.following is None:
            await asyncio.sleep(0.001)
            if time.process_time() > until:
                raise NotIdle("the games were not loaded")
        await hands.paint()
        try:
            yield hands
        finally:
            Screen._compositor_refresh = _refresh  # type: ignore[method-assign]
