"""The table rulings in force: those of a session, and the permanent ones.

Imports only the standard library, like `store/ruling_rows.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import CompanionError
from companion.play.session_files import current_name, existing_name, session_path, sessions_folder
from companion.play.store.player_file import permanent_rows
from companion.play.store.ruling_rows import Unreadable as Unreadable
from companion.play.store.ruling_rows import ruling_rows


class ActiveRuling(NamedTuple):
    """A table ruling in force; the first four fields are those of `companion.model.event.TableRuling`."""

    id: str
    about: str
    text: str
    on: str = ""
    session: str = ""
    """Session in which it is in force; empty for a permanent ruling."""

    @property
    def record(self) -> str:
        """Id of the entry, chart or calculator."""
        return self.about.partition("/")[0]

    @property
    def modifier(self) -> str:
        """Label of the modifier; empty for a ruling on the whole record."""
        return self.about.partition("/")[2]


def active_rulings(data: Path, name: str = "") -> list[ActiveRuling]:
    """Return the rulings of the session `name`, by default the current one, then the permanent ones.

    Reads only the events about rulings from the session's file. Raises NotFound for an unknown session, and
    Unreadable if the rulings cannot be read.
    """
    folder = sessions_folder(data)
    session = existing_name(folder, name) if name else current_name(data)
    try:
        rulings = _in_force(ruling_rows(session_path(folder, session)), session) if session else []
    except (Unreadable, OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise Unreadable(f"the table rulings of session {session} cannot be read: {error}") from None
    try:
        return rulings + [ActiveRuling(*row) for row in permanent_rows(data)]
    except CompanionError as error:
        raise Unreadable(str(error)) from None


def _in_force(rows: list[tuple[int, dict[str, Any]]], session: str) -> list[ActiveRuling]:
    undone: set[int] = set()
    for _, event in rows:
        if event["kind"] == "undone":
            undone.update(event["events"])
        elif event["kind"] == "redone":
            undone.difference_update(event["events"])
    rulings: dict[str, ActiveRuling] = {}
    for number, event in rows:
        if number in undone:
            continue
        if event["kind"] == "ruled":
            ruling = ActiveRuling(**event["ruling"], session=session)
            rulings[ruling.id] = ruling
        elif event["kind"] == "unruled":
            rulings.pop(event["ruling"], None)
    return list(rulings.values())
