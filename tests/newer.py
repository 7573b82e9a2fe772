"""Files that a newer version of the companion wrote."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.play.store.player_file import FILE, FORMAT


def of_newer_version(data: Path) -> None:
    """Mark the player's file as one of the next format."""
    with closing(sqlite3.connect(data / FILE)) as file:
        file.execute(f"PRAGMA user_version={FORMAT + 1}")
