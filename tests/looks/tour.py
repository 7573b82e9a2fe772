"""A tour of every screen by keys alone, in different states: empty, filled in, refused, done."""

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
from companion.model import Fault
from companion.play.turn import choose_scenario
from companion.search.filters import KINDS
from companion.ui import screens
from companion.ui.screens.faults import FaultsScreen
from companion.workspace.context import AppContext
from companion.workspace.settings_file import write_setting
from tests.ui.cup_game import play_creek
from tests.ui.helpers import calculator, press, settled, started, type_in

SIZES = ((120, 40), (80, 24), (40, 20))
"""Columns and rows of the terminals in which every screen is checked."""

_BOOKS = (
    ("empty log", "f10"),
    ("empty bookmarks", "escape ctrl+b"),
    ("kinds", "escape f7 ctrl+g"),
    ("results", f"{'f7 ' * len(KINDS)}ctrl+g ctrl+g c l o s i n g"),
    ("no results", "x x q"),
    ("rule", "escape 3 . 5 enter"),
    ("references", "tab"),
    ("new ruling", "tab r"),
    ("refused form", "ctrl+s"),
    ("note", "escape n"),
    ("rule with a note", "O u r s ctrl+s b"),
    ("chapter", "c"),
    ("large rule", "escape exclamation_mark"),
    ("charts", "escape escape escape f6"),
    ("unknown chart", "x x q"),
    ("chart", "escape t e r r a i n enter"),
    ("cell", "down right"),
    ("large cell", "exclamation_mark"),
    ("bookmarks", "escape escape escape escape ctrl+b"),
    ("palette", "escape ctrl+p"),
    ("help", "escape f1"),
    ("calculators", "escape f2"),
    ("calculators by words", "slash f i r e"),
    ("no calculator", "x x q"),
    ("games", "escape f9"),
    ("sessions", "escape f11"),
    ("new session", "n"),
    ("log", "escape escape escape f3 right f10"),
)
_CLOSING_ROLL = (
    ("calculator", "c"),
    ("refused answer", "9"),
    ("names", "2 s at"),
    ("table ruling on a question", "escape up number_sign"),
    ("calculator before the roll", "escape down"),
    ("calculator after the roll", "4"),
    ("ledger", "question_mark"),
    ("large result", "question_mark exclamation_mark"),
    ("proof", "escape f6"),
    ("whole chart", "1"),
    ("log of a calculation", "escape escape f10"),
    ("line of the log", "enter"),
    ("correction", "w"),
    ("report", "escape escape f10 e"),
    ("one question at a time", "escape escape f8 c slash"),
    ("comparison", "2 slash asterisk i asterisk"),
)
_FIRE = (
    ("units in a calculator", "1 1 enter 6 enter"),
    ("fire before the roll", "r"),
    ("fire after the roll", "7"),
    ("proof of fire", "f6"),
)
_CHARGE = (("calculation of several rolls", "b l 2 6 c 4 o 1 4 5"), ("result of several rolls", "1 0 7 9"))
_TABLE = (
    ("turn", "f3"),
    ("counters", "k"),
    ("go", "escape g"),
    ("empty cup", "escape c"),
    ("fill", "f"),
    ("cup", "space f d"),
    ("result of a turn", "m"),
    ("attempt", "escape 1"),
    ("chit that moves", "escape escape 3 c f y f d"),
    ("last chit", "d"),
    ("orders", "escape 1 o"),
    ("new order", "n"),
    ("unsaved order", "L e e escape"),
    ("setup", "escape escape s"),
    ("choice", "down enter"),
    ("new scenario", "escape n F o r d enter down 1 2 colon 0 0"),
    ("list of a form", f"{'down ' * 6}enter"),
    ("new item of a list", "n 3 enter b S c o u t s"),
    ("items of a list", "ctrl+s"),
    ("refused scenario", f"escape {'up ' * 6}ctrl+u ctrl+s"),
    ("scenario of your own", "1 0 colon 0 0 ctrl+s"),
    ("setup with a scenario of your own", "0"),
    ("empty units", "escape u"),
    ("new unit", "n"),
    ("unit without facts", "O l d space G u a r d enter down down enter enter"),
    ("turn ticked", "escape down space"),
    ("nothing due", "up d"),
)
_BATTLE = (
    ("home in a battle", "f5"),
    ("turn in a battle", "f3"),
    ("orders in a battle", "o"),
    ("setup in a battle", "escape s"),
    ("player clock", "escape w"),
    ("who won", "v"),
    ("unit", "escape u n G a m b l e enter down down enter enter"),
    ("units", "2 escape"),
)
_OWN = (
    ("files", ""),
    ("no file", "x x q"),
    ("preview of a document", "backspace backspace backspace down enter"),
    ("documents", "k"),
    ("question to remove a document", "d"),
    ("imported section", "escape enter"),
    ("results of your own", "f5 v e t e r a n s"),
)
_DOCUMENT = """# 3.5 Closing rolls

Your own copy of the rule stands here, with its number.

| Troops | Roll |
|---|---|
| Veterans of the old brigade | 4 or more |

# 3.5a Exceptions

None for guns that are limbered.

# 3.8 Supply wagons

Wagons never close.
"""


class Stop(NamedTuple):
    """A stop of the tour: a screen in a certain state, with its name."""

    name: str
    pilot: Pilot[None]


async def tour(places: Places, size: tuple[int, int], theme: str) -> AsyncIterator[Stop]:
    """Yield every stop, with the app showing it."""
    write_setting(places.config, "theme", theme)
    for part in (_read_and_calculate, _play, _play_battle, _import):
        async for stop in part(places, size):
            yield stop


async def _read_and_calculate(places: Places, size: tuple[int, int]) -> AsyncIterator[Stop]:
    """Yield the first start, rules, charts, calculators, the log, the player's own records, and messages."""
    async with started(places, size, Dice(random.Random(3)), first=True) as pilot:
        async for stop in _walk(pilot, (("first start", ""), ("sides", "1"), ("home", "2"), *_BOOKS)):
            yield stop
        for name, way in (("closing-roll", _CLOSING_ROLL), ("fire", _FIRE), ("charge", _CHARGE)):
            await calculator(pilot, name)
            async for stop in _walk(pilot, way):
                yield stop
            await press(pilot, "f5")
        async for stop in _walk(pilot, (("home with results", "escape"),)):
            yield stop
        await press(pilot, "ctrl+p")
        await type_in(pilot, "table rulings")
        async for stop in _walk(
            pilot, (("empty rulings", "enter"), ("rulings", "n 3 . 5 enter h e r e enter t ctrl+s"))
        ):
            yield stop
        fault = Fault("tables/lob/charts/fire.yaml", 12, "row", "unknown key row", "did you mean rows?")
        await pilot.app.push_screen(FaultsScreen((fault,)))
        await settled(pilot)
        yield Stop("broken file", pilot)
        await press(pilot, "escape")
        (await calculator(pilot, "closing-roll")).show_faults((fault,))
        await settled(pilot)
        yield Stop("calculator with a broken file", pilot)
        await press(pilot, "escape")
        pilot.app.notify("Said in a corner", title="Please note", severity="warning")
        pilot.app.notify("Said in a corner", title="Wrong", severity="error")
        await settled(pilot)
        yield Stop("notifications", pilot)


async def _play(places: Places, size: tuple[int, int]) -> AsyncIterator[Stop]:
    """Yield the turn, chits, orders and units of a small game."""
    play_creek(places)
    async with started(places, size, Dice(random.Random(3))) as pilot:
        async for stop in _walk(pilot, _TABLE):
            yield stop


async def _play_battle(places: Places, size: tuple[int, int]) -> AsyncIterator[Stop]:
    """Yield the turn and the orders of a scenario of an included game."""
    context = AppContext.open(places, "aor")
    choose_scenario(context.session, "battle")
    context.close()
    async with started(places, size, Dice(random.Random(3))) as pilot:
        async for stop in _walk(pilot, _BATTLE):
            yield stop


async def _import(places: Places, size: tuple[int, int]) -> AsyncIterator[Stop]:
    """Yield the player's own documents: choosing a file, its preview, the list, and a section."""
    folder = places.data.parent / "papers"
    (folder / "Scenarios").mkdir(parents=True, exist_ok=True)
    (folder / "House rules.md").write_text(_DOCUMENT)
    async with started(places, size, Dice(random.Random(3))) as pilot:
        await press(pilot, "ctrl+p")
        await type_in(pilot, "your documents")
        async for stop in _walk(pilot, (("no documents", "enter"),)):
            yield stop
        await press(pilot, "i ctrl+u")
        await type_in(pilot, f"{folder}/")
        async for stop in _walk(pilot, _OWN):
            yield stop


async def _walk(pilot: Pilot[None], way: tuple[tuple[str, str], ...]) -> AsyncIterator[Stop]:
    for name, keys in way:
        if keys:
            await press(pilot, keys)
        yield Stop(name, pilot)


def all_screens() -> set[type[Screen[Any]]]:
    """Return all screen classes of the app, without base classes."""
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
