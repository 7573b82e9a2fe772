"""`companion orders`: written, on their way, accepted, ended."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command
from companion.cli.screen import put, put_json, width
from companion.cli.table import Actions, open_for_write, open_read_only, whole

if TYPE_CHECKING:
    from companion.model.event import OrderSlip, Prompt
    from companion.play.session import Session
    from companion.play.state import Order

_STATES = {"accept": "accepted", "end": "ended", "lose": "lost"}


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "orders",
        "list orders in transit and in force, send and accept orders",
        "orders",
        'orders send --side Union --to "XI Corps" --kind march --text "to Gettysburg" --in 2',
        "orders accept 1",
    )
    found.add_argument("--all", action="store_true", help="also list orders that have ended")
    actions = Actions(found)
    _written(actions.add("send", "send an order"), True)
    for name, says in (
        ("accept", "mark an order as accepted"),
        ("fail", "note that the roll to accept an order failed"),
        ("end", "mark an order as carried out or cancelled"),
        ("lose", "mark an order as lost on the way"),
    ):
        action = actions.add(name, says)
        action.add_argument("number", type=whole, help="number of the order")
        if name != "fail":
            action.add_argument("--why", default="", metavar="TEXT", help="reason, for the log")
    rewrite = actions.add("rewrite", "correct an order")
    rewrite.add_argument("number", type=whole, help="number of the order")
    _written(rewrite, False)


def _written(found: argparse.ArgumentParser, fresh: bool) -> None:
    """Add the options that an order is written with."""
    found.add_argument("--side", required=fresh, metavar="NAME", help="side that gives the order")
    found.add_argument("--to", required=fresh, metavar="WHO", help="recipient")
    found.add_argument("--kind", required=fresh, metavar="KIND", help="kind of order")
    found.add_argument("--text", required=fresh, metavar="TEXT", help="text of the order")
    arrival = found.add_mutually_exclusive_group(required=fresh)
    arrival.add_argument("--in", dest="turns", type=whole, metavar="N", help="turns until it arrives")
    arrival.add_argument("--arrives", type=whole, metavar="TURN", help="turn in which it arrives")
    found.add_argument("--from", dest="sender", metavar="WHO", help="sender")
    found.add_argument("--if", dest="condition", metavar="TEXT", help="condition of the order")
    found.add_argument(
        "--formation", action="append", metavar="NAME", help="formation it is relayed to (repeatable)"
    )
    found.add_argument("--relay", type=whole, metavar="N", help="relay delay in turns")
    found.add_argument("--grace", type=whole, metavar="N", help="grace turns, without a roll to accept")


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    from companion.play.dispatch import rules_of

    if options.action is None:
        with open_read_only(options) as session:
            rules_of(session)
            return _show_all(session, options)
    with open_for_write(options) as session:
        before = {each.id for each in session.game_state.due()}
        order = _done(session, options)
        raised = [each for each in session.game_state.due() if each.id not in before]
        return _show_one(session, order, raised, options)


def _show_all(session: Session, options: argparse.Namespace) -> int:
    from companion.render.orders import orders_json, orders_lines

    if options.json:
        put_json(orders_json(session.module, session.game_state))
    else:
        put(orders_lines(session.module, session.game_state, width(), options.all))
    return 0


def _show_one(session: Session, order: Order, raised: list[Prompt], options: argparse.Namespace) -> int:
    from companion.render.orders import order_json, order_words
    from companion.render.text import wrapped
    from companion.render.turn import due_json, due_lines

    module, table = session.module, session.game_state
    if options.json:
        numbers = {each["id"]: each for each in due_json(module, table.due())}
        put_json({"order": order_json(module, table, order), "raised": [numbers[each.id] for each in raised]})
        return 0
    put(wrapped(order_words(module, table, order), width(), "", "  "))
    put(due_lines(module, table.due(), width()) if raised else [])
    return 0


def _done(session: Session, options: argparse.Namespace) -> Order:
    from companion.model.event import OrderState
    from companion.play import dispatch

    match options.action:
        case "send":
            return dispatch.send(session, _slip(session, options))
        case "rewrite":
            old = dispatch.order(session, options.number).slip
            return dispatch.rewrite(session, options.number, _slip(session, options, old))
        case "fail":
            dispatch.not_accepted(session, options.number)
            return dispatch.order(session, options.number)
    state: OrderState = _STATES[options.action]  # type: ignore[assignment]
    return dispatch.change_state(session, options.number, state, options.why)


def _slip(session: Session, options: argparse.Namespace, old: OrderSlip | None = None) -> OrderSlip:
    """The order as the options write it, over the old one where it is put right."""
    from msgspec.structs import replace

    from companion.cli.table import one_of
    from companion.model.event import OrderSlip
    from companion.play.dispatch import rules_of
    from companion.play.turn import here, sequence_of

    turn = here(session).turn
    slip = old or OrderSlip("", "", "", "", "", turn, turn)
    given: dict[str, Any] = {
        "recipient": options.to,
        "text": options.text,
        "sender": options.sender,
        "condition": options.condition,
        "relay": options.relay,
        "grace": options.grace,
        "arrives": options.arrives,
    }
    if options.turns is not None:
        given["arrives"] = slip.sent + options.turns
    if options.side is not None:
        given["side"] = one_of(options.side, sequence_of(session).sides, "side")
    if options.kind is not None:
        given["kind"] = one_of(options.kind, [each.key for each in rules_of(session).kinds], "kind")
    if options.formation is not None:
        given["formations"] = tuple(options.formation)
    return replace(slip, **{name: value for name, value in given.items() if value is not None})
