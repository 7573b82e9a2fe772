"""The order in which `new-example` asks the questions of a calculator: ticks last, and together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.questions import OpenQuestion, open_questions
from companion.formula import names_read
from companion.model import Input, Procedure
from companion.model.answer_path import input_at


def due_questions(procedure: Procedure, answers: Mapping[str, Any]) -> list[OpenQuestion]:
    """Return the question to ask next, or several yes/no questions that can be asked together; empty if none is open.

    Yes/no questions wait until no other question is due. A question waits while its condition, or that of one of its
    choices, reads the answer to an open one. Those of a row are not asked together with others.
    """
    every = list(open_questions(procedure, answers))
    due = [question for question in every if not _waits(procedure, question, every)] or every[:1]
    others = [question for question in due if question.given.kind != "yes-no"]
    if others or not due:
        return others[:1]
    return [question for question in due if _row(question) == _row(due[0])]


def _waits(procedure: Procedure, question: OpenQuestion, every: list[OpenQuestion]) -> bool:
    """Return whether the answer to another open question may change whether a question is asked, or its choices."""
    open_names = {step for other in every if other is not question for step in other.path}
    unknown = _undecided(procedure.inputs, open_names, question.given)
    above = (input_at(procedure.inputs, question.path[:place]) for place in range(1, len(question.path) + 1))
    conditions = [given.when for given in above if given is not None]
    return any(
        _reads(when, unknown) for when in (*conditions, *(each.when for each in question.given.choices))
    )


def _undecided(inputs: Sequence[Input], names: set[str], asked: Input) -> set[str]:
    """Return `names` and those of the inputs whose conditions read one of them, except for `asked` itself."""
    found = set(names)
    for given in inputs:
        if given is not asked and _reads(given.when, found):
            found |= {given.name, *(field.name for field in given.fields)}
        found |= _undecided(given.fields, found, asked)
    return found


def _reads(formula: str, names: set[str]) -> bool:
    """Return whether a formula reads a value with one of these names."""
    return bool(formula) and any(path[-1] in names for path in names_read(formula))


def _row(question: OpenQuestion) -> tuple[str, ...]:
    """Return the path of the row that a question is in; empty if it is in none."""
    rows = [place for place, step in enumerate(question.path) if step.isdecimal()]
    return question.path[: rows[-1] + 1] if rows else ()
