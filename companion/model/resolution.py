"""The answer of a procedure: steps with values, sources, odds, outcome and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

State = Literal["applied", "not applied", "not allowed", "open"]


def nested(named: Mapping[str, Any]) -> dict[str, Any]:
    """Named results with those that share the part before a dot in one group: `target.state` in `target`."""
    groups_by_name: dict[str, Any] = {}
    for name, value in named.items():
        *groups, last = name.split(".")
        into = groups_by_name
        for group in groups:
            into = into.setdefault(group, {})
        into[last] = value
    return groups_by_name


class LedgerLine(msgspec.Struct, frozen=True):
    """One modifier, counted or not."""

    tally: str
    """Name of the tally it belongs to."""
    label: str
    value: Any
    """Signed amount it adds or would add; None where it cannot be said yet."""
    state: State
    cite: str
    because: str
    """The answers that decided it, or what bars it."""
    inputs: tuple[str, ...] = ()
    """Inputs that decide it."""
    note: str = ""
    round: str = ""
    """Round it was counted in, as in Round 2; empty outside of rounds."""
    authority: str = ""
    """Who says so; empty for a factor."""

    @property
    def key(self) -> str:
        """What tells it from all other lines of its ledger."""
        return f"{self.tally}/{self.label}/{self.round}"


class WorkedOut(msgspec.Struct, frozen=True):
    """A tally's total."""

    name: str
    title: str
    total: Any
    """None where an answer is still missing."""
    unit: str = ""


class Looked(msgspec.Struct, frozen=True):
    """A cell that was read."""

    chart: str
    title: str
    cite: str
    row: str
    column: str
    cell: str
    """As printed."""
    shade: str = ""
    row_words: str = ""
    column_words: str = ""
    cell_words: str = ""
    """Row, column and cell as a player reads them."""


class RollRequest(msgspec.Struct, frozen=True):
    """Dice that are needed."""

    name: str
    dice: str
    """As in 2d6; of a pool the number that is due."""
    label: str
    least: int
    most: int
    """Domain of the total; of a pool, of each die."""
    part: str = ""
    pool: int | None = None
    """Number of dice that each keep their face; None where they are added up."""
    given: int = 0
    """Dice of the pool that are there; the others are still needed."""


class Rolled(msgspec.Struct, frozen=True):
    """Dice that fell."""

    name: str
    dice: str
    value: int
    """Their total, of a pool too."""
    faces: tuple[int, ...] = ()
    """Single dice where they are known; of a pool always."""
    source: Literal["typed", "app"] = "typed"
    pool: bool = False
    """Whether each die keeps its face."""
    label: str = ""
    """What they were rolled for; empty where that is not known."""

    @property
    def shown(self) -> str:
        """`7`, `7 (3+4)`, or the faces of a pool, `3 4 5`."""
        if self.pool:
            return " ".join(map(str, self.faces))
        return f"{self.value} ({'+'.join(map(str, self.faces))})" if len(self.faces) > 1 else str(self.value)


class Flip(msgspec.Struct, frozen=True):
    """One change of one answer that would change the result, the dice as they fell."""

    input: str
    label: str
    was: Any
    would: Any
    outcome: dict[str, Any]
    """The headline results after the change."""


class NextStep(msgspec.Struct, frozen=True):
    """What the rules demand next."""

    says: str
    cite: str
    procedure: str
    carry: dict[str, Any]


class Resolution(msgspec.Struct, frozen=True):
    """What a procedure came to, so far."""

    procedure: str
    title: str
    cite: str
    inputs: dict[str, Any]
    """Answers that counted, by name, the rule's own answers included."""
    ledger: tuple[LedgerLine, ...]
    totals: tuple[WorkedOut, ...]
    looked: tuple[Looked, ...]
    rolls: tuple[Rolled, ...]
    outcome: dict[str, Any]
    """Named results, by dotted name; those before the roll stand here before the dice are known."""
    done: bool
    """True once nothing is missing and every die has fallen."""
    missing: tuple[str, ...] = ()
    """Inputs still to be answered."""
    needs: tuple[RollRequest, ...] = ()
    """The next dice, empty where none are due."""
    remains: dict[str, tuple[Any, ...]] = {}
    """For named results that are not settled yet, the values that remain."""
    odds: dict[str, Fraction] = {}
    """Headline result (in words) to probability before the first die."""
    no_odds: str = ""
    """Why there are no odds although dice are due."""
    flips: tuple[Flip, ...] = ()
    next: tuple[NextStep, ...] = ()
    settled: str = ""
    """Why it ended early, where there are dice without them."""
    has_dice: bool = True
    """Whether it can ever come to dice."""
    unused: tuple[str, ...] = ()
    """What was given but does not count here, with the reason."""
    column: Any = None
    needed: Any = None
    total: Any = None
    notes: tuple[str, ...] = ()
