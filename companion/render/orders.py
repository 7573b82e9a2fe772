"""Orders as lines and as JSON: on their way, in force, and the calendar of what is still to come."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.model import GameModule
from companion.play.prompts import when_words
from companion.play.state import GameState, Order
from companion.render.log import slip_words
from companion.render.text import wrapped
from companion.render.turn import due_json, prompt_words


class Coming(NamedTuple):
    """Something an order will bring about."""

    turn: int
    order: int
    says: str


def calendar(table: GameState) -> list[Coming]:
    """What orders bring from now on, by turn; what is overdue stands on the turn it was due."""
    found: list[Coming] = []
    for order in table.orders:
        slip = order.slip
        if order.state == "in transit":
            once = f", once {slip.condition}" if slip.condition else ""
            found.append(Coming(slip.arrives, order.number, f"Order to {slip.recipient} arrives{once}"))
        reaches = slip.arrives + slip.relay
        if slip.relay and order.live and reaches >= table.position.turn:
            on = ", ".join(slip.formations)
            if on:
                found.append(Coming(reaches, order.number, f"The order to {slip.recipient} reaches {on}"))
    return sorted(found)


def order_json(module: GameModule, table: GameState, order: Order) -> dict[str, Any]:
    """One order."""
    slip = order.slip
    return {
        "number": order.number,
        "state": order.state,
        "since": order.since,
        "why": order.why or None,
        "side": slip.side,
        "from": slip.sender or None,
        "to": slip.recipient,
        "kind": slip.kind,
        "text": slip.text,
        "condition": slip.condition or None,
        "sent": slip.sent,
        "arrives": slip.arrives,
        "arrives_at": when_words(module, table, slip.arrives),
        "formations": list(slip.formations),
        "relay": slip.relay,
        "grace": slip.grace,
    }


def orders_json(module: GameModule, table: GameState) -> dict[str, Any]:
    """Every order, what is due of them, and the calendar."""
    return {
        "orders": [order_json(module, table, each) for each in table.orders],
        "due": [each for each in due_json(module, table.due()) if each["order"]],
        "calendar": [
            {
                "turn": each.turn,
                "when": when_words(module, table, each.turn),
                "order": each.order,
                "says": each.says,
            }
            for each in calendar(table)
        ],
    }


def orders_lines(module: GameModule, table: GameState, width: int, every: bool = False) -> list[str]:
    """Orders by their state; those that are over only with `every`."""
    lines: list[str] = []
    groups = (
        ("in transit", "On their way:"),
        ("accepted", "In force:"),
        ("ended", "Ended:"),
        ("lost", "Lost:"),
    )
    for state, head in groups:
        orders = [each for each in table.orders if each.state == state]
        if not orders or (state in ("ended", "lost") and not every):
            continue
        lines.append(head)
        for each in orders:
            lines += wrapped(order_words(module, table, each), width, "  ", "    ")
    if not lines:
        lines.append("No orders are on their way or in force.")
    due = [each for each in table.due() if each.order]
    numbers = {each.id: number for number, each in enumerate(table.due(), 1)}
    if due:
        lines.append("Due:")
    for prompt in due:
        lines += wrapped(f"{numbers[prompt.id]} {prompt_words(module, prompt)}", width, "  ", "    ")
    coming = [each for each in calendar(table) if each.turn > table.position.turn]
    if coming:
        lines.append("Calendar:")
    for later in coming:
        when = when_words(module, table, later.turn)
        lines += wrapped(f"{when}: {later.says} (order {later.order})", width, "  ", "    ")
    return lines


def order_words(module: GameModule, table: GameState, order: Order) -> str:
    """One order in one line."""
    slip = order.slip
    when = {
        "in transit": f"sent turn {slip.sent}, arrives {when_words(module, table, slip.arrives)}",
        "accepted": f"in force since turn {order.since}",
    }.get(order.state, f"{order.state} on turn {order.since}")
    why = f" ({order.why})" if order.why else ""
    on = f"; handed on to {', '.join(slip.formations)}" if slip.formations else ""
    told = slip_words(slip)
    return f"{order.number} {slip.side} to {slip.recipient}: {told}; {when}{why}{on}"
