"""The values and trace of a run of a procedure, and formulas over values that may be unknown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from companion.formula import Unanswered, compiled
from companion.model import Decision, LedgerLine, Looked, RollRequest, StepResult, WorkedOut
from companion.model.wording import followed, value_words

Values = dict[str, Any]

Key = tuple[str, str]
"""Scope and name of a value."""

MISSING = object()
"""Value of a formula that reads an unknown value."""

BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(slots=True)
class Trace:
    """Record of a run. Omitted if only the results are needed."""

    ledger: list[LedgerLine] = field(default_factory=list)
    totals: list[WorkedOut] = field(default_factory=list)
    looked: list[Looked] = field(default_factory=list)
    settled: str = ""
    no_dice: list[RollRequest] = field(default_factory=list)
    """Pools without dice."""
    steps: list[tuple[str, StepResult]] = field(default_factory=list)
    """Results of steps, each with its scope."""
    rolls: int = 0
    """Number of rolls made so far."""
    decisions: list[Decision] = field(default_factory=list)
    """Choices that the player has before the next roll; a roll clears them."""
    rounds: dict[int, str] = field(default_factory=dict)
    """Titles of the current rounds, as in Round 2, by the place of their head; the outermost first."""

    @property
    def round(self) -> str:
        """Title of the current round, empty outside of rounds."""
        return ", ".join(self.rounds.values())

    def record_roll(self, scope: str, label: str, number: int, says: str) -> None:
        """Record a roll, and its result in words if there are any; `number` is the number of throws."""
        self.rolls += number
        self.decisions.clear()
        if says:
            self.steps.append((scope, StepResult(label, says, self.rolls)))

    def record_use(self, inner: str, scope: str, title: str, says: str) -> None:
        """Record the result of a used procedure in place of the results of its last rolls."""
        self.steps = [
            (where, step)
            for where, step in self.steps
            if step.rolls < self.rolls or not where.startswith(inner)
        ]
        if says:
            self.steps.append((scope, StepResult(title, says, self.rolls, self.round)))


@dataclass(slots=True)
class State:
    """Values by scope: "" for the procedure itself, the path of the Use step for a procedure it uses."""

    scopes: dict[str, Values]
    trace: Trace | None = None
    doubtful: bool = False
    """True once a condition that could end the procedure or its rounds was undecided."""
    lacking: list[str] = field(default_factory=list)
    """Inputs of used procedures that have no answer."""
    rounds: int = 0
    """Number of rounds so far, including inner rounds."""

    def fork(self) -> State:
        """Return an independent copy without a trace."""
        return State({scope: dict(values) for scope, values in self.scopes.items()}, rounds=self.rounds)


def evaluate(formula: str, values: Values) -> Any:
    """Return the value of a formula, MISSING if it reads an unknown value."""
    try:
        return compiled(formula)(values)
    except Unanswered:
        return MISSING


def assign(formulas: Mapping[str, str], values: Values) -> None:
    """Evaluate formulas in order, each with the previous values; a name without a known value is not set."""
    for name, formula in formulas.items():
        value = evaluate(formula, values)
        if value is not MISSING:
            values[name] = value


def holds(formula: str, values: Values) -> bool:
    """Return whether a condition holds: True for an empty one, False for an undecided one."""
    return not formula or evaluate(formula, values) is True


def worded(text: str, values: Values) -> str:
    """Return `text` with its formulas in braces replaced by their values; `{n} hexes` becomes `1 hex` for 1."""
    first, *rest = BRACES.split(text)
    words = first
    for formula, behind in zip(rest[::2], rest[1::2], strict=True):
        value = evaluate(formula, values)
        words += f"{'?' if value is MISSING else value_words(value)}{followed(value, behind)}"
    return words


def plain(value: Any) -> Any:
    """Return a value in JSON types: fractions as text, sets as sorted lists."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, tuple):
        return [plain(member) for member in value]
    return value


def hashable(value: Any) -> Any:
    """Return a hashable form of a value, equal for equal values."""
    if isinstance(value, dict):
        return tuple(sorted((key, hashable(member)) for key, member in value.items()))
    if isinstance(value, tuple):
        return tuple(hashable(member) for member in value)
    return value
