"""The turns of a scenario that is being written. A turn is typed as its number, or its time with or without a day."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec.structs import replace

from companion.errors import shortened
from companion.model import Clock, Refused
from companion.model.event import ClockSetting, Light
from companion.play.clock import LAST_TURN, Stamp, day_name, minute_of, stamp, time_of
from companion.play.turn import LIGHTS

_DAY = re.compile(r"(?:day\s+)?(\d{1,3})", re.IGNORECASE)


def typed_lights(text: str) -> tuple[Light, ...]:
    """Return the light typed as `05:30 twilight, 06:00 day`. Raises Refused."""
    lights = []
    for part in filter(None, map(str.strip, text.split(","))):
        when, _, light = part.partition(" ")
        if not light:
            raise Refused(
                f"light: {shortened(part)!r} must be a time and day, twilight or night, such as 06:00 day"
            )
        if light.strip() not in LIGHTS:
            raise Refused(f"light: {shortened(light.strip())!r} is not one of {', '.join(LIGHTS)}")
        lights.append(Light(minute_of(when), light.strip()))
    return tuple(lights)


def typed_days(text: str) -> tuple[str, ...]:
    """Return the names of days, typed with commas between them."""
    return tuple(filter(None, (" ".join(part.split()) for part in text.split(","))))


def has_turns(clock: Clock) -> bool:
    """Whether the turns of the game have a time of day."""
    return bool(clock.times or clock.lengths)


def turn_words(clock: Clock) -> str:
    """Return how long the turns of a game last, or when they begin; empty if they have no time of day."""
    if clock.times:
        return f"{len(clock.times)} turns a day: {', '.join(clock.times)}"
    lengths = ", ".join(f"{length.minutes} ({length.light})" for length in clock.lengths)
    return f"Minutes per turn in this game: {lengths}" if lengths else ""


def first_turn(clock: Clock, typed: str, days: Sequence[str]) -> tuple[int, int]:
    """Return the day and minute of the first turn, typed as `09:00` or `July 2 09:00`. Raises Refused."""
    day, minute = _typed(typed, days)
    time = time_of(minute)
    if clock.times and time not in clock.times:
        raise Refused(f"no turn begins at {time}; turns begin at {', '.join(clock.times)}")
    return day or 1, minute


class ScenarioTurns:
    """The turns of a scenario, from the first to the last."""

    def __init__(self, clock: Clock, setting: ClockSetting) -> None:
        """`setting`: the time of the first turn; without its `last_turn`, the scenario has no last turn yet."""
        self.clock = clock
        self.setting = setting

    def words(self, when: Stamp) -> str:
        """Return day and time of a turn: `July 2 10:00`, or the time alone on a single day."""
        days = self.setting.days
        return when.time if len(days) < 2 and when.day == 1 else f"{day_name(days, when.day)} {when.time}"

    def number(self, typed: str) -> int:
        """Return the number of a typed turn. Raises Refused, naming the nearest turns or the valid form."""
        last = self.setting.last_turn or LAST_TURN
        if typed.strip().isdecimal():
            number = int(typed.strip()[:9])
            if not 1 <= number <= last:
                raise Refused(f"turn {number} is outside 1 to {last}")
            return number
        day, minute = _typed(typed, self.setting.days)
        turns = self._matching(day, minute)
        if not turns:
            raise Refused(self._no_turn(day, minute))
        if len(turns) > 1:
            listed = ", ".join(self.words(self._stamps[number - 1]) for number in turns[:4])
            raise Refused(
                f"{time_of(minute)} occurs {len(turns)} times: write {listed} or the number of the turn"
            )
        return turns[0]

    def at(self, number: int) -> Stamp:
        """Return the day and time at which a turn begins."""
        return self._stamps[number - 1]

    @cached_property
    def _stamps(self) -> list[Stamp]:
        stamps: list[Stamp] = []
        setting = self.setting
        when = stamp(self.clock, setting, 1)
        for _ in range(setting.last_turn or LAST_TURN):
            if when is None:
                break
            stamps.append(when)
            setting = replace(setting, day=when.day, minute=when.minute)
            when = stamp(self.clock, setting, 2)
        return stamps

    def _matching(self, day: int, minute: int) -> list[int]:
        """Return the turns at this minute of a day; if `day` is 0, of any day up to the last one with a name."""
        matches = [
            turn
            for turn, when in enumerate(self._stamps, 1)
            if when.minute == minute and day in (0, when.day)
        ]
        if day or self.setting.last_turn:
            return matches
        on_named_days = [turn for turn in matches if self._stamps[turn - 1].day <= len(self.setting.days)]
        return on_named_days or matches[:1]

    def _no_turn(self, day: int, minute: int) -> str:
        """Return a message that no turn begins then, with the nearest turns, or the scenario's beginning and end."""
        if self.clock.times and time_of(minute) not in self.clock.times:
            return f"no turn begins at {time_of(minute)}; turns begin at {', '.join(self.clock.times)}"
        place = bisect(self._stamps, Stamp(day or self.setting.day, minute, ""))
        if not self.clock.times and 0 < place < len(self._stamps):
            nearest = f"{self.words(self._stamps[place - 1])} and {self.words(self._stamps[place])}"
            return f"no turn begins at {time_of(minute)}; nearest turns: {nearest}"
        first, last = self._stamps[0], self._stamps[-1]
        ends = f", and the last at {self.words(last)}" if self.setting.last_turn else ""
        return f"{time_of(minute)} is not in the scenario: its first turn begins at {self.words(first)}{ends}"


def lights_words(lights: Iterable[Light]) -> str:
    """Return light in the form in which players type it: `05:30 twilight, 06:00 day`."""
    return ", ".join(f"{time_of(light.minute)} {light.light}" for light in lights)


def _typed(typed: str, days: Sequence[str]) -> tuple[int, int]:
    """Return the day (0 if none is typed) and the minute of a typed time. Raises Refused."""
    words = typed.replace(",", " ").split()
    if not words:
        raise Refused("type the time of the turn, as in 09:00")
    minute = minute_of(words[-1])
    name = " ".join(words[:-1])
    if not name:
        return 0, minute
    matches = [
        place
        for place, day in enumerate(days, 1)
        if day.replace(",", " ").casefold().split() == name.casefold().split()
    ]
    if matches:
        return matches[0], minute
    numbered = _DAY.fullmatch(name)
    if numbered is None or int(numbered[1]) < 1:
        known = ", ".join((*days, "day 1, day 2 and so on"))
        raise Refused(f"{shortened(name)!r} is not a day; known: {known}")
    return int(numbered[1]), minute
