"""`companion orders`: written, on their way, accepted, ended."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.screen import put, put_json, width
from companion.cli.table import Actions, looking, playing, whole

if TYPE_CHECKING:
    from companion.model.event import Prompt, Slip
    from companion.play.session import Session
    from companion.play.state import Order

_STATES = {"accept": "accepted", "end": "ended", "lose": "lost"}


def add(commands: Any) -> None:
    """Lays out the command."""
    parser = commands.add_parser("orders", help="orders on their way, in force, due; send and accept them")
    parser.add_argument("--all", action="store_true", help="those that are over too")
    actions = Actions(parser)
    _written(actions.add("send", "an order goes off"), True)
    for name, says in (
        ("accept", "an order that arrived is accepted"),
        ("fail", "the roll to accept failed"),
        ("end", "an order is carried out or over"),
        ("lose", "an order never arrives"),
    ):
        action = actions.add(name, says)
        action.add_argument("number", type=whole)
        if name != "fail":
            action.add_argument("--why", default="", metavar="T", help="why, in words")
    rewrite = actions.add("rewrite", "put an order right")
    rewrite.add_argument("number", type=whole)
    _written(rewrite, False)


def _written(parser: argparse.ArgumentParser, fresh: bool) -> None:
    parser.add_argument("--side", required=fresh)
    parser.add_argument("--to", required=fresh, metavar="WHO")
    parser.add_argument("--kind", required=fresh, metavar="K")
    parser.add_argument("--text", required=fresh, metavar="T")
    arrival = parser.add_mutually_exclusive_group(required=fresh)
    arrival.add_argument("--in", dest="turns", type=whole, metavar="N", help="turns until it arrives")
    arrival.add_argument("--arrives", type=whole, metavar="TURN")
    parser.add_argument("--from", dest="sender", metavar="WHO")
    parser.add_argument("--if", dest="condition", metavar="CONDITION")
    parser.add_argument("--formation", action="append", metavar="NAME", help="handed on to (repeatable)")
    parser.add_argument("--relay", type=whole, metavar="N", help="turns it takes to hand it on")
    parser.add_argument("--grace", type=whole, metavar="N", help="turns without a roll")


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    from companion.play.dispatch import rules_of

    if options.action is None:
        with looking(options) as session:
            rules_of(session)
            return _show_all(session, options)
    with playing(options) as session:
        before = {each.id for each in session.table.due()}
        order = _done(session, options)
        raised = [each for each in session.table.due() if each.id not in before]
        return _show_one(session, order, raised, options)


def _show_all(session: Session, options: argparse.Namespace) -> int:
    from companion.render.orders import orders_json, orders_lines

    if options.json:
        put_json(orders_json(session.module, session.table))
    else:
        put(orders_lines(session.module, session.table, width(), options.all))
    return 0


def _show_one(session: Session, order: Order, raised: list[Prompt], options: argparse.Namespace) -> int:
    from companion.render.orders import order_json, order_words
    from companion.render.text import wrapped
    from companion.render.turn import due_json, due_lines

    module, table = session.module, session.table
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
    return dispatch.become(session, options.number, state, options.why)


def _slip(session: Session, options: argparse.Namespace, old: Slip | None = None) -> Slip:
    """The order as the options write it, over the old one where it is put right."""
    from companion.cli.table import one_of
    from companion.model.event import Slip
    from companion.play.dispatch import changed, rules_of
    from companion.play.turn import here, sequence_of

    turn = here(session).turn
    slip = old or Slip("", "", "", "", "", turn, turn)
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
    return changed(slip, **{name: value for name, value in given.items() if value is not None})
