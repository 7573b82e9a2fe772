"""What the terminal app's tests share: a started app, waiting for a state, and what is on the screen as text."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static

from companion.engine import Dice
from companion.load.places import Places
from companion.ui.app import CompanionApp
from companion.ui.base.page import Page
from companion.ui.key_queue import SerialKeyApp
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.chapter import ChapterScreen
from companion.ui.screens.proof import ProofScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.turn import TurnScreen
from companion.ui.screens.unit import UnitScreen
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.lines import Lines
from companion.ui.widgets.panel import title_of
from companion.ui.widgets.rows import Row
from companion.ui.widgets.text import WrappedText
from companion.workspace.calculator_list import KEYS
from companion.workspace.context import AppContext
from tests.proofs.hands import key_event

ScreenType = TypeVar("ScreenType", bound=Screen[Any])

TITLED = CalculatorScreen | ChapterScreen | ProofScreen | UnitScreen
"""Screens of which `#where` says the title alone."""
PATIENCE = 120.0
"""Seconds after which a state that should come is given up; far more than any machine needs."""
LONGEST = 300.0
"""Seconds after which a test whose app does not end is given up."""


@asynccontextmanager
async def started(
    places: Places,
    size: tuple[int, int] = (80, 24),
    dice: Dice | None = None,
    *,
    first: bool = False,
    notifications: bool = False,
) -> AsyncIterator[Pilot[None]]:
    """The app with its context ready; it asks which game is played, and shows notifications, if told to."""
    app = CompanionApp(places, dice=dice)
    app.asks_first = app.asks_first and first
    async with asyncio.timeout(LONGEST), app.run_test(size=size, notifications=notifications) as pilot:
        await until(pilot, lambda: app.context is not None)
        await pilot.pause()
        yield pilot


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Lets the app work until `holds`; fails where it never does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"never came; on screen:\n{seen(pilot)}"
        await pilot.pause(0.01)


_messages_at_rest: WeakKeyDictionary[SerialKeyApp, int] = WeakKeyDictionary()
"""How many messages each app had handled when it last came to rest."""


_TURNS = 5
"""Turns of the event loop after which a key that the pilot sent through the driver is in the queue of the app."""


async def rest(app: SerialKeyApp) -> None:
    """Wait until the keys sent so far have taken effect; at once where nothing has happened since the last wait."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)
    quiet = not (app.keys_waiting or app.message_queue_size or any(_working(app)))
    if not quiet or _messages_at_rest.get(app) != app._messages:
        await app.settle()
        _messages_at_rest[app] = app._messages


async def settled(pilot: Pilot[None]) -> None:
    """Lets the app finish what the last keys began, searches and other background work included."""
    app = companion(pilot)
    await rest(app)
    if any(_working(app)):
        await app.workers.wait_for_complete()
        await rest(app)


def _working(app: SerialKeyApp) -> Iterator[bool]:
    return (not worker.is_finished for worker in app.workers)


async def resize(pilot: Pilot[None], width: int, height: int) -> None:
    """Gives the terminal another size; Textual passes it on a moment later."""
    await pilot.resize_terminal(width, height)
    await until(pilot, lambda: tuple(pilot.app.screen.size) == (width, height))
    await settled(pilot)


async def press(pilot: Pilot[None], keys: str) -> None:
    """Presses keys, named and separated by spaces, each after the one before has taken effect."""
    for key in keys.split():
        await burst(pilot, key)


async def burst(pilot: Pilot[None], keys: str) -> None:
    """Presses keys, named and separated by spaces, that have all arrived before the first has taken effect."""
    for key in keys.split():
        pilot.app.post_message(key_event(key))
    await settled(pilot)


async def type_in(pilot: Pilot[None], text: str) -> None:
    """Types text as fast as a keyboard sends it."""
    for character in text:
        pilot.app.post_message(key_event(character))
    await settled(pilot)


def companion(pilot: Pilot[None]) -> CompanionApp:
    """The app under test."""
    assert isinstance(pilot.app, CompanionApp)
    return pilot.app


def context(pilot: Pilot[None]) -> AppContext:
    """Its context."""
    ready = companion(pilot).context
    assert ready is not None
    return ready


def screen(pilot: Pilot[None], kind: type[ScreenType]) -> ScreenType:
    """The screen on top, which must be of this kind."""
    assert isinstance(pilot.app.screen, kind), seen(pilot)
    return pilot.app.screen


def words(widget: Widget) -> str:
    """What a widget says, in one line, however it is wrapped."""
    if isinstance(widget, Header):
        text = _place(widget)
    elif isinstance(widget, Keys):
        text = "  ".join(hint.plain for hints in widget.groups for hint in hints)
    elif isinstance(widget, OptionList):
        text = "\n".join(_prompt(widget, option.prompt) for option in widget.options)
    elif isinstance(widget, WrappedText | Row):
        text = str(widget.render())
    else:
        assert isinstance(widget, Static)
        text = str(widget.content)
    return " ".join(text.split())


def _prompt(listed: OptionList, prompt: object) -> str:
    """A line of a list; those of the cup, which leave out words on a small screen, as they are drawn."""
    if isinstance(prompt, Lines) and listed.id in ("chits", "moves"):
        return "\n".join(line.plain for line in prompt.at(listed.content_region.width - 1))
    return str(prompt)


def _place(header: Header) -> str:
    """What the header says of the place in the game, whatever it has room for."""
    parts = dict(header.parts)
    lead = [parts.pop(name) for name in ("alert", "due") if name in parts]
    game = parts.pop("game", "")
    return " · ".join(part for part in (*lead, ", ".join(parts.values()), game) if part)


def _answer(top: Screen[Any]) -> str:
    """Odds, ledger, and the panels below it, each after its title; those that are not displayed left out."""
    cards = (card for card in top.query(".card") if card.display)
    return " ".join(f"{title_of(card)} {words(card.query_one(Static))}".replace("  ", " ") for card in cards)


def at(pilot: Pilot[None], selector: str) -> str:
    """What the widget of the top screen that fits the selector says; `#where`: title of the screen, else the header."""
    top = pilot.app.screen
    if selector == "#answer":
        return _answer(top)
    said = words(top.query_one(selector))
    if selector == "#summary":
        said = f"{said} {words(top.query_one('#told-below'))}"
    if selector != "#where" or not isinstance(top, Page) or not top.heading or isinstance(top, TurnScreen):
        return said
    title = " ".join(title_of(top.query(".panel").first()).split())
    return title if isinstance(top, TITLED) else f"{title} · {said}"


def read_title(pilot: Pilot[None], selector: str = "#page-side") -> str:
    """The title of the panel that shows a rule, as in `Closing rolls 3.5 Movement, 15 of 21`."""
    return " ".join(title_of(pilot.app.screen.query_one(selector)).split())


def seen(pilot: Pilot[None]) -> str:
    """All the texts of the top screen that are displayed."""
    return "\n".join(
        text
        for widget in pilot.app.screen.walk_children(Widget)
        if widget.display
        for text in (title_of(widget), words(widget) if isinstance(widget, Static | OptionList) else "")
        if text
    )


def painted(pilot: Pilot[None]) -> str:
    """The lines of the terminal as they are painted, what is scrolled out of sight left out."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(each.text for each in strip).rstrip() for strip in strips)


def panels(pilot: Pilot[None], selector: str = "#outcome, #next") -> str:
    """Panels as they are painted, each in one line; by default those at the bottom of a calculator."""
    lines = painted(pilot).splitlines()
    regions = [panel.region for panel in pilot.app.screen.query(selector)]
    return " | ".join(
        " ".join(
            " ".join(
                row[region.x : region.right].strip("│┃") for row in lines[region.y : region.bottom]
            ).split()
        )
        for region in regions
    )


def notes(pilot: Pilot[None]) -> str:
    """Every notification that is up."""
    return "\n".join(note.message for note in pilot.app._notifications)


def row(pilot: Pilot[None], path: str) -> Row:
    """The row of a calculator's question by its dotted path."""
    rows = [each for each in screen(pilot, CalculatorScreen).form.rows if ".".join(each.path) == path]
    assert rows, path
    return rows[0]


def focused(pilot: Pilot[None]) -> Widget | None:
    """What has the focus."""
    return pilot.app.focused


def sign(pilot: Pilot[None], name: str) -> str:
    """The key before a calculator in the list."""
    procedures = [each.id for each in context(pilot).module.procedures]
    return KEYS[procedures.index(f"{context(pilot).game}:{name}")]


async def calculator(pilot: Pilot[None], name: str) -> CalculatorScreen:
    """Opens a calculator by its sign, waiting until its form stands and something has the focus."""
    await press(pilot, f"f2 {sign(pilot, name)}")
    await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
    await until(pilot, lambda: isinstance(focused(pilot), Row | DiceRow | FollowUps))
    await settled(pilot)
    return screen(pilot, CalculatorScreen)


async def read(pilot: Pilot[None], words_or_number: str) -> ReadScreen:
    """Searches and opens the first result."""
    await type_in(pilot, words_or_number)
    await press(pilot, "enter")
    return screen(pilot, ReadScreen)


def write(path: Path, text: str) -> None:
    """Writes a file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


SECOND_GAME = """\
slug: toy
name: Toy Battles
edition: "1"
order: 2
about: A game of one rule.
credits: Nobody.
documents:
  - {id: rules, title: Toy rules, authority: rule}
"""

SECOND_RULES = """\
---
title: Marching
document: rules
authority: rule
---

# 1.0 Marching

- A toy marches three squares.
"""

SECOND_SEQUENCE = """\
cite: "1.0"
sides: [Red, Blue]
phases:
  - {id: march, title: Marching Phase, who: each side, cite: "1.0"}
"""


def add_second_game(places: Places) -> None:
    """Puts a small game into the player's own folder."""
    write(places.own / "tables/toy/game.yaml", SECOND_GAME)
    write(places.own / "tables/toy/sequence.yaml", SECOND_SEQUENCE)
    write(places.own / "rulebook/toy/01-marching.md", SECOND_RULES)
