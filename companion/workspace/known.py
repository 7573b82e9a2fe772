"""Answers that the session knows: of settings, clock, order, chit and units, each with its origin."""

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
"""Origin of an answer that the clock gives."""


def known_answers(calculation: Calculation) -> dict[str, Known]:
    """Return the answers that the session knows for a calculation, by dotted path.

    Units come before the order and the chit that it was opened for, these before clock and settings. In a game that
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
            if names.get(name) is not None and single_input(procedure.inputs, path) is not None:
                known[path] = Known(names[name], source)
    return known | _unit_answers(calculation, table)


def fill_known(calculation: Calculation) -> None:
    """Fill in what the session knows. A logged result keeps what was known then: later changes do not correct it."""
    sheet = calculation.sheet
    if not calculation.logged_line:
        sheet.known = calculation.known()
    if sheet.known is not None:
        sheet.fill_known(sheet.known)


def take_unit(calculation: Calculation, part: str, name: str) -> None:
    """Let a unit take a part. In a logged result its facts of now answer as well, because the player adds it now."""
    sheet = calculation.sheet
    sheet.units[part] = name
    if calculation.logged_line:
        now = calculation.known()
        sheet.known = (sheet.known or {}) | {path: now[path] for path in now if now[path].source == name}


def take_named(calculation: Calculation, names: Mapping[str, str]) -> None:
    """Let kept units that are named take the parts of their roles, unless they take another one."""
    kept = calculation.context.session.state.of_game(calculation.procedure.game).units
    for part, name in units_named(calculation.module, calculation.procedure, kept, names).items():
        if name not in calculation.sheet.units.values():
            take_unit(calculation, part, name)


def _facts(
    context: AppContext, table: GameState, place: Place
) -> Iterator[tuple[Mapping[str, str], Mapping[str, Any], str]]:
    """Yield the inputs that something fills, what is known of it by name, and its origin; later ones come first."""
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
    """Return whether the players keep the turn here: a session never moved on says nothing about the turn."""
    return table.position != Position() or bool(table.scenario) or table.clock is not None


def command_names(session: Session, name: str, side: str = "") -> dict[str, Any]:
    """Return name, side and rating of a command by the name of its chit, of itself or of its leader; empty for none."""
    if not name.strip():
        return {}
    wanted = {name.casefold(), f"{side} {name}".strip().casefold()}
    chits: list[tuple[Chit | Command, str]] = [(each, each.name) for each in session.game_state.cup.chits]
    commands = [(each, each.leader) for each in session.module.scenarios.commands]
    for each, leader in (*chits, *commands):
        if {each.name.casefold(), leader.casefold()} & wanted and side in ("", each.side):
            return {"name": each.name, "side": own_side(session, each.side), "rating": each.rating}
    return {}


def order_names(session: Session, order: Order) -> dict[str, Any]:
    """Return what is known of an order, by the names that `fills` of orders may use."""
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
