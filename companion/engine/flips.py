"""Finds each single change of an answer that would change the result with the same dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.engine.answers import CheckedAnswers, legal_choices
from companion.engine.values import plain
from companion.formula import FormulaError
from companion.model import Flip, Input, Procedure, Refused, Rolled
from companion.model.answer_path import with_answer

Headline = Callable[[str, Mapping[str, Any], Sequence[Rolled]], dict[str, Any] | None]
"""(procedure id, answers, rolls) to the headline results, None if the dice do not fit."""

Change = tuple[str, str, Any, Any]
"""Path and label of an answer, its value, and the value it is changed to."""


def flips_of(
    headline: Headline,
    procedure: Procedure,
    taken: CheckedAnswers,
    answers: Mapping[str, Any],
    rolls: Sequence[Rolled],
    outcome: Mapping[str, Any],
) -> Iterator[Flip]:
    """Yield each change of one answer that leads to other headline results with the same dice."""
    now = {result.name: outcome[result.name] for result in procedure.headlines if result.name in outcome}
    for path, label, was, would in single_changes(procedure, taken):
        try:
            then = headline(procedure.id, with_answer(answers, path, would), rolls)
        except (Refused, FormulaError):
            continue
        if then is not None and then != now:
            yield Flip(path, label, plain(was), plain(would), plain(then))


def single_changes(procedure: Procedure, taken: CheckedAnswers) -> Iterator[Change]:
    """Yield every change of one answer, of a field in it, or of one member of a set."""
    for question in procedure.inputs:
        if question.name in taken.asked:
            value = taken.values.get(question.name)
            yield from _changes_of(question, value, taken.values, question.name, question.label)


def _changes_of(
    question: Input, value: Any, scope: Mapping[str, Any], path: str, label: str
) -> Iterator[Change]:
    match question.kind:
        case "yes-no":
            yield path, label, value, not value
        case "choice":
            for choice in legal_choices(question, scope):
                if choice.key != value:
                    yield path, label, value, choice.key
        case "set":
            for choice in legal_choices(question, scope):
                yield path, f"{label}: {choice.label or choice.key}", value, value ^ {choice.key}
        case "number":
            for other in (value - 1, value + 1) if isinstance(value, int) else ():
                if (question.least is None or other >= question.least) and (
                    question.most is None or other <= question.most
                ):
                    yield path, label, value, other
        case "group":
            for field in question.fields:
                if isinstance(value, Mapping) and field.name in value:
                    inner = {**scope, **value}
                    yield from _changes_of(
                        field, value[field.name], inner, f"{path}.{field.name}", field.label
                    )
        case "rows":
            for number, row in enumerate(value or (), 1):
                for field in question.fields:
                    if field.name in row and field.kind == "yes-no":
                        title = f"{question.label} {number}: {field.label}"
                        yield f"{path}.{number}.{field.name}", title, row[field.name], not row[field.name]
