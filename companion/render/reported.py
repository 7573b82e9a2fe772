"""A logged calculation taken apart: what was answered, the dice, what counted, what came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.model import GameModule, Input, Procedure, nested
from companion.model.event import Calculated
from companion.model.recorded import Number
from companion.render.resolution import outcome_word
from companion.render.text import value_words


def calculation_facts(done: Calculated, module: GameModule | None) -> dict[str, Any]:
    """The facts of one calculation, with the labels of the calculator as it is now."""
    procedure = (
        next((each for each in module.procedures if each.id == done.procedure), None) if module else None
    )
    ledger = [msgspec.to_builtins(modifier) for modifier in done.ledger]
    return {
        "procedure": done.procedure,
        "cite": procedure.cite if procedure else "",
        "line": done.summary,
        "inputs": done.inputs,
        "answers": [
            {"label": label, "answer": answer}
            for label, answer in answers_told(procedure.inputs if procedure else (), done.inputs)
        ],
        "dice": [
            {
                "dice": each.dice,
                "value": list(each.faces) if each.pool else each.value,
                "faces": list(each.faces),
                "source": each.source,
            }
            for each in done.rolls
        ],
        "counted": [modifier for modifier in ledger if modifier["state"] == "applied"],
        "ledger": ledger,
        **{name: value for name, value in numbers_of(done).items() if value is not None},
        "outcome": nested(done.outcome),
        "results": [{"label": label, "says": says} for label, says in results_told(procedure, done.outcome)],
        "amends": done.amends or None,
    }


def numbers_of(done: Calculated) -> dict[str, Number]:
    """Return the numbers of a calculation's chart by name, None for one that the chart does not have."""
    return {"column": done.column, "needed": done.needed, "total": done.total}


def answers_told(
    inputs: Sequence[Input], given: Mapping[str, Any], above: str = ""
) -> Iterator[tuple[str, str]]:
    """Label and answer of all that was answered; what is no, none or empty is left out."""
    labels = {each.name: each for each in inputs}
    for name, value in given.items():
        known = labels.get(name)
        label = above + (known.label if known else name.replace("_", " "))
        if value is None or value is False or value in ([], (), {}, frozenset()):
            continue
        if isinstance(value, Mapping):
            yield from answers_told(known.fields if known else (), value, f"{label}: ")
        elif isinstance(value, list | tuple) and all(isinstance(each, Mapping) for each in value):
            for number, row in enumerate(value, 1):
                yield from answers_told(known.fields if known else (), row, f"{label} {number}: ")
        else:
            yield label, _answer(known, value)


def _answer(known: Input | None, value: Any) -> str:
    if known is not None and known.kind == "choice":
        for choice in known.choices:
            if choice.key == value:
                return choice.label or value_words(value)
    return value_words(value)


def results_told(procedure: Procedure | None, outcome: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Label and words of every result, the headline first."""
    if procedure is None:
        for name, value in outcome.items():
            yield name.replace(".", ": ").replace("_", " "), value_words(value)
        return
    for each in sorted(procedure.outcome, key=lambda each: each.show != "headline"):
        if each.show != "no" and each.name in outcome:
            yield each.label, outcome_word(procedure, each.name, outcome[each.name])
