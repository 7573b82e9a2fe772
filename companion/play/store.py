"""One session's file: events are added at its end and never changed.

SQLite in WAL mode, each batch on disk before the call returns. One process writes; a second one may read.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from companion.model import CompanionError, NotFound, Refused
from companion.model.event import Event, Logged
from companion.play.event_json import decode_event, encode_event
from companion.play.migrations import bring_up, format_of, latest
from companion.play.names import ENDING
from companion.play.names import session_names as session_names

_MARK = 0x54434F4D
_GAP = 5_000
"""Events in a row that may be lost before the search for later ones ends."""
_PATIENCE = 40
"""Looks, a twentieth of a second apart, at a file that another process is only just making."""
_NAME = re.compile(r"[\w][\w .'-]{0,59}")
_DEVICE = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])(\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices, whatever ending follows."""
_TABLES = """
CREATE TABLE IF NOT EXISTS event (
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, game TEXT NOT NULL, batch INTEGER NOT NULL, data TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class NotKept(CompanionError):
    """An event could not be put on disk; nothing has changed."""


class Unkept:
    """A session that is kept nowhere, for want of a folder that can be written. As `Store`, but in memory."""

    read_only = False

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self.warning = f"nothing of this session is kept: {why}"
        self._next = 1
        self._values: dict[str, str] = {}

    def read(self, after: int = 0) -> list[Logged]:
        """Nothing."""
        return []

    def changed(self) -> bool:
        """Nobody else knows of it."""
        return False

    def held(self) -> bool:
        """Nobody else writes it."""
        return False

    def take_over(self) -> bool:
        """There is nothing to take over."""
        return False

    def hand_over(self) -> None:
        """Raises Refused: there is nothing that another could take."""
        raise Refused(f"session {self.name} cannot be handed over: {self.warning}")

    def add(self, game: str, events: list[Event], at: str) -> list[Logged]:
        """Numbers the events."""
        first, self._next = self._next, self._next + len(events)
        return [Logged(first + place, at, game, first, event) for place, event in enumerate(events)]

    def keep(self, key: str, value: str) -> None:
        """Until the end of the session."""
        self._values[key] = value

    def kept(self, key: str) -> str:
        """What was kept under `key`, empty for nothing."""
        return self._values.get(key, "")

    def forget(self, key: str) -> None:
        """Keeps nothing under `key`."""
        self._values.pop(key, None)

    def close(self) -> None:
        """Nothing to close."""


class Store:
    """An open session file."""

    def __init__(self, folder: Path, name: str, write: bool = True) -> None:
        """Opens the session `name` in `folder`, made where there is none; not to `write`, it is left to whoever does.

        Raises Refused for a name that cannot be one, or a file of a newer version; NotKept where the folder cannot be
        used. A damaged file is set aside whole, and what could be read of it goes on in a new one: `warning` says so.
        """
        self.name = checked_name(name)
        self.path = folder / f"{self.name}{ENDING}"
        self.warning = ""
        self.read_only = False
        self._lock: sqlite3.Connection | None = None
        self._version = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotKept(f"sessions cannot be kept in {folder}: {error.strerror}") from None
        if write:
            self._lock = self._try_lock()
        self.read_only = self._lock is None
        if write and self.read_only:
            self.warning = f"session {self.name} is open elsewhere; here it can only be read"
        self._begin(_PATIENCE if write else 0)

    def read(self, after: int = 0) -> list[Logged]:
        """Every event, in order; of a log known already those `after` its last.

        Raises Refused for one that this version cannot read, and NotKept for no such file.
        """
        try:
            rows = self._file.execute(
                "SELECT id, at, game, batch, data FROM event WHERE id > ? ORDER BY id", (after,)
            ).fetchall()
            return [
                Logged(number, at, game, batch, decode_event(data)) for number, at, game, batch, data in rows
            ]
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refused(f"{self.path.name} holds what this version cannot read: {error}") from None
        except sqlite3.Error as error:
            raise NotKept(f"{self.path} cannot be read: {error}") from None

    def add(self, game: str, events: list[Event], at: str) -> list[Logged]:
        """Puts a batch of events on disk, whole or not at all. Raises NotKept."""
        if self.read_only:
            raise NotKept(f"session {self.name} is open elsewhere; here it can only be read")
        try:
            self._file.execute("BEGIN IMMEDIATE")
            first = self._file.execute("SELECT coalesce(max(id), 0) + 1 FROM event").fetchone()[0]
            logged = [Logged(first + place, at, game, first, event) for place, event in enumerate(events)]
            self._file.executemany(
                "INSERT INTO event VALUES (?, ?, ?, ?, ?)",
                [(each.id, each.at, each.game, each.batch, encode_event(each.event)) for each in logged],
            )
            self._file.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._file.execute("ROLLBACK")
            raise NotKept(f"this could not be kept and has not happened: {error}") from None
        return logged

    def keep(self, key: str, value: str) -> None:
        """Keeps something small beside the events: the screen, a calculation begun. Raises NotKept."""
        if self.read_only:
            return
        try:
            self._file.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, value))
        except sqlite3.Error as error:
            raise NotKept(f"this could not be kept: {error}") from None

    def kept(self, key: str) -> str:
        """What was kept under `key`, empty for nothing."""
        row = self._file.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else ""

    def forget(self, key: str) -> None:
        """Keeps nothing under `key`."""
        if not self.read_only:
            with suppress(sqlite3.Error):
                self._file.execute("DELETE FROM kept WHERE key = ?", (key,))

    def changed(self) -> bool:
        """Whether another process has written since this was asked last. Costs next to nothing. Raises NotKept."""
        try:
            version = self._file.execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error as error:
            raise NotKept(f"{self.path} cannot be read: {error}") from None
        before, self._version = self._version, version
        return bool(version != before)

    def held(self) -> bool:
        """Whether another process writes the session."""
        lock = self._try_lock() if self._lock is None else self._lock
        if lock is not None and lock is not self._lock:
            lock.close()
        return lock is None

    def take_over(self) -> bool:
        """Writes from now on, where no other process does; whether that is so. Raises Refused and NotKept.

        The log is to be read anew then: it may be another file, mended.
        """
        if self._lock is None:
            self._lock = self._try_lock()
            if self._lock is None:
                return False
            self._file.close()
            self.read_only, self.warning = False, ""
            self._begin()
        return True

    def hand_over(self) -> None:
        """Leaves writing to whoever takes it; here the session can only be read. Raises NotKept."""
        self.close()
        self.read_only = True
        self.warning = f"session {self.name} is handed over; here it can only be read"
        self._begin()

    def close(self) -> None:
        """Leaves one whole file behind."""
        if getattr(self, "_file", None) is not None:
            with suppress(sqlite3.Error):
                if not self.read_only:
                    self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self._file.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _try_lock(self) -> sqlite3.Connection | None:
        """A lock that ends with the process, however it ends; None where another process has it. Raises NotKept."""
        path = self.path.with_suffix(".lock")
        lock = None
        try:
            lock = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if lock is not None:
                lock.close()
            if "locked" not in str(error):
                raise NotKept(f"{self.path.parent} cannot be written ({error})") from None
            return None
        return lock

    def _begin(self, patience: int = 0) -> None:
        """Opens the file; one that is damaged is mended by whoever may write. Raises Refused and NotKept."""
        try:
            self._file = self._reading(patience) if self.read_only else self._open()
        except sqlite3.DatabaseError as error:
            if _passing(error) or self.read_only:
                self.close()
                self.read_only = True
                raise NotKept(f"{self.path} cannot be used: {error}") from None
            self._file = self._mend(str(error))
        self._version = 0

    def _reading(self, patience: int) -> sqlite3.Connection:
        """The file to be read; one that is only just being made is waited for."""
        address = f"{self.path.resolve().as_uri()}?mode=ro"
        for _ in range(patience):
            with suppress(sqlite3.OperationalError):
                file = sqlite3.connect(address, uri=True, timeout=2, check_same_thread=False)
                with suppress(sqlite3.OperationalError):
                    if file.execute("SELECT count(*) FROM sqlite_master WHERE name = 'event'").fetchone()[0]:
                        return self._known(file)
                file.close()
            time.sleep(0.05)
        return self._known(sqlite3.connect(address, uri=True, timeout=2, check_same_thread=False))

    def _known(self, file: sqlite3.Connection) -> sqlite3.Connection:
        """The file, where its format is known. Raises Refused and sqlite3.Error."""
        try:
            format_of(file, self.path.name)
        except sqlite3.Error:
            file.close()
            raise
        except Refused:
            file.close()
            self.close()
            raise
        return file

    def _open(self) -> sqlite3.Connection:
        file = sqlite3.connect(self.path, isolation_level=None, timeout=2, check_same_thread=False)
        try:
            self._prepare(file)
        except (sqlite3.Error, CompanionError):
            file.close()
            raise
        return file

    def _prepare(self, file: sqlite3.Connection) -> None:
        """Sees whether the file is whole and a session, and brings it up to the present format."""
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=FULL")
        file.execute(
            "PRAGMA fullfsync=1"
        )  # macOS alone: its plain fsync leaves data in the drive's own memory
        if file.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("its pages do not fit together")
        mark = file.execute("PRAGMA application_id").fetchone()[0]
        empty = file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if not empty and mark != _MARK:
            raise sqlite3.DatabaseError("it is no session")
        version = latest() if empty else format_of(self._known(file), self.path.name)
        try:
            bring_up(file, version)
        except sqlite3.Error as error:
            self.close()
            raise NotKept(
                f"{self.path.name} could not be brought up to format {latest()}, and is as it was: {error}"
            ) from None
        file.executescript(_TABLES)
        file.execute(f"PRAGMA application_id={_MARK}")
        file.execute(f"PRAGMA user_version={latest()}")

    def _mend(self, why: str) -> sqlite3.Connection:
        """Sets the damaged file aside as a copy and goes on with what could be read of it."""
        aside = _free(
            self.path.with_name(f"{self.name} damaged {datetime.now():%Y-%m-%d %H%M%S}{ENDING}.bad")
        )
        saved = list(_salvaged(self.path))
        try:
            shutil.copy2(self.path, aside)
            for ending in ("", "-wal", "-shm"):
                with suppress(FileNotFoundError):
                    Path(f"{self.path}{ending}").unlink()
            file = self._open()
            file.executemany("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?)", saved)
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise NotKept(f"{self.path} is damaged and cannot be set aside: {error}") from None
        self.warning = (
            f"session {self.name} was damaged ({why}); it is set aside as {aside.name}, "
            f"and {len(saved)} events that could be read go on"
        )
        return file


def checked_name(name: str) -> str:
    """A name that a session can have. Raises Refused."""
    text = " ".join(name.split())
    if not _NAME.fullmatch(text) or text.endswith("."):
        raise Refused(f"{name[:40]!r} cannot name a session: letters, digits, blanks, . ' and -, up to 60")
    if _DEVICE.fullmatch(text):
        raise Refused(f"{text!r} cannot name a session: Windows keeps that name for a device")
    return text


def existing(folder: Path, name: str) -> str:
    """`name` as the session is written. Raises NotFound naming those there are."""
    names = session_names(folder)
    for each in names:
        if each.casefold() == " ".join(name.split()).casefold():
            return each
    raise NotFound(f"no session {name}; there are {', '.join(names) or 'none'}")


def _salvaged(path: Path) -> Iterator[tuple[int, str, str, int, str]]:
    """Every event that can still be read, one by one: a broken page takes only its own with it."""
    file = sqlite3.connect(path, timeout=2)
    number, last = 0, _GAP
    try:
        while (number := number + 1) <= last:
            with suppress(sqlite3.Error, msgspec.DecodeError, TypeError, UnicodeDecodeError):
                row = file.execute(
                    "SELECT id, at, game, batch, data FROM event WHERE id = ?", (number,)
                ).fetchone()
                if row is not None:
                    decode_event(row[4])
                    yield row
                    last = number + _GAP
    finally:
        file.close()


def _free(path: Path) -> Path:
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name} {number}")
    return free


def _passing(error: sqlite3.DatabaseError) -> bool:
    """Whether the file may be well: a full disk, a lock, missing rights."""
    words = ("full", "locked", "readonly", "unable to open", "disk i/o")
    return any(word in str(error).lower() for word in words)
