"""Answers that the session knows from settings, clock, order, chit and units, each with its origin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.model import Command
from companion.model.event import Chit
from companion.play.clock import Position, clock_names
from companion.play.session_defaults import session_defaults, single_input
from companion.play.side_names import own_side
from companion.play.state import GameState, Order
from companion.play.unit_parts import part_answers, parts_of, units_named
from companion.workspace.answer_sheet import SESSION, Known

if TYPE_CHECKING:
    from companion.play.session import Session
    from companion.workspace.calculation import Calculation
    from companion.workspace.context import AppContext
    from companion.workspace.place import Place

CLOCK = "the clock"
"""Origin of answers that come from the clock."""


def known_answers(calculation: Calculation) -> dict[str, Known]:
    """Return the answers that the session knows for a calculation, by dotted path.

    Units override the order and the chit for which it was opened; these override clock and settings. For a game that
    is not in play, only its settings are known.
    """
    context, procedure = calculation.context, calculation.procedure
    table = context.session.state.of_game(procedure.game)
    settings = session_defaults(calculation.module, table.settings, procedure)
    known = {path: Known(value, SESSION) for path, value in settings.items()}
    if context.game != procedure.game:
        return known
    for fills, names, source in _facts(context, table, calculation.place):
        for path, name in fills.items():
            if names.get(name) not in (None, "") and single_input(procedure.inputs, path) is not None:
                known[path] = Known(names[name], source)
    return known | _unit_answers(calculation, table)


def fill_known(calculation: Calculation) -> None:
    """Fill in what the session knows; for a logged result, what it knew when that was logged."""
    sheet = calculation.sheet
    if not calculation.logged_line:
        sheet.known = calculation.known()
    if sheet.known is not None:
        sheet.fill_known(sheet.known)


def assign_unit(calculation: Calculation, part: str, name: str) -> None:
    """Let a unit take a part. Even in a logged result its current facts answer, because the player adds it now."""
    sheet = calculation.sheet
    sheet.units[part] = name
    if calculation.logged_line:
        current = calculation.known()
        answers = {path: known for path, known in current.items() if known.source == name}
        sheet.known = (sheet.known or {}) | answers


def assign_named_units(calculation: Calculation, names: Mapping[str, str]) -> None:
    """Let recorded units that are named take the parts of their roles, unless they have a part."""
    units = calculation.context.session.state.of_game(calculation.procedure.game).units
    for part, name in units_named(calculation.module, calculation.procedure, units, names).items():
        if name not in calculation.sheet.units.values():
            assign_unit(calculation, part, name)


def _facts(
    context: AppContext, table: GameState, place: Place
) -> Iterator[tuple[Mapping[str, str], Mapping[str, Any], str]]:
    """Yield for clock, chit and order: the inputs it fills, its values by name, its origin; later ones override."""
    sequence = context.module.sequence
    if sequence is None:
        return
    if is_tracked(table):
        yield sequence.clock.fills, clock_names(sequence, table.clock, context.position), CLOCK
    if sequence.cup is not None and place.chit:
        drawn = sequence.cup.how == "drawn"
        yield (
            sequence.cup.fills,
            command_names(context.session, place.chit),
            f"{place.chit}'s chit" if drawn else place.chit,
        )
    order = table.order(place.order)
    if sequence.orders is not None and order is not None:
        yield sequence.orders.fills, order_names(context.session, order), f"order {order.number}"


def is_tracked(table: GameState) -> bool:
    """Whether the players track the turn here: they have moved on, begun a scenario, or set the clock."""
    return table.position != Position() or bool(table.scenario) or table.clock is not None


def command_names(session: Session, name: str, side: str = "") -> dict[str, Any]:
    """Return name, side and rating of a command, named by its chit, itself or its leader; empty if unknown."""
    if not name.strip():
        return {}
    wanted = {name.casefold(), f"{side} {name}".strip().casefold()}
    chits: list[tuple[Chit | Command, str]] = [(chit, chit.name) for chit in session.game_state.cup.chits]
    commands = [(command, command.leader) for command in session.module.scenarios.commands]
    for known, leader in (*chits, *commands):
        if {known.name.casefold(), leader.casefold()} & wanted and side in ("", known.side):
            return {"name": known.name, "side": own_side(session, known.side), "rating": known.rating}
    return {}


def order_names(session: Session, order: Order) -> dict[str, Any]:
    """Return the facts of an order, by the names that `fills` of orders may use."""
    slip = order.slip
    return {
        "number": order.number,
        "kind": slip.kind,
        "side": own_side(session, slip.side),
        "sender": slip.sender,
        "recipient": slip.recipient,
        "sent": slip.sent,
        "arrives": slip.arrives,
        "since": order.since,
        "sender_rating": command_names(session, slip.sender, slip.side).get("rating"),
        "recipient_rating": command_names(session, slip.recipient, slip.side).get("rating"),
    }


def _unit_answers(calculation: Calculation, table: GameState) -> dict[str, Known]:
    known: dict[str, Known] = {}
    parts = parts_of(calculation.module, calculation.procedure)
    for key, name in calculation.sheet.units.items():
        part_id, _, row = key.partition(".")
        part, unit = parts.get(part_id), table.units.get(name)
        if part is not None and unit is not None:
            answers = part_answers(part, unit, row, calculation.place.before.get(unit.name))
            known |= {path: Known(value, unit.name) for path, value in answers.items()}
    return known
