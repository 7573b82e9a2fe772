"""Roll steps: which dice are due, the values that a throw sets, and all possible throws."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any

import msgspec

from companion.engine.dice import count_and_sides, span, ways
from companion.engine.pools import count_ways, face_ways
from companion.engine.values import MISSING, Key, State, Values, evaluate, holds
from companion.formula import Unanswered, compiled
from companion.model import Refused, Rolled, RollRequest
from companion.model.step import Roll

Throw = tuple[Mapping[str, Any], int]
"""Values by name that a throw sets, and the number of dice combinations that give it."""


class RollStep:
    """A Roll step in the scope of its procedure."""

    def __init__(self, step: Roll, scope: str, path: str, rounds: tuple[Key, ...]) -> None:
        """`path`: the step names that lead to the roll; `rounds`: scope and counter of each round around it."""
        self.step = step
        self.scope = scope
        self.rounds = rounds
        if step.count:
            least, most = 1, count_and_sides(f"1d{step.dice.rpartition('d')[2]}")[1]
        else:
            least, most = span(step.dice)
        side = f"{step.part}:" if step.part else ""
        self.plain = RollRequest(step.name, step.dice, step.label, least, most, step.part, id=f"{side}{path}")
        """The request for the dice, without the number of dice of a pool and without round numbers."""

    def due(self, state: State) -> bool:
        """Return whether dice are needed now. A pool without dice sets its counts at once."""
        values = state.scopes[self.scope]
        if not holds(self.step.when, values):
            return False
        if not self.step.count or evaluate(self.step.count, values) is MISSING:
            return True
        request = self.request(state)
        if request.pool:
            return True
        values.update(self.given(state, ()))
        if state.trace is not None:
            state.trace.no_dice.append(request)
        return False

    def request(self, state: State) -> RollRequest:
        """Return the dice to roll now. Raises Refused for an illegal number of dice."""
        request = self.plain
        if self.rounds:
            numbers = "".join(f"[{state.scopes[scope][name]}]" for scope, name in self.rounds)
            request = msgspec.structs.replace(request, id=f"{request.id}{numbers}")
        if not self.step.count:
            return request
        number = self._number(state)
        return msgspec.structs.replace(request, dice=f"{number}d{request.most}", pool=number)

    def _number(self, state: State) -> int:
        """Return the number of dice in the pool. Raises Refused for an illegal number."""
        number = evaluate(self.step.count, state.scopes[self.scope])
        if number is MISSING:
            raise Refused(f"{self.step.label}: the number of dice is unknown", self.step.name)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= self.step.most:
            raise Refused(f"{self.step.label}: {number} dice; allowed: 0 to {self.step.most}", self.step.name)
        return number

    def put(self, state: State, rolls: Sequence[Rolled]) -> None:
        """Set the values of a roll; a pool may have been thrown in parts."""
        if self.step.count:
            outcome = self.given(state, tuple(face for rolled in rolls for face in rolled.faces))
        else:
            outcome = {self.step.name: rolls[0].value}
        state.scopes[self.scope].update(outcome)

    def count_alike(self, state: State, faces: Collection[int]) -> bool:
        """Return whether these dice of the pool count the same, so that they are interchangeable."""
        _, truths = self._truths(state)
        return len({truths[face - 1] for face in faces}) <= 1

    def given(self, state: State, faces: tuple[int, ...]) -> Values:
        """Return the values that a throw of the pool sets: the faces, and each count."""
        names, truths = self._truths(state)
        counted = {name: sum(truths[face - 1][place] for face in faces) for place, name in enumerate(names)}
        return {self.step.name: faces, **counted}

    def throws(
        self, state: State, limits: Mapping[str, float], summed: bool, kept: tuple[int, ...] = ()
    ) -> list[Throw]:
        """Return every throw that makes a difference, lowest first. Raises TooMany if there are too many.

        `limits`: how many dice of each count matter and, under the name of the roll, whether the faces matter. If only
        their sum matters (`summed`), a single number replaces them. `kept`: faces of the pool that stay; only the other
        dice are thrown.
        """
        name = self.step.name
        if not self.step.count:
            return [({name: total}, number) for total, number in ways(self.step.dice)]
        dice = self._number(state) - len(kept)
        if kept or limits[name]:
            thrown = face_ways(dice, self.plain.most).items()
            return [(self.given(state, kept + faces), number) for faces, number in thrown]
        names, truths = self._truths(state)
        most = tuple(limits[count] for count in names)
        if not summed:
            counted = count_ways(dice, truths, most).items()
            return [(dict(zip(names, counts, strict=True)), number) for counts, number in counted]
        gains = tuple((*truth, face) for face, truth in enumerate(truths, 1))
        added = count_ways(dice, gains, (*most, inf)).items()
        return [
            ({**dict(zip(names, counts, strict=True)), name: (total,)}, number)
            for (*counts, total), number in added
        ]

    def _truths(self, state: State) -> tuple[list[str], tuple[tuple[bool, ...], ...]]:
        """Return the names of the known counts, and for each face whether each count includes it."""
        values = dict(state.scopes[self.scope])
        known: dict[str, list[bool]] = {}
        for name, formula in self.step.counts.items():
            includes = compiled(formula)
            try:
                known[name] = [
                    bool(includes({**values, "face": face})) for face in range(1, self.plain.most + 1)
                ]
            except Unanswered:
                continue
        columns = list(known.values())
        truths = tuple(tuple(column[face] for column in columns) for face in range(self.plain.most))
        return list(known), truths
