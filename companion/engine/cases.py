"""Checks worked examples: whether a calculator gives the results that an example expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.answers import take_answers
from companion.engine.pools import lacks
from companion.engine.resolve import Engine
from companion.engine.values import plain
from companion.model import (
    NextStep,
    NotFound,
    Refused,
    Resolution,
    RollRequest,
    Unworkable,
    nested,
    unknown_keys,
)
from companion.model.answer_path import OPEN

_HEAD = ("column", "needed", "total")
_RESULTS = ("outcome", "ledger", "charts", "next", "refused", *_HEAD)
_QUESTIONS = ("missing", "asked", "not_asked")
_NAMED = ("outcome", "ledger", "charts", "answered")
_KEYS = ("procedure", "inputs", "rolls", *_RESULTS, *_QUESTIONS, "answered", "cite", "note", "reading")


def verdict(engine: Engine, example: Mapping[str, Any]) -> str:
    """Return the differences between a worked example and its calculator; empty if the example holds.

    An example holds if the result has each value of its `outcome`, or, with `refused`, if an answer or a die is refused
    or missing; if `refused` is text, the refusal begins with it. A line that is not an example, or that expects
    nothing, does not hold. An example may also give

    - the value of lines and totals of the `ledger`: a number, `not applied`, `not allowed`, `not applied 5` with the
      amount, or None if it is not shown;
    - the row and column read in each of the `charts`, or None if the chart was not read;
    - the follow-ups, `next`: all of them in order, each by its procedure, by the beginning of its text, or by its
      procedure with all carried answers;
    - `column`, `needed` and `total`, the values at the top of the answer;
    - `missing`: all inputs that still need an answer; `asked` and `not_asked`: some inputs, by their paths as in
      `firers.1.weapon`; `answered`: some answers, also those that a rule gives.
    """
    if faults := list(_form_faults(example)):
        return "; ".join(faults)
    if blanks := list(blank_names(example)):
        return f"still has a ? to fill in: {', '.join(dict.fromkeys(blanks))}"
    try:
        inputs, rolls = example.get("inputs") or {}, example.get("rolls")
        resolution = engine.resolve(example["procedure"], inputs, rolls, flips=False)
    except NotFound as error:
        return str(error)
    except Unworkable as error:
        return f"no answer or die was refused: {error}" if example.get("refused") else f"refused: {error}"
    except Refused as error:
        refusal = example.get("refused")
        return "" if refusal is True or (refusal and str(error).startswith(refusal)) else f"refused: {error}"
    wrong = list(_wrong_questions(engine, resolution, example))
    if any(key in example for key in _RESULTS):
        wrong += _wrong_results(resolution, example)
    return "; ".join(wrong)


def _wrong_questions(engine: Engine, resolution: Resolution, example: Mapping[str, Any]) -> Iterator[str]:
    """Yield a message for each question whose state differs from the example."""
    inputs = engine.library.procedure(example["procedure"]).inputs
    asked = take_answers(inputs, example.get("inputs") or {}).asked
    if "missing" in example and sorted(example["missing"]) != sorted(resolution.missing):
        yield f"missing {', '.join(resolution.missing) or 'nothing'}"
    yield from (f"{name} is not asked" for name in example.get("asked", ()) if name not in asked)
    yield from (f"{name} is asked" for name in example.get("not_asked", ()) if name in asked)
    for name, value in (example.get("answered") or {}).items():
        if not same(answer := plain(resolution.inputs.get(name)), value):
            yield f"{name} {answer!r} instead of {value!r}"


def _wrong_results(resolution: Resolution, example: Mapping[str, Any]) -> list[str]:
    """Return a message for each result that differs from the example."""
    if not resolution.done:
        lacking = [*resolution.missing, *map(_lacking, resolution.needs)]
        return [] if example.get("refused") is True else [f"not finished, missing {', '.join(lacking)}"]
    outcome = nested(resolution.outcome)
    if example.get("refused"):
        return [f"not refused: {outcome}"]
    wanted = example.get("outcome") or {}
    wrong = [
        f"{name} {outcome.get(name, 'absent')!r} instead of {value!r}"
        for name, value in wanted.items()
        if name not in outcome or not same(outcome[name], value)
    ]
    wrong += [
        f"{name} {shown!r} instead of {example[name]!r}"
        for name in _HEAD
        if name in example and not same(shown := plain(getattr(resolution, name)), example[name])
    ]
    wrong += _wrong_lines(resolution, example.get("ledger") or {})
    wrong += _wrong_cells(resolution, example.get("charts") or {})
    if "next" in example and not _follows(resolution, example["next"]):
        wrong.append(f"next {[step.procedure or step.says for step in resolution.next]}")
    return wrong


def _wrong_cells(resolution: Resolution, wanted: Mapping[str, Any]) -> Iterator[str]:
    """Yield a message for each chart that was not read as expected."""
    for chart, cell in wanted.items():
        read: list[Any] = [[each.row, each.column] for each in resolution.looked if each.chart == chart]
        if cell not in (read or [None]):
            yield f"chart {chart}: {read} instead of {cell!r}"


def _wrong_lines(resolution: Resolution, wanted: Mapping[str, Any]) -> list[str]:
    """Return a message for each ledger line that differs from the example."""
    counted: dict[str, list[Any]] = {}
    for line in resolution.ledger:
        into = counted.setdefault(line.label, [])
        into += (
            [plain(line.value)]
            if line.state == "applied"
            else [line.state, f"{line.state} {plain(line.value)}"]
        )
    for total in resolution.totals:
        counted.setdefault(total.title or total.name, []).append(plain(total.total))
    return [
        f"line {label}: {counted.get(label, 'absent')} instead of {value!r}"
        for label, value in wanted.items()
        if not any(same(value_here, value) for value_here in counted.get(label, [None]))
    ]


def _follows(resolution: Resolution, wanted: Any) -> bool:
    """Return whether the follow-ups are those of the example, in its order."""
    if not isinstance(wanted, list) or len(wanted) != len(resolution.next):
        return False
    return all(_is_next(each, step) for each, step in zip(wanted, resolution.next, strict=True))


def _is_next(wanted: Any, step: NextStep) -> bool:
    """Return whether a follow-up is the expected one."""
    if isinstance(wanted, Mapping):
        actual = {step.procedure: {name: value for name, value in step.carry.items() if value is not None}}
        return len(wanted) == 1 and same(actual, wanted) and same(wanted, actual)
    if not isinstance(wanted, str) or not wanted:
        return False
    return wanted == step.procedure or step.says.startswith(wanted)


def _lacking(request: RollRequest) -> str:
    return f"a roll of {request.dice}" if request.pool is None else lacks(request, request.given)


def same(actual: Any, wanted: Any) -> bool:
    """Return whether two values are equal in value and type: True is not 1, 1 is not "1"."""
    if isinstance(wanted, Mapping) and isinstance(actual, Mapping):
        return all(key in actual and same(actual[key], value) for key, value in wanted.items())
    return type(actual) is type(wanted) and bool(actual == wanted)


def _form_faults(example: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of the example itself, whatever the calculator returns."""
    yield from unknown_keys(example, _KEYS)
    name = example.get("procedure")
    if not isinstance(name, str) or not name:
        yield "procedure: write the id of a calculator, as in lob:closing-roll; a question has q"
    for key in ("inputs", *_NAMED):
        if not isinstance(example.get(key, {}), Mapping | None):
            yield f"{key}: write names with their values, as in {{...}}"
    if not _are_rolls(example.get("rolls")):
        yield "rolls: write a list, as in [10], or one list for each part"
    for key in ("next", *_QUESTIONS):
        if not isinstance(example.get(key, []), list):
            yield f"{key}: write a list"
    refusal = example.get("refused", True)
    if refusal is not True and not (isinstance(refusal, str) and refusal):
        yield "refused: write true or the beginning of the refusal, or leave it out and write outcome"
    if not _expects(example):
        yield f"the example expects nothing: add {', '.join((*_RESULTS, *_QUESTIONS))} or answered"


def blank_names(example: Mapping[str, Any]) -> Iterator[str]:
    """Yield each answer and result that is still a ? of new-calculator, and `rolls` for the dice.

    In an example about questions, ? is an answer that is left open.
    """
    keys = ("outcome",) if any(key in example for key in _QUESTIONS) else ("inputs", "outcome")
    yield from (name for key in keys for name, value in (example.get(key) or {}).items() if value == OPEN)
    rolls = example.get("rolls") or []
    parts = rolls.values() if isinstance(rolls, Mapping) else [rolls]
    yield from ("rolls" for part in parts if OPEN in part)


def _are_rolls(rolls: Any) -> bool:
    """Return whether these are a list of rolls, lists of rolls by part, or None."""
    if isinstance(rolls, Mapping):
        return all(isinstance(part, list | tuple) for part in rolls.values())
    return rolls is None or isinstance(rolls, list | tuple)


def _expects(example: Mapping[str, Any]) -> bool:
    """Return whether the example expects anything."""
    filled = (*_NAMED, "refused", "asked", "not_asked")
    return any(map(example.get, filled)) or any(key in example for key in ("next", "missing", *_HEAD))
