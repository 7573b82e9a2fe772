"""The turn clock: phases in order, time of day, night, midnight."""

from __future__ import annotations

import msgspec
import pytest

from companion.model import Clock, Phase, Refused, Sequence
from companion.model.event import ClockSetting, Light
from companion.model.sequence import TurnLength
from companion.play.clock import (
    Position,
    Stamp,
    back,
    clock_names,
    forward,
    minute_of,
    moments,
    stamp,
    time_words,
    turn_at,
    words,
)
from tests.small_game import SEQUENCE

LENGTHS = Clock(lengths=(TurnLength("day", 15), TurnLength("twilight", 15), TurnLength("night", 30)))
PRINTED = Clock(times=("06:00", "07:00", "20:00", "00:00", "04:00"), night_times=("20:00", "00:00", "04:00"))
LIGHTS = (Light(330, "day"), Light(1200, "twilight"), Light(1230, "night"))


def times(clock: Clock, given: ClockSetting, turns: range) -> list[tuple[int, str, str]]:
    """Day, time and light of these turns."""
    found = [stamp(clock, given, turn) for turn in turns]
    return [(each.day, each.time, each.light) for each in found if each is not None]


def test_each_side_plays_all_its_phases_before_the_other() -> None:
    """The second side follows after all phases of the first side."""
    assert [(each.phase.id, each.side) for each in moments(SEQUENCE)] == [
        ("orders", "Red"), ("orders", "Blue"), ("moves", ""), ("combat", ""),
    ]  # fmt: skip


def test_a_phase_of_one_side() -> None:
    """The phase comes in its printed order, and formulas can read whose phase it is."""
    own = msgspec.structs.replace(
        SEQUENCE, phases=(*SEQUENCE.phases, Phase("volley", "Volley", "Blue"), Phase("end", "End", "both"))
    )
    assert [(each.phase.id, each.side) for each in moments(own)][4:] == [("volley", "Blue"), ("end", "")]
    assert words(own, Position(2, 4)) == "Turn 2, Blue, Volley"
    assert words(own, Position(2, 5)) == "Turn 2, End"
    assert words(own, Position(2, 5), "I Corps") == "Turn 2, I Corps, End"
    assert [clock_names(own, None, Position(2, at))["side"] for at in (0, 1, 2, 4, 5)] == [
        "Red", "Blue", "", "Blue", "",
    ]  # fmt: skip


def test_forward_and_back_are_inverse_except_at_the_ends() -> None:
    """After all phases of a turn comes the next turn; nothing comes before the first phase of the game."""
    here = Position()
    assert back(SEQUENCE, here) == here
    for _ in range(11):
        there = forward(SEQUENCE, here)
        assert back(SEQUENCE, there) == here
        here = there
    assert here == Position(3, 3)
    assert forward(SEQUENCE, Position(999, 3)) == Position(999, 3)


def test_turns_last_as_long_as_their_light() -> None:
    """Quarter hours by day and twilight, half hours by night; the date changes at midnight."""
    given = ClockSetting(1, minute_of("19:45"), LIGHTS)
    assert times(LENGTHS, given, range(1, 12)) == [
        (1, "19:45", "day"), (1, "20:00", "twilight"), (1, "20:15", "twilight"), (1, "20:30", "night"),
        (1, "21:00", "night"), (1, "21:30", "night"), (1, "22:00", "night"), (1, "22:30", "night"),
        (1, "23:00", "night"), (1, "23:30", "night"), (2, "00:00", "night"),
    ]  # fmt: skip


def test_dawn_comes_after_the_night() -> None:
    """The first turn that begins in daylight is short again."""
    given = ClockSetting(1, minute_of("04:30"), LIGHTS)
    assert times(LENGTHS, given, range(1, 5)) == [
        (1, "04:30", "night"), (1, "05:00", "night"), (1, "05:30", "day"), (1, "05:45", "day"),
    ]  # fmt: skip


def test_formulas_know_the_time_of_day() -> None:
    """Day, hour and minute of the turn."""
    sequence = Sequence(sides=("Red", "Blue"), phases=(Phase("move", "Move", "both"),), clock=PRINTED)
    names = clock_names(sequence, ClockSetting(1, minute_of("07:00")), Position(2))
    assert (names["day"], names["hour"], names["minute"], names["time"]) == (1, 20, 0, "20:00")
    assert (names["light"], names["night"]) == ("night", True)
    names = clock_names(sequence, ClockSetting(1, minute_of("07:00")), Position(1))
    assert (names["light"], names["night"]) == ("day", False)


def test_printed_turns_repeat_each_day() -> None:
    """A cycle of printed turns is a day, including its turns after midnight."""
    given = ClockSetting(1, minute_of("07:00"))
    assert times(PRINTED, given, range(1, 7)) == [
        (1, "07:00", "day"), (1, "20:00", "night"), (1, "00:00", "night"), (1, "04:00", "night"),
        (2, "06:00", "day"), (2, "07:00", "day"),
    ]  # fmt: skip


def test_turns_without_hours_have_no_time() -> None:
    """Without a start time, or without hours in the game, turns have no time."""
    assert stamp(LENGTHS, None, 3) is None
    assert stamp(Clock(), ClockSetting(1, 600), 3) is None
    assert stamp(PRINTED, ClockSetting(1, 601), 3) is None, "the time of turn 1 is no longer in the game"
    bare = stamp(LENGTHS, ClockSetting(1, 600), 3)
    assert bare is not None
    assert (bare.time, bare.light) == ("10:30", "")


def test_the_turn_of_a_time_is_found() -> None:
    """The turn may be on the next day; a time between turns has no turn."""
    given = ClockSetting(1, minute_of("07:00"))
    assert turn_at(PRINTED, given, 1, "07:00") == 1
    assert turn_at(PRINTED, given, 2, "06:00") == 5
    assert turn_at(PRINTED, given, 1, "00:00") == 3
    assert turn_at(PRINTED, given, 1, "06:00") is None
    assert turn_at(PRINTED, ClockSetting(1, 601), 1, "07:00") is None, "turn 1 begins at no printed time"
    assert turn_at(LENGTHS, ClockSetting(1, 600), 1, "10:20") is None
    minutes = Clock(lengths=(TurnLength("day", 1),))
    assert turn_at(minutes, ClockSetting(1, 0), 1, "16:38") == 999
    assert turn_at(minutes, ClockSetting(1, 0), 1, "16:39") is None, "it would be turn 1000"


def test_time_in_words() -> None:
    """A day is called by its name if it has one."""
    given = ClockSetting(1, minute_of("23:30"), LIGHTS, ("July 1",))
    assert time_words(given, stamp(LENGTHS, given, 1)) == "July 1, 23:30, night"
    assert time_words(given, stamp(LENGTHS, given, 2)) == "day 2, 00:00, night"
    both = ClockSetting(1, minute_of("23:30"), LIGHTS, ("July 1", "July 2"))
    assert time_words(both, stamp(LENGTHS, both, 2)) == "July 2, 00:00, night"
    assert time_words(both, Stamp(0, 600, "day")) == "10:00", "the days of a battle begin with 1"


@pytest.mark.parametrize(("text", "minute"), [("00:00", 0), ("9:05", 545), (" 23:59 ", 1439)])
def test_times_of_day(text: str, minute: int) -> None:
    """From midnight to a minute before the next one; the hour may have one digit."""
    assert minute_of(text) == minute


@pytest.mark.parametrize("text", ["24:00", "7", "7:5", "07:60", "", "noon", "-1:00"])
def test_invalid_times_are_refused(text: str) -> None:
    """The message names the legal times."""
    with pytest.raises(Refused, match="00:00 to 23:59"):
        minute_of(text)
