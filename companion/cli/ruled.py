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
    from companion.play.active_rulings import ActiveRuling


def session_name(options: argparse.Namespace) -> str:
    """The session asked for by --session or COMPANION_SESSION; empty for the one of last time."""
    return str(options.session or os.environ.get("COMPANION_SESSION", "")).strip()


def warn(message: str) -> None:
    """Print a remark that is not part of the answer on standard error."""
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


def rulings_in_force(options: argparse.Namespace, data: Path) -> list[ActiveRuling]:
    """Return the table rulings of the session and the lasting ones; costs next to nothing where there are none.

    Raises NotFound for a session that does not exist. Rulings that cannot be read are only warned of.
    """
    name = session_name(options)
    if not (name or (data / "sessions").exists() or (data / "rulings.json").exists()):
        return []
    from companion.play.active_rulings import Unreadable, active_rulings

    try:
        return active_rulings(data, name)
    except Unreadable as error:
        warn(str(error))
        return []


def rulings_on(options: argparse.Namespace, record: str) -> list[TableRuling]:
    """Return the table rulings in force on a record. Raises as `rulings_in_force`."""
    from companion.load.places import usual_places
    from companion.play.rulings import table_ruling

    rulings = rulings_in_force(options, usual_places().data)
    return [table_ruling(ruling) for ruling in rulings if ruling.record == record]


def ruling_json(active: ActiveRuling) -> dict[str, Any]:
    """A table ruling as JSON."""
    return {
        "id": active.id,
        "about": active.about,
        "text": active.text,
        "on": active.on or None,
        "authority": "table ruling",
        "session": active.session or None,
        "for_good": not active.session,
    }


def ruling_lines(active: ActiveRuling, width: int, modifier: bool = True) -> list[str]:
    """`[TABLE] on Shaken here it counts once (table-1, session Table, 2026-11-20)`, `modifier` with its modifier."""
    from companion.render.text import wrapped

    since = f", {active.on}" if active.on else ""
    scope = f"session {active.session}" if active.session else "for good"
    on = f" on {active.modifier}" if active.modifier and modifier else ""
    return wrapped(f"[TABLE]{on} {active.text} ({active.id}, {scope}{since})", width, "", "  ")
