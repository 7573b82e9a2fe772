"""Names of the units and leaders in a calculation, from its units, from its place, or typed by the player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from companion.engine import Engine
from companion.engine.what_if import total_ranges
from companion.model import NextStep, Procedure, Refused, Resolution
from companion.play.unit_parts import role_of

if TYPE_CHECKING:
    from companion.workspace.calculation import Calculation
    from companion.workspace.place import Place

Names = Mapping[str, str]
"""Names by role."""


class Participants(NamedTuple):
    """Names and units of a calculation, as recorded in its line of the log."""

    names: Names = {}
    units: Mapping[str, str] = {}
    """Names of recorded units, by part."""
    after: int = 0
    """Line of the calculation that handed answers over; 0 for none."""


def new_names(typed: Names, known: Names) -> dict[str, str]:
    """Return the typed names that are neither empty nor, ignoring case, already known."""
    names = {role: " ".join(name.split()) for role, name in typed.items()}
    return {
        role: name
        for role, name in names.items()
        if name and name.casefold() != known.get(role, "").casefold()
    }


def participants(calculation: Calculation) -> Participants:
    """Return the names and units of a calculation."""
    return Participants(calculation.names, calculation.sheet.units, calculation.place.line)


def place_names(procedure: Procedure, place: Place) -> dict[str, str]:
    """Return the names that a place gives to the roles of a calculator, and those handed over to it.

    For a calculator that follows another one, `about` of the place no longer counts.
    """
    order = f"Order {place.order} to {place.recipient}" if place.order and place.recipient else ""
    known = {"about": "" if place.source else place.about, "order": order}
    named = {role.name: known.get(role.place, "") for role in procedure.named_roles}
    handed_over = {role: name for role, name in place.names.items() if role in named}
    return {role: name for role, name in named.items() if name} | handed_over


def names_of_step(step: NextStep, names: Names) -> dict[str, str]:
    """Return the names that a follow-up receives, by its roles."""
    return {role: names[source] for role, source in step.names.items() if names.get(source)}


def unit_names(calculation: Calculation) -> dict[str, str]:
    """Return the names of the units that take part, by role; several units in one role are joined."""
    names: dict[str, dict[str, None]] = {}
    for key, unit in calculation.sheet.units.items():
        role = role_of(calculation.procedure, key.partition(".")[0])
        names.setdefault(role, {})[unit] = None
    return {role: " and ".join(units) for role, units in names.items() if role}


def needed_words(engine: Engine, resolution: Resolution) -> str:
    """Return the roll that was needed for a yes: `8` for 8 or more, or `4 or less`.

    Empty unless one roll decides between yes and no, with the yes at one end of the totals.
    """
    procedure = engine.library.procedure(resolution.procedure)
    if len(procedure.headlines) != 1 or len(resolution.rolls) != 1:
        return ""
    try:
        before = engine.resolve(procedure.id, resolution.inputs, flips=False)
    except Refused:
        return ""
    ranges = total_ranges(engine, resolution.inputs, before)
    if len(ranges) != 2:
        return ""
    low, high = ranges
    yes = procedure.headlines[0].words_for(True)
    if yes not in (low.words, high.words):
        return ""
    return str(high.least) if high.words == yes else f"{low.most} or less"
