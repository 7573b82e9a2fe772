"""Adds units, notes, bookmarks and calculations to the log."""

from __future__ import annotations

from typing import Any

from companion.errors import shortened
from companion.model import NotFound, Refused
from companion.model.event import Calculated, Logged, Noted, Pinned, UnitDropped, UnitKept
from companion.model.library import nearest
from companion.play.session import Session
from companion.play.state import Unit


def keep_unit(session: Session, name: str, facts: dict[str, Any], side: str = "") -> Unit:
    """Record facts of a unit, replacing known values of the same facts.

    Raises Refused for an empty name and for a fact that the game's units.yaml does not have.
    """
    unit_name = " ".join(name.split())
    if not unit_name:
        raise Refused("a unit needs a name")
    known = [fact.name for fact in session.module.units.facts]
    for fact in facts:
        if fact not in known:
            raise Refused(f"unknown unit fact {shortened(fact)!r}; known: {', '.join(known) or 'none'}")
    session.add(UnitKept(unit_name, facts, side))
    return session.game_state.units[unit_name]


def drop_unit(session: Session, name: str) -> None:
    """Remove a unit. Raises NotFound."""
    session.add(UnitDropped(unit(session, name).name))


def unit(session: Session, name: str) -> Unit:
    """Return the unit `name`. Raises NotFound, which suggests the nearest."""
    units = session.game_state.units
    for known in units.values():
        if known.name.casefold() == name.strip().casefold():
            return known
    raise NotFound(
        f"unknown unit {shortened(name)}{nearest(name, list(units)) if units else '; there are no units'}"
    )


def log_calculation(session: Session, calculation: Calculated, *changes: UnitKept | UnitDropped) -> Logged:
    """Log a calculation and the changes that it makes to units, in one batch.

    Raises Refused if it corrects a line that is not a calculation.
    """
    if calculation.amends and not isinstance(session.event(calculation.amends).event, Calculated):
        raise Refused(f"line {calculation.amends} is not a calculation")
    return session.add(calculation, *changes, game=calculation.procedure.partition(":")[0])[0]


def add_note(session: Session, text: str, about: int = 0) -> Logged:
    """Log a note, about the line `about` of the log unless that is 0. Raises Refused."""
    if not text.strip():
        raise Refused("the note is empty")
    if about:
        session.event(about)
    return session.add(Noted(text.strip(), about))[0]


def toggle_pin(session: Session, about: int) -> bool:
    """Toggle the bookmark of a line of the log; return whether it is now set. Raises Refused."""
    session.event(about)
    on = about not in session.state.pins
    session.add(Pinned(about, on))
    return on
