"""Functions for both session files and the player's file. Imports only the standard library."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable


def is_empty(file: sqlite3.Connection) -> bool:
    """Whether a file has no tables yet. Raises sqlite3.Error.

    Call it first: SQLite's message about damaged names of tables is not always Unicode.
    """
    try:
        return bool(file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0)
    except UnicodeDecodeError:
        raise sqlite3.DatabaseError("its tables cannot be read") from None


def make_tables(file: sqlite3.Connection, tables: Iterable[str], mark: int, version: int) -> None:
    """Create the tables and mark the file, in the caller's transaction. Raises sqlite3.Error."""
    for table in tables:
        file.execute(table)
    file.execute(f"PRAGMA application_id={mark}")
    file.execute(f"PRAGMA user_version={version}")


def is_external(error: sqlite3.Error) -> bool:
    """Whether an error has a cause outside the file: a full disk, a lock, missing permissions."""
    causes = ("full", "locked", "readonly", "unable to open", "disk i/o")
    return any(cause in str(error).lower() for cause in causes)
