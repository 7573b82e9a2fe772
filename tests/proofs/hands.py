"""Hands for a headless app: keys, touches and commands as fast as the app takes them, no pause between."""

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
from companion.ui.app import CompanionApp

PATIENCE = 20.0
"""Seconds of the processor's for the app to come to rest after one step."""
_LOOKS = 4
"""Looks in a row that find nothing left to do."""


class Restless(AssertionError):
    """The app did not come to rest."""


class Hands:
    """What a player's hands do; after each touch the app is let come to rest."""

    def __init__(self, app: WalkedApp) -> None:
        self.app = app
        self.actions = 0
        """Keys, touches and commands so far; text typed in one go is one."""

    async def press(self, *keys: str) -> None:
        """Presses keys by Textual's names, one after the other, each worked off before the next."""
        for key in keys:
            await self.burst(key)

    async def burst(self, *keys: str) -> None:
        """Presses keys faster than the app answers."""
        self.actions += len(keys)
        for key in keys:
            self.send(key)
        await self.rest()

    async def type(self, text: str) -> None:
        """Types text, letters following one another as fast as a keyboard sends them."""
        self.actions += 1
        for letter in text:
            self.send("space" if letter == " " else letter)
        await self.rest()

    async def touch(self, x: int, y: int) -> None:
        """A touch at a cell of the screen."""
        self.actions += 1
        for kind in (MouseDown, MouseUp):
            self.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
        await self.rest()

    async def run(self, act: Callable[[], object]) -> None:
        """A command of the palette."""
        self.actions += 1
        self.app.call_later(act)
        await self.rest()

    async def paint(self) -> None:
        """The whole screen, once."""
        self.app.painting = True
        self.app.screen.refresh()
        await self.rest()
        self.app.painting = False

    async def rest(self) -> None:
        """Until nothing is on its way between widgets and no work goes on behind them. Raises what the app raised."""
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
                raise Restless(f"not at rest after {PATIENCE:.0f} s: {self._why_busy()}")

    def _busy(self) -> bool:
        return (
            self.app.keys_waiting
            or bool(self.app.screen._callbacks)
            or _busy(self.app)
            or any(map(_busy, self.app._registry))
        )

    def _why_busy(self) -> str:
        """What is still under way."""
        told = [f"worker {each.name}" for each in self.app.workers if each.is_running]
        told += ["keys"] * self.app.keys_waiting
        told += ["callbacks"] * bool(self.app.screen._callbacks)
        told += [repr(each) for each in (self.app, *self.app._registry) if _busy(each)]
        return f"{', '.join(told)} on {type(self.app.screen).__name__}"

    def send(self, key: str) -> None:
        """A key, without waiting for what comes of it."""
        self.app.post_message(key_event(key))


def key_event(key: str) -> Key:
    """What a terminal sends for a key or a letter."""
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
    """The app without the two commands that reach out of it: quitting, and writing a picture.

    Everything is laid out at every step; it is painted only while `painting`, which is a third of the work.
    """

    painting = True

    CSS_PATH = str(Path(ui.__file__).parent / "companion.tcss")

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Those of Textual but these two."""
        for each in super().get_system_commands(screen):
            if each.title not in ("Quit", "Screenshot"):
                yield each

    async def action_quit(self) -> None:
        """Stays."""

    def _print_error_renderables(self) -> None:
        """The walk tells what went wrong."""


_refresh = Screen._compositor_refresh


def _painted(screen: Screen[Any]) -> None:
    if getattr(screen.app, "painting", True):
        _refresh(screen)


@asynccontextmanager
async def opened(
    places: Places, game: str, size: tuple[int, int], dice: Dice, session: str = ""
) -> AsyncIterator[Hands]:
    """The app at a game, ready and at rest."""
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
                raise Restless("the books were not opened")
        await hands.paint()
        try:
            yield hands
        finally:
            Screen._compositor_refresh = _refresh  # type: ignore[method-assign]
