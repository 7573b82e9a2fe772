"""Renames, copies and archives sessions. A session that is open elsewhere can only be copied."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.model import NotFound, Refused
from companion.play.session_files import (
    checked_name,
    current_name,
    existing_name,
    make_current,
    session_names,
    session_path,
    sessions_folder,
)
from companion.play.store.errors import NotSaved
from companion.play.store.lock import try_lock
from companion.play.store.session_file import open_to_read, open_to_write

_ARCHIVE = "archive"
_BESIDE = ("", "-wal", "-shm")
"""Endings of a session's files; those with the last two exist while it is open, and after a crash."""


def archive_folder(data: Path) -> Path:
    """Return the folder of the archived sessions."""
    return sessions_folder(data) / _ARCHIVE


def rename_session(data: Path, name: str, new: str) -> str:
    """Rename a session and return its new name. Raises NotFound, Refused and NotSaved."""
    folder = sessions_folder(data)
    old = existing_name(folder, name)
    new = _free_name(data, new, but=old)
    is_current = current_name(data) == old
    _move(session_path(folder, old), session_path(folder, new))
    if is_current:
        make_current(data, new)
    return new


def copy_session(data: Path, name: str, new: str) -> str:
    """Copy a session as it is now and return the name of the copy. Raises NotFound, Refused and NotSaved."""
    folder = sessions_folder(data)
    source = session_path(folder, existing_name(folder, name))
    new = _free_name(data, new)
    target = session_path(folder, new)
    unfinished = target.with_suffix(".new")
    try:
        with closing(open_to_read(source)) as old, closing(sqlite3.connect(unfinished)) as copy:
            old.backup(copy)
        unfinished.rename(target)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        raise NotSaved(f"{source.stem} could not be copied: {error}") from None
    return new


def archive_session(data: Path, name: str) -> str:
    """Move a session to the archive, so that it is no longer listed; return its name.

    Raises NotFound, Refused and NotSaved.
    """
    old = existing_name(sessions_folder(data), name)
    _refuse_duplicate(archive_folder(data), old, " in the archive")
    archive_folder(data).mkdir(parents=True, exist_ok=True)
    _move(session_path(sessions_folder(data), old), session_path(archive_folder(data), old))
    return old


def restore_session(data: Path, name: str) -> str:
    """Move a session out of the archive and return its name. Raises NotFound, Refused and NotSaved."""
    old = existing_name(archive_folder(data), name)
    _refuse_duplicate(sessions_folder(data), old, "")
    _move(session_path(archive_folder(data), old), session_path(sessions_folder(data), old))
    return old


def _free_name(data: Path, name: str, but: str = "") -> str:
    """Return `name`, checked: valid, and unlike the name of every session except `but`. Case does not count."""
    name = checked_name(name)
    if name.casefold() != but.casefold():
        _refuse_duplicate(sessions_folder(data), name, "")
    return name


def _refuse_duplicate(folder: Path, name: str, where: str) -> None:
    existing = next((other for other in session_names(folder) if other.casefold() == name.casefold()), "")
    if existing:
        raise Refused(f"session {existing} already exists{where}; rename one of them first")


def _move(old: Path, new: Path) -> None:
    """Move the files of a session, and delete its lock. Raises NotFound, Refused and NotSaved."""
    with _locked(old):
        _merge_wal(old)
        try:
            for ending in _BESIDE:
                part = Path(f"{old}{ending}")
                if part.exists():
                    part.rename(f"{new}{ending}")
        except OSError as error:
            raise NotSaved(f"{old} cannot be moved: {error.strerror}") from None
    with suppress(OSError):
        old.with_suffix(".lock").unlink()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    if not path.exists():
        raise NotFound(f"session {path.stem} not found")
    lock = try_lock(path)
    if lock is None:
        raise Refused(f"session {path.stem} is open elsewhere; close it there first")
    with closing(lock):
        yield


def _merge_wal(path: Path) -> None:
    """Move everything from the WAL into the file, unless the file is damaged."""
    with suppress(sqlite3.Error), closing(open_to_write(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
