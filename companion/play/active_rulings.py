"""The table rulings in force: those of a session, and the lasting ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from companion.model import CompanionError, Refused
from companion.model.event import Event, Redone, RulingDropped, RulingMade, TableRuling, Undone
from companion.play.json_records import read_records
from companion.play.session_files import current_name, existing_name, session_path, sessions_folder
from companion.play.store import read_events

FILE = "rulings.json"
"""File in the data folder with the lasting rulings."""


class ActiveRuling(NamedTuple):
    """A table ruling in force."""

    ruling: TableRuling
    session: str = ""
    """Session in which it is in force; empty for a lasting ruling."""


def active_rulings(data: Path, name: str = "") -> list[ActiveRuling]:
    """Return the rulings of the session `name`, by default the current one, then the lasting ones.

    Of the session's file only the events about rulings are read. Raises NotFound for a session that does not exist,
    and Refused for rulings that cannot be read.
    """
    folder = sessions_folder(data)
    session = existing_name(folder, name) if name else current_name(data)
    rulings = _of_session(session_path(folder, session)) if session else []
    return [
        *(ActiveRuling(ruling, session) for ruling in rulings),
        *(ActiveRuling(ruling) for ruling in lasting_rulings(data)),
    ]


def lasting_rulings(data: Path) -> tuple[TableRuling, ...]:
    """Return the rulings for every session, from the data folder. Raises Refused where they cannot be read."""
    return read_records(data / FILE, TableRuling, "table rulings")


def _of_session(path: Path) -> list[TableRuling]:
    try:
        events = read_events(path, (RulingMade, RulingDropped, Undone, Redone))
    except CompanionError as error:
        raise Refused(f"the table rulings of session {path.stem} cannot be read: {error}") from None
    return _in_force(events)


def _in_force(events: Sequence[tuple[int, Event]]) -> list[TableRuling]:
    undone: set[int] = set()
    for _, event in events:
        if isinstance(event, Undone):
            undone.update(event.events)
        elif isinstance(event, Redone):
            undone.difference_update(event.events)
    rulings: dict[str, TableRuling] = {}
    for number, event in events:
        if number in undone:
            continue
        if isinstance(event, RulingMade):
            rulings[event.ruling.id] = event.ruling
        elif isinstance(event, RulingDropped):
            rulings.pop(event.ruling, None)
    return list(rulings.values())
