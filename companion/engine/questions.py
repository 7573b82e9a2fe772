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
    for given in procedure.inputs:
        if asked_now(given, taken.values):
            yield from _of(given, answers.get(given.name), (), "", taken.values, given.name in answers)


def path_words(inputs: Sequence[Input], path: str) -> str:
    """Return the labels on the path of an input, rows by their number: `Firers 2: Weapon`."""
    first, *rest = path.split(".")
    given = next((question for question in inputs if question.name == first), None)
    words = given.label if given else first
    for step in rest:
        inner = next((field for field in given.fields if field.name == step), None) if given else None
        words += f" {step}" if inner is None else f": {inner.label}"
    return words


def _of(
    given: Input, value: Any, above: tuple[str, ...], title: str, scope: Mapping[str, Any], present: bool
) -> Iterator[OpenQuestion]:
    path = (*above, given.name)
    label = f"{title}{given.label}"
    if given.kind == "group":
        inner = dict(scope)
        answers = value if isinstance(value, Mapping) else {}
        inner.update(scope.get(given.name) or {})
        for field in given.fields:
            if asked_now(field, inner):
                yield from _of(
                    field, answers.get(field.name), path, f"{label}: ", inner, field.name in answers
                )
    elif given.kind == "rows" and given.most == 0:
        return
    elif given.kind == "rows":
        rows = value if isinstance(value, list) else []
        for number, row in enumerate(rows, 1):
            inner = {**scope, **row}
            for field in given.fields:
                if asked_now(field, inner):
                    title_here = f"{label} {number}: "
                    yield from _of(
                        field, row.get(field.name), (*path, str(number)), title_here, inner, field.name in row
                    )
        if not present:
            yield OpenQuestion(path, given, label, dict(scope))
    elif not present:
        yield OpenQuestion(path, given, label, dict(scope))
