"""What is still to come: orders on their way, arrivals of the scenario, its last turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.model import GameModule
from companion.play.clock import LAST_TURN, stamp
from companion.play.prompts import arrival_words
from companion.play.state import GameState
from companion.render.orders import calendar


class Due(NamedTuple):
    """Something that a later turn brings."""

    turn: int
    says: str


def coming(module: GameModule, table: GameState, turns: int = 60) -> list[Due]:
    """What later turns bring, the next one first; of arrivals those of the next `turns` turns."""
    now = table.position.turn
    found = [Due(each.turn, f"{each.says} (order {each.order})") for each in calendar(table)]
    last = table.clock.last_turn if table.clock else None
    if last is not None:
        found.append(Due(last, "Last turn of the scenario"))
    found += _arrivals(module, table, turns)
    return sorted((each for each in found if each.turn > now), key=lambda each: each.turn)


def _arrivals(module: GameModule, table: GameState, turns: int) -> Iterator[Due]:
    scenario = next((each for each in module.scenarios.scenarios if each.id == table.scenario), None)
    if scenario is None or scenario.arrivals == "no" or module.sequence is None or table.clock is None:
        return
    first = table.position.turn + 1
    for turn in range(first, min(first + turns, LAST_TURN + 1)):
        when = stamp(module.sequence.clock, table.clock, turn)
        for each in module.scenarios.arrivals:
            if when is not None and (each.day, each.time) == (when.day, when.time):
                yield Due(turn, arrival_words(each))
