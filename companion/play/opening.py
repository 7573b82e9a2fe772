"""Opens a session by name, or the current one."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from companion.model import CompanionError, Library, NotFound
from companion.play.data_version import note_data
from companion.play.session import Chance, Session
from companion.play.session_files import (
    checked_name,
    current_name,
    existing_name,
    make_current,
    sessions_folder,
)
from companion.play.store.errors import BusyElsewhere, NotSaved
from companion.play.store.memory import MemoryStore
from companion.play.store.session_file import SessionFile

FIRST = "Game 1"
"""Name of the session that the first start creates."""
_TRIES = 40


def short_pause() -> None:
    """Sleep for a twentieth of a second: the `pause` of a caller that may wait."""
    time.sleep(0.05)


def open_session(
    data: Path,
    library: Library,
    name: str = "",
    *,
    in_memory: bool = False,
    chance: Chance | None = None,
    pause: Callable[[], None] | None = None,
) -> Session:
    """Open the session `name`, by default the current one; create it if it does not exist.

    `in_memory`: instead of raising NotSaved, open an existing session read-only, or create one in memory.
    `pause`: called between tries, at most 40 times, while another process is creating the file. Without it nothing
    waits, as the UI thread requires.

    Raises BusyElsewhere while another process is creating the file, NotSaved if the folder cannot be used, and
    Refused for an invalid name or a file of a newer version.
    """
    folder = sessions_folder(data)
    wanted = name or current_name(data) or FIRST
    try:
        wanted = existing_name(folder, wanted)
    except NotFound:
        wanted = checked_name(wanted)
    store: SessionFile
    try:
        store = _open_file(folder, wanted, pause)
    except NotSaved as error:
        if not in_memory:
            raise
        store = _read_only(folder, wanted, str(error)) or MemoryStore(wanted, str(error))
    try:
        session = Session(store, library, chance)
    except CompanionError:
        store.close()
        raise
    if not isinstance(store, MemoryStore) and not store.read_only:
        make_current(data, store.name)
        store.warning = "; ".join(filter(None, (store.warning, note_data(session))))
    return session


def _read_only(folder: Path, name: str, why: str) -> SessionFile | None:
    """Open a session read-only, on a disk that cannot be written; None if it does not exist or cannot be read."""
    try:
        store = SessionFile(folder, name, write=False)
    except NotSaved:
        return None
    store.warning = f"session {name} is read-only: {why}"
    return store


def _open_file(folder: Path, name: str, pause: Callable[[], None] | None) -> SessionFile:
    for _ in range(_TRIES):
        try:
            return SessionFile(folder, name)
        except BusyElsewhere:
            if pause is None:
                raise
            pause()
    return SessionFile(folder, name)
