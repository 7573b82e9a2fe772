"""What a run of a procedure knows, and what it did."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.values import Values
from companion.model import LedgerLine, Looked, RollRequest, WorkedOut


@dataclass(slots=True)
class Trace:
    """What a run did, for showing. Left out where only the outcome counts."""

    ledger: list[LedgerLine] = field(default_factory=list)
    totals: list[WorkedOut] = field(default_factory=list)
    looked: list[Looked] = field(default_factory=list)
    settled: str = ""
    no_dice: list[RollRequest] = field(default_factory=list)
    """Pools that came to no dice."""
    rounds: dict[int, str] = field(default_factory=dict)
    """The rounds that are being done, the outermost first, as in Round 2."""

    @property
    def round(self) -> str:
        """The round that is being done, empty outside of rounds."""
        return ", ".join(self.rounds.values())


@dataclass(slots=True)
class State:
    """Values by scope: "" for the procedure, a use's path for what it uses."""

    scopes: dict[str, Values]
    trace: Trace | None = None
    doubtful: bool = False
    """True once a condition that would end the procedure, or its rounds, could not be decided."""
    lacking: list[str] = field(default_factory=list)
    """Inputs of used procedures that nothing gives."""
    rounds: int = 0
    """Rounds done so far, of all kinds."""

    def fork(self) -> State:
        """An independent copy without a trace."""
        return State({scope: dict(values) for scope, values in self.scopes.items()}, rounds=self.rounds)
