"""Calendar of later turns: orders on their way, arrivals and the last turn of the scenario."""

from __future__ import annotations

from typing import NamedTuple

from companion.model import GameModule
from companion.play.clock import LAST_TURN
from companion.play.prompts import arrival_words, arrivals_at
from companion.play.state import GameState
from companion.render.orders import calendar


class Due(NamedTuple):
    """An event of a later turn."""

    turn: int
    says: str


def coming(module: GameModule, table: GameState, turns: int = 60) -> list[Due]:
    """Return the events of later turns in order; arrivals only of the next `turns` turns and of the scenario."""
    now = table.position.turn
    events = [
        Due(order_event.turn, f"{order_event.says} (order {order_event.order})")
        for order_event in calendar(table)
    ]
    last = table.clock.last_turn if table.clock else None
    if last is not None:
        events.append(Due(last, "Last turn of the scenario"))
    for turn in range(now + 1, min(now + turns, LAST_TURN) + 1):
        events += [Due(turn, arrival_words(each)) for _, each in arrivals_at(module, table, turn)]
    return sorted((event for event in events if event.turn > now), key=lambda event: event.turn)
