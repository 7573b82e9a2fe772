"""One process writes a session, others follow it, and one of them goes on when the writer is gone."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.model import Refused
from companion.play import keeping, turn
from companion.play.opening import open_session, sessions_folder
from companion.play.session import Session, Tape
from companion.play.store import NotKept, Store, Unkept
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
    """The same one, opened a second time."""
    made = open_session(tmp_path, LIBRARY, writer.name)
    assert made.store.read_only
    yield made
    made.close()


def alike(one: Session, other: Session) -> bool:
    """Whether two have the same log, state and ways back."""
    return (
        one.log == other.log
        and one.state == other.state
        and one.undoable == other.undoable
        and one.redoable == other.redoable
        and one.counting() == other.counting()
    )


def test_a_follower_has_what_the_writer_does(writer: Session, reader: Session) -> None:
    """Moves, dice, undoing and redoing: after each, what is folded anew is what the writer has."""
    assert not reader.refresh()
    chance = random.Random(3)
    for number in range(60):
        try:
            match chance.randrange(5):
                case 0:
                    turn.step(writer, 1)
                case 1:
                    keeping.note(writer, f"note {number}")
                case 2:
                    tape = Tape(writer, "small:roll")
                    tape.randint(1, 6)
                    tape.keep()
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
    assert [reader.face(6, place) for place in range(2)] == [writer.face(6, place) for place in range(2)]


def test_looking_for_news_is_cheap(writer: Session, reader: Session) -> None:
    """A hundred looks at a file that nobody wrote take less than a tenth of a second."""
    reader.refresh()
    began = time.perf_counter()
    assert not any(reader.refresh() for _ in range(100))
    assert time.perf_counter() - began < 0.1


def test_what_is_kept_beside_the_events_is_no_news(writer: Session, reader: Session) -> None:
    """A calculation begun changes the file, not the log."""
    reader.refresh()
    writer.store.keep("draft", "half")
    assert not reader.refresh()


def test_writing_is_taken_over_only_where_it_is_free(writer: Session, reader: Session) -> None:
    """And then everything is there, to be undone as well."""
    turn.step(writer, 1)
    assert not reader.take_over()
    assert reader.store.held()
    with pytest.raises(NotKept, match="only be read"):
        keeping.note(reader, "mine")
    writer.close()
    assert not reader.store.held()
    assert reader.take_over()
    assert (reader.store.read_only, reader.store.warning) == (False, "")
    keeping.note(reader, "mine")
    reader.undo()
    reader.undo()
    assert turn.here(reader).moment == 0


def test_handing_over_makes_a_follower_of_the_writer(writer: Session, reader: Session) -> None:
    """And back again, as often as one likes."""
    for number in range(3):
        one, other = (writer, reader) if number % 2 == 0 else (reader, writer)
        one.hand_over()
        assert one.store.read_only and "handed over" in one.store.warning
        assert not one.store.held()
        assert other.take_over()
        keeping.note(other, f"note {number}")
        assert one.refresh()
        assert one.log == other.log
        assert not one.take_over()


def test_one_who_handed_over_can_take_it_back(writer: Session) -> None:
    """Where nobody else wanted it."""
    writer.hand_over()
    assert writer.take_over()
    keeping.note(writer, "mine")


def test_a_session_that_another_process_is_only_making_is_waited_for(tmp_path: Path) -> None:
    """Two browsers opened at once are at the same session."""
    folder = sessions_folder(tmp_path)
    folder.mkdir()
    lock = Store(folder, "Lock")
    (folder / "Lock.session").unlink()
    made: list[Store] = []
    opening = threading.Thread(target=lambda: made.append(Store(folder, "Lock")))
    opening.start()
    time.sleep(0.2)
    assert not made
    lock._file = lock._open()
    opening.join()
    assert made[0].read_only
    assert made[0].read() == []
    made[0].close()
    lock.close()


def test_a_session_that_is_kept_nowhere_is_not_handed_over() -> None:
    """There is nothing that another could go on with."""
    session = Session(Unkept("Evening", "no room"), LIBRARY)
    assert not session.refresh()
    assert session.take_over()
    with pytest.raises(Refused, match="no room"):
        session.hand_over()
