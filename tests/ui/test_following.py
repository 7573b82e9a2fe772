"""A second window only reads the session; it follows the writing window and takes over when that one is closed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import OptionList

from companion.load.library import load_library
from companion.load.places import Places
from companion.model import Refused
from companion.play import turn, units_and_notes
from companion.play.clock import Position
from companion.play.opening import open_session
from companion.play.session import Session
from companion.play.store.errors import NotSaved
from companion.ui.app import CompanionApp
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.screens.find import FindScreen
from companion.workspace.awaited import AwaitedRoll, announced
from companion.workspace.rulings import import_rulings_file, make
from tests.ui.helpers import (
    at,
    calculator,
    companion,
    context,
    notes,
    painted,
    press,
    screen,
    screen_text,
    started,
    type_in,
    until,
)


@pytest.fixture
def writer(places: Places) -> Iterator[Session]:
    """Return the session, opened for writing as another window would."""
    session = open_session(places.data, load_library(places), "Game 1")
    session.open_game("lob")
    yield session
    session.close()


async def test_a_new_turn_is_followed(places: Places, writer: Session) -> None:
    """A read-only window follows a new turn, and its header says that it is read-only."""
    async with started(places) as pilot:
        await press(pilot, "f3")
        assert at(pilot, "#where").startswith("read-only")
        turn.move_to(writer, Position(4, 0))
        await until(pilot, lambda: "Turn 4" in at(pilot, "#where"))
        writer.undo()
        await until(pilot, lambda: "Turn 1" in at(pilot, "#where"))


async def test_new_lines_of_the_log_are_followed(places: Places, writer: Session) -> None:
    """New lines of the log are followed, and the mark stays in place."""
    async with started(places) as pilot:
        await press(pilot, "f10")
        before = pilot.app.screen.query_one("#log", OptionList).highlighted
        units_and_notes.add_note(writer, "the Iron Brigade is late")
        await until(pilot, lambda: "Iron Brigade" in screen_text(pilot))
        assert pilot.app.screen.query_one("#log", OptionList).highlighted == before


async def test_a_search_keeps_its_mark_when_the_session_changes(places: Places, writer: Session) -> None:
    """Changes by the other window do not move the mark."""
    async with started(places) as pilot:
        await type_in(pilot, "canister")
        await press(pilot, "down down")
        turn.move_to(writer, Position(4, 0))
        await until(pilot, lambda: "Turn 4" in at(pilot, "#where"))
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert pilot.app.screen.query_one("#results", OptionList).highlighted == 2


@pytest.mark.slow
async def test_this_window_writes_when_the_writer_is_gone(places: Places, writer: Session) -> None:
    """The takeover is reported, and further changes are saved."""
    async with started(places) as pilot:
        assert context(pilot).session.store.read_only
        writer.close()
        await until(pilot, lambda: not context(pilot).session.store.read_only)
        await until(pilot, lambda: "No other window has control" in notes(pilot))
        await until(pilot, lambda: "read-only" not in at(pilot, "#where"))
        units_and_notes.add_note(context(pilot).session, "kept")


@pytest.mark.slow
async def test_f12_hands_over_and_takes_back(places: Places) -> None:
    """After F12, this window writes again only on another F12."""
    async with started(places) as pilot:
        await press(pilot, "f12")
        assert "Another window can take control" in notes(pilot)
        assert at(pilot, "#where").startswith("read-only")
        await pilot.pause(1.5)
        assert context(pilot).session.store.read_only
        await press(pilot, "f12")
        assert not context(pilot).session.store.read_only
        assert "read-only" not in at(pilot, "#where")


@pytest.mark.slow
async def test_f12_while_another_window_writes(places: Places, writer: Session) -> None:
    """The message says what to do; once the other window hands over, this one writes."""
    async with started(places) as pilot:
        await press(pilot, "f12")
        assert "F12 there hands it over" in notes(pilot)
        writer.hand_over()
        await until(pilot, lambda: not context(pilot).session.store.read_only)


@pytest.mark.slow
async def test_a_window_that_handed_over_takes_over_again(places: Places) -> None:
    """A window that has handed over writes again when the other one is closed."""
    async with started(places) as pilot:
        await press(pilot, "f12")
        other = open_session(places.data, context(pilot).library, "Game 1")
        assert not other.store.read_only
        await pilot.pause(1.2)
        units_and_notes.add_note(other, "from the tablet")
        await until(pilot, lambda: len(context(pilot).session.log) == len(other.log))
        other.close()
        await until(pilot, lambda: not context(pilot).session.store.read_only)


async def test_a_file_that_cannot_be_followed_is_reported_once(
    places: Places, writer: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window stays open and shows what it has read so far."""
    async with started(places) as pilot:

        def refuse() -> bool:
            raise Refused("it holds what this version cannot read")

        monkeypatch.setattr(context(pilot).session, "refresh", refuse)
        await until(pilot, lambda: "no longer follows" in notes(pilot))
        await pilot.pause(0.6)
        assert notes(pilot).count("no longer follows") == 1


async def test_a_reading_window_changes_no_permanent_ruling(places: Places, writer: Session) -> None:
    """Permanent rulings are stored beside the sessions, and have one writer too."""
    async with started(places) as pilot:
        with pytest.raises(NotSaved, match="read-only"):
            make(context(pilot), "lob:3.5", "once", permanent=True)


async def test_a_guest_may_not_change_session_or_name_files(places: Places, tmp_path: Path) -> None:
    """A visitor of `companion serve` uses another machine, so sessions and files stay out of reach."""
    async with started(places) as pilot:
        here = context(pilot)
        here.guest = True
        with pytest.raises(Refused, match="everyone here plays session Game 1"):
            here.change_session("Another")
        with pytest.raises(Refused, match="cannot import files"):
            import_rulings_file(here, "/etc/passwd", permanent=False)
        await press(pilot, "f11")
        assert "Everyone plays in session Game 1, which was chosen on the computer" in screen_text(pilot)
        assert at(pilot, "#keys") == "Esc Back"
        await press(pilot, "n enter escape")
        screen(pilot, FindScreen)
        assert companion(pilot).context is here and here.session.name == "Game 1"


async def test_a_window_that_nobody_sees_lets_others_write(places: Places) -> None:
    """A hidden window takes control from nobody; visible again, it writes if no other window does."""
    async with started(places) as pilot:
        app = companion(pilot)
        app.leave()
        assert context(pilot).session.store.read_only
        other = open_session(places.data, context(pilot).library, "Game 1")
        assert not other.store.read_only
        units_and_notes.add_note(other, "from the tablet")
        await until(pilot, lambda: len(context(pilot).session.log) == len(other.log))
        other.close()
        assert app.following is not None
        for _ in range(20):
            app.following.look()
        assert context(pilot).session.store.read_only
        app.come_back()
        assert not context(pilot).session.store.read_only


@pytest.mark.slow
async def test_a_window_that_nobody_saw_reads_if_another_one_writes(places: Places) -> None:
    """A window that lost control while hidden says so; a window that only read before says nothing."""
    async with started(places) as pilot:
        app = companion(pilot)
        app.leave()
        other = open_session(places.data, context(pilot).library, "Game 1")
        app.come_back()
        assert context(pilot).session.store.read_only
        await until(pilot, lambda: "Another window has taken control since" in notes(pilot))
        before = notes(pilot)
        app.leave()
        app.come_back()
        await pilot.pause()
        assert notes(pilot) == before
        other.close()
        await until(pilot, lambda: not context(pilot).session.store.read_only)


async def test_a_window_that_nobody_sees_while_it_loads_lets_others_write(places: Places) -> None:
    """If a window is hidden while it loads, its session is free for another window at once."""
    app = CompanionApp(places)
    app.asks_first = False
    app.leave()
    async with app.run_test() as pilot:
        await until(pilot, lambda: app.context is not None)
        assert app.context is not None and app.context.session.store.read_only
        app.come_back()
        assert not app.context.session.store.read_only


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_window_that_follows_says_whose_roll_is_due(places: Places, size: tuple[int, int]) -> None:
    """The window that writes announces the roll once all answers are there; dice, Escape and F12 end that."""
    async with started(places) as writing:
        session = context(writing).session
        context(writing).switch("aor")
        units_and_notes.keep_unit(session, "Archer", {"combat_rating": 6}, "Confederate")
        units_and_notes.keep_unit(session, "Gamble", {"combat_rating": 6}, "Union")
        companion(writing).changed()
        async with started(places, size, notifications=True) as following:
            assert context(following).session.store.read_only
            await calculator(writing, "fire")
            await press(writing, "=")
            await press(writing, screen(writing, ChooseScreen).choices[0].key)
            await press(writing, screen(writing, ChooseScreen).choices[0].key)
            await type_in(writing, "4")
            await press(writing, "enter")
            await until(following, lambda: "Confederate rolls 2d6" in at(following, "#where"))
            assert "Confederate rolls 2d6: Fire (Fire: Archer, Gamble)" in notes(following)
            following.app.clear_notifications()
            await until(following, lambda: "Confederate rolls 2d6" in painted(following).splitlines()[0])
            assert "rolls 2d6" not in at(writing, "#where")
            await press(writing, "9")
            await until(following, lambda: "rolls 2d6" not in at(following, "#where"))


@pytest.mark.slow
async def test_a_roll_of_nobody_is_announced_without_a_side(places: Places) -> None:
    """An announcement of a window that was killed is dropped by the window that writes next."""
    async with started(places) as writing:
        context(writing).switch("aor")
        companion(writing).changed()
        await calculator(writing, "random-event")
        session = context(writing).session
        await until(writing, lambda: announced(session) is not None)
        assert announced(session) == AwaitedRoll("2d6", "Random Events Table", "Random event")
        assert announced(session).short == "to roll: 2d6"  # type: ignore[union-attr]
        await press(writing, "escape")
        await until(writing, lambda: announced(session) is None)
        session.store.set_value("awaited", "{")
        assert announced(session) is None
    async with started(places) as later:
        await until(later, lambda: context(later).session.store.value("awaited") == "")
