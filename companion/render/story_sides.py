"""Whose dice were whose: the sides of the units, orders and chits that a report names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.model import event as events
from companion.model.event import Calculated
from companion.render.timeline import TimelineLine


def sides_by_name(lines: Iterable[TimelineLine]) -> dict[str, str]:
    """Return the side of each name in small letters: units, orders such as `order 2 to hood`, recipients and chits.

    A name that both sides have, such as `i corps`, has none; a unit has the side that it was given last.
    """
    every = list(lines)
    sides: dict[str, set[str]] = {}
    for name, side in _named(every):
        if side:
            sides.setdefault(name.casefold(), set()).add(side)
    one = {name: next(iter(known)) for name, known in sides.items() if len(known) == 1}
    kept = (line.logged.event for line in every if isinstance(line.logged.event, events.UnitKept))
    return one | {event.name.casefold(): event.side for event in kept if event.side}


def _named(lines: Iterable[TimelineLine]) -> Iterator[tuple[str, str]]:
    """Yield the names of orders, recipients and chits with their sides."""
    number = 0
    for line in lines:
        event = line.logged.event
        slips = ()
        if isinstance(event, events.ScenarioChosen):
            slips = event.orders
        elif isinstance(event, events.OrderSent):
            slips = (event.slip,)
        elif isinstance(event, events.CupFilled):
            yield from ((chit.name, chit.side) for chit in event.chits)
        for slip in slips:
            number += 1
            yield f"Order {number} to {slip.recipient}", slip.side
            yield from ((name, slip.side) for name in (slip.recipient, *slip.formations))


def side_of_roll(done: Calculated, roll: str, sides: Mapping[str, str]) -> str:
    """Return the side that rolled: of the unit in the part that rolls, or of the first that is named; else empty."""
    part = roll.partition(":")[0] if ":" in roll else ""
    named = {**done.names, **done.units}
    names = [named[part]] if part in named else list(named.values())
    return next((sides[name.casefold()] for name in names if name.casefold() in sides), "")
