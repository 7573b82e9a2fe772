"""Reads what is readable of a damaged session file, and sets the file aside."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

import msgspec

from companion.play.event_json import decode_event

_GAP = 5_000
"""Numbers without a readable event after which the search for later events ends."""

Row = tuple[int, str, str, int, str]
"""Number, time, game, batch and JSON of an event."""


def salvaged_events(path: Path) -> Iterator[Row]:
    """Yield every event that can be read, one by one, because a broken page takes only its own events with it."""
    with closing(sqlite3.connect(path, timeout=0)) as file:
        number, last = 0, _GAP
        while (number := number + 1) <= last:
            with suppress(sqlite3.Error, msgspec.DecodeError, TypeError, UnicodeDecodeError):
                row = file.execute(
                    "SELECT id, at, game, batch, data FROM event WHERE id = ?", (number,)
                ).fetchone()
                if row is not None:
                    decode_event(row[4])
                    yield row
                    last = number + _GAP


def set_aside(path: Path) -> Path:
    """Copy a damaged file to a free name beside it, remove it, and return the copy. Raises OSError."""
    copy = free = path.with_name(f"{path.stem} damaged {datetime.now():%Y-%m-%d %H%M%S}{path.suffix}.bad")
    number = 1
    while free.exists():
        number += 1
        free = copy.with_name(f"{copy.name} {number}")
    shutil.copy2(path, free)
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    return free
