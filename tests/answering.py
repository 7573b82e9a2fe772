"""Complete sets of answers to a calculator, made from a seed, and what comes of them with dice from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine import Dice, Engine
from companion.engine.answers import legal_choices
from companion.model import Input, Procedure, Resolution
from companion.model.answer_path import with_answer

MOST_ROWS = 3
"""Rows that are made for a list without a limit."""
WITHOUT_LIMIT = 12
"""Largest number that is answered where the domain has no end."""
NUMBERS = 6
"""Numbers of a domain that are tried at most."""


class Slot(NamedTuple):
    """One question with its place among the answers."""

    path: tuple[str, ...]
    """Names of the inputs, rows by number: `firers`, `1`, `weapon`."""
    given: Input

    @property
    def name(self) -> str:
        """The path without row numbers: `firers.weapon`."""
        return ".".join(step for step in self.path if not step.isdecimal())

    def answer(self, answers: Any) -> Any:
        """The answer given here, None where there is none."""
        for step in self.path:
            answers = answers[int(step) - 1] if isinstance(answers, Sequence) else (answers or {}).get(step)
        return answers

    def others(self, answers: Any, chance: random.Random) -> Iterator[tuple[Any, frozenset[str]]]:
        """Other answers of the domain, each with the choices that it takes up or gives up."""
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
    """Every question inside these answers that takes an answer of its own; none that is never asked."""
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
    """Whether the question is only there to refuse, or to take what nobody asks."""
    return given.when == "no" or given.most == 0


def changed(answers: Mapping[str, Any], slot: Slot, value: Any) -> dict[str, Any]:
    """The answers with another one in this slot."""
    answers_then: dict[str, Any] = with_answer(answers, slot.path, value)
    return answers_then


def resolved(
    engine: Engine, procedure: Procedure, answers: Mapping[str, Any], seed: int, flips: bool = False
) -> Resolution:
    """What comes of the answers with dice from the seed. Raises Refused."""
    dice = Dice(random.Random(seed))
    rolls: list[Any] = []
    while True:
        resolution = engine.resolve(procedure.id, answers, rolls, flips=flips)
        if not resolution.needs:
            return resolution
        rolls.append(dice.roll(resolution.needs[0]))


def made(procedure: Procedure, chance: random.Random) -> dict[str, Any]:
    """A legal answer to every question, asked or not: a change of one answer then leaves no other one open."""
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
    """Answers as formulas read them: sets as sets, rows as tuples."""
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
