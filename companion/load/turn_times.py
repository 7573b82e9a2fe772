"""Checks that the times in scenarios are the beginning of a turn, on a clock whose turns have fixed lengths."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.load.faults import Faults
from companion.load.text_yaml import Path
from companion.model import Clock, Scenarios
from companion.model.scenario import Scenario

TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
DAY = 24 * 60
MOST_TURNS = 2000
"""Turns of a scenario that are checked; sessions are shorter."""


def minutes(time: str) -> int:
    """Return the minutes since midnight of a valid `HH:MM`."""
    return int(time[:2]) * 60 + int(time[3:])


def check_times(battles: Scenarios, clock: Clock, faults: Faults) -> None:
    """Note each arrival, and each last turn of a scenario, that would never come because no turn begins then.

    Arrivals apply to every scenario that has arrivals and whose turns include their time.
    """
    if clock.times or not clock.lengths or any(length.minutes < 1 for length in clock.lengths):
        return
    faulty: set[int] = set()
    for index, scenario in enumerate(battles.scenarios):
        if not all(TIME.fullmatch(time) for time in (scenario.time, *(band.time for band in scenario.light))):
            continue
        turns = list(_turns(scenario, clock))
        last = (scenario.last_day or scenario.day, scenario.last_time)
        if TIME.fullmatch(scenario.last_time):
            _check(*last, turns, ("scenarios", index, "last_time"), faults)
        if scenario.arrivals == "no":
            continue
        end = _moment(*last) if TIME.fullmatch(scenario.last_time) else turns[-1]
        for number, arrival in enumerate(battles.arrivals):
            if number in faulty or not TIME.fullmatch(arrival.time):
                continue
            is_during = turns[0] <= _moment(arrival.day, arrival.time) <= end
            at = ("arrivals", number, "time")
            if is_during and not _check(arrival.day, arrival.time, turns, at, faults):
                faulty.add(number)


def _moment(day: int, time: str) -> int:
    """Return the minutes since midnight of the first day."""
    return (day - 1) * DAY + minutes(time)


def _turns(scenario: Scenario, clock: Clock) -> Iterator[int]:
    """Yield the beginning of each turn of a scenario, and of further turns up to MOST_TURNS."""
    lengths: dict[str, int] = {length.light: length.minutes for length in clock.lengths}
    bands = sorted((minutes(band.time), band.light) for band in scenario.light)
    moment = _moment(scenario.day, scenario.time)
    for _ in range(MOST_TURNS):
        yield moment
        # Before the first band of a day, the last light of the day before continues.
        begun = [light for minute, light in bands if minute <= moment % DAY] or [light for _, light in bands]
        moment += lengths.get(begun[-1], clock.lengths[0].minutes) if begun else clock.lengths[0].minutes


def _check(day: int, time: str, turns: list[int], at: Path, faults: Faults) -> bool:
    """Return whether a turn begins at a time, or the time is outside all turns; otherwise note the nearest turns."""
    moment = _moment(day, time)
    if moment in turns or not turns[0] <= moment <= turns[-1]:
        return True
    after = next(turn for turn in turns if turn > moment)
    before = turns[turns.index(after) - 1]
    closest = " and ".join(f"{turn % DAY // 60:02}:{turn % 60:02}" for turn in (before, after))
    faults.add(at, f"no turn begins at {time}", f"nearest turns: {closest}")
    return False
