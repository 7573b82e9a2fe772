"""Facts of a logged calculation: its answers, dice, modifiers that counted, and results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.model import GameModule, Input, Procedure, nested
from companion.model.event import Calculated
from companion.model.recorded import Number
from companion.model.wording import labelled, value_words
from companion.render.documents import document
from companion.render.resolution import results_told


def calculation_facts(done: Calculated, module: GameModule | None) -> dict[str, Any]:
    """Return the facts of a calculation, with the current labels of its calculator."""
    procedure = module.find_procedure(done.procedure) if module else None
    ledger = [msgspec.to_builtins(modifier) for modifier in done.ledger]
    return {
        "procedure": done.procedure,
        "cite": procedure.cite if procedure else "",
        "line": done.summary,
        "names": done.names,
        "inputs": done.inputs,
        "answers": [
            {"label": label, "answer": answer}
            for label, answer in answers_told(procedure.inputs if procedure else (), done.inputs)
        ],
        "dice": [document(roll, value=roll.faces if roll.pool else roll.value) for roll in done.rolls],
        "counted": [modifier for modifier in ledger if modifier["state"] == "applied"],
        "ledger": ledger,
        **{name: value for name, value in numbers_of(done).items() if value is not None},
        "outcome": nested(done.outcome),
        "results": list(_results(procedure, done.outcome)),
        "amends": done.amends or None,
    }


def numbers_of(done: Calculated) -> dict[str, Number]:
    """Return the numbers of a calculation's chart by name, None for one that the chart does not have."""
    return {"column": done.column, "needed": done.needed, "total": done.total}


def answers_told(
    inputs: Sequence[Input], given: Mapping[str, Any], above: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield label and answer of each input, except those answered no, nothing or empty."""
    labels = {question.name: question for question in inputs}
    for name, value in given.items():
        known = labels.get(name)
        label = labelled(above, known.label if known else name.replace("_", " "))
        if value is None or value is False or value in ([], (), {}, frozenset()):
            continue
        if isinstance(value, Mapping):
            yield from answers_told(known.fields if known else (), value, label)
        elif isinstance(value, list | tuple) and all(isinstance(row, Mapping) for row in value):
            for number, row in enumerate(value, 1):
                yield from answers_told(known.fields if known else (), row, f"{label} {number}")
        else:
            yield label, _answer(known, value)


def _answer(known: Input | None, value: Any) -> str:
    if known is not None and known.kind == "choice":
        for choice in known.choices:
            if choice.key == value:
                return choice.label or value_words(value)
    return value_words(value)


def _results(procedure: Procedure | None, outcome: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Label, words and both together of every result, headlines first; of an unknown calculator by name."""
    if procedure is None:
        for name, value in outcome.items():
            label, says = name.replace(".", ": ").replace("_", " "), value_words(value)
            yield {"label": label, "says": says, "told": f"{label}: {says}"}
    else:
        for result, words in results_told(procedure, outcome):
            yield {"label": result.label, "says": words, "told": result.statement(words)}
