"""Turns, phases and the time of day. The players may be at any phase, so any phase can be jumped to."""

from __future__ import annotations

import re
from collections.abc import Sequence as Items
from typing import Any, NamedTuple

from companion.errors import shortened
from companion.model import Clock, Phase, Refused, Sequence
from companion.model.event import ClockSetting, Light

LAST_TURN = 999
DAY = 24 * 60


class Moment(NamedTuple):
    """A phase within a turn."""

    phase: Phase
    side: str
    """The side that plays it; empty for both together."""


class Position(NamedTuple):
    """A place on the turn track: a turn and one of its phases."""

    turn: int = 1
    """Game turn, counted from 1."""
    moment: int = 0
    """Phase of the turn, counted from 0, as in `moments`."""


class Stamp(NamedTuple):
    """Time of day at which a turn begins."""

    day: int
    """Day of the battle, from 1."""
    minute: int
    """Minute of the day, 0 to 1439."""
    light: str
    """`day`, `twilight` or `night`; empty if it is not known when it gets dark."""

    @property
    def time(self) -> str:
        """The time as `HH:MM`."""
        return time_of(self.minute)


def moments(sequence: Sequence) -> list[Moment]:
    """Return the phases of one turn in the order of play.

    The first side plays all of a run of phases for each side, then the second side does.
    """
    order: list[Moment] = []
    run: list[Phase] = []
    for phase in (*sequence.phases, None):
        if phase is not None and phase.who == "each side":
            run.append(phase)
            continue
        order += [Moment(shared, side) for side in sequence.sides for shared in run]
        run = []
        if phase is not None:
            order.append(Moment(phase, phase.who if phase.who in sequence.sides else ""))
    return order


def forward(sequence: Sequence, position: Position) -> Position:
    """Return the position of the next phase; from the last phase of the last turn, the same position."""
    if position.moment + 1 < len(moments(sequence)):
        return Position(position.turn, position.moment + 1)
    return Position(position.turn + 1, 0) if position.turn < LAST_TURN else position


def back(sequence: Sequence, position: Position) -> Position:
    """Return the position of the previous phase; from the first phase of turn 1, the same position."""
    if position.moment > 0:
        return Position(position.turn, position.moment - 1)
    return Position(position.turn - 1, len(moments(sequence)) - 1) if position.turn > 1 else position


def legal(sequence: Sequence, position: Position) -> Position:
    """Return the nearest position that exists; the sequence of play may have been edited."""
    last = len(moments(sequence)) - 1
    return Position(min(max(position.turn, 1), LAST_TURN), min(max(position.moment, 0), last))


def words(sequence: Sequence, position: Position, command: str = "") -> str:
    """Return a position in words: `Turn 3, First player, Command Phase`; `command` is the Command being activated."""
    moment = moments(sequence)[position.moment]
    parts = [f"Turn {position.turn}", moment.side or command, moment.phase.title]
    return ", ".join(part for part in parts if part)


def minute_of(time: str) -> int:
    """Return a time `HH:MM` in minutes since midnight. Raises Refused."""
    match = re.fullmatch(r"(\d{1,2}):(\d\d)", time.strip())
    if match is None or int(match[1]) > 23 or int(match[2]) > 59:
        raise Refused(f"{shortened(time)!r} is not a time of day (00:00 to 23:59)")
    return int(match[1]) * 60 + int(match[2])


def time_of(minute: int) -> str:
    """Return minutes since midnight as a time `HH:MM`."""
    return f"{minute // 60:02}:{minute % 60:02}"


def day_name(days: Items[str], day: int) -> str:
    """Return the name of a day of the battle, counted from 1: `July 2`, or `day 2` if it has none."""
    return days[day - 1] if 0 < day <= len(days) else f"day {day}"


def stamp(clock: Clock, setting: ClockSetting | None, turn: int) -> Stamp | None:
    """Return the time at which `turn` begins; None if the time of turn 1 is not known."""
    if setting is None or not (clock.times or clock.lengths):
        return None
    if clock.times:
        return _printed(clock, setting, turn)
    lengths: dict[str, int] = {length.light: length.minutes for length in clock.lengths}
    default = next(iter(lengths.values()))
    day, minute = setting.day, setting.minute
    for _ in range(turn - 1):
        minute += lengths.get(_light(setting.lights, minute), default)
        day, minute = day + minute // DAY, minute % DAY
    return Stamp(day, minute, _light(setting.lights, minute))


def turn_at(clock: Clock, setting: ClockSetting | None, day: int, time: str) -> int | None:
    """Return the turn that begins at this time; None if no turn does, or if the time of turn 1 is not known."""
    minute = minute_of(time)
    for turn in range(1, LAST_TURN + 1):
        when = stamp(clock, setting, turn)
        if when is None or when.day > day:
            return None
        if (when.day, when.minute) == (day, minute):
            return turn
    return None


def clock_names(sequence: Sequence, setting: ClockSetting | None, position: Position) -> dict[str, Any]:
    """Return the names that formulas over the clock may read, with their values; no time of day if it is unknown."""
    moment = moments(sequence)[legal(sequence, position).moment]
    names: dict[str, Any] = {
        "turn": position.turn,
        "phase": moment.phase.id,
        "side": sequence.side_key(moment.side),
    }
    when = stamp(sequence.clock, setting, position.turn)
    if when is not None:
        names |= {"day": when.day, "hour": when.minute // 60, "minute": when.minute % 60, "time": when.time}
        if when.light:
            names |= {"light": when.light, "night": when.light == "night"}
    return names


def time_words(setting: ClockSetting | None, when: Stamp | None) -> str:
    """Return a time in words: `July 2, 10:45, night`; empty if the time is not known."""
    if when is None:
        return ""
    days = setting.days if setting else ()
    day = day_name(days, when.day) if when.day > (0 if days else 1) else ""
    light = when.light if when.light in ("night", "twilight") else ""
    return ", ".join(part for part in (day, when.time, light) if part)


def _light(lights: tuple[Light, ...], minute: int) -> str:
    if not lights:
        return ""
    before = [light for light in lights if light.minute <= minute] or list(lights)
    return max(before, key=lambda light: light.minute).light


def _printed(clock: Clock, setting: ClockSetting, turn: int) -> Stamp | None:
    """Return the time of a turn from the printed times; None if the time of turn 1 is no longer one of them.

    A day is one round of the printed turns; a turn after midnight still belongs to the day before.
    """
    minutes = [minute_of(time) for time in clock.times]
    if setting.minute not in minutes:
        return None
    days, place = divmod(minutes.index(setting.minute) + turn - 1, len(minutes))
    night = clock.times[place] in clock.night_times
    return Stamp(setting.day + days, minutes[place], "night" if night else "day")
