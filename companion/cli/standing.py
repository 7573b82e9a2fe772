"""What holds for the whole session, for the commands that answer from the books."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.load.places import Places
    from companion.model import GameModule, Library, Procedure


def session_settings(
    options: argparse.Namespace, places: Places, library: Library, module: GameModule
) -> dict[str, str]:
    """The settings of the session; none of a game without any, and next to nothing to pay there.

    A session that cannot be read stops nobody.
    """
    if not module.scenarios.settings or not (places.data / "sessions").exists():
        return {}
    from companion.cli.ruled import session_name, warn
    from companion.cli.table import look
    from companion.model import CompanionError

    try:
        session = look(places, library, session_name(options))
    except CompanionError as error:
        warn(str(error))
        return {}
    try:
        return dict(session.state.of_game(module.game.slug).settings)
    finally:
        session.close()


def stood(
    module: GameModule, settings: Mapping[str, str], procedure: Procedure, answers: dict[str, Any]
) -> dict[str, str]:
    """Puts the settings where they are asked and nothing was said; gives them by path."""
    from companion.play.session_defaults import session_defaults
    from companion.workspace.answer_sheet import AnswerSheet

    defaults = session_defaults(module, settings, procedure)
    sheet = AnswerSheet(procedure, answers)
    sheet.apply_session_defaults(defaults)
    return {path: defaults[path] for path in sheet.origins}


def stood_lines(procedure: Procedure, standing: Mapping[str, str], width: int) -> list[str]:
    """`Battle: Kolin, from the session; battle=... says otherwise.`"""
    from companion.render.text import value_words, wrapped

    given = {each.name: each for each in procedure.inputs}
    lines: list[str] = []
    for path, value in standing.items():
        name, _, field = path.partition(".")
        asked = next((each for each in given[name].fields if each.name == field), given[name])
        words = next((each.label for each in asked.choices if each.key == value), "") or value_words(value)
        lines += wrapped(f"{asked.label}: {words}, from the session; {path}=... says otherwise.", width)
    return lines
