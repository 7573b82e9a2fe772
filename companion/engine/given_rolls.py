"""Matches given dice to the rolls that are due."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from companion.engine.dice import Given, accept
from companion.engine.pools import lacks, more_dice, single_dice, take_pool
from companion.model import Refused, Rolled, RollRequest

Alike = Callable[[tuple[int, ...]], bool]
"""Returns whether it makes no difference which of these dice of a pool count."""


class Fit(NamedTuple):
    """The dice thrown for a roll, sorted by whether the roll as now due can use them."""

    rolls: tuple[Rolled, ...] = ()
    """Dice that stay; for a pool, in the parts in which they were thrown."""
    spare: tuple[Rolled, ...] = ()
    """Dice that are not used."""


def fit(request: RollRequest, thrown: Sequence[Rolled], alike: Alike) -> Fit:
    """Return which dice thrown for this roll stay.

    If a pool has the same size or has grown, all dice stay and the new ones are still to be thrown. A smaller pool
    keeps the dice thrown first if it once had that size, and any of its dice if they are alike; otherwise none stay.
    """
    if request.pool is None:
        place = next((place for place, rolled in enumerate(thrown) if _is_total(request, rolled)), None)
        if place is None:
            return Fit(spare=tuple(thrown))
        return Fit((_now(request, thrown[place]),), (*thrown[:place], *thrown[place + 1 :]))
    parts = [_now(request, rolled) for rolled in thrown if _is_part(request, rolled)]
    faces = tuple(face for part in parts for face in part.faces)
    if len(faces) <= request.pool:
        return Fit(tuple(parts), tuple(rolled for rolled in thrown if not _is_part(request, rolled)))
    sizes = [sum(len(part.faces) for part in parts[:number]) for number in range(len(parts) + 1)]
    if request.pool not in sizes and not alike(faces):
        return Fit(spare=tuple(thrown))
    return _first_dice(request, request.pool, parts)


def _is_total(request: RollRequest, rolled: Rolled) -> bool:
    fits = not rolled.pool and rolled.dice == request.dice
    return fits and request.least <= rolled.value <= request.most


def _is_part(request: RollRequest, rolled: Rolled) -> bool:
    sides = rolled.dice.rpartition("d")[2]
    return (
        rolled.pool
        and sides == str(request.most)
        and all(request.least <= face <= request.most for face in rolled.faces)
    )


def _now(request: RollRequest, rolled: Rolled) -> Rolled:
    """Return the dice with the current name and label of their roll."""
    faces, source = rolled.faces, rolled.source
    return Rolled(
        request.name, rolled.dice, rolled.value, faces, source, rolled.pool, request.label, request.id
    )


def _first_dice(request: RollRequest, left: int, parts: Sequence[Rolled]) -> Fit:
    """Return the first `left` dice of a pool that were thrown; the others are spare."""
    rolls, spare = list[Rolled](), list[Rolled]()
    for part in parts:
        for into, faces in ((rolls, part.faces[:left]), (spare, part.faces[left:])):
            if faces:
                dice = f"{len(faces)}d{request.most}"
                into.append(msgspec.structs.replace(part, dice=dice, value=sum(faces), faces=faces))
        left -= min(left, len(part.faces))
    return Fit(tuple(rolls), tuple(spare))


class GivenRolls:
    """Given dice: those thrown for a known roll, and others that are taken in order or by the name of their part."""

    def __init__(self, given: Given | None) -> None:
        self.by_part = isinstance(given, Mapping)
        values = () if given is None or isinstance(given, Mapping) else given
        line = [value for value in values if not _is_known(value)]
        parts = given if isinstance(given, Mapping) else {"": line} if line else {}
        self.parts = {name: list(values) for name, values in parts.items()}
        """Dice by the name of their part; the name is empty for dice in order."""
        self._thrown: dict[str, list[Rolled]] = {}
        for value in values:
            if _is_known(value):
                self._thrown.setdefault(value.id, []).append(value)
        self._left_out: tuple[Rolled, ...] = ()
        self.begun: tuple[int, ...] = ()
        """Faces given so far for the incomplete pool."""
        self._served: dict[str, list[RollRequest]] = {}

    def copy(self) -> GivenRolls:
        """Return an independent copy of the dice thrown for a known roll that are not used yet."""
        return GivenRolls([rolled for thrown in self._thrown.values() for rolled in thrown])

    def next(self, request: RollRequest, alike: Alike) -> tuple[Rolled, ...] | RollRequest:
        """Return the dice for `request`; if some are missing, the request with the number given so far.

        Dice thrown for this roll come first; only missing ones are taken from the other dice. Raises Refused for dice
        outside the domain.
        """
        kept, left_out = fit(request, self._thrown.pop(request.id, ()), alike)
        self._left_out += left_out
        there = sum(len(rolled.faces) for rolled in kept)
        if kept and (request.pool is None or there == request.pool):
            return kept
        due = more_dice(request, there) if there else request
        self.serve(due)
        line = self.parts.get(self._part(due), [])
        if due.pool is None:
            return (accept(due, line.pop(0)),) if line else due
        given = list(line)
        pool = take_pool(due, line)
        if isinstance(pool, int):
            typed = (face for each in given for face in single_dice(due, each))
            self.begun = (*(face for rolled in kept for face in rolled.faces), *typed)
            return msgspec.structs.replace(request, given=there + pool, kept=there)
        return (*kept, pool)

    @property
    def spare(self) -> tuple[Rolled, ...]:
        """Dice thrown for a known roll that no roll has used."""
        return (*self._left_out, *(rolled for thrown in self._thrown.values() for rolled in thrown))

    def serve(self, *requests: RollRequest) -> None:
        """Record that these dice were due, even if the pool has no dice."""
        for request in requests:
            self._served.setdefault(self._part(request), []).append(request)

    def check_parts(self, title: str, requests: Sequence[RollRequest]) -> None:
        """Raise Refused for dice if the calculator `title` rolls none, and for an unknown part."""
        if not requests and self.parts:
            raise Refused(f"{title} rolls no dice")
        names = {name for request in requests for name in (request.part, request.name) if name}
        for name in self.parts if self.by_part else ():
            if name not in names:
                raise Refused(f"unknown roll {name}; known: {', '.join(sorted(names))}", name)

    def unneeded(self) -> Iterator[str]:
        """Yield the parts with dice although none were due. Raises Refused for more dice than were due."""
        for name, line in self.parts.items():
            served = self._served.get(name, [])
            if line and not served:
                yield f"the dice of {name}" if name else "the dice"
            elif line and len(served) == 1 and served[0].pool is not None:
                only = served[0]
                raise Refused(lacks(only, (only.pool or 0) + _dice_in(only, line)), only.name)
            elif line:
                needed = sum(1 if request.pool is None else request.pool for request in served)
                has_sum = any(request.pool is None and request.least > 1 for request in served)
                how = "; join the dice of one roll, as in 3+4" if has_sum else ""
                raise Refused(f"{name or 'rolls'}: {needed} needed, {needed + len(line)} given{how}", name)

    def _part(self, request: RollRequest) -> str:
        """Return the part from which `request` takes its dice; empty if rolls are given in order."""
        if not self.parts or not self.by_part:
            return ""
        return (
            request.part if self.parts.get(request.part) or request.name not in self.parts else request.name
        )


def _dice_in(request: RollRequest, line: Sequence[Any]) -> int:
    """Return the number of dice in `line`."""
    return sum(len(e.faces) if isinstance(e, Rolled) else len(single_dice(request, e)) for e in line)


def _is_known(value: Any) -> bool:
    """Return whether dice were thrown for a known roll."""
    return isinstance(value, Rolled) and bool(value.id)
