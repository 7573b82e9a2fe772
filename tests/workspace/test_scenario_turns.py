"""Turns of a scenario that is being written: light, days, first turn, and turns typed as number or time."""

from __future__ import annotations

import pytest

from companion.model import Clock, Refused
from companion.model.event import ClockSetting, Light
from companion.model.sequence import TurnLength
from companion.play.clock import Stamp
from companion.workspace.scenario_turns import (
    ScenarioTurns,
    first_turn,
    has_turns,
    lights_words,
    turn_words,
    typed_days,
    typed_lights,
)

BY_LIGHT = Clock(lengths=(TurnLength("day", 15), TurnLength("night", 30)))
"""76 turns a day: 56 from 06:00 to 20:00, and 20 at night."""
PRINTED = Clock(times=("06:00", "12:00", "20:00", "02:00"), night_times=("20:00", "02:00"))
LIGHTS = (Light(6 * 60, "day"), Light(20 * 60, "night"))
DAYS = ("July 1", "July 2")


def by_light(days: tuple[str, ...] = DAYS, last: int | None = None, day: int = 1) -> ScenarioTurns:
    """Return the turns of a scenario that begins at 10:00."""
    return ScenarioTurns(BY_LIGHT, ClockSetting(day, 600, LIGHTS, days, last))


def printed(days: tuple[str, ...] = (), last: int | None = None) -> ScenarioTurns:
    """Return the turns of a scenario that begins at 12:00."""
    return ScenarioTurns(PRINTED, ClockSetting(1, 720, (), days, last))


@pytest.mark.parametrize(
    ("typed", "lights"),
    [
        ("", ()),
        (" , ", ()),
        ("06:00 day", (Light(360, "day"),)),
        ("05:30  twilight ,06:00 day,20:00 night", (Light(330, "twilight"), Light(360, "day"), Light(1200, "night"))),
    ],
)  # fmt: skip
def test_light_is_typed_as_times_with_words(typed: str, lights: tuple[Light, ...]) -> None:
    """The order stays as typed."""
    assert typed_lights(typed) == lights


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            "05:30 twilight, 06:00",
            "light: '06:00' must be a time and day, twilight or night, such as 06:00 day",
        ),
        ("06:00 Day", "light: 'Day' is not one of day, twilight, night"),
        ("noon day", "'noon' is not a time of day (00:00 to 23:59)"),
    ],
)
def test_unknown_light_is_refused(typed: str, message: str) -> None:
    """The message names the part that cannot be read."""
    with pytest.raises(Refused) as error:
        typed_lights(typed)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("lights", "words"),
    [((), ""), (LIGHTS[:1], "06:00 day"), (LIGHTS, "06:00 day, 20:00 night")],
)
def test_light_in_words_is_typed_that_way(lights: tuple[Light, ...], words: str) -> None:
    """The words read back."""
    assert lights_words(lights) == words
    assert typed_lights(words) == lights


@pytest.mark.parametrize(
    ("typed", "days"),
    [("", ()), (" , ,", ()), ("July 1", ("July 1",)), (" July  1,, the second day ", ("July 1", "the second day"))],
)  # fmt: skip
def test_names_of_days_have_commas_between_them(typed: str, days: tuple[str, ...]) -> None:
    """Spaces and commas too many do not matter."""
    assert typed_days(typed) == days


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (Clock(), ""),
        (PRINTED, "4 turns a day: 06:00, 12:00, 20:00, 02:00"),
        (BY_LIGHT, "Minutes per turn in this game: 15 (day), 30 (night)"),
    ],
)
def test_the_length_of_the_turns_in_words(clock: Clock, words: str) -> None:
    """A game whose turns have no time of day has no words for them."""
    assert turn_words(clock) == words
    assert has_turns(clock) is bool(words)


@pytest.mark.parametrize(
    ("clock", "typed", "turn"),
    [
        (BY_LIGHT, "09:05", (1, 545)),
        (BY_LIGHT, " 9:05 ", (1, 545)),
        (BY_LIGHT, "July 1 00:00", (1, 0)),
        (BY_LIGHT, "JULY  2, 23:59", (2, 1439)),
        (BY_LIGHT, "day 1 09:00", (1, 540)),
        (BY_LIGHT, "Day  12 09:00", (12, 540)),
        (BY_LIGHT, "999 09:00", (999, 540)),
        (PRINTED, "02:00", (1, 120)),
        (PRINTED, "July 2 12:00", (2, 720)),
    ],
)
def test_the_first_turn_is_on_the_first_day_unless_typed(
    clock: Clock, typed: str, turn: tuple[int, int]
) -> None:
    """A day is typed by its name or its number."""
    assert first_turn(clock, typed, DAYS) == turn


def test_of_two_days_with_one_name_the_first_counts() -> None:
    """The other one can be typed as its number."""
    assert first_turn(BY_LIGHT, "Storm 09:00", ("Eve", "Storm", "storm")) == (2, 540)
    assert first_turn(BY_LIGHT, "day 3 09:00", ("Eve", "Storm", "storm")) == (3, 540)


@pytest.mark.parametrize(
    ("clock", "typed", "days", "message"),
    [
        (PRINTED, "12:30", DAYS, "no turn begins at 12:30; turns begin at 06:00, 12:00, 20:00, 02:00"),
        (BY_LIGHT, " , ", DAYS, "type the time of the turn, as in 09:00"),
        (BY_LIGHT, "July 1", DAYS, "'1' is not a time of day (00:00 to 23:59)"),
        (BY_LIGHT, "day 0 09:00", (), "'day 0' is not a day; known: day 1, day 2 and so on"),
        (
            BY_LIGHT,
            "1000 09:00",
            DAYS,
            "'1000' is not a day; known: July 1, July 2, day 1, day 2 and so on",
        ),
    ],
)
def test_a_first_turn_that_cannot_be_read_is_refused(
    clock: Clock, typed: str, days: tuple[str, ...], message: str
) -> None:
    """The message names what is known."""
    with pytest.raises(Refused) as error:
        first_turn(clock, typed, days)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("days", "day", "words"),
    [
        ((), 1, "10:30"),
        ((), 2, "day 2 10:30"),
        (("July 1",), 1, "10:30"),
        (("July 1",), 2, "day 2 10:30"),
        (DAYS, 1, "July 1 10:30"),
        (DAYS, 2, "July 2 10:30"),
        (DAYS, 3, "day 3 10:30"),
    ],
)
def test_a_turn_in_words_has_its_day_unless_there_is_only_one(
    days: tuple[str, ...], day: int, words: str
) -> None:
    """A day without a name is numbered."""
    assert by_light(days).words(Stamp(day, 630, "day")) == words


@pytest.mark.parametrize(
    ("turns", "typed", "number"),
    [
        (by_light(), "1", 1),
        (by_light(), "999", 999),
        (by_light(last=10), " 10 ", 10),
        (by_light(), "July 1 10:15", 2),
        (by_light(), "00:00", 49),
        (by_light(), "day 14 12:30", 999),
        (by_light(last=10), "12:15", 10),
        (by_light(("July 1",)), "11:00", 5),
        (by_light(()), "09:30", 75),
        (by_light(DAYS[:1]), "day 2 10:00", 77),
        (printed(("July 1",), last=3), "02:00", 3),
        (printed(), "06:00", 4),
        (printed(), "day 2 06:00", 4),
    ],
)
def test_a_turn_is_typed_as_its_number_or_its_time(turns: ScenarioTurns, typed: str, number: int) -> None:
    """Without a day the time means a turn of a named day if there is one, or else the first turn at that time."""
    assert turns.number(typed) == number


@pytest.mark.parametrize(
    ("turns", "typed", "message"),
    [
        (by_light(), "0", "turn 0 is outside 1 to 999"),
        (by_light(), "1000", "turn 1000 is outside 1 to 999"),
        (by_light(last=10), "11", "turn 11 is outside 1 to 10"),
        (by_light(), "9" * 50, "turn 999999999 is outside 1 to 999"),
        (by_light(), "", "type the time of the turn, as in 09:00"),
    ],
)
def test_a_number_without_a_turn_is_refused(turns: ScenarioTurns, typed: str, message: str) -> None:
    """The message has the first and the last turn."""
    with pytest.raises(Refused) as error:
        turns.number(typed)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("turns", "typed", "message"),
    [
        (
            by_light(),
            "11:00",
            "11:00 occurs 2 times: write July 1 11:00, July 2 11:00 or the number of the turn",
        ),
        (
            by_light(("A", "B", "C", "D", "E")),
            "11:00",
            "11:00 occurs 5 times: write A 11:00, B 11:00, C 11:00, D 11:00 or the number of the turn",
        ),
        (
            printed(last=7),
            "02:00",
            "02:00 occurs 2 times: write 02:00, day 2 02:00 or the number of the turn",
        ),
    ],
)
def test_a_time_of_several_turns_is_refused(turns: ScenarioTurns, typed: str, message: str) -> None:
    """The message lists the first four of the turns; with a last turn, all turns up to that one count."""
    with pytest.raises(Refused) as error:
        turns.number(typed)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("turns", "typed", "message"),
    [
        (
            by_light(),
            "10:07",
            "no turn begins at 10:07; nearest turns: July 1 10:00 and July 1 10:15",
        ),
        (
            by_light(),
            "July 2 10:07",
            "no turn begins at 10:07; nearest turns: July 2 10:00 and July 2 10:15",
        ),
        (by_light(day=2), "10:20", "no turn begins at 10:20; nearest turns: July 2 10:15 and July 2 10:30"),
        (
            by_light((), last=3),
            "10:29",
            "no turn begins at 10:29; nearest turns: 10:15 and 10:30",
        ),
        (
            by_light(day=2),
            "July 1 12:00",
            "12:00 is not in the scenario: its first turn begins at July 2 10:00",
        ),
        (
            by_light((), last=3),
            "09:59",
            "09:59 is not in the scenario: its first turn begins at 10:00, and the last at 10:30",
        ),
        (
            by_light((), last=3),
            "10:45",
            "10:45 is not in the scenario: its first turn begins at 10:00, and the last at 10:30",
        ),
        (
            by_light(()),
            "day 14 12:45",
            "12:45 is not in the scenario: its first turn begins at 10:00",
        ),
        (
            printed(last=3),
            "13:00",
            "no turn begins at 13:00; turns begin at 06:00, 12:00, 20:00, 02:00",
        ),
        (
            printed(DAYS, last=3),
            "06:00",
            "06:00 is not in the scenario: its first turn begins at July 1 12:00, and the last at July 1 02:00",
        ),
        (
            printed(DAYS, last=3),
            "July 2 12:00",
            "12:00 is not in the scenario: its first turn begins at July 1 12:00, and the last at July 1 02:00",
        ),
    ],
)
def test_a_time_without_a_turn_is_refused(turns: ScenarioTurns, typed: str, message: str) -> None:
    """The message names the nearest turns, the printed times, or where the scenario begins and ends."""
    with pytest.raises(Refused) as error:
        turns.number(typed)
    assert str(error.value) == message


def test_the_time_of_a_turn_follows_the_clock_of_the_game() -> None:
    """Turns at night are longer; a printed turn after midnight belongs to the day before."""
    turns = by_light()
    assert turns.at(1) == Stamp(1, 600, "day")
    assert turns.at(41) == Stamp(1, 1200, "night")
    assert turns.at(42) == Stamp(1, 1230, "night")
    assert [printed().at(number)[:2] for number in (1, 2, 3, 4)] == [(1, 720), (1, 1200), (1, 120), (2, 360)]
