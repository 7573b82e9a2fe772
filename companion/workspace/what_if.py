"""What else could be, before the roll: what each uncounted modifier would change, and option A beside option B."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.engine import Engine
from companion.engine.weigh import Run, runs_of, weigh
from companion.model import Procedure, Refused, Resolution
from companion.render.against import Option
from companion.render.weighed import would_by_line

if TYPE_CHECKING:
    from companion.workspace.calculation import Calculation


class WhatIf(NamedTuple):
    """What else could be, for one state of the answers."""

    runs: tuple[Run, ...] = ()
    """Which totals of the dice give which result."""
    would: Mapping[str, str] = {}
    """What an uncounted modifier would change, by the key of its ledger line."""


def can_weigh(resolution: Resolution | None) -> bool:
    """Whether there is anything to work out: every answer is there and no die has fallen."""
    return resolution is not None and not resolution.missing and not resolution.rolls


def work_out(
    engine: Engine,
    procedure: Procedure,
    answers: Mapping[str, Any],
    now: Resolution,
    stop: Callable[[], bool],
) -> WhatIf:
    """Work it out, which takes up to seconds; `stop` is asked between two changes. `answers` must not change."""
    runs = tuple(runs_of(engine, answers, now))
    would = weigh(engine, answers, now, stop)
    return WhatIf(runs, would_by_line(now, would, procedure))


def current_option(calculation: Calculation) -> Option:
    """Return what is answered now. Raises Refused if it is not allowed."""
    if calculation.resolution is None:
        raise Refused("What is answered now is not allowed.")
    return Option(calculation.procedure, calculation.resolution)


def option_a(calculation: Calculation) -> Option | None:
    """Return the option that was kept, None if none was or it is of another game."""
    kept = calculation.context.option_a
    return kept if kept is not None and kept.procedure.game == calculation.procedure.game else None


def keep_option_a(calculation: Calculation) -> None:
    """Keep what is answered as option A. Raises Refused while an answer is missing."""
    if calculation.resolution is None or calculation.resolution.missing:
        raise Refused("Option A needs every answer first.")
    calculation.context.option_a = current_option(calculation)


def options_differ(calculation: Calculation) -> bool:
    """Whether there is an option A, and something else is answered now."""
    kept, now = option_a(calculation), calculation.resolution
    if kept is None or now is None:
        return False
    return (kept.procedure.id, kept.resolution.inputs) != (calculation.procedure.id, now.inputs)
