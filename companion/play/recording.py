"""Converts finished calculations to records for the log, and those records back to dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.model import Resolution, Rolled
from companion.model.event import Calculated
from companion.model.recorded import Number, RecordedFollowUp, RecordedModifier, RecordedRoll, TableRuling

_COMMON_AUTHORITIES = ("rule", "chart")
"""Authorities of modifiers that are not recorded, because almost all modifiers have one of them."""


def recorded_calculation(
    resolution: Resolution,
    summary: str,
    amends: int = 0,
    rulings: Iterable[TableRuling] = (),
    names: Mapping[str, str] | None = None,
) -> Calculated:
    """Return the record of a finished calculation; `amends` is the number of the line it corrects, 0 for none.

    `rulings`: the table rulings on this calculator that are in force; `names`: the names of those involved, by role.
    """
    return Calculated(
        resolution.procedure,
        dict(resolution.inputs),
        msgspec.convert(resolution.rolls, tuple[RecordedRoll, ...], from_attributes=True),
        summary,
        tuple(
            RecordedModifier(
                line.label,
                _number(line.value),
                line.state,
                line.cite,
                line.because,
                "" if line.authority in _COMMON_AUTHORITIES else line.authority,
                line.round,
            )
            for line in resolution.ledger
        ),
        _number(resolution.column),
        _number(resolution.needed),
        _number(resolution.total),
        dict(resolution.outcome),
        {result: str(chance) for result, chance in resolution.odds.items()},
        tuple(RecordedFollowUp(step.says, step.cite, step.procedure, step.carry) for step in resolution.next),
        tuple(rulings),
        amends,
        dict(names or {}),
    )


def dice_of(calculation: Calculated) -> list[Rolled]:
    """Return the dice of a recorded calculation, ready to be used in another one."""
    return msgspec.convert(calculation.rolls, list[Rolled], from_attributes=True)


def _number(value: Any) -> Number:
    return value if isinstance(value, int | str | None) else str(value)
