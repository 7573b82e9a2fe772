"""A scenario as the values of a form, and the values as they are saved in its file."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.load.own_scenarios import Parts
from companion.load.yaml_text import read_back
from companion.model import Clock, GameModule
from companion.model.scenario import Arrival, Scenarios
from companion.workspace.scenario_values import ScenarioValues
from tests.small_game import LIBRARY, SEQUENCE

GAME = LIBRARY.module("small")
"""Red and Blue; turns of 15 minutes, or 30 at night; a schedule of arrivals."""
UNTIMED = replace(GAME, sequence=replace(SEQUENCE, clock=Clock()))
NOTHING: Parts = {"scenarios": [], "arrivals": [], "victory": []}
EMPTY = {
    "title": "",
    "days": "",
    "first": "",
    "last": "",
    "light": "",
    "side0": "",
    "side1": "",
    "schedule": "no",
    "arrivals": "",
    "rules": "",
    "victory": "",
}
WHOLE: Parts = {
    "scenarios": [
        {
            "id": "ford",
            "title": "The ford",
            "cite": "9",
            "days": ["July 1", "July 2"],
            "day": "1",
            "time": "10:00",
            "last_day": "2",
            "last_time": "12:00",
            "light": [{"time": "06:00", "light": "day"}, {"time": "20:00", "light": "night"}],
            "sides": ["North", "South"],
            "arrivals": "own",
            "notes": ["One rule.", "Two\nlines."],
            "commands": ["Guard"],
        }
    ],
    "arrivals": [
        {
            "scenario": "ford",
            "side": "Red",
            "day": "2",
            "time": "11:00",
            "where": "the  hill",
            "says": "A; B",
        },
        {"scenario": "ford", "side": "Blue", "time": "10:30", "says": "C", "cite": "9.1"},
    ],
    "victory": [
        {"id": "v1", "scenario": "ford", "title": "Hill", "says": "Hold\nit.", "side": "Red", "cite": "9.2"},
        {"id": "v2", "scenario": "ford", "title": "Draw", "says": "Draw"},
    ],
}
TYPED = {
    "title": "The ford",
    "days": "July 1, July 2",
    "first": "July 1 10:00",
    "last": "July 2 12:00",
    "light": "06:00 day, 20:00 night",
    "side0": "North",
    "side1": "South",
    "schedule": "no",
    "arrivals": 'July 2 11:00; Red; "A; B"; the hill\nJuly 1 10:30; Blue; C; ',
    "rules": "One rule.\nTwo lines.",
    "victory": "Hill; Red; Hold it.\nDraw; ; ",
}


def form(before: Parts = NOTHING, module: GameModule = GAME, **named: str) -> ScenarioValues:
    """Return the form of a scenario; `named`: the session's names of the sides."""
    return ScenarioValues(module, before, named)


def typed(**changed: str) -> dict[str, str]:
    """Return the values of a form of a new scenario, with some of them typed."""
    return {**EMPTY, "title": "Ford", **changed}


def saved(given: ScenarioValues, **changed: str) -> dict[str, Any]:
    """Return what the file says of a new scenario after it is read back."""
    found: dict[str, Any] = read_back(given.written("ford", typed(**changed)))
    return found


def test_a_new_scenario_has_empty_values() -> None:
    """There is a name for each side of the game, and the schedule of the game is left out."""
    assert form().values() == EMPTY


def test_the_values_of_a_scenario_are_those_that_its_player_typed() -> None:
    """Times have their day if the days have names; texts of several lines become one line."""
    assert form(WHOLE).values() == TYPED


@pytest.mark.parametrize(
    ("item", "first", "last"),
    [
        ({"time": "10:00"}, "10:00", ""),
        ({"time": "10:00", "last_time": "11:00"}, "10:00", "11:00"),
        ({"time": "10:00", "days": ["July 1"], "last_time": "11:00"}, "10:00", "11:00"),
        ({"time": "10:00", "last_day": "2", "last_time": "11:00"}, "10:00", "day 2 11:00"),
        ({"day": "2", "time": "10:00", "last_time": "11:00"}, "day 2 10:00", "day 2 11:00"),
        ({"time": "10:00", "days": ["A", "B"], "last_time": "11:00"}, "A 10:00", "A 11:00"),
        ({"day": "2", "days": ["A", "B"]}, "", ""),
    ],
)
def test_a_time_has_its_day_unless_there_is_only_one(item: dict[str, Any], first: str, last: str) -> None:
    """The last turn is on the day of the first one unless the file says otherwise."""
    values = form({**NOTHING, "scenarios": [{"id": "ford", "title": "Ford", **item}]}).values()
    assert (values["first"], values["last"]) == (first, last)


@pytest.mark.parametrize(
    ("arrivals", "schedule"), [({}, "no"), ({"arrivals": "own"}, "no"), ({"arrivals": "yes"}, "yes")]
)
def test_only_a_scenario_with_the_schedule_of_the_game_says_so(
    arrivals: dict[str, str], schedule: str
) -> None:
    """Arrivals of its own are not the schedule."""
    values = form({**NOTHING, "scenarios": [{"id": "ford", "title": "Ford", **arrivals}]}).values()
    assert values["schedule"] == schedule


@pytest.mark.parametrize(
    ("module", "turns", "schedule"),
    [
        (GAME, True, True),
        (replace(GAME, scenarios=Scenarios()), True, False),
        (
            replace(GAME, scenarios=Scenarios(arrivals=(Arrival("Red", "10:00", "A", scenario="first"),))),
            True,
            False,
        ),
        (UNTIMED, False, False),
    ],
)
def test_turns_and_schedule_are_asked_only_where_the_game_has_them(
    module: GameModule, turns: bool, schedule: bool
) -> None:
    """Arrivals that belong to one scenario are no schedule."""
    assert (form(module=module).asks_turns, form(module=module).asks_schedule) == (turns, schedule)


def test_the_names_of_the_sides_are_those_typed_or_else_those_of_the_session() -> None:
    """A side without either has the game's name."""
    assert form(Red="Union").sides({"side0": "", "side1": "  South  coast "}) == [
        ("Red", "Union"),
        ("Blue", "South coast"),
    ]
    assert form(Red="Union").sides({"side0": "North"}) == [("Red", "North"), ("Blue", "Blue")]


def test_a_scenario_with_only_a_name_is_saved_with_that() -> None:
    """Nothing else is written, and no list has items."""
    written = form().written("ford", typed())
    assert read_back(written) == {"scenarios": [{"id": "ford", "title": "Ford"}]}
    assert (written["arrivals"], written["victory"]) == ([], [])


def test_a_scenario_that_is_saved_unchanged_stays_as_it_was() -> None:
    """Keys that the form does not ask for stay; rules and names are on one line each, and come last."""
    (scenario,) = WHOLE["scenarios"]
    (first, second), (hill, draw) = WHOLE["arrivals"], WHOLE["victory"]
    written = form(WHOLE).written("ford", form(WHOLE).values())
    assert read_back(written) == {
        "scenarios": [{**scenario, "notes": ["One rule.", "Two lines."]}],
        "arrivals": [{**first, "where": "the hill"}, {**second, "day": "1"}],
        "victory": [{**hill, "says": "Hold it."}, draw],
    }
    assert [*written["scenarios"][0]][-1] == "notes"


def test_what_is_deleted_in_the_form_is_not_saved() -> None:
    """Only keys that the form does not ask for stay."""
    written = form(WHOLE).written("ford", {**EMPTY, "title": "Ford"})
    assert read_back(written) == {
        "scenarios": [{"id": "ford", "title": "Ford", "cite": "9", "commands": ["Guard"]}]
    }


def test_a_game_without_times_keeps_the_times_in_the_file() -> None:
    """The form does not ask for them, so that it does not change them either."""
    item = {"id": "ford", "title": "Ford", "day": "2", "time": "10:00", "arrivals": "no"}
    given = form({**NOTHING, "scenarios": [item]}, UNTIMED)
    values = {"title": "Ford", "days": "", "rules": " One. \n\n Two.", "victory": ""}
    assert read_back(given.written("ford", values)) == {"scenarios": [{**item, "notes": ["One.", "Two."]}]}


@pytest.mark.parametrize(
    ("module", "schedule", "arrivals", "written"),
    [
        (GAME, "no", "", None),
        (GAME, "yes", "", "yes"),
        (GAME, "no", "1; Red; A; ", "own"),
        (GAME, "yes", "1; Red; A; ", "yes"),
        (replace(GAME, scenarios=Scenarios()), "no", "1; Red; A; ", "yes"),
        (replace(GAME, scenarios=Scenarios()), "no", "", None),
    ],
)
def test_arrivals_of_the_scenario_come_with_or_without_the_schedule(
    module: GameModule, schedule: str, arrivals: str, written: str | None
) -> None:
    """If the game has no schedule, there is nothing to leave out."""
    found = saved(form(module=module), first="10:00", schedule=schedule, arrivals=arrivals)
    assert found["scenarios"][0].get("arrivals") == written


@pytest.mark.parametrize(
    ("values", "written"),
    [
        ({"first": "09:00"}, {"day": "1", "time": "09:00"}),
        (
            {"first": "09:00", "last": "5"},
            {"day": "1", "time": "09:00", "last_day": "1", "last_time": "10:00"},
        ),
        (
            {"first": "B 09:00", "days": "A, B", "last": "day 3 00:00"},
            {"days": ["A", "B"], "day": "2", "time": "09:00", "last_day": "3", "last_time": "00:00"},
        ),
        (
            {"first": "19:30", "last": "3", "light": "06:00 night"},
            {
                "day": "1",
                "time": "19:30",
                "last_day": "1",
                "last_time": "20:30",
                "light": [{"time": "06:00", "light": "night"}],
            },
        ),
    ],
)
def test_first_and_last_turn_are_saved_as_day_and_time(
    values: dict[str, str], written: dict[str, object]
) -> None:
    """The last turn may be typed as its number, and follows the light."""
    (scenario,) = saved(form(), **values)["scenarios"]
    assert scenario == {"id": "ford", "title": "Ford", **written}


def test_arrivals_are_saved_with_the_time_of_their_turn() -> None:
    """The side has the game's name, by whichever name it is typed; without a place none is saved."""
    lines = " 2;  north; A  Brigade; the  hill \n\n11:00; Blue; B; "
    found = saved(form(), first="10:00", last="11:00", side0="North", arrivals=lines)
    assert found["arrivals"] == [
        {
            "scenario": "ford",
            "side": "Red",
            "day": "1",
            "time": "10:15",
            "where": "the hill",
            "says": "A Brigade",
        },
        {"scenario": "ford", "side": "Blue", "day": "1", "time": "11:00", "says": "B"},
    ]
