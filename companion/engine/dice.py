"""Dice: ranges, probabilities, typed rolls, and the companion's own dice."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from companion.engine.pools import more_dice, rolled_for, zero_hint
from companion.errors import shortened
from companion.model import Refused, Rolled, RollRequest

_DICE = re.compile(r"(\d+)d(\d+)")
PERCENTILE = "00-99"
"""Two ten-sided dice read as 0 to 99."""

LARGEST = 1_000_000
"""Largest number that messages write out."""

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
    """Return every total of the dice with the number of combinations that give it, lowest first."""
    if dice == PERCENTILE:
        return tuple((total, 1) for total in range(100))
    count, sides = count_and_sides(dice)
    counts = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, number in counts.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + number
        counts = longer
    return tuple(sorted(counts.items()))


@lru_cache(maxsize=64)
def chances(dice: str) -> tuple[tuple[int, Fraction], ...]:
    """Return every total of the dice with its exact probability, lowest first."""
    combinations = sum(number for _, number in ways(dice))
    return tuple((total, Fraction(number, combinations)) for total, number in ways(dice))


class Chance(Protocol):
    """A source of random numbers, as `random.Random` is."""

    def randint(self, a: int, b: int) -> int:
        """Return a random whole number from `a` to `b`, both included."""


@dataclass(slots=True)
class Dice:
    """The companion's own dice; `random` may be seeded to make them repeatable."""

    random: Chance = field(default_factory=random.SystemRandom)

    def roll(self, request: RollRequest) -> Rolled:
        """Roll the requested dice; of a pool, only those that are missing."""
        if request.dice == PERCENTILE:
            return rolled_for(request, self.random.randint(0, 99), (), "app")
        if request.kept:
            request = more_dice(request, request.kept)
        count, sides = count_and_sides(request.dice)
        faces = tuple(self.random.randint(1, sides) for _ in range(count))
        return rolled_for(request, sum(faces), faces, "app")


def accept(request: RollRequest, value: Any) -> Rolled:
    """Convert a total, text like `3+4` or `3 4`, single dice or a roll to a roll for `request`. Raises Refused."""
    legal = f"{request.label}: {request.dice} gives {request.least} to {request.most}"
    if isinstance(value, Rolled):
        if value.pool or value.dice != request.dice or not request.least <= value.value <= request.most:
            raise Refused(f"{value.value} on {value.dice} does not fit this roll; {legal}", request.name)
        return rolled_for(request, value.value, value.faces, value.source)
    faces: tuple[int, ...] = ()
    count, sides = (0, 0) if request.dice == PERCENTILE else count_and_sides(request.dice)
    if isinstance(value, str):
        value = _typed(value.strip(), legal, request)
    if isinstance(value, list | tuple):
        faces = tuple(value)
        if len(faces) != count or not all(is_whole(face) and 1 <= face <= sides for face in faces):
            hint = zero_hint(sides, faces)
            raise Refused(f"these dice are not {request.dice}; {legal}{hint}", request.name)
        value = sum(faces)
    if not is_whole(value):
        raise Refused(f"{shortened(str(value))} is not a whole number; {legal}", request.name)
    if not request.least <= value <= request.most:
        shown = value if abs(value) < LARGEST else "a roll that large"
        hint = zero_hint(sides, [value]) if count == 1 else ""
        raise Refused(f"{shown} is out of range; {legal}{hint}", request.name)
    return rolled_for(request, value, faces)


def _typed(text: str, legal: str, request: RollRequest) -> int | list[int]:
    """Return a typed total, or single dice with `+`, a comma or a space between them. Raises Refused."""
    if not re.fullmatch(r"[0-9]{1,4}(?:(?:\s*[+,]\s*|\s+)[0-9]{1,4})*", text):
        raise Refused(f"{shortened(text)!r} is not a roll; {legal}", request.name)
    numbers = [int(part) for part in re.findall(r"[0-9]+", text)]
    return numbers if len(numbers) > 1 else numbers[0]


def parse_rolls(texts: Sequence[str]) -> Given | None:
    """Return the rolls of `--roll 7,3+4` as a list, those of `--roll attacker=4,5,6` by part.

    None if no roll was given. Raises Refused if named and unnamed rolls are mixed.
    """
    if not texts:
        return None
    named: dict[str, list[Any]] = {}
    unnamed: list[Any] = []
    for text in texts:
        name, sign, values = text.rpartition("=")
        into = named.setdefault(name.strip(), []) if sign else unnamed
        into += [value.strip() for value in values.split(",")] if values.strip() else []
    if named and unnamed:
        raise Refused("name the part for every roll, as in --roll attacker=4,5, or for none")
    return named or unnamed


def is_whole(value: Any) -> bool:
    """Return whether a value is an int and not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)
