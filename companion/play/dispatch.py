"""Orders: written, on their way, accepted, ended."""

from __future__ import annotations

import msgspec

from companion.model import NotFound, Orders, Refused
from companion.model.event import (
    Event,
    Moved,
    OrderBecame,
    OrderRewritten,
    OrderSent,
    OrderState,
    PromptSettled,
    Slip,
)
from companion.play.clock import LAST_TURN
from companion.play.due import due_at
from companion.play.session import Session
from companion.play.state import Order, folded
from companion.play.turn import here, sequence_of


def rules_of(session: Session) -> Orders:
    """What the game says of orders. Raises Refused where it says nothing."""
    orders = sequence_of(session).orders
    if orders is None:
        raise Refused(f"{session.module.game.name} sends no orders")
    return orders


def send(session: Session, slip: Slip) -> Order:
    """An order goes off. Raises Refused for a side, kind or turn that is none, or a name left empty.

    One that arrives at once, in this very phase, is due now.
    """
    _check(session, slip)
    _with_due(session, OrderSent(slip))
    return session.table.orders[-1]


def rewrite(session: Session, number: int, slip: Slip) -> Order:
    """An order put right. Raises NotFound, and Refused as `send` does."""
    order(session, number)
    _check(session, slip)
    _with_due(session, OrderRewritten(number, slip))
    return order(session, number)


def become(session: Session, number: int, state: OrderState, why: str = "") -> Order:
    """An order is accepted, lost, ended; what was due of it is seen to. Raises NotFound and Refused.

    Accepted, what is due of its way on to the divisions stays due.
    """
    found = order(session, number)
    turn = here(session).turn
    if not found.live:
        raise Refused(f"order {number} is {found.state}; undo that, or send another")
    if state == found.state:
        raise Refused(f"order {number} is {state} already")
    if state == "accepted" and turn < found.slip.arrives:
        raise Refused(f"order {number} arrives only on turn {found.slip.arrives}")
    events: list[Event] = [OrderBecame(number, state, turn, why)]
    due = [each for each in session.table.due() if each.order == number]
    events += [
        PromptSettled(each.id, state) for each in due if state != "accepted" or "-relay-" not in each.id
    ]
    _with_due(session, *events)
    return order(session, number)


def not_accepted(session: Session, number: int) -> None:
    """The acceptance roll failed; it may be tried again when the rules say so."""
    order(session, number)
    due = [each.id for each in session.table.due() if each.order == number and each.procedure]
    if not due:
        raise Refused(f"order {number} has no roll due")
    session.add(*(PromptSettled(each, "not accepted") for each in due))


def order(session: Session, number: int) -> Order:
    """The order with this number. Raises NotFound naming those there are."""
    found = session.table.order(number)
    if found is None:
        numbers = ", ".join(str(each.number) for each in session.table.orders)
        raise NotFound(f"no order {number}; there are {numbers or 'none'}")
    return found


def _check(session: Session, slip: Slip) -> None:
    rules = rules_of(session)
    sides = sequence_of(session).sides
    if slip.side not in sides:
        raise Refused(f"side: {slip.side[:30]!r} is not one of {', '.join(sides)}")
    kinds = [each.key for each in rules.kinds]
    if slip.kind not in kinds:
        raise Refused(f"kind: {slip.kind[:30]!r} is not one of {', '.join(kinds)}")
    if not slip.recipient.strip():
        raise Refused("an order needs somebody to go to")
    if not slip.sent <= slip.arrives <= LAST_TURN:
        raise Refused(f"arrives: turn {slip.arrives} is outside {slip.sent} to {LAST_TURN}")
    if slip.relay < 0 or slip.grace < 0:
        raise Refused("relay and grace are turns, 0 or more")


def _with_due(session: Session, *events: Event) -> None:
    """Adds events, and what they make due in the phase that is being played."""
    state = session.state
    for event in events:
        state = folded(state, session.state.game, event)
    table = state.table(session.state.game)
    seen = {prompt.id for prompt in table.prompts}
    at = here(session)
    now = [
        prompt
        for prompt in due_at(session.module, sequence_of(session), table, at)
        if prompt.order and prompt.id not in seen and prompt.id.endswith("-arrives")
    ]
    extra = [Moved(table.position.turn, table.position.moment, tuple(now))] if now else []
    session.add(*events, *extra)


def changed(slip: Slip, **changes: object) -> Slip:
    """The order with some of it put right."""
    return msgspec.structs.replace(slip, **changes)
