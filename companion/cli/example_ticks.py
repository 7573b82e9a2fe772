"""Asks several yes/no questions of an example in one prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cli.example_choices import Choices, in_columns, joined
from companion.cli.interview import Interview, Question
from companion.cli.output import print_lines, width
from companion.engine.answers import take_answers
from companion.engine.questions import OpenQuestion
from companion.model import Procedure
from companion.model.answer_path import with_answer

TICKS = "which-apply-"
"""Beginning of the names of these prompts."""


def ask_ticks(
    interview: Interview, procedure: Procedure, answers: Mapping[str, Any], ticks: Sequence[OpenQuestion]
) -> dict[str, Any]:
    """Return the answers with those to several yes/no questions. Raises Refused and GoBack."""
    paths = [".".join(tick.path) for tick in ticks]
    choices = Choices([tick.title for tick in ticks], paths)

    def answered(text: str) -> dict[str, Any]:
        chosen = choices.several(text)
        found = dict(answers)
        for label, tick in zip(choices.labels, ticks, strict=True):
            found = with_answer(found, tick.path, "yes" if label in chosen else "no")
        return found

    def check(text: str) -> str:
        take_answers(procedure.inputs, answered(text))
        return joined(choices.several(text))

    if interview.asks_now:
        print_lines(in_columns(choices.numbered, width()))
    number = sum(name.startswith(TICKS) for name in interview.used) + 1
    set_by_rule = [
        label for label, tick in zip(choices.labels, ticks, strict=True) if tick.given.rule == "yes"
    ]
    text = interview.ask(
        Question(
            f"{TICKS}{number}",
            f"Which of these apply ({choices.how})?",
            default=joined(set_by_rule),
            explains=_explained(choices, ticks),
            check=check,
            lists=True,
            adapted=choices.adapted,
        )
    )
    return answered(text)


def _explained(choices: Choices, ticks: Sequence[OpenQuestion]) -> str:
    """Return how to answer, and the explanations of the questions that have one."""
    about = [
        f"{label}: {tick.given.help}"
        for label, tick in zip(choices.labels, ticks, strict=True)
        if tick.given.help
    ]
    how = f"Type the numbers or words of those that are true in the example, {choices.how}."
    return " ".join([how, *about])
