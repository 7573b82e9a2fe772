"""Times of scenarios on a clock whose turns each last so long: what falls between two turns would never come up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.load.records import Faults
from companion.load.text_yaml import Path
from companion.model import Clock, Scenarios
from companion.model.scenario import Scenario

TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
DAY = 24 * 60
MOST_TURNS = 2000
"""Turns that are looked at; a session counts fewer."""


def minutes(time: str) -> int:
    """Minutes of the day of a sound `HH:MM`."""
    return int(time[:2]) * 60 + int(time[3:])


def check_times(found: Scenarios, clock: Clock, faults: Faults) -> None:
    """An arrival, and the last turn of a scenario, must be at the beginning of a turn.

    Arrivals are those of every scenario that has them; one before its first turn or after its last is none of it.
    """
    if clock.times or not clock.lengths or any(each.minutes < 1 for each in clock.lengths):
        return
    told: set[int] = set()
    for index, scenario in enumerate(found.scenarios):
        if not TIME.fullmatch(scenario.time) or not all(TIME.fullmatch(each.time) for each in scenario.light):
            continue
        turns = list(_turns(scenario, clock))
        last = (scenario.last_day or scenario.day, scenario.last_time)
        if TIME.fullmatch(scenario.last_time):
            _check(*last, turns, ("scenarios", index, "last_time"), faults)
        if scenario.arrivals == "no":
            continue
        end = _moment(*last) if TIME.fullmatch(scenario.last_time) else turns[-1]
        for number, arrival in enumerate(found.arrivals):
            if number in told or not TIME.fullmatch(arrival.time):
                continue
            within = turns[0] <= _moment(arrival.day, arrival.time) <= end
            at = ("arrivals", number, "time")
            if within and not _check(arrival.day, arrival.time, turns, at, faults):
                told.add(number)


def _moment(day: int, time: str) -> int:
    """Minutes from the first day's midnight."""
    return (day - 1) * DAY + minutes(time)


def _turns(scenario: Scenario, clock: Clock) -> Iterator[int]:
    """When each turn of a scenario begins, until a day after its last."""
    lengths: dict[str, int] = {each.light: each.minutes for each in clock.lengths}
    bands = sorted((minutes(each.time), each.light) for each in scenario.light)
    moment = _moment(scenario.day, scenario.time)
    for _ in range(MOST_TURNS):
        yield moment
        # Before the first band of a day it is as it was at the end of the day before.
        before = [light for minute, light in bands if minute <= moment % DAY] or [light for _, light in bands]
        moment += lengths.get(before[-1], clock.lengths[0].minutes) if before else clock.lengths[0].minutes


def _check(day: int, time: str, turns: list[int], at: Path, faults: Faults) -> bool:
    """Whether a turn begins then; where none does, the turns around it are named."""
    moment = _moment(day, time)
    if moment in turns or not turns[0] <= moment <= turns[-1]:
        return True
    after = next(each for each in turns if each > moment)
    before = turns[turns.index(after) - 1]
    nearest = " and ".join(f"{each % DAY // 60:02}:{each % 60:02}" for each in (before, after))
    faults.add(at, f"no turn begins at {time}", f"nearest turns: {nearest}")
    return False
