"""The roll that the open calculation waits for, announced by the writing window to the read-only windows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from companion.model.event import Calculated
from companion.play.state import GameState
from companion.render.story_sides import side_of_roll

if TYPE_CHECKING:
    from companion.play.session import Session
    from companion.workspace.calculation import Calculation

_KEY = "awaited"
"""Key of the announcement beside the events of the session."""


class AwaitedRoll(msgspec.Struct, frozen=True):
    """A roll that is due."""

    dice: str
    """The dice, as in 2d6."""
    label: str
    title: str
    """Title of the calculation, with its names."""
    side: str = ""
    """The side that rolls; empty if it is not known."""

    @property
    def short(self) -> str:
        """The roll in a few words: `Union rolls 2d6`, or `to roll: 2d6`."""
        return f"{self.side} rolls {self.dice}" if self.side else f"to roll: {self.dice}"

    @property
    def words(self) -> str:
        """The roll in full: `Union rolls 2d6: Morale check (Morale check: 1st Louisiana)`."""
        return f"{self.short}: {self.label} ({self.title})"


def awaited_roll(calculation: Calculation) -> AwaitedRoll | None:
    """Return the roll that a calculation waits for; None while answers are missing, and when it is done."""
    resolution = calculation.resolution
    if resolution is None or not resolution.needs:
        return None
    request = resolution.needs[0]
    context = calculation.context
    about = Calculated(
        calculation.procedure.id, {}, (), "", names=calculation.names, units=dict(calculation.sheet.units)
    )
    sides = {name.casefold(): side for name, side in _sides(context.session.game_state) if side}
    side = side_of_roll(about, request.id, sides, context.module.units.parts)
    return AwaitedRoll(request.dice, request.label, calculation.title, side)


def _sides(state: GameState) -> Iterator[tuple[str, str]]:
    """Yield names with their sides, later ones overriding earlier: chits, recipients of orders, orders, units."""
    yield from ((chit.name, chit.side) for chit in state.cup.chits)
    for order in state.orders:
        yield order.slip.recipient, order.slip.side
        yield f"Order {order.number} to {order.slip.recipient}", order.slip.side
    yield from ((unit.name, unit.side) for unit in state.units.values())


def announce(session: Session, roll: AwaitedRoll | None) -> None:
    """Tell the read-only windows which roll is due, None for none; write it only if it changed. Raises NotSaved."""
    text = msgspec.json.encode(roll).decode() if roll is not None else ""
    if session.store.value(_KEY) != text:
        session.store.set_value(_KEY, text)


def announced(session: Session) -> AwaitedRoll | None:
    """Return the roll that the writing window announces; None for none, or if it cannot be read."""
    try:
        return msgspec.convert(json.loads(session.store.value(_KEY) or "null"), AwaitedRoll | None)
    except ValueError:
        return None
