"""The next round of the same calculator, if only its dice are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.model import NextStep, Refused

if TYPE_CHECKING:
    from companion.workspace.calculation import Calculation


def next_round(calculation: Calculation) -> NextStep | None:
    """Return the follow-up that repeats this calculator and needs only dice; None if there is none."""
    for step in calculation.next_steps():
        if step.procedure == calculation.procedure.id:
            try:
                resolution = calculation.context.engine.resolve(step.procedure, step.carry)
            except Refused:
                continue
            if resolution.needs and not resolution.missing:
                return step
    return None
