"""Orders as lines and as JSON: those in transit and in force, and the calendar."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.model import GameModule
from companion.play.prompts import when_words
from companion.play.state import GameState, Order
from companion.render.documents import document
from companion.render.log import slip_words
from companion.render.text import section
from companion.render.turn import due_json, prompt_words


class Coming(NamedTuple):
    """An event that an order causes in a later turn."""

    turn: int
    order: int
    says: str


def calendar(table: GameState) -> list[Coming]:
    """Return the events of orders by turn; an overdue event has the turn in which it was due."""
    events: list[Coming] = []
    for order in table.orders:
        slip = order.slip
        if order.state == "in transit":
            once = f", once {slip.condition}" if slip.condition else ""
            events.append(Coming(slip.arrives, order.number, f"Order to {slip.recipient} arrives{once}"))
        reaches = slip.arrives + slip.relay
        if slip.relay and order.live and reaches >= table.position.turn:
            on = ", ".join(slip.formations)
            if on:
                events.append(Coming(reaches, order.number, f"The order to {slip.recipient} reaches {on}"))
    return sorted(events)


def order_json(module: GameModule, table: GameState, order: Order) -> dict[str, Any]:
    """Return an order as JSON."""
    return document(order, arrives_at=when_words(module, table, order.slip.arrives))


def orders_json(module: GameModule, table: GameState) -> dict[str, Any]:
    """Return every order, the due prompts about orders, and the calendar."""
    return {
        "orders": [order_json(module, table, order) for order in table.orders],
        "due": [prompt for prompt in due_json(module, table.due()) if prompt["order"]],
        "calendar": [
            document(event, when=when_words(module, table, event.turn)) for event in calendar(table)
        ],
    }


def orders_lines(module: GameModule, table: GameState, width: int, every: bool = False) -> list[str]:
    """Return the orders by state, due prompts about orders, and the calendar; `every`: also ended and lost orders."""
    heads = {"in transit": "On their way:", "accepted": "In force:"}
    heads |= {"ended": "Ended:", "lost": "Lost:"} if every else {}
    lines: list[str] = []
    for state, head in heads.items():
        orders = (order_words(module, table, order) for order in table.orders if order.state == state)
        lines += section(head, orders, width)
    due = (
        f"{number} {prompt_words(module, prompt)}"
        for number, prompt in enumerate(table.due(), 1)
        if prompt.order
    )
    later = (
        f"{when_words(module, table, event.turn)}: {event.says} (order {event.order})"
        for event in calendar(table)
        if event.turn > table.position.turn
    )
    lines = lines or ["No orders are on their way or in force."]
    return lines + section("Due:", due, width) + section("Calendar:", later, width)


def order_words(module: GameModule, table: GameState, order: Order) -> str:
    """Return an order in one line."""
    slip = order.slip
    when = {
        "in transit": f"sent turn {slip.sent}, arrives {when_words(module, table, slip.arrives)}",
        "accepted": f"in force since turn {order.since}",
    }.get(order.state, f"{order.state} on turn {order.since}")
    why = f" ({order.why})" if order.why else ""
    on = f"; relayed to {', '.join(slip.formations)}" if slip.formations else ""
    text = slip_words(slip, module)
    return f"{order.number} {slip.side} to {slip.recipient}: {text}; {when}{why}{on}"
