"""Describes a session in a list: its battle, its position in the turn, and its game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from companion.model import CompanionError, GameModule, Library, NotFound
from companion.play.session import Session
from companion.play.state import GameState
from companion.play.store.session_file import SessionFile
from companion.render.turn import where_words


def session_facts(session: Session) -> dict[str, Any]:
    """Return game, battle, position in the turn and length of the log, for JSON.

    If the game is not installed, title, battle and position are empty.
    """
    facts: dict[str, Any] = {
        "game": session.state.game or None,
        "title": "",
        "battle": "",
        "where": "",
        "lines": len(session.log),
    }
    try:
        module = session.module
    except NotFound:
        return facts
    table = session.game_state
    return {
        **facts,
        "title": module.game.name,
        "battle": battle(module, table),
        "where": where_words(module, table),
    }


def session_words(facts: dict[str, Any]) -> str:
    """Return the facts in words: `The First Day; Turn 3, July 1, 11:00, Start of the turn; Age of Rifles`.

    Empty if no game was chosen.
    """
    return "; ".join(part for part in (facts["battle"], facts["where"], facts["title"]) if part)


def battle(module: GameModule, table: GameState) -> str:
    """Return the title of the scenario, or else the label of the chosen battle; empty for neither."""
    scenario = module.find_scenario(table.scenario)
    if scenario is not None:
        return scenario.title
    for setting in module.scenarios.settings:
        if setting.sides and table.settings.get(setting.name):
            return setting.named_choices.get(table.settings[setting.name], "")
    return ""


def words_of_session(folder: Path, name: str, library: Library) -> str:
    """Return a session in words, opened read-only; if that fails, the reason."""
    try:
        with closing(Session(SessionFile(folder, name, write=False), library)) as session:
            return session_words(session_facts(session)) or "not started"
    except CompanionError as error:
        return str(error)
