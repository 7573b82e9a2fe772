"""The player's file: bookmarks, notes and permanent rulings, for all sessions, in one SQLite file of the data folder.

Each change is one transaction, which waits for those of other processes and is on disk before the call returns. The
file has a rollback journal instead of a WAL: nothing stays beside it, and it can be read on a read-only disk.

Imports only the standard library, like `ruling_rows.py`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from companion.errors import CompanionError, Refused
from companion.play.store.errors import NotSaved
from companion.play.store.lock import PATIENCE, begin_waiting, file_lock
from companion.play.store.sqlite_files import is_empty, is_external, make_tables

FILE = "player.db"
FORMAT = 1
"""Format that this version writes, and the latest that it reads: SQLite's user_version."""
PERMANENT = "house"
"""Prefix of the ids of permanent rulings."""
MARK = 0x54435059
"""SQLite's application_id of the player's file."""
TABLES = (
    """CREATE TABLE annotation (
    id INTEGER PRIMARY KEY, about TEXT NOT NULL, bookmark INTEGER NOT NULL, note TEXT NOT NULL, day TEXT NOT NULL
)""",
    """CREATE TABLE ruling (
    id INTEGER PRIMARY KEY AUTOINCREMENT, about TEXT NOT NULL, text TEXT NOT NULL, day TEXT NOT NULL
)""",
)
"""AUTOINCREMENT keeps the id of a ruling from being used again."""
_HIGHEST = 1_000_000_000
"""Highest number of a ruling that the companion can have assigned; a higher one is damage."""
_LEAST = 512
"""Bytes of the smallest SQLite file; SQLite treats a smaller file as empty."""
COLUMNS = {
    "annotation": "id, CAST(about AS TEXT), bookmark, CAST(note AS TEXT), CAST(day AS TEXT)",
    "ruling": "id, CAST(about AS TEXT), CAST(text AS TEXT), CAST(day AS TEXT)",
}
"""Columns of each table, cast because a single damaged bit can turn a text into bytes."""

AnnotationRow = tuple[str, bool, str, str]
"""Record, bookmark, note, and date of the last change."""
RulingRow = tuple[str, str, str, str]
"""Id, record or modifier, text, date."""


def annotation_rows(data: Path) -> list[AnnotationRow]:
    """Return bookmarks and notes, the oldest first. Raises CompanionError if they cannot be read."""
    rows = _rows(data, "annotation")
    return [(about, bool(bookmark), note, day) for _, about, bookmark, note, day in rows]


def permanent_rows(data: Path) -> list[RulingRow]:
    """Return the permanent rulings, the oldest first. Raises CompanionError if they cannot be read."""
    return _named(_rows(data, "ruling"))


class PlayerFile:
    """The player's file during a transaction."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def annotation(self, about: str) -> AnnotationRow:
        """Return bookmark and note of a record."""
        row = self._file.execute(
            "SELECT bookmark, note, day FROM annotation WHERE about = ?", (about,)
        ).fetchone()
        return (about, bool(row[0]), row[1], row[2]) if row else (about, False, "", "")

    def set_annotation(self, about: str, bookmark: bool, note: str, day: str) -> None:
        """Write bookmark and note of a record; without either, the row is deleted."""
        if not (bookmark or note):
            self._file.execute("DELETE FROM annotation WHERE about = ?", (about,))
            return
        changed = self._file.execute(
            "UPDATE annotation SET bookmark = ?, note = ?, day = ? WHERE about = ?",
            (bookmark, note, day, about),
        )
        if not changed.rowcount:
            self._file.execute(
                "INSERT INTO annotation (about, bookmark, note, day) VALUES (?, ?, ?, ?)",
                (about, bookmark, note, day),
            )

    def ruling_ids(self) -> Iterator[str]:
        """Yield ids that no ruling has or had; ignores numbers that can only be damage."""
        number = self._file.execute(
            "SELECT coalesce(max(number), 0) FROM (SELECT id AS number FROM ruling UNION ALL "
            "SELECT seq FROM sqlite_sequence WHERE name = 'ruling') "
            "WHERE typeof(number) = 'integer' AND number BETWEEN 0 AND ?",
            (_HIGHEST,),
        ).fetchone()[0]
        while True:
            number += 1
            yield f"{PERMANENT}-{number}"

    def add_ruling(self, name: str, about: str, text: str, day: str) -> None:
        """Add a ruling, whose id comes from `ruling_ids`."""
        number = int(name.removeprefix(f"{PERMANENT}-"))
        self._file.execute("INSERT INTO ruling VALUES (?, ?, ?, ?)", (number, about, text, day))

    def drop_ruling(self, name: str) -> None:
        """Delete a ruling if it still exists."""
        self._file.execute(f"DELETE FROM ruling WHERE '{PERMANENT}-' || id = ?", (name,))

    def rulings(self) -> list[RulingRow]:
        """Return the permanent rulings, the oldest first."""
        return _named(all_rows(self._file, "ruling"))


@contextmanager
def changing(data: Path) -> Iterator[PlayerFile]:
    """Change the file in one transaction; other processes wait. Raises CompanionError, leaving the file unchanged.

    A damaged file is repaired, which the exception reports; the next attempt changes the repaired file.
    """
    path = data / FILE
    try:
        data.mkdir(parents=True, exist_ok=True)
        with closing(_connected(path, "rwc")) as file, file:
            file.execute("PRAGMA synchronous=EXTRA")  # the folder, too, is on disk before a commit returns
            file.execute("PRAGMA fullfsync=1")  # on macOS, plain fsync leaves data in the drive's own memory
            begin_waiting(file, "BEGIN IMMEDIATE")
            _check(file, path)
            if is_empty(file):
                make_tables(file, TABLES, MARK, FORMAT)
            yield PlayerFile(file)
    except (sqlite3.Error, UnicodeDecodeError) as error:  # as in `is_empty`
        if report := repair(data):
            raise Refused(f"{report}; try again") from None
        raise NotSaved(f"{path} cannot be written: {error}") from None
    except OSError as error:
        raise NotSaved(f"{path} cannot be written: {error.strerror}") from None


def repair(data: Path) -> str:
    """Replace a damaged file by one with its readable rows, and keep a copy; return a report, empty if not repaired.

    A file of a newer version is not repaired, nor is one on a disk that cannot be written.
    """
    path = data / FILE
    if not _damage(path):
        return ""
    try:
        with file_lock(path):
            damage = _damage(path)  # another process may have repaired it
            if not damage:
                return ""
            from companion.play.store.player_salvage import replace_damaged  # 100 ms

            return replace_damaged(path, damage)
    except (CompanionError, OSError, sqlite3.Error):
        return ""


def _rows(data: Path, table: str) -> list[tuple[Any, ...]]:
    """Return the rows of a table, by number. Raises Refused if it cannot be read, after repairing a damaged file."""
    path = data / FILE
    if not path.exists():
        return []
    try:
        with closing(_connected(path, "rw")) as file:
            _check(file, path, thorough=False)
            return [] if is_empty(file) else all_rows(file, table)
    except sqlite3.Error as error:
        raise Refused(repair(data) or f"{path} cannot be read: {error}") from None


def all_rows(file: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    """Return the rows of a table, by number. Raises sqlite3.Error."""
    return file.execute(f"SELECT {COLUMNS[table]} FROM {table} ORDER BY id").fetchall()


def _named(rows: list[tuple[Any, ...]]) -> list[RulingRow]:
    """Return rows of rulings with ids instead of numbers."""
    return [(f"{PERMANENT}-{number}", about, text, day) for number, about, text, day in rows]


def _damage(path: Path) -> str:
    """Return what is damaged in the file; empty if nothing is, or if it cannot be opened."""
    if not path.is_file():
        return ""
    try:
        with closing(_connected(path, "rw")) as file:
            _check(file, path)
            for table in COLUMNS if not is_empty(file) else ():
                all_rows(file, table)
    except sqlite3.Error as error:
        return "" if is_external(error) else str(error)
    except Refused:
        pass
    return ""


def _check(file: sqlite3.Connection, path: Path, thorough: bool = True) -> None:
    """Raise sqlite3.DatabaseError for a damaged file or one of another program, Refused for a newer format."""
    if is_empty(file):
        if 0 < path.stat().st_size < _LEAST:
            raise sqlite3.DatabaseError("file is not a database")
        return
    if file.execute("PRAGMA application_id").fetchone()[0] != MARK:
        raise sqlite3.DatabaseError("it is not a file of bookmarks and rulings")
    version = file.execute("PRAGMA user_version").fetchone()[0]
    if version > FORMAT:
        raise Refused(f"{path} was written by a newer version of the companion (format {version})")
    if thorough and file.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise sqlite3.DatabaseError("its pages are inconsistent")


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    """Connect to the file; damaged bytes of a text are read as replacement characters."""
    file = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None
    )
    file.text_factory = lambda raw: raw.decode(errors="replace")
    return file
