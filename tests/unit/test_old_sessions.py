"""Session files as released versions wrote them: each opens, and comes to the state that it came to then."""

from __future__ import annotations

import json
import shutil
import sqlite3
import typing
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.model import Library
from companion.model.event import Event, Noted, decoded
from companion.play.session import Session
from companion.play.store import Store
from tests.sessions.record import FOLDER, folded

NAMES = sorted(path.stem for path in FOLDER.glob("*.session"))


def opened(folder: Path, name: str) -> Session:
    """A copy of the file, opened."""
    path = folder / f"{name}.session"
    if not path.exists():
        shutil.copyfile(FOLDER / f"{name}.session", path)
    store = Store(folder, name)
    assert (store.warning, store.read_only) == ("", False)
    return Session(store, Library(()))


def recorded(name: str) -> dict[str, Any]:
    """What it came to when it was written."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def lost(was: Any, now: Any, path: str = "") -> list[str]:
    """Where what was recorded is not there any more; what is new beside it is no loss."""
    if isinstance(was, dict) and isinstance(now, dict):
        return [
            each for key in was for each in lost(was[key], now.get(key, "gone"), f"{path}.{key}".strip("."))
        ]
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        return [
            each
            for place, (old, new) in enumerate(zip(was, now, strict=True))
            for each in lost(old, new, f"{path}.{place}")
        ]
    return [] if was == now and type(was) is type(now) else [f"{path}: was {was!r}, is {now!r}"]


@pytest.mark.parametrize("name", NAMES)
def test_it_comes_to_what_it_came_to(tmp_path: Path, name: str) -> None:
    """State, what counts, what undo and redo would take, the dice that fell."""
    session = opened(tmp_path, name)
    assert lost(recorded(name), folded(session)) == []
    session.close()


@pytest.mark.parametrize("name", NAMES)
def test_it_is_played_on(tmp_path: Path, name: str) -> None:
    """One more event, undo to the first line and redo to the last, a new start: the same, and the new one."""
    session = opened(tmp_path, name)
    session.add(Noted("many years later"))
    state, steps = session.state, 0
    while session.undoable:
        session.undo()
        steps += 1
    assert steps > 5
    for _ in range(steps):
        session.redo()
    assert session.state == state
    lines = len(session.log)
    session.close()
    again = opened(tmp_path, name)
    assert (again.state, len(again.log)) == (state, lines)
    assert lost(recorded(name)["state"], folded(again)["state"]) == []
    again.close()


def test_a_loss_is_seen() -> None:
    """The comparison itself: a value changed, gone, of another type, a list cut short; not what is new."""
    was = {"a": [1, {"b": "x"}], "c": None}
    assert lost(was, {"a": [1, {"b": "x", "new": 1}], "c": None, "more": 2}) == []
    assert lost(was, {"a": [1, {"b": "y"}], "c": None}) == ["a.1.b: was 'x', is 'y'"]
    assert lost(was, {"a": [1], "c": None}) == ["a: was [1, {'b': 'x'}], is [1]"]
    assert lost(was, {"a": [True, {"b": "x"}]}) == ["a.0: was 1, is True", "c: was None, is 'gone'"]


def test_every_kind_and_field_is_in_one_of_the_files() -> None:
    """A kind or a field that comes later asks for a file that has it: python -m tests.sessions.record NAME."""
    there: set[str] = set()
    for name in NAMES:
        there |= _fields_of(FOLDER / f"{name}.session")
    known = {
        f"{kind.__struct_config__.tag}.{field.encode_name}"
        for kind in typing.get_args(Event)
        for field in msgspec.structs.fields(kind)
    }
    assert known - there == set()


def _fields_of(path: Path) -> set[str]:
    """Fields of events that are written out in a file, each an event that this version reads."""
    found: set[str] = set()
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as file:
        for (text,) in file.execute("SELECT data FROM event"):
            decoded(text)
            told = json.loads(text)
            found |= {f"{told['kind']}.{field}" for field in told}
    return found
