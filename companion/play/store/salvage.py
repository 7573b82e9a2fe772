"""Recovers the readable events of a damaged session file, and keeps a copy of the file."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.model.event import Logged
from companion.play.event_json import decode_event
from companion.play.store.carving import carved_rows

_GAP = 5_000
"""The search for events ends after so many numbers without a readable one."""
COLUMNS = "id, CAST(at AS BLOB), CAST(game AS BLOB), batch, CAST(data AS BLOB)"
"""Columns of an event, as bytes, because a single text that is not Unicode makes the whole query fail."""

Row = tuple[int, str, str, int, str]
"""Number, time, game, batch and JSON of an event."""


def logged_event(row: tuple[Any, ...]) -> Logged | None:
    """Return the event of a row of `COLUMNS`; None if it cannot be read."""
    number, at, game, batch, data = row
    if not isinstance(batch, int) or not all(isinstance(value, bytes) for value in (at, game, data)):
        return None
    try:
        return Logged(number, at.decode(), game.decode(), batch, decode_event(data))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def salvaged_events(path: Path) -> list[Row]:
    """Return every event that can be read, in order.

    Queries events one by one, so that a damaged page costs only its own events; those that SQLite no longer finds are
    recovered from the bytes of the file.
    """
    events = {row[0]: row for row in _readable(carved_rows(path))}
    events |= {row[0]: row for row in _readable(queried_rows(path, "event", COLUMNS))}
    return [events[number] for number in sorted(events)]


def _readable(rows: Iterator[tuple[Any, ...]]) -> Iterator[Row]:
    for row in rows:
        if logged_event(row) is not None:
            number, at, game, batch, data = row
            yield number, at.decode(), game.decode(), batch, data.decode()


def queried_rows(path: Path, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table that SQLite can read, queried one by one."""
    with closing(sqlite3.connect(path, timeout=0)) as file:
        number, last = 0, _GAP
        while (number := number + 1) <= last:
            with suppress(sqlite3.Error, UnicodeDecodeError):
                row = file.execute(f"SELECT {columns} FROM {table} WHERE id = ?", (number,)).fetchone()
                if row is not None:
                    yield row
                    last = number + _GAP


def copy_damaged(path: Path) -> Path:
    """Copy a damaged file to an unused name in the same folder and return the copy. Raises OSError."""
    copy = free = path.with_name(f"{path.stem} damaged {datetime.now():%Y-%m-%d %H%M%S}{path.suffix}.bad")
    number = 1
    while free.exists():
        number += 1
        free = copy.with_name(f"{copy.name} {number}")
    shutil.copy2(path, free)
    return free


def set_aside(path: Path) -> Path:
    """Replace a damaged file by a copy under an unused name in the same folder; return the copy. Raises OSError."""
    copy = copy_damaged(path)
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    return copy
