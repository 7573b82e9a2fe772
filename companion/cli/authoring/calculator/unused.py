"""Asks what to do about questions of a new calculator whose answers nothing uses."""

from __future__ import annotations

import msgspec

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.interview import MISSING, Question
from companion.errors import Refused
from companion.load.unused_questions import unused_questions
from companion.model import Procedure

_EXPLAINS = (
    "The player would answer it for nothing. Often a modifier adds a question of its own although it could depend on "
    "this one: < goes back to the modifiers. yes leaves the question out."
)


def ask_unused(draft: Draft) -> None:
    """Leave out the questions that nothing uses, if the author agrees. Raises Refused without a terminal."""
    while places := [index for index, _ in unused_questions(_procedure(draft))]:
        given = draft.inputs[places[0]]
        label, name = given["label"], f"unused-{given['name']}"
        says = f"Nothing uses the answer to {label}, so it cannot change the result"
        question = Question(
            name,
            f"{says}. Leave the question out (yes), or go back and use it (<)?",
            explains=_EXPLAINS,
            check=_left_out,
        )
        if draft.interview.ask(question) == MISSING:
            raise Refused(
                f"{says}; use it in a modifier or in what follows, or add --answer {name}=yes to leave it out"
            )
        draft.inputs.pop(places[0])


def _left_out(text: str) -> str:
    """Return yes. Raises Refused for any other answer."""
    if yes_or_no(text) == "no":
        raise Refused("type < to go back, and use it in a modifier or in what follows; or leave it out (yes)")
    return "yes"


def _procedure(draft: Draft) -> Procedure:
    """Return the calculator as it is so far."""
    record = {
        "id": "draft",
        "title": draft.title,
        "cite": draft.cite,
        "summary": "",
        "inputs": draft.inputs,
        "steps": draft.steps,
        "outcome": draft.outcome,
        **draft.head,
        "next": draft.next,
    }
    return msgspec.convert(record, Procedure, strict=False)
