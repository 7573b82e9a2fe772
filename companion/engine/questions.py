"""Finds the inputs that still need an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.answers import take_answers
from companion.model import Input, Procedure
from companion.model.answer_keys import choice_name
from companion.model.answer_path import OPEN, answer_at, input_at
from companion.model.wording import labelled


class OpenQuestion(NamedTuple):
    """An input without an answer: its path, and its title including those of its group or row."""

    path: tuple[str, ...]
    given: Input
    title: str
    scope: dict[str, Any]
    """Values that conditions of its choices read."""


def open_questions(procedure: Procedure, answers: Mapping[str, Any]) -> Iterator[OpenQuestion]:
    """Yield the inputs that are asked and have no answer, in order. None and an empty list are answers."""
    taken = take_answers(procedure.inputs, answers)
    for dotted in taken.asked:
        path = tuple(dotted.split("."))
        given = input_at(procedure.inputs, path)
        assert given is not None
        empty_rows = given.kind == "rows" and given.most == 0
        is_open = answer_at(answers, path, OPEN) == OPEN
        if given.kind != "group" and not empty_rows and is_open:
            scope = {**taken.values, **answer_at(taken.values, path[:-1])}
            yield OpenQuestion(path, given, path_words(procedure.inputs, dotted), scope)


def repeated_labels(inputs: Sequence[Input]) -> frozenset[str]:
    """Return the labels that occur in more than one group, such as in those of both sides."""
    labels = Counter(label for given in inputs for label in {field.label for field in given.fields})
    return frozenset(label for label, groups in labels.items() if groups > 1)


def path_words(inputs: Sequence[Input], path: str) -> str:
    """Return the labels on the path of an input, with row numbers: `Firers 2: Weapon`; of a member only its own."""
    words = ""
    for step in path.split("."):
        name, _, member = step.partition("=")
        question = next((given for given in inputs if given.name == name), None)
        if question is None:
            words += f" {step}"
        elif member:
            words = next((choice_name(choice) for choice in question.choices if choice.key == member), member)
        else:
            words = labelled(words, question.label)
            inputs = question.fields
    return words.strip()
