"""Compare an oracle with a calculator."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from companion.engine.cases import same
from companion.engine.dice import PERCENTILE, count_and_sides
from companion.engine.values import plain
from companion.model import NextStep, Resolution
from companion.model.resolution import Rolled
from tests.oracles import Answers, Dice, FollowUps, Missing, Next, NotRolled, Oracle, Outcome, Refused

THROWS = 40
"""Sets of dice that are tried to find out whether an oracle needs a missing answer."""


class Answer(NamedTuple):
    """A calculator's response to a set of answers."""

    verdict: str
    """settled, open or refused."""
    outcome: Outcome
    rolls: tuple[Rolled, ...]
    why: str
    """The refusal, or what is missing."""
    resolution: Resolution | None = None
    """The resolution; None if it was refused."""


class AnyDice(Dice):
    """Dice rolled at random when the oracle asks for them."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(())
        self._chance = chance

    def _next(self, name: str, dice: str) -> Rolled:
        if dice == PERCENTILE:
            return Rolled(name, dice, self._chance.randint(0, 99))
        number, sides = count_and_sides(dice)
        faces = tuple(self._chance.randint(1, sides) for _ in range(number))
        return Rolled(name, dice, sum(faces), faces)


def difference(
    oracle: Oracle, follow_ups: FollowUps | None, answers: dict[str, Any], response: Answer
) -> str:
    """Describe how the oracle differs from the calculator; empty if it does not.

    If the calculator waits for answers, the oracle must need one or refuse. If the calculator refuses, the oracle may
    also wait for an answer.
    """
    if response.verdict == "open":
        needless = _ends(oracle, answers)
        return f"the calculator waits for {response.why}; the oracle needs no answer" if needless else ""
    dice = Dice(response.rolls)
    try:
        outcome = oracle(Answers(answers), dice)
    except Refused as error:
        return (
            f"the oracle refuses: {error}; the calculator does not" if response.verdict == "settled" else ""
        )
    except Missing as error:
        return f"the oracle needs an answer to {error}" if response.verdict == "settled" else ""
    except NotRolled as error:
        return f"the oracle rolls {error}"
    if response.verdict == "refused":
        return f"the calculator refuses: {response.why}; the oracle says {outcome}"
    wrong = [f"the oracle does not roll {name} ({number} times)" for name, number in dice.left().items()]
    wrong += _unlike(response.outcome, outcome)
    if not wrong and follow_ups and response.resolution:
        known = {**outcome, **{f"roll.{rolled.name}": rolled.value for rolled in response.rolls}}
        wrong += _unlike_next(response.resolution.next, follow_ups, Answers(answers), known)
    return "; ".join(wrong)


def _ends(oracle: Oracle, answers: dict[str, Any]) -> bool:
    """Whether the oracle returns a result for these answers, with any dice."""
    for seed in range(THROWS):
        try:
            oracle(Answers(answers), AnyDice(random.Random(seed)))
        except (Missing, Refused):
            return False
    return True


def _unlike(actual: Outcome, expected: Outcome) -> Iterator[str]:
    results = {name for name in expected if not name.startswith("_")}
    for name in sorted(results.union(actual)):
        value, wanted = actual.get(name), _plain(expected.get(name))
        if not same(value, wanted):
            yield f"{name}: calculator {value!r}, oracle {wanted!r}"


def _plain(value: Any) -> Any:
    """An oracle's value in the form that a resolution uses: whole fractions as numbers, others as text."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else plain(value)


def _unlike_next(
    actual: Sequence[NextStep], follow_ups: FollowUps, answers: Answers, outcome: Outcome
) -> Iterator[str]:
    left = list(actual)
    try:
        expected = list(follow_ups(answers, outcome))
    except Missing as error:
        yield f"the follow-ups of the oracle need an answer to {error}"
        return
    for each in expected:
        wanted = Next(each) if isinstance(each, str) else each
        found = next((step for step in left if _fits(step, wanted)), None)
        if found is None:
            yield f"the oracle has the follow-up {wanted}"
        else:
            left.remove(found)
    yield from (f"the oracle does not have the follow-up {step.procedure} {step.says}" for step in left)


def _fits(step: NextStep, wanted: Next) -> bool:
    """Whether a follow-up matches the oracle's: calculator and answers handed over, or a reminder only."""
    reminds = step.says.startswith(wanted.what) and (wanted.carry is None) is not bool(step.procedure)
    if wanted.what != step.procedure and not reminds:
        return False
    return wanted.carry is None or _carries(step.carry, wanted.carry)


def _carries(carried: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    """Whether the same answers are handed over; None counts as no answer."""
    actual = {name: value for name, value in carried.items() if value is not None}
    return actual.keys() == expected.keys() and all(
        same(actual[name], plain(expected[name])) for name in actual
    )
