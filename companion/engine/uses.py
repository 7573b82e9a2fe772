"""Operations that enter and leave the scope of a used procedure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.answers import CheckedAnswers, take_answers
from companion.engine.values import MISSING, State, Values, evaluate, hashable, holds, worded
from companion.model import Input, Procedure
from companion.model.step import Use

MOST_CACHED = 200
"""Most sets of checked answers cached for a used procedure."""


def entering(step: Use, used: Procedure, inner: str, scope: str, after: int) -> Callable[[State], int | None]:
    """Return the operation that gives a used procedure its answers; it jumps to `after` if the step does not apply."""
    inputs = {question.name: question for question in used.inputs}
    cached: dict[tuple[Any, ...], CheckedAnswers] = {}

    def enter(state: State) -> int | None:
        values = state.scopes[scope]
        if not holds(step.when, values):
            return after
        given, known = _given(step, values, inputs)
        key = tuple((name, type(value), hashable(value)) for name, value in given.items())
        taken = cached.get(key)
        if taken is None:
            if len(cached) == MOST_CACHED:
                cached.clear()
            taken = cached[key] = take_answers(used.inputs, given, inner)
        state.scopes[inner] = dict(taken.values)
        if known:
            state.lacking += taken.missing
        return None

    return enter


def leaving(
    step: Use, used: Procedure, rolls: bool, taken: Mapping[str, str], inner: str, scope: str
) -> Callable[[State], None]:
    """Return the operation that takes over values of a used procedure and records its result.

    `taken`: name here to name there; `rolls`: whether it has dice.
    """

    def leave(state: State) -> None:
        values, here = state.scopes.get(inner, {}), state.scopes[scope]
        here.update({name: values[source] for name, source in taken.items() if source in values})
        if state.trace is not None and (step.says or rolls):
            says = worded(step.says, here) if step.says else used.headline_words(values, labelled=True)
            state.trace.record_use(inner, scope, used.title, says)

    return leave


def _given(step: Use, values: Values, inputs: Mapping[str, Input]) -> tuple[Values, bool]:
    """Return the answers for a used procedure, and whether all of them are known."""
    given: Values = {}
    known = True
    for name, formula in step.given.items():
        value = evaluate(formula, values)
        if value is MISSING:
            known = False
            continue
        group, _, field = name.rpartition(".")
        (given.setdefault(group, {}) if group else given)[field] = _own_fields(value, inputs.get(name))
    return given, known


def _own_fields(value: Any, given: Input | None) -> Any:
    """Return rows without the fields that a Repeat step added; other values unchanged."""
    if given is None or given.kind != "rows" or not isinstance(value, tuple):
        return value
    names = {field.name for field in given.fields}
    return tuple({name: field for name, field in row.items() if name in names} for row in value)
