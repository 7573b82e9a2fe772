"""Session defaults: answers that the settings of the session give, with their origin."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.engine.answers import take_answers
from companion.model import Procedure, Refused
from companion.model.answer_path import answer_at, put_answer

SESSION = "the session"
"""Origin of an answer that the session gives."""


def apply_session_defaults(
    procedure: Procedure,
    answers: dict[str, Any],
    origins: dict[str, str],
    standing: Mapping[str, str],
    declined: Collection[str] = (),
) -> None:
    """Fill in the session's answers where they are asked and not answered, and remove those that no longer hold.

    `origins`: origin of filled-in answers by path; `declined`: paths that the player emptied.
    """
    for path in [path for path, source in origins.items() if source == SESSION]:
        put_answer(answers, path, None)
        del origins[path]
    for path, value in standing.items():
        if path in declined or answer_at(answers, path) is not None:
            continue
        try:
            put_answer(answers, path, value)
            asked = path in take_answers(procedure.inputs, answers).asked
        except Refused as error:
            asked = error.where != path
        if asked:
            origins[path] = SESSION
        else:
            put_answer(answers, path, None)
