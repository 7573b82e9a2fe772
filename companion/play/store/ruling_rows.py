"""Reads the events about rulings in a session's file without the rest of the companion.

Imports only the standard library: `companion find` needs no records, and importing them takes 40 ms.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.play.store.migrations import latest

_KINDS = ("ruled", "unruled", "undone", "redone")


class Unreadable(Exception):
    """A file that cannot be read; the message says why."""


def ruling_rows(path: Path) -> list[tuple[int, dict[str, Any]]]:
    """Return number and decoded JSON of the events about rulings, undoing and redoing, in order.

    Omits events that cannot be read. Raises Unreadable for a damaged file, and for one of a newer format.
    """
    starts = " OR ".join(f'data LIKE \'{{"kind":"{kind}"%\'' for kind in _KINDS)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=2)) as file:
            if file.execute("PRAGMA user_version").fetchone()[0] > latest():
                raise Unreadable(f"{path.name} was written by a newer version of the companion")
            rows = file.execute(
                f"SELECT id, CAST(data AS BLOB) FROM event WHERE {starts} ORDER BY id"
            ).fetchall()
    except (sqlite3.Error, ValueError, TypeError) as error:
        raise Unreadable(str(error)) from None
    return [(number, event) for number, data in rows if (event := _event(data))]


def _event(data: bytes) -> dict[str, Any]:
    """Return the decoded JSON of an event; empty if it cannot be read."""
    try:
        event = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}
