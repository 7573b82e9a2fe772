"""The file of one session: events are appended and never changed.

SQLite in WAL mode; each batch of events is on disk before the call returns. One process writes, others may read.
Nothing here waits for another process to create or unlock the file.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from companion.model import CompanionError
from companion.model.event import Event, Logged
from companion.model.wording import agreeing, counted
from companion.play.event_json import encode_event
from companion.play.session_files import checked_name, session_path
from companion.play.store.errors import BusyElsewhere, NotSaved
from companion.play.store.lock import try_lock
from companion.play.store.migrations import format_of, latest, migrate
from companion.play.store.salvage import (
    COLUMNS,
    copy_damaged,
    logged_event,
    salvaged_events,
    set_aside,
)
from companion.play.store.sqlite_files import is_empty, is_external, make_tables

_MARK = 0x54434F4D
"""SQLite's application_id of session files."""
_BUSY = 2_000
"""Milliseconds that a statement waits for a lock held by a program other than the companion."""
TABLES = (
    """CREATE TABLE event (
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, game TEXT NOT NULL, batch INTEGER NOT NULL, data TEXT NOT NULL
)""",
    "CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
)


class SessionFile:
    """An open session file."""

    _version: int
    """SQLite's `data_version` at the last check for changes; 0 before the first."""

    def __init__(self, folder: Path, name: str, write: bool = True) -> None:
        """Open the session `name` in `folder`, read-only if another process writes it or `write` is false.

        A session that may be written is created if it does not exist, and replaced if its file is damaged: a copy is
        kept, a new file gets the events that can be read, and `warning` says so. Raises BusyElsewhere while another
        process is creating the file, Refused for an invalid name and for a file of a newer version, and NotSaved if
        the folder or the file cannot be used.
        """
        self.name = checked_name(name)
        self.path = session_path(folder, self.name)
        self.warning = ""
        self._lock: sqlite3.Connection | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotSaved(f"sessions cannot be saved in {folder}: {error.strerror}") from None
        for path in (self.path, self.path.with_suffix(".lock")):
            if path.exists() and not path.is_file():  # SQLite would wait for a pipe
                raise NotSaved(f"{path} cannot be used: it is not a file")
        if write:
            self._lock = try_lock(self.path)
        self.read_only = self._lock is None
        if write and self.read_only:
            self.warning = f"session {self.name} is open elsewhere; it is read-only here"
        self._begin()

    def read(self, after: int = 0) -> list[Logged]:
        """Return all events in order, or those that follow the event with the number `after`.

        Omits events that cannot be read; `warning` names them. Raises NotSaved if the file cannot be read.
        """
        try:
            rows = self._file.execute(
                f"SELECT {COLUMNS} FROM event WHERE id > ? ORDER BY id", (after,)
            ).fetchall()
        except sqlite3.Error as error:
            raise NotSaved(f"{self.path} cannot be read: {error}") from None
        events = {row[0]: logged_event(row) for row in rows}
        unreadable = [number for number, event in events.items() if event is None]
        if unreadable:
            self._warn_of_unreadable(unreadable)
        return [event for event in events.values() if event is not None]

    def _warn_of_unreadable(self, numbers: list[int]) -> None:
        """Say in `warning` which events are left out; if this process may write, keep one copy of the file."""
        lines = ", ".join(map(str, numbers))
        report = f"{agreeing(len(numbers), 'lines')} {lines} of session {self.name} cannot be read"
        report += f" and {'is' if len(numbers) == 1 else 'are'} left out"
        if not self.read_only and self.value("left out") != lines:
            try:
                self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                copy = copy_damaged(self.path)
                self.set_value("left out", lines)
                report += f"; a copy of the file is kept as {copy.name}"
            except (OSError, sqlite3.Error, NotSaved) as error:
                report += f"; no copy of the file could be made: {error}"
        self.warning = "; ".join(filter(None, (self.warning, report)))

    def add(self, game: str, events: list[Event], at: str) -> list[Logged]:
        """Write a batch of events and return them with their numbers. Raises NotSaved, and writes none of them then."""
        if self.read_only:
            raise NotSaved(f"session {self.name} is open elsewhere; it is read-only here")
        self._check_place()
        try:
            with self._file:
                self._file.execute("BEGIN IMMEDIATE")
                first = self._file.execute("SELECT coalesce(max(id), 0) + 1 FROM event").fetchone()[0]
                logged = [Logged(first + place, at, game, first, event) for place, event in enumerate(events)]
                self._file.executemany(
                    "INSERT INTO event VALUES (?, ?, ?, ?, ?)",
                    [
                        (added.id, added.at, added.game, added.batch, encode_event(added.event))
                        for added in logged
                    ],
                )
        except sqlite3.Error as error:
            raise NotSaved(f"the change could not be saved and was not made: {error}") from None
        return logged

    def _check_place(self) -> None:
        """Raise NotSaved if the file was moved or deleted: SQLite would continue to write to it."""
        try:
            self.path.stat()
        except OSError as error:
            why = f"{self.path} was moved or deleted: {error.strerror}"
            raise NotSaved(f"the change could not be saved and was not made: {why}") from None

    def set_value(self, key: str, value: str) -> None:
        """Write a small value beside the events, such as the open screen or a draft. Raises NotSaved."""
        self._change_value("INSERT OR REPLACE INTO kept VALUES (?, ?)", key, value)

    def value(self, key: str) -> str:
        """Return the value of a key; empty if there is none, or if it cannot be read."""
        try:
            row = self._file.execute("SELECT CAST(value AS BLOB) FROM kept WHERE key = ?", (key,)).fetchone()
            return row[0].decode() if row and row[0] else ""
        except (sqlite3.Error, UnicodeDecodeError):
            return ""

    def delete_value(self, key: str) -> None:
        """Delete the value of a key. Raises NotSaved."""
        self._change_value("DELETE FROM kept WHERE key = ?", key)

    def _change_value(self, statement: str, *values: str) -> None:
        if self.read_only:
            return
        try:
            self._file.execute(statement, values)
        except sqlite3.Error as error:
            raise NotSaved(f"the change could not be saved: {error}") from None

    @property
    def alert(self) -> str:
        """The warning that stays on the screen while this process does not write the session; empty if it does."""
        return "read-only" if self.read_only else ""

    def changed(self) -> bool:
        """Whether another process has written to the file since the last call. Takes a few microseconds.

        Raises NotSaved if the file cannot be read.
        """
        try:
            version = self._file.execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error as error:
            raise NotSaved(f"{self.path} cannot be read: {error}") from None
        before, self._version = self._version, version
        return bool(version != before)

    def written_elsewhere(self) -> bool:
        """Whether another process writes the session. Raises NotSaved if the folder cannot be written."""
        if self._lock is not None:
            return False
        lock = try_lock(self.path)
        if lock is not None:
            lock.close()
        return lock is None

    def take_over(self) -> bool:
        """Become the writing process, unless there is one or the disk is full; return whether this process now writes.

        If it does, read the log again: a damaged file may have been replaced. Raises Refused and NotSaved.
        """
        if self._lock is None:
            self._lock = try_lock(self.path)
            if self._lock is None:
                return False
            self._file.close()
            self.read_only, self.warning = False, ""
            try:
                self._begin()
            except NotSaved as error:
                self.read_again(str(error))
                return False
        return True

    def read_again(self, why: str) -> None:
        """Continue read-only because the file could not be written. Raises NotSaved if it cannot be read either."""
        self.close()
        self.read_only, self.warning = True, f"session {self.name} is read-only: {why}"
        self._begin()

    def hand_over(self) -> None:
        """Let another process write the session; it is read-only in this one from now on. Raises NotSaved."""
        self.close()
        self.read_only = True
        self.warning = f"session {self.name} was handed over; it is read-only here"
        self._begin()

    def close(self) -> None:
        """Move everything from the WAL into the file, close it, and release the lock."""
        if getattr(self, "_file", None) is not None:
            with suppress(sqlite3.Error):
                if not self.read_only:
                    self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self._file.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _begin(self) -> None:
        """Open the file; replace a damaged one if this process may write. Raises Refused and NotSaved."""
        try:
            self._file = open_to_read(self.path) if self.read_only else open_to_write(self.path)
        except sqlite3.DatabaseError as error:
            if self.read_only or is_external(error):
                self.close()
                self.read_only = True
                raise NotSaved(f"{self.path} cannot be used: {error}") from None
            self._file = self._replace_damaged(str(error))
        except CompanionError:
            self.close()
            raise
        self._file.execute(f"PRAGMA busy_timeout={_BUSY}")
        self._version = 0

    def _replace_damaged(self, why: str) -> sqlite3.Connection:
        events = salvaged_events(self.path)
        try:
            copy = set_aside(self.path)
            file = open_to_write(self.path)
            file.executemany("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?)", events)
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise NotSaved(f"{self.path} is damaged and cannot be set aside: {error}") from None
        self.warning = (
            f"session {self.name} was damaged ({why}); the damaged file is kept as {copy.name}, "
            f"and the session continues with {counted(len(events), 'events')} that could be read"
        )
        return file


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a session's file read-only.

    Raises BusyElsewhere if it is locked or has no tables yet, Refused for a newer format, and
    sqlite3.DatabaseError.
    """
    if not path.exists():
        raise BusyElsewhere(f"session {path.stem} is being started elsewhere; try again")
    file = _connected_to_read(path)
    try:
        if is_empty(file):
            raise BusyElsewhere(f"session {path.stem} is being started elsewhere; try again")
        format_of(file, path.name)
    except sqlite3.Error as error:
        file.close()
        if "locked" in str(error):
            raise BusyElsewhere(f"session {path.stem} is locked elsewhere; try again") from None
        raise
    except CompanionError:
        file.close()
        raise
    return file


def _connected_to_read(path: Path) -> sqlite3.Connection:
    """Connect to a file read-only, without SQLite's additional files if they cannot be created."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    file = sqlite3.connect(address, uri=True, timeout=0, check_same_thread=False)
    try:
        is_empty(file)
    except sqlite3.OperationalError as error:
        unfinished = Path(f"{path}-wal")
        if (
            not is_external(error)
            or "locked" in str(error)
            or (unfinished.exists() and unfinished.stat().st_size)
        ):
            return file
        file.close()
        return sqlite3.connect(f"{address}&immutable=1", uri=True, timeout=0, check_same_thread=False)
    except sqlite3.Error:
        return file
    return file


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open a session's file to write it; create it if it does not exist, and migrate it from an older format.

    Raises sqlite3.DatabaseError for a damaged file, Refused for a newer format, and NotSaved if migration fails.
    """
    file = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
    try:
        is_new = is_empty(file)
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=FULL")
        file.execute("PRAGMA fullfsync=1")  # on macOS, plain fsync leaves data in the drive's own memory
        if file.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("its pages are inconsistent")
        if is_new:
            make_session_tables(file)
        elif file.execute("PRAGMA application_id").fetchone()[0] != _MARK:
            raise sqlite3.DatabaseError("it is not a session")
        else:
            _migrate_to_latest(file, path.name)
            # Fails if a table or a column is missing.
            file.execute(f"SELECT {COLUMNS}, key, value FROM event, kept LIMIT 0")
    except (sqlite3.Error, CompanionError):
        file.close()
        raise
    return file


def make_session_tables(file: sqlite3.Connection) -> None:
    """Create the tables and mark the file in one transaction, so that it is either empty or a complete session."""
    with file:
        file.execute("BEGIN IMMEDIATE")
        make_tables(file, TABLES, _MARK, latest())


def _migrate_to_latest(file: sqlite3.Connection, name: str) -> None:
    version = format_of(file, name)
    if version == latest():
        return
    try:
        migrate(file, version)
    except sqlite3.Error as error:
        raise NotSaved(
            f"{name} could not be upgraded to format {latest()} and is unchanged: {error}"
        ) from None
