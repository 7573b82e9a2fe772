"""Calendar of later turns: orders on their way, arrivals and the last turn of the scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.model import GameModule
from companion.play.clock import LAST_TURN, stamp
from companion.play.prompts import arrival_words, arrivals_of
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
    events += _arrivals(module, table, turns)
    return sorted((event for event in events if event.turn > now), key=lambda event: event.turn)


def _arrivals(module: GameModule, table: GameState, turns: int) -> Iterator[Due]:
    scenario = module.find_scenario(table.scenario)
    if scenario is None or scenario.arrivals == "no" or module.sequence is None or table.clock is None:
        return
    first = table.position.turn + 1
    last = table.clock.last_turn or LAST_TURN
    for turn in range(first, min(first + turns, last + 1)):
        when = stamp(module.sequence.clock, table.clock, turn)
        for _, arrival in arrivals_of(module, scenario):
            if when is not None and (arrival.day, arrival.time) == (when.day, when.time):
                yield Due(turn, arrival_words(arrival))
