"""`companion orders`: list, send, accept, correct and end orders."""

from __future__ import annotations

import argparse
from typing import Any

from msgspec.structs import replace

from companion.cli.open_session import open_for_write, open_read_only
from companion.cli.output import print_result, width
from companion.model.recorded import OrderSlip, OrderState, Prompt
from companion.play import dispatch
from companion.play.session import Session
from companion.play.state import Order
from companion.play.turn import here, sequence_of
from companion.play.typed_chits import one_of
from companion.render.orders import order_json, order_words, orders_json, orders_lines
from companion.render.text import wrapped
from companion.render.turn import due_json, due_lines

_STATES: dict[str, OrderState] = {"accept": "accepted", "end": "ended", "lose": "lost"}
"""State of an order after each action."""


def run(options: argparse.Namespace) -> int:
    """Run the action; without one, list the orders. Raises Refused and NotFound."""
    if options.action is None:
        with open_read_only(options) as session:
            dispatch.rules_of(session)
            module, table = session.module, session.game_state
        lines = orders_lines(module, table, width(), options.all)
        print_result(options, orders_json(module, table), lines)
        return 0
    with open_for_write(options) as session:
        before = {prompt.id for prompt in session.game_state.due()}
        order = _act(session, options)
        raised = [prompt for prompt in session.game_state.due() if prompt.id not in before]
        return _show_one(session, order, raised, options)


def _show_one(session: Session, order: Order, raised: list[Prompt], options: argparse.Namespace) -> int:
    """Print an order, and the prompts raised by changing it."""
    module, table = session.module, session.game_state
    ids = {prompt.id for prompt in raised}
    due = [prompt for prompt in due_json(module, table.due()) if prompt["id"] in ids]
    lines = wrapped(order_words(module, table, order), width(), "", "  ")
    lines += due_lines(module, table.due(), width()) if raised else []
    print_result(options, {"order": order_json(module, table, order), "raised": due}, lines)
    return 0


def _act(session: Session, options: argparse.Namespace) -> Order:
    match options.action:
        case "send":
            turn = here(session).turn
            return dispatch.send(session, _slip(session, options, OrderSlip("", "", "", "", "", turn, turn)))
        case "rewrite":
            old = dispatch.order(session, options.number).slip
            return dispatch.rewrite(session, options.number, _slip(session, options, old))
        case "fail":
            dispatch.not_accepted(session, options.number)
            return dispatch.order(session, options.number)
    return dispatch.change_state(session, options.number, _STATES[options.action], options.why)


def _slip(session: Session, options: argparse.Namespace, old: OrderSlip) -> OrderSlip:
    """Return the order `old` with the changes from the options. Raises Refused."""
    changes: dict[str, Any] = {
        "recipient": options.to,
        "text": options.text,
        "sender": options.sender,
        "condition": options.condition,
        "relay": options.relay,
        "grace": options.grace,
        "arrives": options.arrives,
    }
    if options.turns is not None:
        changes["arrives"] = old.sent + options.turns
    if options.side is not None:
        changes["side"] = one_of(options.side, sequence_of(session).sides, "side")
    if options.kind is not None:
        kinds = [kind.key for kind in dispatch.rules_of(session).kinds]
        changes["kind"] = one_of(options.kind, kinds, "kind")
    if options.formation is not None:
        changes["formations"] = tuple(options.formation)
    return replace(old, **{name: value for name, value in changes.items() if value is not None})
