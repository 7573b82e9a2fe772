"""Which session is open: by its name, or the one of last time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from companion.model import CompanionError, Library, NotFound
from companion.play.names import CURRENT
from companion.play.names import current_name as current_name
from companion.play.names import sessions_folder as sessions_folder
from companion.play.replacing import replace_file
from companion.play.session import Chance, Session
from companion.play.store import NotKept, Store, Unkept, checked_name, existing

FIRST = "Table"
"""Name of the session that a first start makes."""


def make_current(data: Path, name: str) -> None:
    """The next start opens this session; where that cannot be kept it opens the one used last."""
    path, content = data / CURRENT, name.encode()
    with suppress(OSError):
        if not (path.is_file() and path.read_bytes() == content):
            replace_file(path, content)


def open_session(
    data: Path,
    library: Library,
    name: str = "",
    *,
    make: bool = True,
    unkept: bool = False,
    chance: Chance | None = None,
) -> Session:
    """The session `name`, the current one where none is named; `make` makes it where there is none.

    Raises NotFound where it may not be made, NotKept where the folder cannot be used, and Refused for a name that
    cannot be one or a file of a newer version. With `unkept` a session in memory takes the place of NotKept.
    """
    folder = sessions_folder(data)
    wanted = name or current_name(data) or FIRST
    try:
        wanted = existing(folder, wanted)
    except NotFound:
        if not make:
            raise
        wanted = checked_name(wanted)
    try:
        store: Store | Unkept = Store(folder, wanted)
    except NotKept as error:
        if not unkept:
            raise
        store = Unkept(wanted, str(error))
    try:
        session = Session(store, library, chance)
    except CompanionError:
        store.close()
        raise
    if isinstance(store, Store) and not store.read_only:
        make_current(data, store.name)
    return session
