"""Calculations with units, as a player opens them."""

from __future__ import annotations

from typing import Any

from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.known import assign_unit


def opened(context: AppContext, procedure: str, taking: dict[str, str], **answers: Any) -> Calculation:
    """Return a calculation with these units, by part, and these answers."""
    calculation = Calculation(context, procedure, {})
    for part, name in taking.items():
        assign_unit(calculation, part, name)
    for name, value in answers.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    return calculation
