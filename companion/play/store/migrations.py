"""Formats of the session file, and the migration of files of an older format.

To change the tables: write a step, add it to the end of `STEPS`, and put the new tables into `TABLES` of
`session_file.py` (docs/formats.md). A released step never changes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

Step = Callable[[sqlite3.Connection], None]

STEPS: tuple[Step, ...] = ()
"""Step number n, counted from 1, turns a file of format n into one of format n + 1."""


def latest() -> int:
    """Return the format that this version writes."""
    return len(STEPS) + 1


def format_of(file: sqlite3.Connection, name: str) -> int:
    """Return the format of an open file. Raises Refused if a newer version wrote it."""
    version = int(file.execute("PRAGMA user_version").fetchone()[0])
    if version > latest():
        from companion.model import Refused  # imported only here, because of ruling_rows.py

        raise Refused(f"{name} was written by a newer version of the companion (format {version})")
    return version


def migrate(file: sqlite3.Connection, version: int) -> None:
    """Migrate a file of format `version` to the latest format. Raises sqlite3.Error, leaving the file unchanged."""
    with file:
        file.execute("BEGIN IMMEDIATE")
        for step in STEPS[version - 1 :]:
            step(file)
        file.execute(f"PRAGMA user_version={latest()}")
