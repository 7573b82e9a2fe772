"""Defaults for commands from the settings and the session: game, settings and table rulings."""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.streams import warn
from companion.errors import CompanionError
from companion.load.places import Places

if TYPE_CHECKING:
    from companion.model import Chart, Entry, GameModule, Library, Procedure
    from companion.play.active_rulings import ActiveRuling

PLAYER_FILE = "player.db"
"""Name of the player's file, as in `play/store/player_file.py`, which a look-up need not import for the name."""


def session_name(options: argparse.Namespace) -> str:
    """Return the session named by --session or COMPANION_SESSION; empty for the last one used."""
    return str(options.session or os.environ.get("COMPANION_SESSION", "")).strip()


def game_in_settings(places: Places, slugs: Collection[str]) -> str:
    """Return the game named in the settings, or an empty text; warn if it is not one of `slugs`."""
    from companion.load.settings import usual_game  # 4 ms, not needed to list rulings

    game, fault = usual_game(places.config, slugs)
    if fault:
        warn(fault)
    return game


def in_usual_game(
    records: list[Entry | Chart | Procedure], places: Places
) -> list[Entry | Chart | Procedure]:
    """Return the records of the game named in the settings; all records if it has none or if they are of one game."""
    if len({record.game for record in records}) < 2:
        return records
    game = usual_game(places)
    return [record for record in records if record.game == game] or records


def usual_game(places: Places) -> str:
    """Return the game named in the settings, or an empty text."""
    from companion.load.settings import setting

    return setting(places.config, "game")


def session_settings(
    options: argparse.Namespace, places: Places, library: Library, module: GameModule
) -> dict[str, str]:
    """Return the settings of the session for a game; warn if the session cannot be read."""
    if not module.scenarios.settings or not (places.data / "sessions").exists():
        return {}
    from companion.cli.open_session import read_session  # 8 ms, not needed by most look-ups

    try:
        with closing(read_session(places, library, session_name(options))) as session:
            return dict(session.state.of_game(module.game.slug).settings)
    except CompanionError as error:
        warn(str(error))
        return {}


def warn_of_repair(data: Path) -> None:
    """Repair the player's file if it is damaged, and warn about it."""
    if (data / PLAYER_FILE).exists():
        from companion.play.store.player_file import repair  # 20 ms, not needed without the file

        if warning := repair(data):
            warn(warning)


def rulings_in_force(options: argparse.Namespace, data: Path) -> list[ActiveRuling]:
    """Return the table rulings of the session, then the permanent ones; warn if they cannot be read.

    Raises NotFound if the named session is unknown.
    """
    name = session_name(options)
    if not (name or (data / "sessions").exists() or (data / PLAYER_FILE).exists()):
        return []
    warn_of_repair(data)
    from companion.play.active_rulings import (
        Unreadable,
        active_rulings,  # 25 ms, not needed without rulings
    )

    try:
        return active_rulings(data, name)
    except Unreadable as error:
        warn(str(error))
        return []
