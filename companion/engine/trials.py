"""Resolves other answers with the same dice; each die stays with the roll it was thrown for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.answers import take_answers
from companion.engine.given_rolls import GivenRolls
from companion.engine.pools import TooMany
from companion.engine.program import Program
from companion.engine.values import State
from companion.formula import FormulaError
from companion.model import Refused, Rolled, RollRequest


class Trial(NamedTuple):
    """The results of one set of answers."""

    outcome: dict[str, Any] | None = None
    """The headline results; None if an answer or dice are missing."""
    needs: RollRequest | None = None
    """The first missing dice."""
    cut: bool = False
    """Whether the missing dice have too many combinations to try."""


class Trials:
    """Resolves the headline results of a calculator for other answers with the same dice."""

    def __init__(self, program: Program, rolls: Sequence[Rolled], most: int = 1_000_000) -> None:
        """`most`: number of resolutions after which `left` is 0."""
        self.program = program
        self.rolls = rolls
        self.left = most
        """Number of resolutions that may still be made."""

    def headline(self, answers: Mapping[str, Any], every_throw: bool = False) -> Trial:
        """Return the headline results. Raises Refused and FormulaError.

        With `every_throw`, one missing roll does not matter if all its throws give the same results.
        """
        self.left -= 1
        taken = take_answers(self.program.procedure.inputs, answers)
        if taken.missing:
            return Trial()
        state, supply = State({"": dict(taken.values)}), GivenRolls(self.rolls)
        at, _, due = self.program.go_on(state, self.program.run(state), supply)
        if state.lacking:
            return Trial()
        if due is None:
            return Trial(self._results(state))
        return self._agreed(state, at, due, supply) if every_throw else Trial(needs=due)

    def _kept(self, due: RollRequest) -> tuple[int, ...]:
        """Return the faces of a pool that stay."""
        faces = tuple(face for rolled in self.rolls if rolled.id == due.id for face in rolled.faces)
        return faces if len(faces) == due.kept else ()

    def _agreed(self, state: State, at: int, due: RollRequest, supply: GivenRolls) -> Trial:
        """Return the results if all throws of the dice `due` at `at` agree, without needing more dice."""
        agreed: dict[str, Any] | None = None
        try:
            every = self.program.throws(state, at, self._kept(due))
            if len(every) > self.left:
                return Trial(needs=due, cut=True)
            for values, _ in (*every[-1:], *every[:-1]):
                there = self.program.thrown(state, at, values)
                self.left -= 1
                _, _, more = self.program.go_on(there, self.program.run(there, at + 1), supply.copy())
                results = self._results(there)
                if more is not None or (agreed is not None and results != agreed):
                    return Trial(needs=due)
                agreed = results
        except TooMany:
            return Trial(needs=due, cut=True)
        except (Refused, FormulaError):
            return Trial(needs=due)
        return Trial(agreed)

    def _results(self, state: State) -> dict[str, Any]:
        values = state.scopes[""]
        return {
            result.name: values[result.source]
            for result in self.program.procedure.headlines
            if result.source in values
        }
