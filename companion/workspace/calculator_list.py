"""The calculators of a game, those needed now first; each always keeps its own key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from companion.model import Procedure
from companion.model.event import Calculated
from companion.play.clock import moments

if TYPE_CHECKING:
    from companion.workspace.context import AppContext

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The keys that open the calculators, in the order of the game's own list."""
_RECENT = 5
"""Most calculators that are listed early because they were used recently."""
_LINES = 400
"""Lines at the end of the log that are searched for recently used calculators."""


class ListedCalculator(NamedTuple):
    """A calculator in the list."""

    procedure: Procedure
    key: str
    """The key that opens it, which changes only if the game's files do; empty for none."""
    why: Literal["this phase", "recent", ""] = ""
    """Why it is listed early."""


def listed_calculators(context: AppContext) -> list[ListedCalculator]:
    """Return the calculators: those of the current phase, recently used ones, then all others in the game's order."""
    procedures = {procedure.id: procedure for procedure in context.module.procedures}
    keys = dict(zip(procedures, KEYS, strict=False))
    phase = [name for name in dict.fromkeys(_of_phase(context)) if name in procedures]
    recent = [name for name in _recent(context) if name in procedures and name not in phase][:_RECENT]
    early = {**dict.fromkeys(phase, "this phase"), **dict.fromkeys(recent, "recent")}
    return [
        ListedCalculator(procedures[name], keys.get(name, ""), early.get(name, ""))  # type: ignore[arg-type]
        for name in dict.fromkeys((*early, *procedures))
    ]


def _of_phase(context: AppContext) -> Iterator[str]:
    """Yield the calculators of the phase: those of its steps and, if they belong to it, of chits and orders."""
    sequence = context.module.sequence
    if sequence is None:
        return
    phase = moments(sequence)[context.position.moment].phase
    names = [step.procedure for step in phase.steps]
    if sequence.cup is not None and sequence.cup.phase == phase.id:
        names += [use.procedure for use in sequence.cup.uses]
    if sequence.orders is not None and sequence.orders.phase == phase.id:
        names += [sequence.orders.accept, sequence.orders.delay]
    yield from (f"{context.game}:{name}" for name in names)


def _recent(context: AppContext) -> Iterator[str]:
    """Yield the calculators of the lines in the log that count, each once, the most recently used first."""
    counting = context.session.counting()
    lines = reversed(context.session.log[-_LINES:])
    used = (
        line.event.procedure for line in lines if isinstance(line.event, Calculated) and line.id in counting
    )
    yield from dict.fromkeys(used)
