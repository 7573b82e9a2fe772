"""Helpers for the app tests: start the app, wait for a state, read the screen as text."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from textual._context import visible_screen_stack
from textual.content import Content
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
from companion.ui.screens.find import FindScreen
from companion.ui.screens.proof import ProofScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.turn import TurnScreen
from companion.ui.screens.unit import UnitScreen
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.card import Card
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.lines import Lines
from companion.ui.widgets.rows import Row
from companion.ui.widgets.text import WrappedText
from companion.workspace.calculator_list import KEYS
from companion.workspace.context import AppContext
from tests.proofs.hands import key_event

ScreenType = TypeVar("ScreenType", bound=Screen[Any])

TITLED = CalculatorScreen | ChapterScreen | ProofScreen | UnitScreen
"""Screens whose `#where` text in tests is their title alone."""
PATIENCE = 120.0
"""Timeout of a wait in seconds; far longer than any machine needs."""
LONGEST = 300.0
"""Timeout of a test in seconds, for apps that do not end."""


@asynccontextmanager
async def started(
    places: Places,
    size: tuple[int, int] = (80, 24),
    dice: Dice | None = None,
    *,
    first: bool = False,
    notifications: bool = False,
) -> AsyncIterator[Pilot[None]]:
    """Start the app and wait until it has loaded.

    `first` lets it ask which game is played; `notifications` shows notifications.
    """
    app = CompanionApp(places, dice=dice)
    app.asks_first = app.asks_first and first
    async with asyncio.timeout(LONGEST), app.run_test(size=size, notifications=notifications) as pilot:
        await until(pilot, lambda: app.context is not None)
        await pilot.pause()
        yield pilot
        if app.is_running:
            painted(pilot)


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Run the app until the condition holds; fail after `PATIENCE`."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"timed out; on screen:\n{screen_text(pilot)}"
        await pilot.pause(0.01)


_messages_at_rest: WeakKeyDictionary[SerialKeyApp, int] = WeakKeyDictionary()
"""Number of messages each app had handled when it was last idle."""


_TURNS = 5
"""Turns of the event loop after which a key sent by the pilot has reached the app's queue."""


async def rest(app: SerialKeyApp) -> None:
    """Wait until all keys sent so far have taken effect. Return at once if nothing has happened since the last wait."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)
    quiet = not (app.keys_waiting or app.message_queue_size or any(_working(app)))
    if not quiet or _messages_at_rest.get(app) != app._messages:
        await app.settle()
        _messages_at_rest[app] = app._messages


async def settled(pilot: Pilot[None]) -> None:
    """Wait until the app has handled all keys and finished its background work, such as searches."""
    app = companion(pilot)
    await rest(app)
    if any(_working(app)):
        await app.workers.wait_for_complete()
        await rest(app)


def _working(app: SerialKeyApp) -> Iterator[bool]:
    return (not worker.is_finished for worker in app.workers)


async def resize(pilot: Pilot[None], width: int, height: int) -> None:
    """Resize the terminal and wait until the screen has the new size."""
    await pilot.resize_terminal(width, height)
    await until(pilot, lambda: tuple(pilot.app.screen.size) == (width, height))
    await settled(pilot)


async def press(pilot: Pilot[None], keys: str) -> None:
    """Press keys, given by name and separated by spaces. Each waits until the previous one has taken effect."""
    for key in keys.split():
        await burst(pilot, key)


async def burst(pilot: Pilot[None], keys: str) -> None:
    """Press keys, given by name and separated by spaces, and wait only after the last."""
    for key in keys.split():
        pilot.app.post_message(key_event(key))
    await settled(pilot)


async def type_in(pilot: Pilot[None], text: str) -> None:
    """Type text at full speed, then pause until the search shows its results as ranked."""
    for character in text:
        pilot.app.post_message(key_event(character))
    await settled(pilot)
    if isinstance(pilot.app.screen, FindScreen):
        pilot.app.screen.settle()
        await settled(pilot)


def companion(pilot: Pilot[None]) -> CompanionApp:
    """Return the app under test."""
    assert isinstance(pilot.app, CompanionApp)
    return pilot.app


def context(pilot: Pilot[None]) -> AppContext:
    """Return the app's context; fail if it is not loaded yet."""
    ready = companion(pilot).context
    assert ready is not None
    return ready


def screen(pilot: Pilot[None], kind: type[ScreenType]) -> ScreenType:
    """Return the screen on top; fail if it is of another kind."""
    assert isinstance(pilot.app.screen, kind), screen_text(pilot)
    return pilot.app.screen


def words(widget: Widget) -> str:
    """Return the text of a widget in one line, regardless of wrapping."""
    if isinstance(widget, Card):
        widget = widget.text
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
    """Return one line of a list as text; the lists of the cup as they are drawn at their width."""
    if isinstance(prompt, Lines) and listed.id in ("chits", "moves"):
        return "\n".join(line.plain for line in prompt.at(listed.content_region.width - 1))
    return str(prompt)


def _place(header: Header) -> str:
    """Return the header's text about the position in the game, even if it is too wide to be drawn."""
    parts = dict(header.parts)
    lead = [parts.pop(name) for name in ("awaited", "alert", "due") if name in parts]
    game = parts.pop("game", "")
    return " · ".join(part for part in (*lead, ", ".join(parts.values()), game) if part)


def title_of(panel: Widget) -> str:
    """Return the title of a panel, without styles; empty if it has none."""
    return Content.from_markup(panel.border_title or "").plain.strip()


def _answer(top: Screen[Any]) -> str:
    """Return the texts of the displayed cards (odds, ledger and below), each after its title."""
    cards = (card for card in top.query(".card") if card.display)
    return " ".join(f"{title_of(card)} {words(card.query_one(Static))}".replace("  ", " ") for card in cards)


def at(pilot: Pilot[None], selector: str) -> str:
    """Return the text of a widget of the top screen, by its selector.

    `#where` gives the title of the screen, or the header if there is no title.
    """
    top = pilot.app.screen
    if selector == "#answer":
        return _answer(top)
    text = words(top.query_one(selector))
    if selector == "#summary":
        text = f"{text} {words(top.query_one('#told-below'))}"
    if selector == "#dice" and top.query_one("#rolls").display:
        text = f"{words(top.query_one('#rolls'))} {text}"
    if selector != "#where" or not isinstance(top, Page) or not top.heading or isinstance(top, TurnScreen):
        return text
    title = " ".join(title_of(top.query(".panel").first()).split())
    return title if isinstance(top, TITLED) else f"{title} · {text}"


def read_title(pilot: Pilot[None], selector: str = "#page-side") -> str:
    """Return the title of the panel with the rule, such as `Closing rolls 3.5 Movement, 15 of 21`."""
    return " ".join(title_of(pilot.app.screen.query_one(selector)).split())


def screen_text(pilot: Pilot[None]) -> str:
    """Return the text of all displayed widgets of the top screen, one per line.

    Text that is scrolled out of sight is included.
    """
    return "\n".join(
        text
        for widget in pilot.app.screen.walk_children(Widget)
        if all(node.display for node in widget.ancestors_with_self if isinstance(node, Widget))
        for text in (title_of(widget), words(widget) if isinstance(widget, Static | OptionList) else "")
        if text
    )


def painted(pilot: Pilot[None]) -> str:
    """Return the lines of the terminal as painted, without what is scrolled out of sight."""
    visible_screen_stack.set(pilot.app._background_screens)
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(each.text for each in strip).rstrip() for strip in strips)


def panels(pilot: Pilot[None], selector: str = "#outcome, #next") -> str:
    """Return the painted text of panels, one line each, joined by ` | `.

    The default panels are those at the bottom of a calculator.
    """
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
    """Return the texts of all open notifications."""
    return "\n".join(note.message for note in pilot.app._notifications)


def row(pilot: Pilot[None], path: str) -> Row:
    """Return the row of a calculator's question. `path` is its dotted path."""
    rows = [each for each in screen(pilot, CalculatorScreen).form.rows if ".".join(each.path) == path]
    assert rows, path
    return rows[0]


def focused(pilot: Pilot[None]) -> Widget | None:
    """Return the focused widget."""
    return pilot.app.focused


def calculator_key(pilot: Pilot[None], name: str) -> str:
    """Return the key of a calculator in the list. `name` is its id without the game."""
    procedures = [each.id for each in context(pilot).module.procedures]
    return KEYS[procedures.index(f"{context(pilot).game}:{name}")]


async def calculator(pilot: Pilot[None], name: str) -> CalculatorScreen:
    """Open a calculator by its key, and wait until its form is ready and has the focus."""
    await press(pilot, f"f2 {calculator_key(pilot, name)}")
    await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
    await until(pilot, lambda: isinstance(focused(pilot), Row | DiceRow | FollowUps))
    await settled(pilot)
    return screen(pilot, CalculatorScreen)


async def read(pilot: Pilot[None], words_or_number: str) -> ReadScreen:
    """Search for words or a number, and open the first result."""
    await type_in(pilot, words_or_number)
    await press(pilot, "enter")
    return screen(pilot, ReadScreen)


def write(path: Path, text: str) -> None:
    """Write a file; create its folders."""
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
    """Write a small second game into the player's own folder."""
    write(places.own / "tables/toy/game.yaml", SECOND_GAME)
    write(places.own / "tables/toy/sequence.yaml", SECOND_SEQUENCE)
    write(places.own / "rulebook/toy/01-marching.md", SECOND_RULES)
