"""Locks a session for as long as a process writes it, and a small file while it is changed."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.play.store.errors import NotSaved

PATIENCE = 10.0
"""Seconds to wait while another process changes a file, which takes milliseconds."""

_PAUSE = 0.002
"""Seconds between two tries."""


def try_lock(session: Path) -> sqlite3.Connection | None:
    """Lock a session's file without waiting; None if another process holds the lock. Raises NotSaved.

    The lock is released when the connection is closed or the process ends, in whatever way.
    """
    lock = None
    try:
        lock = sqlite3.connect(
            session.with_suffix(".lock"), timeout=0, isolation_level=None, check_same_thread=False
        )
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if lock is not None:
            lock.close()
        if "locked" not in str(error):
            raise NotSaved(f"{session.parent} cannot be written ({error})") from None
        return None
    return lock


def begin_waiting(file: sqlite3.Connection, statement: str) -> None:
    """Begin a transaction as soon as no other process has one. Raises sqlite3.Error, after PATIENCE seconds at most.

    SQLite itself tries only ten times a second, which is too seldom when several processes write one change after
    another.
    """
    file.execute("PRAGMA busy_timeout=0")
    end = time.monotonic() + PATIENCE
    while True:
        try:
            file.execute(statement)
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
        time.sleep(_PAUSE)
    file.execute(f"PRAGMA busy_timeout={PATIENCE * 1000:.0f}")


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Keep other processes from changing a small file, after waiting for one that does. Raises NotSaved.

    The lock is a file beside it, and is released when the process ends, in whatever way.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(path.with_suffix(".lock"), timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise NotSaved(f"{path} cannot be written ({error})") from None
    with closing(lock):
        try:
            begin_waiting(lock, "BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            raise NotSaved(f"{path} cannot be written ({error})") from None
        yield
