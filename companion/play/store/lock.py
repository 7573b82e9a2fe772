"""The lock of a session: whoever holds it may write."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.play.store.errors import NotSaved


def try_lock(session: Path) -> sqlite3.Connection | None:
    """Lock a session's file without waiting; None where another process holds the lock. Raises NotSaved.

    The lock lasts until the connection is closed or the process ends, however it ends.
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
