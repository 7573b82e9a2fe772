"""Random legal answers to a calculator, and its results with seeded dice."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine import Dice, Engine
from companion.engine.answers import legal_choices
from companion.model import Input, Procedure, Resolution
from companion.model.answer_path import with_answer

MOST_ROWS = 3
"""Rows generated for a list without an upper limit."""
WITHOUT_LIMIT = 12
"""Largest number generated where the domain has no upper limit."""
NUMBERS = 6
"""Most numbers of one domain that are tried."""


class Slot(NamedTuple):
    """A question and its path in the answers."""

    path: tuple[str, ...]
    """Names of the inputs; rows are numbered from 1: `firers`, `1`, `weapon`."""
    given: Input

    @property
    def name(self) -> str:
        """The path without row numbers: `firers.weapon`."""
        return ".".join(step for step in self.path if not step.isdecimal())

    def answer(self, answers: Any) -> Any:
        """The answer at this path, or None."""
        for step in self.path:
            answers = answers[int(step) - 1] if isinstance(answers, Sequence) else (answers or {}).get(step)
        return answers

    def others(self, answers: Any, chance: random.Random) -> Iterator[tuple[Any, frozenset[str]]]:
        """Yield the other legal answers, each with the keys of the choices it adds or removes."""
        now = self.answer(answers)
        keys = [each.key for each in self.given.choices]
        if self.given.kind == "set":
            members = frozenset(now.split(",") if isinstance(now, str) else now or ())
            yield from ((sorted(members ^ {key}), frozenset({key})) for key in keys)
        elif self.given.kind == "choice":
            was = now or self.given.rule
            yield from ((key, frozenset({key, was})) for key in keys if key != was)
        elif self.given.kind == "yes-no":
            yield from ((value, frozenset()) for value in (False, True))
        else:
            yield from ((value, frozenset()) for value in _numbers(self.given, chance))


def slots(inputs: Sequence[Input], answers: Mapping[str, Any]) -> Iterator[Slot]:
    """Yield every question that takes a single answer, skipping questions that are never asked."""
    for each in inputs:
        if is_never_asked(each):
            continue
        if each.kind == "group":
            inner = slots(each.fields, answers.get(each.name) or {})
            yield from (slot._replace(path=(each.name, *slot.path)) for slot in inner)
        elif each.kind == "rows":
            rows = answers.get(each.name) or ()
            for number, row in enumerate(rows if isinstance(rows, Sequence) else (), 1):
                inner = slots(each.fields, row)
                yield from (slot._replace(path=(each.name, str(number), *slot.path)) for slot in inner)
        else:
            yield Slot((each.name,), each)


def is_never_asked(given: Input) -> bool:
    """Whether the question is never shown: it only refuses answers or receives carried ones."""
    return given.when == "no" or given.most == 0


def changed(answers: Mapping[str, Any], slot: Slot, value: Any) -> dict[str, Any]:
    """The answers with a new value for this question."""
    answers_then: dict[str, Any] = with_answer(answers, slot.path, value)
    return answers_then


def resolved(
    engine: Engine, procedure: Procedure, answers: Mapping[str, Any], seed: int, flips: bool = False
) -> Resolution:
    """Resolve the calculator with dice rolled from the seed. Raises Refused."""
    dice = Dice(random.Random(seed))
    rolls: list[Any] = []
    while True:
        resolution = engine.resolve(procedure.id, answers, rolls, flips=flips)
        if not resolution.needs:
            return resolution
        rolls.append(dice.roll(resolution.needs[0]))


def made(procedure: Procedure, chance: random.Random) -> dict[str, Any]:
    """A random legal answer to every question, asked or not, so that changing one answer leaves none missing."""
    return _made(procedure.inputs, {}, chance)


def _made(inputs: Sequence[Input], outer: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    for each in inputs:
        value = None if each.when == "no" else _answer(each, {**outer, **_typed(answers)}, chance)
        if value is not None:
            answers[each.name] = value
    return answers


def _answer(given: Input, scope: Mapping[str, Any], chance: random.Random) -> Any:
    keys = [each.key for each in legal_choices(given, scope)] if given.choices else []
    match given.kind:
        case "group":
            return _made(given.fields, scope, chance)
        case "rows":
            least = given.least or 0
            most = max(least, min(MOST_ROWS, MOST_ROWS if given.most is None else given.most))
            return [_made(given.fields, scope, chance) for _ in range(chance.randint(least, most))]
        case "set":
            return [key for key in keys if chance.random() < 0.3]
        case "choice":
            return chance.choice(keys) if keys else None
        case "yes-no":
            return chance.random() < 0.35
    return chance.randint(*_span(given))


def _typed(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Convert answers to the types that formulas read: lists of keys to sets, lists of rows to tuples."""
    typed = dict(answers)
    for name, value in answers.items():
        if isinstance(value, list):
            typed[name] = tuple(value) if value and isinstance(value[0], dict) else frozenset(value)
    return typed


def _numbers(given: Input, chance: random.Random) -> list[int]:
    least, last = _span(given)
    if last - least < NUMBERS:
        return list(range(least, last + 1))
    return sorted({least, last, *(chance.randint(least, last) for _ in range(NUMBERS - 2))})


def _span(given: Input) -> tuple[int, int]:
    least = given.least if given.least is not None else min(0, given.most or 0)
    return least, given.most if given.most is not None else max(least, WITHOUT_LIMIT)
