"""Dice: their domains, typed values, and the one roller."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from companion.model import Refused, Rolled, RollRequest

_DICE = re.compile(r"(\d+)d(\d+)")

LARGEST = 1_000_000
"""Numbers beyond are not written out."""

Given = Sequence[Any] | Mapping[str, Sequence[Any]]


@lru_cache(maxsize=64)
def count_and_sides(dice: str) -> tuple[int, int]:
    """2d6 as (2, 6)."""
    match = _DICE.fullmatch(dice)
    if match is None:
        raise ValueError(dice)
    return int(match[1]), int(match[2])


@lru_cache(maxsize=64)
def chances(dice: str) -> tuple[tuple[int, Fraction], ...]:
    """Every total of the dice with its exact probability, lowest first."""
    count, sides = count_and_sides(dice)
    ways = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + number
        ways = longer
    return tuple((total, Fraction(number, sides**count)) for total, number in sorted(ways.items()))


class Chance(Protocol):
    """Where single dice come from."""

    def randint(self, a: int, b: int) -> int:
        """A whole number, `a` and `b` included."""


@dataclass(slots=True)
class Dice:
    """The companion's own dice; a seed makes them repeatable."""

    random: Chance = field(default_factory=random.SystemRandom)

    def roll(self, request: RollRequest) -> Rolled:
        """Rolls what is requested."""
        count, sides = count_and_sides(request.dice)
        faces = tuple(self.random.randint(1, sides) for _ in range(count))
        return Rolled(request.name, request.dice, sum(faces), faces, "app")


class Supply:
    """Rolls that were given, handed out in order, or by named part."""

    def __init__(self, given: Given | None) -> None:
        self.parts: dict[str, list[Any]] = {}
        self.line: list[Any] = []
        if isinstance(given, Mapping):
            self.parts = {name: list(values) for name, values in given.items()}
        elif given is not None:
            self.line = list(given)

    def next(self, request: RollRequest) -> Rolled | None:
        """The next roll for `request`, None where none is left. Raises Refused outside the domain."""
        line = self.line
        if self.parts:
            line = self.parts.get(request.part) or self.parts.get(request.name) or []
        if not line:
            return None
        return accept(request, line.pop(0))

    def check_parts(self, requests: Sequence[RollRequest]) -> None:
        """Raises Refused for a named part that no roll has."""
        names = {name for request in requests for name in (request.part, request.name) if name}
        for name in self.parts:
            if name not in names:
                raise Refused(f"no roll is called {name}; there are {', '.join(sorted(names))}", name)

    def left(self) -> int:
        """Rolls that nobody asked for."""
        return len(self.line) + sum(len(line) for line in self.parts.values())


def accept(request: RollRequest, value: Any) -> Rolled:
    """A typed or rolled value as a roll: a total, `3+4`, or single dice. Raises Refused."""
    legal = f"{request.label}: {request.dice} gives {request.least} to {request.most}"
    if isinstance(value, Rolled):
        if value.dice != request.dice or not request.least <= value.value <= request.most:
            raise Refused(f"{value.value} on {value.dice} is no roll here; {legal}", request.name)
        return Rolled(request.name, request.dice, value.value, value.faces, value.source)
    faces: tuple[int, ...] = ()
    if isinstance(value, str):
        value = _typed(value.strip(), legal, request)
    if isinstance(value, list | tuple):
        faces = tuple(value)
        count, sides = count_and_sides(request.dice)
        if len(faces) != count or not all(_is_whole(face) and 1 <= face <= sides for face in faces):
            raise Refused(f"these single dice are not {request.dice}; {legal}", request.name)
        value = sum(faces)
    if not _is_whole(value):
        raise Refused(f"{str(value)[:20]} is not a whole number; {legal}", request.name)
    if not request.least <= value <= request.most:
        told = f"roll {value}" if abs(value) < LARGEST else "a roll that large"
        raise Refused(f"{told} is outside the domain; {legal}", request.name)
    return Rolled(request.name, request.dice, value, faces, "typed")


def _typed(text: str, legal: str, request: RollRequest) -> Any:
    if not re.fullmatch(r"[0-9]{1,4}(\s*\+\s*[0-9]{1,4})*", text):
        raise Refused(f"{text[:20]!r} is no roll; {legal}", request.name)
    numbers = [int(part) for part in text.split("+")]
    return numbers if len(numbers) > 1 else numbers[0]


def parse_rolls(texts: Sequence[str]) -> Given | None:
    """`--roll 7`, `--roll 7,3+4`, `--roll attacker=4,5,6`: a line of rolls, or one for each named part.

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
        raise Refused("either every roll names its part (--roll attacker=4,5) or none does")
    return named or line


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
