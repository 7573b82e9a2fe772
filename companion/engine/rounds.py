"""Rounds: steps that are repeated, dice included, while a condition holds."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.steps import names_of
from companion.engine.values import MISSING, State, evaluate, holds
from companion.model import Refused, Step
from companion.model.step import Rounds, Use

MOST_ROUNDS = 1_000
"""Most rounds of one Rounds step; beyond that the answers are refused."""
MOST_ROUNDS_IN_RUN = 10_000
"""Most rounds of one run, inner rounds included."""


class RoundsLoop:
    """A Rounds step in its scope. `head` is the place where each round begins, `end` the place after the last."""

    def __init__(self, step: Rounds, scope: str, head: int, end: int) -> None:
        self.step = step
        self.scope = scope
        self.head = head
        self.end = end
        self.names = frozenset(name for inner in step.steps for name in names_of(inner))
        """Names that a round sets; they are cleared when the next round begins."""
        self.scopes = tuple(f"{scope}{name}." for name in _uses_in(step.steps))
        """Scopes of the procedures that a round uses."""

    def begin(self, state: State) -> int | None:
        """Set the values before the first round. Return `end` if the step does not apply, else None."""
        values = state.scopes[self.scope]
        if not holds(self.step.when, values):
            return self.end
        begun = {name: evaluate(formula, values) for name, formula in self.step.begin.items()}
        values.update({name: value for name, value in begun.items() if value is not MISSING})
        values[self.step.name] = 0
        return None

    def go_on(self, state: State) -> int | None:
        """Begin another round and return None, or return `end`. While undecided, run one round for its ledger."""
        values = state.scopes[self.scope]
        done = values[self.step.name]
        more = evaluate(self.step.during, values)
        state.doubtful = state.doubtful or more is MISSING
        if more is False or (more is MISSING and done):
            if state.trace is not None:
                state.trace.rounds.pop(self.head, None)
            return self.end
        state.rounds += 1
        if done >= MOST_ROUNDS or state.rounds > MOST_ROUNDS_IN_RUN:
            raise Refused(f"stopped after {self.step.title} {done}: the rounds do not end")
        for name in self.names:
            values.pop(name, None)
        for used in [scope for scope in state.scopes if scope.startswith(self.scopes)]:
            del state.scopes[used]
        values[self.step.name] = done + 1
        if state.trace is not None:
            state.trace.rounds[self.head] = f"{self.step.title} {done + 1}"
        return None

    def next_values(self, state: State) -> int | None:
        """Set the values for the next round, all at once. Return `head`."""
        values = state.scopes[self.scope]
        new_values = {name: evaluate(formula, values) for name, formula in self.step.then.items()}
        for name, value in new_values.items():
            if value is MISSING:
                values.pop(name, None)
            else:
                values[name] = value
        return self.head


def _uses_in(steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps:
        if isinstance(step, Use):
            yield step.name
        elif isinstance(step, Rounds):
            yield from _uses_in(step.steps)
