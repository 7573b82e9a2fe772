"""Asks several yes/no questions of an example in one prompt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cli.authoring.example.choices import Choices, in_columns, joined
from companion.cli.authoring.interview import Interview, Question
from companion.cli.output import print_lines, width
from companion.engine.answers import take_answers
from companion.engine.questions import OpenQuestion, path_words
from companion.model import Input, Procedure
from companion.model.answer_path import input_at, single_answers, with_answer

TICKS = "which-apply-"
"""Beginning of the names of these prompts."""
_MOST_LISTS = 50
"""Most lists in which the ticks of the previous example are offered."""


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
            label="Which apply" if number == 1 else f"Which apply, list {number}",
            among=tuple(paths),
        )
    )
    return answered(text)


def former_ticks(inputs: Sequence[Input], answers: Mapping[str, Any]) -> dict[str, str]:
    """Return what to offer in the next example: each tick under its own name, and all that are set for the lists.

    `answers` are those of an example; a tick that a rule sets need not be among them.
    """
    ticks = {
        path: value is True or value == "yes"
        for path, value in single_answers(answers)
        if (asked := input_at(inputs, path)) is not None and asked.kind == "yes-no"
    }
    by_rule = {f"{above}{given.name}": True for above, given in _fields(inputs) if given.rule == "yes"}
    ticks = {**by_rule, **ticks}
    names = joined([path_words(inputs, path) for path, is_set in ticks.items() if is_set])
    lists = {f"{TICKS}{number}": names for number in range(1, _MOST_LISTS + 1)}
    return {**lists, **{path: "yes" if is_set else "no" for path, is_set in ticks.items()}}


def _fields(inputs: Sequence[Input], above: str = "") -> Iterator[tuple[str, Input]]:
    """Yield the yes/no questions outside lists, and the path above each."""
    for given in inputs:
        if given.kind == "group":
            yield from _fields(given.fields, f"{above}{given.name}.")
        elif given.kind == "yes-no":
            yield above, given


def _explained(choices: Choices, ticks: Sequence[OpenQuestion]) -> str:
    """Return how to answer, and the explanations of the questions that have one."""
    about = [
        f"{label}: {tick.given.help}"
        for label, tick in zip(choices.labels, ticks, strict=True)
        if tick.given.help
    ]
    how = f"Type the numbers or words of those that are true in the example, {choices.how}."
    return " ".join([how, *about])
