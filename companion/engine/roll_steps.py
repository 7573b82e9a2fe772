"""One roll of a procedure: whether it is due, what is asked for, what its fall gives, and every fall there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from companion.engine.dice import chances, count_and_sides, span
from companion.engine.pools import count_chances, face_chances
from companion.engine.state import State
from companion.engine.values import MISSING, Values, evaluate, holds
from companion.formula import Unanswered, compiled
from companion.model import Refused, Rolled, RollRequest
from companion.model.procedure import Roll

Fall = tuple[Mapping[str, Any], Fraction]
"""Names with their values, and how likely they are."""


class RollStep:
    """A roll step, in its scope."""

    def __init__(self, step: Roll, scope: str) -> None:
        self.step = step
        self.scope = scope
        if step.count:
            least, most = 1, count_and_sides(f"1d{step.dice.rpartition('d')[2]}")[1]
        else:
            least, most = span(step.dice)
        self.plain = RollRequest(step.name, step.dice, step.label, least, most, step.part)
        """What is asked for; of a pool the number of dice is still open."""

    def due(self, state: State) -> bool:
        """Whether dice are needed now. A pool of none has its counts at once."""
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
        """The dice that are asked for now. Raises Refused for a number of dice that cannot be."""
        if not self.step.count:
            return self.plain
        number = evaluate(self.step.count, state.scopes[self.scope])
        if number is MISSING:
            raise Refused(f"{self.step.label}: nothing says how many dice", self.step.name)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= self.step.most:
            raise Refused(f"{self.step.label}: {number} dice; legal is 0 to {self.step.most}", self.step.name)
        return msgspec.structs.replace(self.plain, dice=f"{number}d{self.plain.most}", pool=number)

    def put(self, state: State, rolled: Rolled) -> None:
        """Gives the names of the roll what the dice came to."""
        fallen = self.given(state, rolled.faces) if self.step.count else {self.step.name: rolled.value}
        state.scopes[self.scope].update(fallen)

    def given(self, state: State, faces: tuple[int, ...]) -> Values:
        """What a fall of the pool gives: the faces, and each count."""
        names, truths = self._truths(state)
        counted = {name: sum(truths[face - 1][place] for face in faces) for place, name in enumerate(names)}
        return {self.step.name: faces, **counted}

    def falls(self, state: State, shown: bool) -> Iterable[Fall]:
        """Every fall and its chance, lowest first; with `shown` the faces of a pool too. Raises TooMany."""
        if not self.step.count:
            return [({self.step.name: total}, share) for total, share in chances(self.step.dice)]
        dice = self.request(state).pool or 0
        if shown:
            return [(self.given(state, faces), share) for faces, share in face_chances(dice, self.plain.most)]
        names, truths = self._truths(state)
        return [
            (dict(zip(names, counts, strict=True)), share) for counts, share in count_chances(dice, truths)
        ]

    def _truths(self, state: State) -> tuple[list[str], tuple[tuple[bool, ...], ...]]:
        """The counts that can be told, and for each face which of them it belongs to."""
        values = dict(state.scopes[self.scope])
        known: dict[str, list[bool]] = {}
        for name, formula in self.step.counts.items():
            holds_of = compiled(formula)
            try:
                known[name] = [
                    bool(holds_of({**values, "face": face})) for face in range(1, self.plain.most + 1)
                ]
            except Unanswered:
                continue
        columns = list(known.values())
        truths = tuple(tuple(column[face] for column in columns) for face in range(self.plain.most))
        return list(known), truths
