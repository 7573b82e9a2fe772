"""Versions of the session file, and how an older one is brought up to the present one.

To change the tables: write a step at the end of `STEPS` and put the new tables into `store._TABLES`
(docs/formats.md). A step is not changed once it is released.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress

from companion.model import Refused

Step = Callable[[sqlite3.Connection], None]

STEPS: tuple[Step, ...] = ()
"""Step number n, counted from 1, brings a file of format n to format n + 1."""


def latest() -> int:
    """The format in which this version writes."""
    return len(STEPS) + 1


def format_of(file: sqlite3.Connection, name: str) -> int:
    """The format of an open file; 1 where it says none. Raises Refused for one of a newer version."""
    version = int(file.execute("PRAGMA user_version").fetchone()[0]) or 1
    if version > latest():
        raise Refused(f"{name} was written by a newer version of the companion (format {version})")
    return version


def bring_up(file: sqlite3.Connection, version: int) -> None:
    """Brings a file of an older format up to the present one, whole or not at all. Raises sqlite3.Error."""
    if version == latest():
        return
    file.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[version - 1 :]:
            step(file)
        file.execute(f"PRAGMA user_version={latest()}")
        file.execute("COMMIT")
    except sqlite3.Error:
        with suppress(sqlite3.Error):
            file.execute("ROLLBACK")
        raise
