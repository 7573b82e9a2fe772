"""Finds the inputs that are still to be answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.answers import asked_now, take_answers
from companion.model import Input, Procedure


class OpenQuestion(NamedTuple):
    """An input without an answer: its path, and its title with those of its group or row."""

    path: tuple[str, ...]
    given: Input
    title: str
    scope: dict[str, Any]
    """Values that conditions of its choices read."""


def open_questions(procedure: Procedure, answers: Mapping[str, Any]) -> Iterator[OpenQuestion]:
    """Yield the inputs that are asked here and have no answer, in order."""
    taken = take_answers(procedure.inputs, answers)
    yield from _of_all(procedure.inputs, answers, (), "", taken.values)


def path_words(inputs: Sequence[Input], path: str) -> str:
    """Return the labels on the path of an input, rows by their number: `Firers 2: Weapon`."""
    first, *rest = path.split(".")
    question = next((question for question in inputs if question.name == first), None)
    words = question.label if question else first
    for step in rest:
        inner = next((field for field in question.fields if field.name == step), None) if question else None
        words += f" {step}" if inner is None else f": {inner.label}"
    return words


def _of_all(
    inputs: Sequence[Input],
    answers: Mapping[str, Any],
    above: tuple[str, ...],
    title: str,
    scope: Mapping[str, Any],
) -> Iterator[OpenQuestion]:
    """The open questions among inputs of a procedure, a group or a row with these answers."""
    for question in inputs:
        if asked_now(question, scope):
            path, label = (*above, question.name), f"{title}{question.label}"
            yield from _of_one(question, answers.get(question.name), path, label, scope)
            empty_rows = question.kind == "rows" and question.most == 0
            if question.name not in answers and question.kind != "group" and not empty_rows:
                yield OpenQuestion(path, question, label, dict(scope))


def _of_one(
    question: Input, answer: Any, path: tuple[str, ...], label: str, scope: Mapping[str, Any]
) -> Iterator[OpenQuestion]:
    """The open questions inside a group or rows."""
    if question.kind == "group":
        fields = answer if isinstance(answer, Mapping) else {}
        inner = {**scope, **(scope.get(question.name) or {})}
        yield from _of_all(question.fields, fields, path, f"{label}: ", inner)
    elif question.kind == "rows" and isinstance(answer, list):
        for number, row in enumerate(answer, 1):
            title = f"{label} {number}: "
            yield from _of_all(question.fields, row, (*path, str(number)), title, {**scope, **row})
