"""Table rulings in force, read fast: of a session's file only the lines about rulings, and those kept for good."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from companion.play.names import ENDING, current_name, session_names, sessions_folder

LASTING = "rulings.json"
"""File in the data folder with the rulings that hold for good."""
_KINDS = ("ruled", "unruled", "undone", "redone")


class Held(NamedTuple):
    """A table ruling in force."""

    id: str
    about: str
    """Id of an entry, a chart or a calculator; of a modifier with its label behind a slash."""
    text: str
    on: str
    """Date it was made; empty where nobody knows."""
    session: str
    """Session it holds in; empty where it holds for good."""

    @property
    def record(self) -> str:
        """Id of what it is about, without the modifier."""
        return self.about.partition("/")[0]

    @property
    def modifier(self) -> str:
        """Label of the modifier it is about; empty for the whole."""
        return self.about.partition("/")[2]


class Unread(Exception):
    """Rulings that cannot be read; the message says which."""


def held_rulings(data: Path, name: str = "") -> list[Held]:
    """The rulings of the session `name`, of the one of last time where none is named, then those for good.

    Raises Unread.
    """
    session = _existing(data, name) if name else current_name(data)
    found = _of_session(sessions_folder(data) / f"{session}{ENDING}", session) if session else []
    return found + _for_good(data / LASTING)


def _existing(data: Path, name: str) -> str:
    names = session_names(sessions_folder(data))
    for each in names:
        if each.casefold() == " ".join(name.split()).casefold():
            return each
    raise Unread(f"no session {name}; there are {', '.join(names) or 'none'}")


def _of_session(path: Path, session: str) -> list[Held]:
    import sqlite3

    where = " OR ".join(f'data LIKE \'{{"kind":"{kind}"%\'' for kind in _KINDS)
    try:
        file = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=2)
        try:
            rows = file.execute(f"SELECT id, data FROM event WHERE {where} ORDER BY id").fetchall()
        finally:
            file.close()
        return _standing([(number, json.loads(data)) for number, data in rows], session)
    except (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unread(f"the table rulings of session {session} cannot be read: {error}") from None


def _standing(rows: list[tuple[int, dict[str, object]]], session: str) -> list[Held]:
    gone: set[object] = set()
    for _, event in rows:
        numbers = event.get("events")
        if isinstance(numbers, list):
            gone = gone | set(numbers) if event["kind"] == "undone" else gone - set(numbers)
    found: dict[object, Held] = {}
    for number, event in rows:
        ruling = event.get("ruling")
        if number in gone:
            continue
        if isinstance(ruling, dict):
            found[ruling["id"]] = _held(ruling, session)
        elif event["kind"] == "unruled":
            found.pop(ruling, None)
    return list(found.values())


def _for_good(path: Path) -> list[Held]:
    try:
        return [_held(each, "") for each in json.loads(path.read_bytes())]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unread(f"{path} holds no table rulings that can be read: {error}") from None


def _held(ruling: dict[str, object], session: str) -> Held:
    return Held(
        str(ruling["id"]), str(ruling["about"]), str(ruling["text"]), str(ruling.get("on", "")), session
    )
