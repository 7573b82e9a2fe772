"""Pools of dice: each die keeps its face, and the dice that meet a condition are counted.

Odds never go over every fall of the dice. Faces that count alike are one class, and the dice are shared out over the
classes, one class after the other; shares with equal counts are one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, Literal

import msgspec

from companion.model import Refused, Rolled, RollRequest

MOST_THROWS = 20_000
"""Most different throws of one pool over which odds are worked out."""

Counts = tuple[int, ...]


class TooMany(Exception):
    """There are more throws or states than odds are worked out over."""


@lru_cache(maxsize=256)
def count_chances(dice: int, truths: tuple[tuple[bool, ...], ...]) -> tuple[tuple[Counts, Fraction], ...]:
    """Return every combination of counts with its exact probability, lowest first.

    `truths`: for each face of a die, which of the counts it belongs to. A combination is one number for each count.
    Raises TooMany.
    """
    classes: dict[tuple[bool, ...], int] = {}
    for truth in truths:
        classes[truth] = classes.get(truth, 0) + 1
    width = len(truths[0])
    ways: dict[tuple[int, Counts], int] = {(dice, (0,) * width): 1}
    last = len(classes) - 1
    for place, (truth, faces) in enumerate(classes.items()):
        shared: dict[tuple[int, Counts], int] = {}
        for (left, counts), number in ways.items():
            for here in range(left, -1, -1) if place < last else (left,):
                fuller = tuple(count + here * holds for count, holds in zip(counts, truth, strict=True))
                key = (left - here, fuller)
                shared[key] = shared.get(key, 0) + number * comb(left, here) * faces**here
            if len(shared) > MOST_THROWS:
                raise TooMany
        ways = shared
    total = len(truths) ** dice
    return tuple((counts, Fraction(number, total)) for (_, counts), number in sorted(ways.items()))


@lru_cache(maxsize=256)
def face_chances(dice: int, sides: int) -> tuple[tuple[Counts, Fraction], ...]:
    """Return every throw of the pool, its faces in order, with its exact probability. Raises TooMany."""
    if comb(dice + sides - 1, dice) > MOST_THROWS:
        raise TooMany
    one_count_per_face = tuple(tuple(face == other for other in range(sides)) for face in range(sides))
    return tuple(
        (tuple(face for face, number in enumerate(counts, 1) for _ in range(number)), chance)
        for counts, chance in count_chances(dice, one_count_per_face)
    )


def single_dice(request: RollRequest, value: Any) -> tuple[int, ...]:
    """Return the dice in one value given for a pool: a number, `3 4 5`, `3,4,5`, `345` or a list. Raises Refused."""
    dice = value if isinstance(value, list | tuple) else _typed(request, value)
    for face in dice:
        if not isinstance(face, int) or isinstance(face, bool):
            raise Refused(f"{request.label}: {_short(face)} is no die; {_legal(request)}", request.name)
        if not request.least <= face <= request.most:
            raise Refused(f"{request.label}: die {_short(face)} is outside {_domain(request)}", request.name)
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
    """Return a roll of the dice that are requested."""
    pool = request.pool is not None
    return Rolled(request.name, request.dice, value, faces, source, pool, request.label, request.id)


def more_dice(request: RollRequest, there: int) -> RollRequest:
    """Return the request for the other dice of a pool of which `there` dice stay."""
    number = (request.pool or 0) - there
    return msgspec.structs.replace(request, dice=f"{number}d{request.most}", pool=number, given=0, kept=0)


def lacks(request: RollRequest, given: int) -> str:
    """Return a message like `Shooting: 3 dice needed, 2 given`."""
    dice = "1 die" if request.pool == 1 else f"{request.pool} dice"
    return f"{request.label}: {dice} needed, {given} given"


def _rolled_pool(request: RollRequest, rolled: Rolled) -> Rolled:
    if not rolled.pool or rolled.dice != request.dice or len(rolled.faces) != request.pool:
        raise Refused(f"{rolled.shown} on {rolled.dice} is no roll here; {_legal(request)}", request.name)
    faces = single_dice(request, rolled.faces)
    return rolled_for(request, sum(faces), faces, rolled.source)


def _typed(request: RollRequest, value: Any) -> Sequence[Any]:
    if not isinstance(value, str):
        return [value]
    text = value.strip()
    if not re.fullmatch(r"[0-9]+([\s,+]+[0-9]+)*", text) or len(text) > 1000:
        raise Refused(f"{request.label}: {_short(value)} is no roll; {_legal(request)}", request.name)
    number = r"[0-9]" if request.most < 10 else r"[0-9]+"
    return [int(part) if len(part) < 10 else part for part in re.findall(number, text)]


def _domain(request: RollRequest) -> str:
    return f"{request.least} to {request.most}"


def _legal(request: RollRequest) -> str:
    return f"{request.dice}, each die {_domain(request)}"


def _short(value: Any) -> str:
    if isinstance(value, int) and abs(value) > 1_000_000:
        return "a number that large"
    text = value if isinstance(value, str) else str(value)[:40]
    return f"{text[:20]!r}" if isinstance(value, str) else text[:20]
