"""The player clock: the time of each side, through undo, restarts and crashes. No real clock is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Library, Refused
from companion.model.event import Noted
from companion.play.chits import draw, fill
from companion.play.clock import Position
from companion.play.player_clock import (
    clock_runs,
    resume_clock,
    set_clock_running,
    side_times,
    stop_while_closed,
)
from companion.play.session import Session
from companion.play.side_names import name_sides
from companion.play.store.session_file import SessionFile
from companion.play.turn import move_to
from companion.render.player_clock import clock_words, duration_words
from companion.render.report import report_facts
from companion.render.report_text import report_markdown
from tests.process.cup_game import write_game


class Table:
    """A table whose clock shows what the test says."""

    def __init__(self, folder: Path) -> None:
        write_game(folder / "own")
        nowhere = Path("/nonexistent")
        self.folder = folder / "sessions"
        self.library: Library = read_library(Places((folder / "own",), nowhere, nowhere))
        self.minute = 0

    def now(self) -> datetime:
        """The present moment."""
        return datetime(2026, 11, 20, 19, 0) + timedelta(minutes=self.minute)

    @contextmanager
    def session(self, write: bool = True) -> Iterator[Session]:
        """Open the session."""
        session = Session(SessionFile(self.folder, "Friday", write), self.library, now=self.now)
        if write:
            session.open_game("drum")
        yield session
        session.close()

    def at(self, minute: int) -> str:
        """Let it be so many minutes past seven, and return that moment."""
        self.minute = minute
        return self.now().isoformat()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table with the test game."""
    return Table(tmp_path)


def minutes(session: Session, now: str = "") -> dict[tuple[int, str], float]:
    """The minutes of each side by turn."""
    return {(spell.turn, spell.side): taken / 60 for spell, taken in side_times(session, now).items()}


def play_a_turn(table: Table, session: Session) -> None:
    """Start the clock at minute 0; 5 minutes for both, Blue 10, Red 20, both 3 in combat, and 2 in turn 2."""
    table.at(0)
    set_clock_running(session, True)
    fill(session)
    table.at(5)
    move_to(session, Position(1, 1))
    draw(session, "Guard")
    table.at(15)
    draw(session, "I Corps")
    table.at(35)
    move_to(session, Position(1, 2))
    table.at(38)
    move_to(session, Position(2, 0))
    table.at(40)


PLAYED = {(1, ""): 8.0, (1, "Blue"): 10.0, (1, "Red"): 20.0}


def test_the_time_of_each_side_and_turn(table: Table) -> None:
    """The side of the drawn chit plays; phases of both sides have a time of their own."""
    with table.session() as session:
        play_a_turn(table, session)
        assert minutes(session) == PLAYED
        assert minutes(session, table.at(40)) == PLAYED | {(2, ""): 2.0}


def test_nothing_is_measured_while_the_clock_is_off(table: Table) -> None:
    """No time is measured before the player clock is started or after it is stopped."""
    with table.session() as session:
        move_to(session, Position(1, 1))
        assert (side_times(session, table.at(30)), clock_runs(session), clock_words(session)) == (
            {},
            False,
            "",
        )
        set_clock_running(session, True)
        with pytest.raises(Refused, match="already running"):
            set_clock_running(session, True)
        assert minutes(session, table.at(34)) == {(1, ""): 4.0}
        set_clock_running(session, False)
        with pytest.raises(Refused, match="is already off"):
            set_clock_running(session, False)
        assert minutes(session, table.at(90)) == {(1, ""): 4.0}


def test_undo_redo_and_replay_give_the_same_times(table: Table) -> None:
    """Undone moves do not count in the times, and neither undo nor redo starts or stops the clock."""
    with table.session() as session:
        play_a_turn(table, session)
        session.undo()
        session.undo()
        assert minutes(session, table.at(40)) == {(1, ""): 5.0, (1, "Blue"): 10.0, (1, "Red"): 25.0}
        session.redo()
        session.redo()
        assert minutes(session) == PLAYED | {(2, ""): 2.0}
        while session.undoable:
            session.undo()
        assert clock_runs(session)
        assert minutes(session, table.at(40)) == {(1, ""): 40.0}
        while session.redoable:
            session.redo()
        after = side_times(session, table.at(41))
        with table.session(write=False) as follower:
            assert side_times(follower, table.at(41)) == after
    with table.session() as again:
        assert side_times(again, table.at(41)) == after


def test_stopping_the_clock_does_not_end_what_can_be_redone(table: Table) -> None:
    """A move that was undone is redone after the clock was stopped, also in a window that follows."""
    with table.session() as session:
        play_a_turn(table, session)
        session.undo()
        set_clock_running(session, False)
        with table.session(write=False) as follower:
            session.redo()
            follower.refresh()
            assert follower.state == session.state
            assert follower.game_state.position == Position(2, 0)
            assert not clock_runs(follower)


def test_the_time_while_the_app_is_closed_does_not_count(table: Table) -> None:
    """Closed at minute 40, opened at minute 500; a clock that a player stopped stays off."""
    with table.session() as session:
        play_a_turn(table, session)
        stop_while_closed(session)
    with table.session() as session:
        table.at(500)
        assert not clock_runs(session)
        resume_clock(session)
        assert clock_runs(session)
        assert minutes(session, table.at(503)) == PLAYED | {(2, ""): 5.0}
        set_clock_running(session, False)
        stop_while_closed(session)
        resume_clock(session)
        assert not clock_runs(session)


def test_the_player_switches_off_the_clock_of_a_closed_app(table: Table) -> None:
    """On the command line, after the app was closed: the next app does not start it again."""
    with table.session() as session:
        play_a_turn(table, session)
        stop_while_closed(session)
        set_clock_running(session, False)
        resume_clock(session)
        assert not clock_runs(session)


def test_a_killed_app_counts_up_to_the_last_line(table: Table) -> None:
    """Nobody stopped the clock: what lies between the last line and the next start does not count."""
    with table.session() as session:
        play_a_turn(table, session)
        session.add(Noted("the power fails"))
    with table.session() as session:
        table.at(600)
        resume_clock(session, opened=True)
        assert minutes(session, table.at(607)) == PLAYED | {(2, ""): 9.0}


def test_a_window_that_takes_over_keeps_a_running_clock(table: Table) -> None:
    """A window that takes over leaves the clock running: it was open all the time, so no time is left out."""
    with table.session() as session:
        play_a_turn(table, session)
        resume_clock(session)
        assert len(session.clock_lines) == 1
        assert minutes(session, table.at(60)) == PLAYED | {(2, ""): 22.0}


def test_a_reading_window_leaves_the_clock_alone(table: Table) -> None:
    """A read-only window neither starts nor stops the player clock."""
    with table.session() as session:
        play_a_turn(table, session)
        with table.session(write=False) as follower:
            stop_while_closed(follower)
            resume_clock(follower)
            assert len(follower.log) == len(session.log)


def test_a_clock_set_back_takes_no_time_away(table: Table) -> None:
    """The computer's clock goes back by an hour: that spell counts nothing."""
    with table.session() as session:
        play_a_turn(table, session)
        table.at(-20)
        move_to(session, Position(2, 1))
        assert minutes(session, table.at(-13)) == PLAYED | {(2, ""): 7.0}


def test_sides_have_the_names_of_the_session(table: Table) -> None:
    """Also the time before they were named; the mark is at the side that plays."""
    with table.session() as session:
        play_a_turn(table, session)
        name_sides(session, ["Union", "Confederate"])
        assert set(minutes(session)) == {(1, ""), (1, "Confederate"), (1, "Union"), (2, "")}
        assert clock_words(session) == "Union 20 min, Confederate 10 min, ▸both sides 10 min"
        move_to(session, Position(2, 1))
        fill(session)
        draw(session, "Guard")
        table.at(105)
        assert clock_words(session) == "Union 20 min, ▸Confederate 1 h 15 min, both sides 10 min"
        assert clock_words(session, short=True) == "Union 20, ▸Confederate 1 h 15, both 10 min"


def test_the_report_has_the_times(table: Table) -> None:
    """The report has the times of each turn and in total, but not the starts and stops of the clock."""
    with table.session() as session:
        play_a_turn(table, session)
        set_clock_running(session, False)
        facts = report_facts(session)
        assert facts["games"][0]["player_clock"]["turns"][0] == {
            "turn": 1,
            "sides": [
                {"side": "Red", "seconds": 1200},
                {"side": "Blue", "seconds": 600},
                {"side": "", "seconds": 480},
            ],
        }
        markdown = report_markdown(facts)
        assert (
            "### Time\n\n| Turn | Red | Blue | Both sides |\n| --- | ---: | ---: | ---: |\n"
            "| Turn 1 | 20 min | 10 min | 8 min |\n| Turn 2 | 0 min | 0 min | 2 min |\n"
            "| Total | 20 min | 10 min | 10 min |\n"
        ) in markdown
        assert "Player clock" not in markdown


def test_a_report_without_the_clock_says_nothing_of_it(table: Table) -> None:
    """A report without the player clock has no table of times, and null in JSON."""
    with table.session() as session:
        move_to(session, Position(1, 1))
        facts = report_facts(session)
        assert facts["games"][0]["player_clock"] is None
        assert "### Time" not in report_markdown(facts)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0 min"), (59, "0 min"), (60, "1 min"), (3599, "59 min"), (3900, "1 h 05 min")]
)
def test_times_in_words(seconds: int, words: str) -> None:
    """Times are shown in whole minutes."""
    assert duration_words(seconds) == words
