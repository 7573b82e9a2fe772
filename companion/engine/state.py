"""State of a run of a procedure: its values, and a trace of its steps."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.values import Values
from companion.model import LedgerLine, Looked, RollRequest, WorkedOut


@dataclass(slots=True)
class Trace:
    """Record of what a run did. Omitted if only the results are needed."""

    ledger: list[LedgerLine] = field(default_factory=list)
    totals: list[WorkedOut] = field(default_factory=list)
    looked: list[Looked] = field(default_factory=list)
    settled: str = ""
    no_dice: list[RollRequest] = field(default_factory=list)
    """Pools without dice."""
    rounds: dict[int, str] = field(default_factory=dict)
    """Titles of the current rounds, as in Round 2, by the place of their head; the outermost first."""

    @property
    def round(self) -> str:
        """Title of the current round, empty outside of rounds."""
        return ", ".join(self.rounds.values())


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
    """Number of rounds done so far, inner rounds included."""

    def fork(self) -> State:
        """Return an independent copy without a trace."""
        return State({scope: dict(values) for scope, values in self.scopes.items()}, rounds=self.rounds)
