"""Command line and app have the same effect on a session."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.model import Library
from companion.model.event import Calculated, Event
from companion.model.recorded import TableRuling
from companion.play.opening import open_session
from companion.ui.app import CompanionApp
from companion.ui.screens.log import LogScreen
from tests.process.conftest import Say, say
from tests.ui.helpers import calculator, context, press, read, row, screen, settled, type_in, until

__all__ = ["say"]
CLOSING = ("calc", "lob:closing-roll", "rating=C", "leader_morale=2", "--roll", "4", "--log")


@asynccontextmanager
async def playing(places: Places, session: str) -> AsyncIterator[Pilot[None]]:
    """Start the app with a session."""
    app = CompanionApp(places, session=session)
    async with asyncio.timeout(900), app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.context is not None)
        await settled(pilot)
        yield pilot


def events(places: Places, library: Library, session: str) -> list[Event]:
    """Return the events of a session's log after the start of the game."""
    opened = open_session(places.data, library, session)
    try:
        return [line.event for line in opened.log][1:]
    finally:
        opened.close()


async def test_amending(places: Places, library: Library, say: Say) -> None:
    """The correction has the same answers, dice, result and amended line."""
    for session in ("A", "B"):
        say("session", "new", session)
        assert say(*CLOSING, "--session", session).status == 0
    assert say("log", "amend", "2", "shaken=yes", "--keep", "--session", "A").status == 0
    async with playing(places, "B") as pilot:
        await press(pilot, "f10 w")
        await press(pilot, row(pilot, "shaken").hotkey)
        await press(pilot, "k")
    by_command, on_screen = events(places, library, "A"), events(places, library, "B")
    corrected = by_command[-1]
    assert isinstance(corrected, Calculated)
    assert corrected.amends == 2
    assert corrected.inputs["shaken"] is True
    assert on_screen == by_command


async def test_a_ruling(places: Places, library: Library, say: Say) -> None:
    """The ruling has the same rule, words and number; after it is dropped, neither lists it."""
    for session in ("A", "B"):
        say("session", "new", session, "--game", "lob")
    say("ruling", "add", "lob:3.5c", "we fall back", "--session", "A")
    async with playing(places, "B") as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "r")
        pilot.app.screen.query_one("#field-text").focus()
        await type_in(pilot, "we fall back")
        await press(pilot, "enter t ctrl+s")
        (made,) = context(pilot).rulings()
        assert made.text == "we fall back"
    assert events(places, library, "B") == events(places, library, "A")
    listed = [
        [
            msgspec.convert({key: each[key] for key in ("id", "about", "text", "on")}, TableRuling)
            for each in said
        ]
        for said in (say("ruling", "--session", session, "--json").json for session in ("A", "B"))
    ]
    assert listed[0] == listed[1] == [made]


@pytest.mark.slow
async def test_the_report(places: Places, say: Say) -> None:
    """The log screen writes the same text as the command prints."""
    say("session", "new", "A")
    say(*CLOSING)
    async with playing(places, "A") as pilot:
        await press(pilot, "f10 e m")
        await press(pilot, "e j")
        screen(pilot, LogScreen)
    for form in ("md", "json"):
        (written,) = (places.data / "reports").glob(f"*.{form}")
        assert say("log", "export", "--format", form).out == written.read_text(encoding="utf-8")


@pytest.mark.slow
async def test_answers_of_the_session(places: Places, say: Say) -> None:
    """A setting answers the same question, named as coming from the session."""
    say("session", "new", "A", "--game", "bar")
    say("session", "set", "battle=kolin")
    found = say("calc", "bar:stacking", "terrain=woods", "arm=infantry", "formation=AC", "--json").json
    async with playing(places, "A") as pilot:
        page = await calculator(pilot, "stacking")
        assert page.calculation.sheet.origins == dict.fromkeys(found["from_session"], "the session")
        assert page.calculation.sheet.values["battle"] == found["inputs"]["battle"] == "kolin"


async def test_changing_the_session(places: Places, say: Say) -> None:
    """The session opened by one is the next start of the other; each session keeps its own turn."""
    for session, turn in (("A", "3"), ("B", "5")):
        say("session", "new", session, "--game", "lob")
        say("turn", "to", turn)
    async with playing(places, "") as pilot:
        assert (context(pilot).session.name, context(pilot).position.turn) == ("B", 5)
        context(pilot).change_session("A")
        assert context(pilot).position.turn == 3
    assert say("turn", "--json").json["turn"] == 3
    say("session", "use", "B")
    async with playing(places, "") as pilot:
        assert (context(pilot).session.name, context(pilot).position.turn) == ("B", 5)
