"""The events in a session file, byte for byte."""

from __future__ import annotations

import json
import sqlite3
import typing
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.model import Library
from companion.model.event import Event, Noted
from companion.play.event_json import decode_event
from companion.play.session import Session
from companion.play.session_files import ENDING
from companion.play.store.session_file import SessionFile
from tests.every_event import minutes, play
from tests.recorded import recorded


def file_lines(path: Path) -> list[str]:
    """The events in a session file as text."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
        return [data for (data,) in file.execute("SELECT data FROM event ORDER BY id")]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A session with every kind of event."""
    clock = minutes()
    made = Session(SessionFile(tmp_path, "Evening"), Library(()), now=lambda: next(clock))
    play(made)
    yield made
    made.close()


def test_the_bytes_of_every_kind_of_event(session: Session, tmp_path: Path) -> None:
    """To change these lines is to change the format; docs/formats.md says what that requires."""
    lines = file_lines(tmp_path / f"Evening{ENDING}")
    golden = recorded("events.jsonl", "\n".join([*lines, ""])).splitlines()
    assert lines == golden
    assert [decode_event(line) for line in golden] == [logged.event for logged in session.log]


def test_every_kind_and_field_is_covered(session: Session, tmp_path: Path) -> None:
    """A new kind or field must be added to tests/every_event.py."""
    lines = [json.loads(line) for line in file_lines(tmp_path / f"Evening{ENDING}")]
    written = {f"{line['kind']}.{field}" for line in lines for field in line}
    known = {
        f"{kind.__struct_config__.tag}.{field.encode_name}"
        for kind in typing.get_args(Event)
        for field in msgspec.structs.fields(kind)
    }
    assert known - written == set()


def test_every_kind_of_event_is_undone_and_redone(session: Session, tmp_path: Path) -> None:
    """Add an event, undo everything, redo everything, reopen the file: the state is the same."""
    session.add(Noted("one more"))
    state, steps = session.state, 0
    while session.undoable:
        session.undo()
        steps += 1
    assert steps > 5
    for _ in range(steps):
        session.redo()
    assert session.state == state
    log = list(session.log)
    session.close()
    again = Session(SessionFile(tmp_path, "Evening"), Library(()))
    assert (again.state, again.log) == (state, log)
    again.close()
