"""Sends and corrects orders, and changes their state: accepted, lost, ended."""

from __future__ import annotations

import msgspec

from companion.errors import shortened
from companion.model import NotFound, Orders, Refused
from companion.model.event import Event, Moved, OrderBecame, OrderRewritten, OrderSent, PromptSettled
from companion.model.recorded import OrderSlip, OrderState
from companion.play.clock import LAST_TURN
from companion.play.prompts import new_prompts
from companion.play.session import Session
from companion.play.state import Order
from companion.play.turn import here, sequence_of


def rules_of(session: Session) -> Orders:
    """Return the game's rules for orders. Raises Refused if it has none."""
    orders = sequence_of(session).orders
    if orders is None:
        raise Refused(f"{session.module.game.name} does not use orders")
    return orders


def send(session: Session, slip: OrderSlip) -> Order:
    """Send an order; it is due now if it arrives in this phase.

    Raises Refused for an unknown side or kind, an empty recipient, and impossible turns.
    """
    _check(session, slip)
    _add_with_arrivals(session, OrderSent(slip))
    return session.game_state.orders[-1]


def rewrite(session: Session, number: int, slip: OrderSlip) -> Order:
    """Correct an order. Raises NotFound, and Refused like `send`."""
    order(session, number)
    _check(session, slip)
    _add_with_arrivals(session, OrderRewritten(number, slip))
    return order(session, number)


def change_state(session: Session, number: int, state: OrderState, why: str = "") -> Order:
    """Change the state of an order and settle its prompts. Raises NotFound and Refused.

    If it is accepted, the prompts for its relay to the divisions stay due.
    """
    current = order(session, number)
    turn = here(session).turn
    if not current.live:
        raise Refused(f"order {number} is {current.state}; undo that, or send another")
    if state == current.state:
        raise Refused(f"order {number} is already {state}")
    if state == "accepted" and turn < current.slip.arrives:
        raise Refused(f"order {number} does not arrive until turn {current.slip.arrives}")
    settled = [
        PromptSettled(prompt.id, state)
        for prompt in session.game_state.due()
        if prompt.order == number and (state != "accepted" or "-relay-" not in prompt.id)
    ]
    _add_with_arrivals(session, OrderBecame(number, state, turn, why), *settled)
    return order(session, number)


def not_accepted(session: Session, number: int) -> None:
    """Record a failed acceptance roll; the rules say when to try again. Raises NotFound and Refused."""
    order(session, number)
    rolls = [prompt for prompt in session.game_state.due() if prompt.order == number and prompt.procedure]
    if not rolls:
        raise Refused(f"order {number} has no roll due")
    session.add(*(PromptSettled(prompt.id, "not accepted") for prompt in rolls))


def order(session: Session, number: int) -> Order:
    """Return the order with this number. Raises NotFound, which lists the known numbers."""
    known = session.game_state.order(number)
    if known is None:
        numbers = ", ".join(str(sent.number) for sent in session.game_state.orders)
        raise NotFound(f"unknown order {number}; {f'known: {numbers}' if numbers else 'there are no orders'}")
    return known


def _check(session: Session, slip: OrderSlip) -> None:
    rules = rules_of(session)
    sides = sequence_of(session).sides
    if slip.side not in sides:
        raise Refused(f"side: {shortened(slip.side)!r} is not one of {', '.join(sides)}")
    kinds = [kind.key for kind in rules.kinds]
    if slip.kind not in kinds:
        raise Refused(f"kind: {shortened(slip.kind)!r} is not one of {', '.join(kinds)}")
    if not slip.recipient.strip():
        raise Refused("an order needs a recipient")
    if not slip.sent <= slip.arrives <= LAST_TURN:
        raise Refused(f"arrives: turn {slip.arrives} is outside {slip.sent} to {LAST_TURN}")
    if slip.relay < 0 or slip.grace < 0:
        raise Refused("relay and grace must be 0 or more turns")


def _add_with_arrivals(session: Session, *events: Event) -> None:
    """Add events, and raise prompts for the orders that arrive in this phase because of them."""
    state = session.preview(events).of_game(session.state.game)
    state = msgspec.structs.replace(state, position=here(session))
    arrivals = tuple(
        prompt
        for prompt in new_prompts(session.module, state)
        if prompt.order and prompt.id.endswith("-arrives")
    )
    session.add(*events, *([Moved(*state.position, arrivals)] if arrivals else []))
