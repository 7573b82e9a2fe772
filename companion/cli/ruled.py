"""Table rulings for the commands that answer from the books; a look-up pays next to nothing where there are none."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from companion.cli.streams import complain

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from companion.load.places import Places
    from companion.model import Chart, Entry, Procedure
    from companion.model.event import TableRuling
    from companion.play.held import Held


def session_name(options: argparse.Namespace) -> str:
    """The session asked for by --session or COMPANION_SESSION; empty for the one of last time."""
    return str(options.session or os.environ.get("COMPANION_SESSION", "")).strip()


def told(message: str) -> None:
    """Print a remark that is not part of the answer, on standard error."""
    complain(message)


def usual(places: Places, slugs: Collection[str]) -> str:
    """The game that the settings name, empty for none; an unknown one is told."""
    from companion.load.settings import usual_game

    game, fault = usual_game(places.config, slugs)
    if fault:
        complain(fault)
    return game


def in_usual_game(found: list[Entry | Chart | Procedure], places: Places) -> list[Entry | Chart | Procedure]:
    """Of records of several games those of the game that the settings name; all of them where it has none."""
    if len({each.game for each in found}) < 2:
        return found
    from companion.load.settings import setting

    game = setting(places.config, "game")
    return [each for each in found if each.game == game] or found


def rulings_in_force(options: argparse.Namespace, data: Path) -> list[Held]:
    """The table rulings of the session and those for good; next to nothing to pay where there are none.

    Raises NotFound for a session that was named and is none. Rulings that cannot be read stop nobody.
    """
    name = session_name(options)
    if not (name or (data / "sessions").exists() or (data / "rulings.json").exists()):
        return []
    from companion.play.held import Unread, held_rulings
    from companion.play.names import session_names, sessions_folder

    try:
        return held_rulings(data, name)
    except Unread as error:
        known = {each.casefold() for each in session_names(sessions_folder(data))}
        if name and " ".join(name.split()).casefold() not in known:
            from companion.model import NotFound

            raise NotFound(str(error)) from None
        told(str(error))
        return []


def rulings_on(options: argparse.Namespace, procedure: str) -> list[TableRuling]:
    """Return the table rulings in force on a calculator. Raises as `rulings_in_force`."""
    from companion.load.places import usual_places
    from companion.model.event import TableRuling

    rulings = rulings_in_force(options, usual_places().data)
    return [TableRuling(*ruling[:4]) for ruling in rulings if ruling.record == procedure]


def ruling_json(held: Held) -> dict[str, Any]:
    """A table ruling as JSON."""
    return {
        "id": held.id,
        "about": held.about,
        "text": held.text,
        "on": held.on or None,
        "authority": "table ruling",
        "session": held.session or None,
        "for_good": not held.session,
    }


def ruling_lines(held: Held, width: int) -> list[str]:
    """`[TABLE] on Shaken: here it counts once (table-1, session Table, 2026-11-20)`."""
    from companion.render.text import wrapped

    since = f", {held.on}" if held.on else ""
    scope = f"session {held.session}" if held.session else "for good"
    on = f" on {held.modifier}" if held.modifier else ""
    return wrapped(f"[TABLE]{on} {held.text} ({held.id}, {scope}{since})", width, "", "  ")
