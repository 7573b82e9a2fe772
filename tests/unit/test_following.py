"""A process writes a session, others follow, and one of those takes over when the writer is gone."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

import pytest

from companion.model import Refused
from companion.model.event import Noted
from companion.play import turn, units_and_notes
from companion.play.dice_tape import DiceTape
from companion.play.opening import open_session
from companion.play.session import Session
from companion.play.session_files import session_path, sessions_folder
from companion.play.store.errors import BusyElsewhere, NotSaved
from companion.play.store.lock import try_lock
from companion.play.store.memory import MemoryStore
from companion.play.store.salvage import salvaged_events, set_aside
from companion.play.store.session_file import SessionFile, open_to_write
from tests.small_game import LIBRARY
from tests.unit.test_session import opened


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Session]:
    """The session that is written."""
    made = opened(tmp_path)
    yield made
    made.close()


@pytest.fixture
def reader(writer: Session, tmp_path: Path) -> Iterator[Session]:
    """A second process with the same session."""
    made = open_session(tmp_path, LIBRARY, writer.name)
    assert made.store.read_only
    yield made
    made.close()


def alike(one: Session, other: Session) -> bool:
    """Whether two sessions have the same log, state, undo and redo."""
    return (
        one.log == other.log
        and one.state == other.state
        and one.undoable == other.undoable
        and one.redoable == other.redoable
        and one.counting() == other.counting()
    )


def test_a_follower_has_the_state_of_the_writer(writer: Session, reader: Session) -> None:
    """After moves, dice, undo and redo, the follower has the writer's state."""
    assert not reader.refresh()
    chance = random.Random(3)
    for number in range(60):
        try:
            match chance.randrange(5):
                case 0:
                    turn.step(writer, 1)
                case 1:
                    units_and_notes.add_note(writer, f"note {number}")
                case 2:
                    tape = DiceTape(writer, "small:roll")
                    tape.randint(1, 6)
                    tape.save()
                case 3:
                    writer.undo()
                case 4:
                    writer.redo()
        except Refused:
            continue
        if chance.random() < 0.6:
            assert reader.refresh()
            assert alike(writer, reader)
    reader.refresh()
    assert alike(writer, reader)
    dice = ("", "", 6)
    assert [reader.face(dice, place) for place in range(2)] == [
        writer.face(dice, place) for place in range(2)
    ]


def test_polling_for_changes_is_cheap(writer: Session, reader: Session) -> None:
    """While nobody writes, the only statement is one that does not read the file."""
    assert isinstance(reader.store, SessionFile)
    reader.refresh()
    statements: list[str] = []
    reader.store._file.set_trace_callback(statements.append)
    assert not any(reader.refresh() for _ in range(3))
    assert statements == ["PRAGMA data_version"] * 3


def test_a_changed_draft_is_not_a_change_of_the_log(writer: Session, reader: Session) -> None:
    """A new draft changes the file, but not the log."""
    reader.refresh()
    writer.store.set_value("draft", "half")
    assert not reader.refresh()


def test_only_a_free_session_can_be_taken_over(writer: Session, reader: Session) -> None:
    """The new writer has the complete log and can undo it."""
    turn.step(writer, 1)
    assert not writer.store.written_elsewhere()
    assert not reader.take_over()
    assert reader.store.written_elsewhere()
    with pytest.raises(NotSaved, match="read-only"):
        units_and_notes.add_note(reader, "mine")
    writer.close()
    assert not reader.store.written_elsewhere()
    assert reader.take_over()
    assert (reader.store.read_only, reader.store.warning) == (False, "")
    units_and_notes.add_note(reader, "mine")
    reader.undo()
    reader.undo()
    assert turn.here(reader).moment == 0


def test_a_session_that_cannot_be_taken_over_stays_read_only(
    writer: Session, reader: Session, tmp_path: Path
) -> None:
    """The file cannot be opened for writing; once it can, the reader takes over."""
    writer.close()
    path = session_path(sessions_folder(tmp_path), reader.name)
    moved = path.rename(tmp_path / "moved")
    path.mkdir()
    with pytest.raises(NotSaved, match="cannot be used"):
        reader.take_over()
    assert reader.store.read_only
    with pytest.raises(NotSaved, match="read-only"):
        units_and_notes.add_note(reader, "mine")
    path.rmdir()
    moved.rename(path)
    assert reader.take_over()
    units_and_notes.add_note(reader, "mine")


def test_handing_over_makes_a_follower_of_the_writer(writer: Session, reader: Session) -> None:
    """Control can be handed over and taken back any number of times."""
    for number in range(3):
        one, other = (writer, reader) if number % 2 == 0 else (reader, writer)
        one.hand_over()
        assert one.store.read_only and "handed over" in one.store.warning
        assert not one.store.written_elsewhere()
        assert other.take_over()
        units_and_notes.add_note(other, f"note {number}")
        assert one.refresh()
        assert one.log == other.log
        assert not one.take_over()


def test_control_can_be_taken_back(writer: Session) -> None:
    """The previous writer can continue if nobody else has taken over."""
    writer.hand_over()
    assert writer.take_over()
    units_and_notes.add_note(writer, "mine")


@pytest.fixture
def starting(tmp_path: Path) -> Iterator[Path]:
    """A session file that another process has locked and is about to create."""
    folder = sessions_folder(tmp_path)
    folder.mkdir()
    path = session_path(folder, "Started")
    lock = try_lock(path)
    assert lock is not None
    yield path
    lock.close()


def test_waits_for_a_session_that_is_being_created(starting: Path, tmp_path: Path) -> None:
    """The caller's pause is called until the file exists: two browsers opened at once share the session."""
    pauses: list[bool] = []

    def pause() -> None:
        pauses.append(starting.exists())
        if len(pauses) == 3:
            open_to_write(starting).close()

    session = open_session(tmp_path, LIBRARY, "Started", pause=pause)
    assert (session.store.read_only, session.log) == (True, [])
    assert pauses == [False, False, False]
    session.close()


def test_waiting_ends(starting: Path, tmp_path: Path) -> None:
    """After forty pauses the session is refused."""
    pauses: list[int] = []
    with pytest.raises(BusyElsewhere, match="being started elsewhere; try again"):
        open_session(tmp_path, LIBRARY, "Started", pause=lambda: pauses.append(1))
    assert len(pauses) == 40


@pytest.mark.parametrize("made", [False, True])
def test_without_a_pause_nothing_waits(
    starting: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: bool
) -> None:
    """Neither Python nor SQLite sleeps, as on the UI thread, whether the file is missing or locked."""

    def fail(_: float) -> None:
        raise AssertionError("slept")

    monkeypatch.setattr("companion.play.opening.time.sleep", fail)
    timeouts: list[object] = []
    connect = sqlite3.connect

    def connected(*arguments: Any, **options: Any) -> sqlite3.Connection:
        timeouts.append(options.get("timeout"))
        made_now: sqlite3.Connection = connect(*arguments, **options)
        return made_now

    other = connect(starting, isolation_level=None) if made else None
    if other is not None:
        other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr(sqlite3, "connect", connected)
    with pytest.raises(BusyElsewhere, match="try again"):
        open_session(tmp_path, LIBRARY, "Started")
    assert set(timeouts) == {0}
    if other is not None:
        other.close()


def test_a_session_in_memory_is_not_handed_over() -> None:
    """A session in memory is not handed over, because another process could not read it."""
    session = Session(MemoryStore("Evening", "no room"), LIBRARY)
    assert not session.refresh()
    assert session.take_over()
    with pytest.raises(Refused, match="no room"):
        session.hand_over()
    session.close()


def test_a_damaged_session_that_cannot_be_copied_is_left_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged session that cannot be copied is refused, unchanged and unlocked for other processes."""
    folder = sessions_folder(tmp_path)
    folder.mkdir()
    path = session_path(folder, "Old")
    path.write_bytes(b"no database here" * 100)

    def full(_: Path) -> Path:
        raise OSError("no space left")

    monkeypatch.setattr("companion.play.store.session_file.set_aside", full)
    with pytest.raises(NotSaved, match="is damaged and cannot be set aside: no space left") as refused:
        SessionFile(folder, "Old")
    lock = try_lock(path)
    assert lock is not None and refused.value is not None
    lock.close()
    assert path.read_bytes() == b"no database here" * 100


def test_copies_of_damaged_files_have_different_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copies of files damaged within one second are numbered."""

    class Noon(datetime):
        """A clock that stands still."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Noon:
            """Return noon."""
            return cls(2026, 7, 1, 12, tzinfo=tz)

    monkeypatch.setattr("companion.play.store.salvage.datetime", Noon)
    path = tmp_path / "Old.session"
    copies = []
    for _ in range(3):
        path.write_bytes(b"damaged")
        copies.append(set_aside(path).name)
    first = "Old damaged 2026-07-01 120000.session.bad"
    assert copies == [first, f"{first} 2", f"{first} 3"]


def test_events_after_a_gap_are_found_in_a_damaged_file(tmp_path: Path) -> None:
    """However many numbers are missing: what is not asked for by number is found in the bytes of the file."""
    store = SessionFile(tmp_path, "Old")
    store.add("small", [Noted("one"), Noted("two"), Noted("three")], "2026-07-01T12:00:00")
    store.close()
    path = session_path(tmp_path, "Old")
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE event SET id = 5001 WHERE id = 2")
        file.execute("UPDATE event SET id = 10002 WHERE id = 3")
        file.commit()
    assert [row[0] for row in salvaged_events(path)] == [1, 5001, 10002]
