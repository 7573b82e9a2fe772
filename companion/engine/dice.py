"""Dice: their ranges and chances, the rolls that were given, and the roller."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from companion.engine.pools import lacks, rolled_for, single_dice, take_pool
from companion.model import Refused, Rolled, RollRequest

_DICE = re.compile(r"(\d+)d(\d+)")
PERCENTILE = "00-99"
"""Two ten-sided dice read as 0 to 99."""

LARGEST = 1_000_000
"""Larger numbers are not written out in messages."""

Given = Sequence[Any] | Mapping[str, Sequence[Any]]


@lru_cache(maxsize=64)
def count_and_sides(dice: str) -> tuple[int, int]:
    """Return the number of dice and their sides: (2, 6) for 2d6."""
    match = _DICE.fullmatch(dice)
    if match is None:
        raise ValueError(dice)
    return int(match[1]), int(match[2])


@lru_cache(maxsize=64)
def span(dice: str) -> tuple[int, int]:
    """Return the least and the greatest total: (2, 12) for 2d6, (0, 99) for 00-99."""
    if dice == PERCENTILE:
        return 0, 99
    count, sides = count_and_sides(dice)
    return count, count * sides


@lru_cache(maxsize=64)
def ways(dice: str) -> tuple[tuple[int, int], ...]:
    """Return every total of the dice with the number of falls that give it, lowest first."""
    if dice == PERCENTILE:
        return tuple((total, 1) for total in range(100))
    count, sides = count_and_sides(dice)
    found = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, number in found.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + number
        found = longer
    return tuple(sorted(found.items()))


@lru_cache(maxsize=64)
def chances(dice: str) -> tuple[tuple[int, Fraction], ...]:
    """Return every total of the dice with its exact probability, lowest first."""
    falls = sum(number for _, number in ways(dice))
    return tuple((total, Fraction(number, falls)) for total, number in ways(dice))


class Chance(Protocol):
    """A source of random numbers, as `random.Random` is."""

    def randint(self, a: int, b: int) -> int:
        """Return a random whole number from `a` to `b`, both included."""


@dataclass(slots=True)
class Dice:
    """The companion's own dice; `random` may be seeded to make them repeatable."""

    random: Chance = field(default_factory=random.SystemRandom)

    def roll(self, request: RollRequest) -> Rolled:
        """Roll the dice that are requested."""
        if request.dice == PERCENTILE:
            return rolled_for(request, self.random.randint(0, 99), (), "app")
        count, sides = count_and_sides(request.dice)
        faces = tuple(self.random.randint(1, sides) for _ in range(count))
        return rolled_for(request, sum(faces), faces, "app")


class GivenRolls:
    """Rolls that were given, taken in order or by the name of their part."""

    def __init__(self, given: Given | None) -> None:
        self.by_part = isinstance(given, Mapping)
        parts = given if isinstance(given, Mapping) else {"": given} if given else {}
        self.parts = {name: list(values) for name, values in parts.items()}
        """Rolls by the name of their part, which is empty for rolls in order."""
        self.short = 0
        """Number of dice given for a pool that needs more."""
        self._served: dict[str, list[RollRequest]] = {}

    def next(self, request: RollRequest) -> Rolled | None:
        """Return the next roll for `request`, None if none is left or a pool has too few dice.

        A pool takes as many numbers as it has dice. Raises Refused outside the domain.
        """
        self.serve(request)
        line = self.parts.get(self._part(request), [])
        if request.pool is not None:
            pool = take_pool(request, line)
            self.short = pool if isinstance(pool, int) else 0
            return None if isinstance(pool, int) else pool
        return accept(request, line.pop(0)) if line else None

    def serve(self, request: RollRequest) -> None:
        """Note that these dice were due, also if the pool has no dice."""
        self._served.setdefault(self._part(request), []).append(request)

    def check_parts(self, title: str, requests: Sequence[RollRequest]) -> None:
        """Raise Refused for dice where the calculator `title` has none, and for a part that no roll has."""
        if not requests and self.parts:
            raise Refused(f"{title} rolls no dice")
        names = {name for request in requests for name in (request.part, request.name) if name}
        for name in self.parts if self.by_part else ():
            if name not in names:
                raise Refused(f"no roll is called {name}; there are {', '.join(sorted(names))}", name)

    def idle(self) -> Iterator[str]:
        """Yield the parts whose dice were given although none were due. Raises Refused for more dice than were due."""
        for name, line in self.parts.items():
            served = self._served.get(name, [])
            if line and not served:
                yield f"the dice of {name}" if name else "the dice"
            elif line and len(served) == 1 and served[0].pool is not None:
                only = served[0]
                raise Refused(lacks(only, (only.pool or 0) + _number(only, line)), only.name)
            elif line:
                needed = sum(1 if request.pool is None else request.pool for request in served)
                raise Refused(f"{name or 'rolls'}: {needed} needed, {needed + len(line)} given", name)

    def _part(self, request: RollRequest) -> str:
        """The part from which `request` takes its dice, empty if rolls are given in order."""
        if not self.parts or not self.by_part:
            return ""
        return (
            request.part if self.parts.get(request.part) or request.name not in self.parts else request.name
        )


def _number(request: RollRequest, line: Sequence[Any]) -> int:
    """Number of dice in `line`."""
    return sum(len(e.faces) if isinstance(e, Rolled) else len(single_dice(request, e)) for e in line)


def accept(request: RollRequest, value: Any) -> Rolled:
    """Return a total, text like `3+4`, single dice or a roll as a roll for `request`. Raises Refused."""
    legal = f"{request.label}: {request.dice} gives {request.least} to {request.most}"
    if isinstance(value, Rolled):
        if value.pool or value.dice != request.dice or not request.least <= value.value <= request.most:
            raise Refused(f"{value.value} on {value.dice} is no roll here; {legal}", request.name)
        return rolled_for(request, value.value, value.faces, value.source)
    faces: tuple[int, ...] = ()
    if isinstance(value, str):
        value = _typed(value.strip(), legal, request)
    if isinstance(value, list | tuple):
        faces = tuple(value)
        count, sides = (0, 0) if request.dice == PERCENTILE else count_and_sides(request.dice)
        if len(faces) != count or not all(is_whole(face) and 1 <= face <= sides for face in faces):
            raise Refused(f"these single dice are not {request.dice}; {legal}", request.name)
        value = sum(faces)
    if not is_whole(value):
        raise Refused(f"{str(value)[:20]} is not a whole number; {legal}", request.name)
    if not request.least <= value <= request.most:
        shown = value if abs(value) < LARGEST else "a roll that large"
        raise Refused(f"{shown} cannot fall; {legal}", request.name)
    return rolled_for(request, value, faces)


def _typed(text: str, legal: str, request: RollRequest) -> Any:
    if not re.fullmatch(r"[0-9]{1,4}(\s*\+\s*[0-9]{1,4})*", text):
        raise Refused(f"{text[:20]!r} is no roll; {legal}", request.name)
    numbers = [int(part) for part in text.split("+")]
    return numbers if len(numbers) > 1 else numbers[0]


def parse_rolls(texts: Sequence[str]) -> Given | None:
    """Return the rolls of `--roll 7,3+4` as a list, those of `--roll attacker=4,5,6` by part.

    None where nothing was given. Raises Refused where named and unnamed rolls are mixed.
    """
    if not texts:
        return None
    named: dict[str, list[Any]] = {}
    line: list[Any] = []
    for text in texts:
        name, sign, values = text.rpartition("=")
        into = named.setdefault(name.strip(), []) if sign else line
        into += [value.strip() for value in values.split(",")] if values.strip() else []
    if named and line:
        raise Refused("name the part of every roll (--roll attacker=4,5), or of no roll")
    return named or line


def is_whole(value: Any) -> bool:
    """Return whether a value is an int and not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)
