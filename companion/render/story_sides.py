"""Sides of the units, orders, chits and dice in a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.model import UnitPart
from companion.model import event as events
from companion.model.event import Calculated
from companion.model.recorded import OrderSlip
from companion.render.timeline import TimelineLine


def sides_by_name(lines: Iterable[TimelineLine]) -> dict[str, str]:
    """Return the side of each name in lower case: units, orders such as `order 2 to hood`, recipients and chits.

    A name that both sides use, such as `i corps`, is left out. A unit has its latest side.
    """
    every = list(lines)
    sides: dict[str, set[str]] = {}
    for name, side in _named(every):
        if side:
            sides.setdefault(name.casefold(), set()).add(side)
    one = {name: next(iter(known)) for name, known in sides.items() if len(known) == 1}
    kept = (line.logged.event for line in every if isinstance(line.logged.event, events.UnitKept))
    return one | {event.name.casefold(): event.side for event in kept if event.side}


def names_with_sides(lines: Iterable[TimelineLine], sides: Mapping[str, str]) -> dict[str, str]:
    """Return the side of each name as written; `sides` as returned by `sides_by_name`."""
    every = list(lines)
    kept = (line.logged.event for line in every if isinstance(line.logged.event, events.UnitKept))
    names = (*(name for name, _ in _named(every)), *(event.name for event in kept))
    return {name: sides[name.casefold()] for name in names if name.casefold() in sides}


def _named(lines: Iterable[TimelineLine]) -> Iterator[tuple[str, str]]:
    """Yield the names of orders, recipients and chits with their sides."""
    number = 0
    for line in lines:
        event = line.logged.event
        slips: tuple[OrderSlip, ...] = ()
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


def side_of_roll(
    done: Calculated, roll: str, sides: Mapping[str, str], parts: Iterable[UnitPart] = ()
) -> str:
    """Return the side that rolled; empty if unknown.

    If both sides roll, this is the side of the unit in the part that rolls, else that of the first name. `parts`: those
    of the game's units; a part rolls if it has the name of the roller or answers the questions about it.
    """
    named = {**done.names, **done.units}
    roller, both, _ = roll.partition(":")
    if both:
        slug = done.procedure.partition(":")[2]
        rolling = {part.id for part in parts if part.procedure == slug and _rolls(part, roller)} | {roller}
        names = [name for part, name in named.items() if part in rolling]
    else:
        names = list(named.values())
    return next((sides[name.casefold()] for name in names if name.casefold() in sides), "")


def _rolls(part: UnitPart, roller: str) -> bool:
    return any(question.startswith(f"{roller}.") for question in part.answers)
