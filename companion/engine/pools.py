"""Pools of dice: each die keeps its face, and the dice that meet a condition are counted.

Odds never enumerate every combination of the dice. The distribution of the counts is convolved die by die; faces that
count alike form one class, and so do counts beyond what matters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from operator import add
from typing import Any, Literal

import msgspec

from companion.errors import shortened
from companion.model import Refused, Rolled, RollRequest

MOST_THROWS = 20_000
"""Most different throws of one pool for which odds are computed."""
MOST_STEPS = 600_000
"""Most steps of the convolution of one kind of pool."""

Counts = tuple[int, ...]
Ways = dict[Counts, int]
"""Number of dice combinations by the counts that they give."""


class TooMany(Exception):
    """Too many throws or states to compute odds; the message is shown to the player."""


def count_ways(dice: int, gains: tuple[Counts, ...], limits: tuple[float, ...]) -> Ways:
    """Return the number of dice combinations for each combination of counts, lowest first.

    `gains`: for each face of a die, what it adds to each count. Counts are capped at their limits. Raises TooMany.
    """
    return pool_of(gains, limits).ways(dice)


class _Pool:
    """Distributions of the counts of one kind of pool, by number of dice."""

    def __init__(self, gains: tuple[Counts, ...], limits: tuple[float, ...]) -> None:
        self.classes = tuple(Counter(gains).items())
        self.limits = limits
        self.by_dice: list[Ways] = [{(0,) * len(limits): 1}]
        self.steps = 0

    def ways(self, dice: int) -> Ways:
        """Return the distribution for a number of dice, built up from that for one die less."""
        while len(self.by_dice) <= dice:
            fewer = self.by_dice[-1]
            self.steps += len(fewer) * len(self.classes)
            if len(fewer) > MOST_THROWS or self.steps > MOST_STEPS:
                raise TooMany(_too_many(dice))
            more: Ways = {}
            for gain, faces in self.classes:
                for counts, number in fewer.items():
                    key = tuple(map(min, map(add, counts, gain), self.limits))
                    more[key] = more.get(key, 0) + number * faces
            self.by_dice.append(dict(sorted(more.items())))
        return self.by_dice[dice]


pool_of = lru_cache(maxsize=64)(_Pool)


@lru_cache(maxsize=64)
def face_ways(dice: int, sides: int) -> Ways:
    """Return every throw of the pool, as sorted faces, with the number of combinations that give it. Raises TooMany."""
    if comb(dice + sides - 1, dice) > MOST_THROWS:
        raise TooMany(_too_many(dice))
    return {
        faces: factorial(dice) // prod(factorial(number) for number in Counter(faces).values())
        for faces in combinations_with_replacement(range(1, sides + 1), dice)
    }


def _too_many(dice: int) -> str:
    return f"{dice} dice have too many combinations; the limit is {MOST_THROWS:,}"


def zero_hint(sides: int, faces: Collection[Any]) -> str:
    """Return what to type for a 0 among the typed faces of dice with 10 or 100 sides; empty otherwise.

    Such dice may show their highest number as 0 or 00. A 0 is never converted, because some rules read it as 0.
    """
    return f"; if your die shows {sides} as 0, type {sides}" if sides in (10, 100) and 0 in faces else ""


def single_dice(request: RollRequest, value: Any) -> tuple[int, ...]:
    """Return the dice in a value given for a pool: a number, `3 4 5`, `3,4,5`, `345` or a list. Raises Refused."""
    dice = value if isinstance(value, list | tuple) else _typed(request, value)
    for face in dice:
        if not isinstance(face, int) or isinstance(face, bool):
            raise Refused(f"{request.label}: {_short(face)} is not a die; {_legal(request)}", request.name)
        if not request.least <= face <= request.most:
            says = f"die {_short(face)} is outside {_domain(request)}{zero_hint(request.most, [face])}"
            raise Refused(f"{request.label}: {says}", request.name)
    return tuple(dice)


def take_pool(request: RollRequest, line: list[Any]) -> Rolled | int:
    """Take the dice of a pool from the front of `line`; return their number instead if there are too few.

    Raises Refused for an illegal die, and if more dice are given together than the pool has.
    """
    assert request.pool is not None
    if line and isinstance(line[0], Rolled):
        return _rolled_pool(request, line.pop(0))
    faces: tuple[int, ...] = ()
    while line and len(faces) < request.pool and not isinstance(line[0], Rolled):
        faces += single_dice(request, line.pop(0))
    if len(faces) > request.pool or (line and len(faces) < request.pool):
        raise Refused(lacks(request, len(faces)), request.name)
    if len(faces) < request.pool:
        return len(faces)
    return rolled_for(request, sum(faces), faces)


def rolled_for(
    request: RollRequest, value: int, faces: tuple[int, ...], source: Literal["typed", "app"] = "typed"
) -> Rolled:
    """Return a roll that answers the request."""
    pool = request.pool is not None
    return Rolled(request.name, request.dice, value, faces, source, pool, request.label, request.id)


def more_dice(request: RollRequest, there: int) -> RollRequest:
    """Return the request for the remaining dice of a pool of which `there` dice stay."""
    number = (request.pool or 0) - there
    return msgspec.structs.replace(request, dice=f"{number}d{request.most}", pool=number, given=0, kept=0)


def lacks(request: RollRequest, given: int) -> str:
    """Return a message like `Shooting: 3 dice needed, 2 given`."""
    dice = "1 die" if request.pool == 1 else f"{request.pool} dice"
    return f"{request.label}: {dice} needed, {given} given"


def _rolled_pool(request: RollRequest, rolled: Rolled) -> Rolled:
    if not rolled.pool or rolled.dice != request.dice or len(rolled.faces) != request.pool:
        raise Refused(
            f"{rolled.shown} on {rolled.dice} does not fit this roll; {_legal(request)}", request.name
        )
    faces = single_dice(request, rolled.faces)
    return rolled_for(request, sum(faces), faces, rolled.source)


def _typed(request: RollRequest, value: Any) -> Sequence[Any]:
    if not isinstance(value, str):
        return [value]
    text = value.strip()
    if not re.fullmatch(r"[0-9]+([\s,+]+[0-9]+)*", text) or len(text) > 1000:
        raise Refused(f"{request.label}: {_short(value)} is not a roll; {_legal(request)}", request.name)
    number = r"[0-9]" if request.most < 10 else r"[0-9]+"
    return [int(part) if len(part) < 10 else part for part in re.findall(number, text)]


def _domain(request: RollRequest) -> str:
    return f"{request.least} to {request.most}"


def _legal(request: RollRequest) -> str:
    return f"{request.dice}, each die {_domain(request)}"


def _short(value: Any) -> str:
    if isinstance(value, int) and abs(value) > 1_000_000:
        return "a number that large"
    return repr(shortened(value)) if isinstance(value, str) else shortened(str(value))
