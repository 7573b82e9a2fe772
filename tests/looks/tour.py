"""A walk through every screen, by keys alone, in its states: empty, filled in, refused, done."""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from textual.pilot import Pilot
from textual.screen import Screen

from companion.engine import Dice
from companion.load.places import Places
from companion.load.settings import write_setting
from companion.model import Fault
from companion.search.filters import KINDS
from companion.ui import screens
from companion.ui.screens.faults import FaultsScreen
from tests.ui.cup_game import play_creek
from tests.ui.helpers import calculator, press, settled, started, type_in

_BOOKS = (
    ("find", ""),
    ("kinds", "f6 f7"),
    ("results", f"{'f6 ' * len(KINDS)}f7 f7 c l o s i n g"),
    ("nothing found", "x x q"),
    ("rule", "escape 3 . 5 enter"),
    ("references", "tab"),
    ("ruling", "tab r"),
    ("ruling refused", "ctrl+s"),
    ("note", "escape n"),
    ("chapter", "escape c"),
    ("large", "escape exclamation_mark"),
    ("charts", "escape escape escape f4"),
    ("bookmarks", "escape f8"),
    ("palette", "escape ctrl+p"),
    ("help", "escape f1"),
    ("calculators", "escape f2"),
    ("narrowed", "slash f i r e"),
    ("games", "escape f9"),
    ("sessions", "escape f11"),
    ("new session", "n"),
    ("log", "escape escape escape f3 right f10"),
)
_CALCULATOR = (
    ("calculator", "c"),
    ("modifiers", "2 m"),
    ("dice", ""),
    ("result", "4"),
    ("ledger", "f7"),
    ("charts", "f7 f6"),
    ("log of a calculation", "escape f10"),
    ("amended", "w"),
    ("one at a time", "escape escape f8 c 2 slash"),
    ("against", "slash asterisk i asterisk"),
)
_TABLE = (
    ("turn", "f3"),
    ("counters", "k"),
    ("go", "escape g"),
    ("cup", "escape c"),
    ("fill", "f"),
    ("chits", "space f d"),
    ("what came of it", "m"),
    ("orders", "escape escape o"),
    ("order", "n"),
    ("setup", "escape escape s"),
    ("choice", "enter"),
    ("units", "escape escape u"),
    ("new unit", "a"),
    ("unit", "O l d space G u a r d enter down down enter enter"),
    ("units kept", "escape"),
)


class Stop(NamedTuple):
    """A screen in a state."""

    name: str
    pilot: Pilot[None]


async def tour(places: Places, size: tuple[int, int], theme: str) -> AsyncIterator[Stop]:
    """Every stop, the app standing there."""
    write_setting(places.config, "theme", theme)
    async with started(places, size, Dice(random.Random(3))) as pilot:
        async for stop in _walk(pilot, _BOOKS):
            yield stop
        await press(pilot, "escape f2 escape")
        await calculator(pilot, "closing-roll")
        async for stop in _walk(pilot, _CALCULATOR):
            yield stop
        await press(pilot, "escape escape escape escape f5")
        await pilot.app.run_action("open('rulings')")
        await settled(pilot)
        yield Stop("rulings", pilot)
        fault = Fault("tables/lob/charts/fire.yaml", 12, "row", "unknown key row", "did you mean rows?")
        await pilot.app.push_screen(FaultsScreen((fault,)))
        await settled(pilot)
        yield Stop("faults", pilot)
        await press(pilot, "escape")
        pilot.app.notify("Said in a corner", title="Please note", severity="warning")
        pilot.app.notify("Said in a corner", title="Wrong", severity="error")
        await settled(pilot)
        yield Stop("notes", pilot)
    play_creek(places)
    async with started(places, size, Dice(random.Random(3))) as pilot:
        await type_in(pilot, "")
        async for stop in _walk(pilot, _TABLE):
            yield stop


async def _walk(pilot: Pilot[None], way: tuple[tuple[str, str], ...]) -> AsyncIterator[Stop]:
    for name, keys in way:
        if keys:
            await press(pilot, keys)
        yield Stop(name, pilot)


def all_screens() -> set[type[Screen[Any]]]:
    """Every screen there is; those that others are made of are left out."""
    for each in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{each.name}")
    found: set[type[Screen[Any]]] = set()
    waiting: list[type[Screen[Any]]] = [Screen]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        waiting += kinds
        found |= {
            kind
            for kind in kinds
            if kind.__module__.startswith(("companion.ui.base.", "companion.ui.screens."))
            and not kind.__subclasses__()
        }
    return found
