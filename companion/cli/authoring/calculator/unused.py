"""Leaves out the questions of a new calculator whose answers nothing uses."""

from __future__ import annotations

import msgspec

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.interview import MISSING, Question
from companion.errors import Refused
from companion.load.unused_questions import unused_questions
from companion.model import Procedure


def leave_out_unused(draft: Draft) -> list[str]:
    """Leave out the questions that nothing uses, and return their labels.

    The author sees them with the summary, where an answer can still be changed so that it uses them. Without a
    terminal, each needs the answer yes. Raises Refused without it.
    """
    labels: list[str] = []
    while places := [index for index, _ in unused_questions(_procedure(draft))]:
        given = draft.inputs.pop(places[0])
        if not draft.interview.asks:
            _require_yes(draft, f"unused-{given['name']}", given["label"])
        labels.append(given["label"])
    return labels


def unused_line(labels: list[str]) -> list[str]:
    """Return the sentence for the author about the questions that were left out; none for nothing."""
    if not labels:
        return []
    return [
        f"Nothing uses this answer yet: {'; '.join(labels)}. Change the dice or what a modifier depends on to use it; "
        "otherwise it is left out"
    ]


def _require_yes(draft: Draft, name: str, label: str) -> None:
    says = f"Nothing uses the answer to {label}, so it cannot change the result"
    explains = "The player would answer it for nothing. Only yes is possible."
    question = Question(name, f"{says}. Leave the question out?", explains=explains, check=_left_out)
    if draft.interview.ask(question) == MISSING:
        raise Refused(
            f"{says}; use it in a modifier or in what follows, or add --answer {name}=yes to leave it out"
        )


def _left_out(text: str) -> str:
    """Return yes. Raises Refused for any other answer."""
    if yes_or_no(text) == "no":
        raise Refused("use it in a modifier or in what follows; or leave it out (yes)")
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
