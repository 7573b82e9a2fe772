"""The resolution of a calculator: ledger, look-ups, dice, odds, results and follow-ups."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from companion.model.procedure import ByHand

State = Literal["applied", "not applied", "not allowed", "open"]


def nested(named: Mapping[str, Any]) -> dict[str, Any]:
    """Return results by name as nested groups: `target.state` becomes `state` in the group `target`."""
    groups_by_name: dict[str, Any] = {}
    for name, value in named.items():
        *groups, last = name.split(".")
        into = groups_by_name
        for group in groups:
            into = into.setdefault(group, {})
        into[last] = value
    return groups_by_name


class LedgerLine(msgspec.Struct, frozen=True):
    """A modifier of a tally, applied or not."""

    tally: str
    """Name of the tally, as in `WorkedOut`."""
    label: str
    value: Any
    """Signed amount that the modifier adds or would add; None while unknown."""
    state: State
    cite: str
    because: str
    """The answers that decided the modifier, or the reason why it does not count."""
    inputs: tuple[str, ...] = ()
    """Inputs that decide the modifier."""
    note: str = ""
    round: str = ""
    """Title of the round, as in Round 2; empty outside rounds."""
    authority: str = ""
    """Authority of the modifier; empty for a factor."""

    @property
    def key(self) -> str:
        """Text that identifies the line within its ledger."""
        return f"{self.tally}/{self.label}/{self.round}"


class WorkedOut(msgspec.Struct, frozen=True):
    """The total of a tally."""

    name: str
    """Unique name: includes the path of a used procedure, as in `closing.modifier`, and the round."""
    title: str
    total: Any
    """None while an answer is missing."""
    unit: str = ""
    added_to: str = ""
    """Value missing in the sources to which the total is added, in words; empty for none."""
    part: str = ""
    """Title of the used procedure that adds it up; empty for the calculator itself."""

    @property
    def heading(self) -> str:
        """Title with its part, as in Closing roll: Die roll modifiers."""
        title = self.title or self.name.replace("_", " ")
        repeats = title.casefold().startswith(self.part.casefold())
        return title if repeats else f"{self.part}: {title}"


class Looked(msgspec.Struct, frozen=True):
    """A cell read from a chart."""

    chart: str
    title: str
    cite: str
    row: str
    column: str
    cell: str
    """The cell as printed."""
    shade: str = ""
    row_words: str = ""
    column_words: str = ""
    cell_words: str = ""
    """Row, column and cell as displayed to players."""


class RollRequest(msgspec.Struct, frozen=True):
    """Dice that must be rolled next."""

    name: str
    dice: str
    """Dice, as in 2d6; for a pool with the number of dice due."""
    label: str
    least: int
    most: int
    """Domain of the total; for a pool, of each die."""
    part: str = ""
    pool: int | None = None
    """Number of dice in a pool, where each die keeps its face; None for dice that are added up."""
    given: int = 0
    """Number of dice of the pool already given, including those that stay."""
    kept: int = 0
    """Number of dice of the pool that stay after a changed answer; only the others are thrown."""
    id: str = ""
    """Identity of the roll, which survives a changed answer.

    The side that rolls, the steps that lead to the roll, and the round: `attacker:round.attacker_roll[2]`.
    """


class Rolled(msgspec.Struct, frozen=True):
    """Dice that were rolled."""

    name: str
    dice: str
    value: int
    """Sum of the dice, also for a pool."""
    faces: tuple[int, ...] = ()
    """The single dice; empty if only the total is known."""
    source: Literal["typed", "app"] = "typed"
    pool: bool = False
    """Whether the dice are a pool, each die with its own face."""
    label: str = ""
    """Label of the roll; empty if unknown."""
    id: str = ""
    """Identity of the roll that the dice were thrown for, as in `RollRequest`; empty for dice without a roll."""

    @property
    def shown(self) -> str:
        """The dice as text: `7`, `7 (3+4)`, or the faces of a pool, `3 4 5`."""
        if self.pool:
            return " ".join(map(str, self.faces))
        return f"{self.value} ({'+'.join(map(str, self.faces))})" if len(self.faces) > 1 else str(self.value)


class StepResult(msgspec.Struct, frozen=True):
    """The result of a finished step, while the calculation may continue."""

    title: str
    """The roll, or the calculator that the step uses."""
    says: str
    rolls: int
    """Number of rolls made by then."""
    round: str = ""
    """Title of the round that a step ended, as in Round 2; empty for a roll and outside rounds."""

    @property
    def shown(self) -> str:
        """The result with its round, as in `Round 2: both stay`."""
        return f"{self.round}: {self.says}" if self.round else self.says


class Decision(msgspec.Struct, frozen=True):
    """A choice that the player has before the next roll."""

    says: str
    cite: str
    answers: dict[str, Any]
    """Answers set by the choice, by path."""


class Flip(msgspec.Struct, frozen=True):
    """A change of one answer that would change the headline results with the same dice."""

    input: str
    label: str
    was: Any
    would: Any
    outcome: dict[str, Any]
    """The headline results after the change."""


class OpenFlip(msgspec.Struct, frozen=True):
    """A change of one answer after which dice that were not thrown decide the headline results."""

    input: str
    label: str
    was: Any
    would: Any
    roll: RollRequest
    """The first dice that would be thrown."""


class NextStep(msgspec.Struct, frozen=True):
    """A consequence that the rules require next."""

    says: str
    cite: str
    procedure: str
    carry: dict[str, Any]
    names: dict[str, str] = {}
    """Role there to the role here whose name it takes."""
    earlier: dict[str, str] = {}
    """Input there to the answer of an earlier calculator that it takes, as in `fire-target.terrain`."""


class Resolution(msgspec.Struct, frozen=True):
    """The state of a calculation: the results of its answers and dice so far."""

    procedure: str
    title: str
    cite: str
    inputs: dict[str, Any]
    """Answers by name, including defaults of inputs without an answer."""
    ledger: tuple[LedgerLine, ...]
    totals: tuple[WorkedOut, ...]
    looked: tuple[Looked, ...]
    rolls: tuple[Rolled, ...]
    outcome: dict[str, Any]
    """Results by dotted name. While dice are due, only those that they can no longer change."""
    done: bool
    """True once no answer and no roll is missing."""
    missing: tuple[str, ...] = ()
    """Inputs that still need an answer."""
    needs: tuple[RollRequest, ...] = ()
    """The next roll, empty if none is due."""
    remains: dict[str, tuple[Any, ...]] = {}
    """Undecided result to the values that it can still have."""
    odds: dict[str, Fraction] = {}
    """Probability of each headline result, in words, before the first roll."""
    no_odds: str = ""
    """Reason why there are no odds although dice are due; empty if there are odds."""
    odds_now: dict[str, Fraction] = {}
    """Probability of each headline result after the dice so far; empty before the first roll and after the last."""
    steps: tuple[StepResult, ...] = ()
    """Results of finished steps."""
    decisions: tuple[Decision, ...] = ()
    """Choices that the player has before the next roll."""
    flips: tuple[Flip, ...] = ()
    open_flips: tuple[OpenFlip, ...] = ()
    """Changes of one answer that need another roll."""
    untried: tuple[str, ...] = ()
    """Answers whose effect was not tried, as in `Range above 40`."""
    spare: tuple[Rolled, ...] = ()
    """Dice thrown for rolls that these answers do not need."""
    next: tuple[NextStep, ...] = ()
    settled: str = ""
    """Reason why the calculation ended early, without further dice; empty if it did not."""
    has_dice: bool = True
    """Whether the calculator uses dice at all."""
    unused: tuple[str, ...] = ()
    """Messages about given answers and dice that are not used."""
    column: Any = None
    needed: Any = None
    total: Any = None
    by_hand: tuple[ByHand, ...] = ()
    """Rules that the player applies by hand."""
    notes: tuple[str, ...] = ()
