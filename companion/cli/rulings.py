"""Table rulings for the commands that answer from the books."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.defaults import session_name
from companion.cli.streams import warn
from companion.errors import NotFound
from companion.render.documents import document
from companion.render.text import wrapped

if TYPE_CHECKING:
    from companion.play.held import Held


def rulings_in_force(options: argparse.Namespace, data: Path) -> list[Held]:
    """The table rulings of the session, then the permanent ones; those that cannot be read only cause a warning.

    Raises NotFound for an unknown session that was named.
    """
    name = session_name(options)
    if not (name or (data / "sessions").exists() or (data / "rulings.json").exists()):
        return []
    from companion.play.held import Unread, held_rulings  # a look-up without any rulings need not import it
    from companion.play.names import session_names, sessions_folder

    try:
        return held_rulings(data, name)
    except Unread as error:
        known = {session.casefold() for session in session_names(sessions_folder(data))}
        if name and " ".join(name.split()).casefold() not in known:
            raise NotFound(str(error)) from None
        warn(str(error))
        return []


def ruling_json(held: Held) -> dict[str, Any]:
    """A table ruling as JSON."""
    return document(held, authority="table ruling", for_good=not held.session)


def ruling_lines(held: Held, width: int) -> list[str]:
    """`[TABLE] on Shaken: here it counts once (table-1, session Table, 2026-11-20)`."""
    since = f", {held.on}" if held.on else ""
    scope = f"session {held.session}" if held.session else "for good"
    on = f" on {held.modifier}" if held.modifier else ""
    return wrapped(f"[TABLE]{on} {held.text} ({held.id}, {scope}{since})", width, "", "  ")
