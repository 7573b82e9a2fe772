"""The player clock in the app: one line on the turn screen, its key, setup, closing and following."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from textual.pilot import Pilot

from companion.load.library import load_library
from companion.load.places import Places
from companion.play.clock import Position
from companion.play.opening import open_session
from companion.play.player_clock import clock_event, clock_runs, set_clock_running, stop_while_closed
from companion.play.session import Session
from companion.play.turn import move_to
from companion.ui.screens.turn import TurnScreen
from tests.ui.cup_game import play_creek
from tests.ui.helpers import (
    at,
    companion,
    context,
    notes,
    painted,
    press,
    screen,
    screen_text,
    started,
    until,
)
from tests.ui.test_setup_screen import choose

START = datetime(2026, 11, 20, 19, 0)


def set_minute(session: Session, minute: int) -> None:
    """Let it be so many minutes past seven for a session."""
    session.now = lambda: START + timedelta(minutes=minute)


def line(pilot: Pilot[None]) -> str:
    """The line of the clock on the turn screen; empty if it is hidden."""
    widget = screen(pilot, TurnScreen).query_one("#player-clock")
    return at(pilot, "#player-clock") if widget.display else ""


@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=str)
async def test_the_line_on_the_turn_screen(places: Places, size: tuple[int, int]) -> None:
    """Hidden while the clock is off; the side that plays is marked."""
    play_creek(places)
    async with started(places, size=size) as pilot:
        await press(pilot, "f3")
        session = context(pilot).session
        assert line(pilot) == ""
        set_minute(session, 0)
        await press(pilot, "w")
        assert line(pilot) == "Player clock: 0 min"
        set_minute(session, 12)
        await press(pilot, "right")
        assert line(pilot) == "Player clock: Blue 12 min, ▸Gray 0 min"
        set_minute(session, 29)
        screen(pilot, TurnScreen).redraw()
        assert line(pilot) == "Player clock: Blue 12 min, ▸Gray 17 min"
        full = "Player clock: Blue 12 min, ▸Gray 17 min"
        assert (full if size[0] == 80 else "\n Blue 12, ▸Gray 17 min") in painted(pilot)
        await press(pilot, "ctrl+z")
        assert line(pilot) == "Player clock: ▸Blue 29 min, Gray 0 min"
        await press(pilot, "ctrl+y w")
        assert line(pilot) == ""
        assert not clock_runs(session)


async def test_nothing_ticks_while_the_clock_is_off(places: Places) -> None:
    """The turn screen has a timer only while the clock runs."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3")
        turn = screen(pilot, TurnScreen)
        assert turn._clock_timer is None
        await press(pilot, "w")
        assert turn._clock_timer is not None
        await press(pilot, "w")
        assert turn._clock_timer is None


@pytest.mark.slow
async def test_the_clock_in_the_setup_and_the_palette(places: Places) -> None:
    """Setup starts and stops it; the palette finds it on the turn screen."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 s")
        assert "Player clock off" in at(pilot, "#setup")
        await choose(pilot, "player-clock|")
        assert clock_runs(context(pilot).session)
        assert "Player clock on" in at(pilot, "#setup")
        await press(pilot, "escape ctrl+p")
        await press(pilot, "p l a y e r space c l o c k")
        assert "Player clock" in screen_text(pilot)
        await press(pilot, "enter")
        assert not clock_runs(context(pilot).session)


@pytest.mark.slow
async def test_closing_the_app_stops_the_clock_and_opening_goes_on(places: Places) -> None:
    """An hour lies between; it does not count."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 w")
        assert clock_runs(context(pilot).session)
    session = open_session(places.data, load_library(places))
    event = clock_event(session)
    assert event is not None and event.by_app and not event.runs
    session.close()
    async with started(places) as pilot:
        assert clock_runs(context(pilot).session)
        await press(pilot, "f3")
        assert line(pilot).startswith("Player clock: ")
        app = companion(pilot)
        app.leave()
        assert not clock_runs(context(pilot).session)
        app.come_back()
        assert clock_runs(context(pilot).session)


async def test_another_session_has_its_own_clock(places: Places) -> None:
    """Leaving a session stops its clock; coming back starts it again."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 w")
        first = context(pilot).session.name
        context(pilot).change_session("Other")
        assert not clock_runs(context(pilot).session)
        context(pilot).change_session(first)
        kinds = [each.event for each in context(pilot).session.clock_lines]
        assert [(each.runs, each.by_app) for each in kinds] == [(True, False), (False, True), (True, True)]  # type: ignore[union-attr]


@pytest.mark.slow
async def test_a_window_that_follows_shows_the_same_clock(places: Places) -> None:
    """The other window starts the clock and moves on; this one cannot change it."""
    play_creek(places)
    writer = open_session(places.data, load_library(places))
    async with started(places) as pilot:
        set_minute(writer, 0)
        set_minute(context(pilot).session, 20)
        await press(pilot, "f3")
        set_clock_running(writer, True)
        await until(pilot, lambda: line(pilot) == "Player clock: ▸Blue 20 min, Gray 0 min")
        set_minute(writer, 15)
        move_to(writer, Position(1, 1))
        await until(pilot, lambda: line(pilot) == "Player clock: Blue 15 min, ▸Gray 5 min")
        await press(pilot, "w")
        assert "read-only" in f"{at(pilot, '#said')} {notes(pilot)}"
        assert clock_runs(writer)
        writer.close()


@pytest.mark.slow
async def test_the_clock_runs_on_when_another_window_writes(places: Places) -> None:
    """F12 hands over, the other window goes on and is closed like an app; this one starts the clock again."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 w f12")
        session = context(pilot).session
        other = open_session(places.data, load_library(places))
        assert not other.store.read_only
        assert (clock_runs(other), len(other.clock_lines)) == (True, 1)
        following = companion(pilot).following
        assert following is not None
        for _ in range(8):
            following.look()
        stop_while_closed(other)
        other.close()
        await until(pilot, lambda: not session.store.read_only)
        kinds = [each.event for each in session.clock_lines]
        assert [(each.runs, each.by_app) for each in kinds] == [(True, False), (False, True), (True, True)]  # type: ignore[union-attr]
        await press(pilot, "f12 f12")
        assert len(session.clock_lines) == 3
