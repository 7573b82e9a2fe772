"""Luck of an evening: rolls compared with expectation, and unlikely results.

Chances are exact. Whether a high roll is good depends on the game, so nothing here says who was lucky, only how far
the dice were from their average and how often unlikely results occurred.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from companion.model import Procedure
from companion.model.event import Calculated
from companion.model.recorded import RecordedRoll

UNLIKELY = Fraction(1, 10)
"""Highest chance of a result that counts as unlikely."""
_DICE = re.compile(r"(\d+)d(\d+)")


class Thrown(NamedTuple):
    """Dice of one kind that were rolled together."""

    sides: int
    number: int
    total: int


def thrown(roll: RecordedRoll) -> Thrown | None:
    """Return the dice of a roll; None if their number or total is not known."""
    written = _DICE.fullmatch(roll.dice)
    if written is None:
        return None
    count, sides = int(written[1]), int(written[2])
    if roll.faces:
        return Thrown(sides, len(roll.faces), sum(roll.faces))
    return Thrown(sides, count, roll.value) if count else None


def dice_facts(throws: Iterable[tuple[str, Thrown]]) -> list[dict[str, Any]]:
    """Return a row for each side and kind of die: number, average, expected average, and the chance of this total.

    `throws` are pairs of a side and its dice. `as_high` is the chance that as many fair dice total this much or more,
    `as_low` this much or less, both from 0 to 1.
    """
    totals: dict[tuple[str, int], list[int]] = {}
    for side, dice in throws:
        row = totals.setdefault((side, dice.sides), [0, 0])
        row[0] += dice.number
        row[1] += dice.total
    return [
        {
            "side": side,
            "dice": f"d{sides}",
            "count": count,
            "average": round(total / count, 2),
            "expected": (sides + 1) / 2,
            "as_high": float(chance_of_total(sides, count, total)),
            "as_low": float(chance_of_total(sides, count, count * (sides + 1) - total)),
        }
        for (side, sides), (count, total) in sorted(totals.items())
    ]


def chance_of_total(sides: int, count: int, total: int) -> Fraction:
    """Return the chance that `count` fair dice of `sides` sides total `total` or more."""
    falls = [1]
    for _ in range(count):
        sums = [0, *accumulate(falls + [0] * (sides - 1))]
        falls = [sums[at + 1] - sums[max(0, at + 1 - sides)] for at in range(len(falls) + sides - 1)]
    return Fraction(sum(falls[max(0, total - count) :]), sides**count)


def chance_of(done: Calculated, procedure: Procedure | None) -> Fraction | None:
    """Return the chance of a calculation's result before the roll; None if no odds were recorded for it."""
    if procedure is None or not done.odds:
        return None
    chance = done.odds.get(procedure.headline_words(done.outcome))
    return Fraction(chance) if chance is not None else None


def unlikely_facts(odds: Sequence[tuple[Mapping[str, str], Fraction]]) -> dict[str, Any]:
    """Return the number of unlikely results, the expected number, and the chance of at least as many.

    `odds`: for each calculation the recorded chances of its results, and the chance of the actual result.
    """
    shares = [_share_unlikely(chances) for chances, _ in odds]
    unlikely = sum(chance <= UNLIKELY for _, chance in odds)
    return {
        "of": len(odds),
        "count": unlikely,
        "expected": round(float(sum(shares)), 2),
        "as_many": float(chance_of_count(shares, unlikely)),
    }


def _share_unlikely(chances: Mapping[str, str]) -> Fraction:
    parts = map(Fraction, chances.values())
    return sum((part for part in parts if part <= UNLIKELY), Fraction(0))


def chance_of_count(chances: Iterable[Fraction], least: int) -> float:
    """Return the chance that at least `least` of these independent events happen."""
    counts = [1.0]
    for chance in map(float, chances):
        stays = [*(count * (1 - chance) for count in counts), 0.0]
        rises = [0.0, *(count * chance for count in counts)]
        counts = [one + other for one, other in zip(stays, rises, strict=True)]
    return sum(counts[least:])


def one_in(chance: Fraction) -> str:
    """Return a small chance in words, as in `1 in 12`."""
    return f"1 in {round(1 / chance)}" if chance else "no chance"
