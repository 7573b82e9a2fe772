"""Finds each single change of an answer that would change the result with the same dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.engine.answers import CheckedAnswers, legal_choices
from companion.engine.values import plain
from companion.formula import FormulaError
from companion.model import Flip, Input, Procedure, Refused, Rolled
from companion.model.answer_path import with_answer

Headline = Callable[[str, Mapping[str, Any], list[Rolled]], dict[str, Any] | None]
"""(procedure id, answers, rolls) to the headline results, None if the dice do not fit."""


def flips_of(
    headline: Headline,
    procedure: Procedure,
    taken: CheckedAnswers,
    answers: Mapping[str, Any],
    rolls: list[Rolled],
    outcome: Mapping[str, Any],
) -> Iterator[Flip]:
    """Yield each change of one answer that leads to other headline results with the same dice."""
    heads = [result.name for result in procedure.outcome if result.show == "headline"]
    now = {name: outcome[name] for name in heads if name in outcome}
    for question in procedure.inputs:
        if question.name not in taken.asked:
            continue
        for path, label, was, would in changes_of(
            question, taken.values.get(question.name), taken.values, question.name, question.label
        ):
            changed = with_answer(answers, path, would)
            try:
                then = headline(procedure.id, changed, rolls)
            except (Refused, FormulaError):
                continue
            if then is not None and then != now:
                yield Flip(path, label, plain(was), plain(would), plain(then))


def changes_of(
    question: Input, value: Any, scope: Mapping[str, Any], path: str, label: str
) -> Iterator[tuple[str, str, Any, Any]]:
    """Yield every single change of an answer, or of a field in it: its path, label, value and changed value."""
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
                    yield from changes_of(
                        field, value[field.name], inner, f"{path}.{field.name}", field.label
                    )
        case "rows":
            for number, row in enumerate(value or (), 1):
                for field in question.fields:
                    if field.name in row and field.kind == "yes-no":
                        title = f"{question.label} {number}: {field.label}"
                        yield f"{path}.{number}.{field.name}", title, row[field.name], not row[field.name]
