"""Values of the form of a scenario that are refused, names of its sides, ids, and checks of arrivals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.load.own_scenarios import Parts
from companion.model import Refused
from companion.model.scenario import Victory
from companion.workspace.arrival_lines import ArrivalLine
from companion.workspace.scenario_values import new_id
from tests.small_game import SCENARIOS
from tests.workspace.test_scenario_values import GAME, NOTHING, form, saved, typed


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"last": "11:00"}, "the first turn is missing: its time, as in 09:00"),
        ({"light": "06:00 day"}, "the first turn is missing: its time, as in 09:00"),
        ({"arrivals": "1; Red; A; "}, "the first turn is missing: its time, as in 09:00"),
        ({"schedule": "yes"}, "the first turn is missing: its time, as in 09:00"),
        ({"light": "06:00"}, "light: '06:00' must be a time and day, twilight or night, such as 06:00 day"),
        ({"first": "9"}, "first turn: '9' is not a time of day (00:00 to 23:59)"),
        ({"first": "09:00", "last": "1000"}, "last turn: turn 1000 is outside 1 to 999"),
        (
            {
                "first": "09:00",
                "last": "4",
                "arrivals": "4; Red; A; \n5; Red; A; \n1; ; A; \n1; Green; A; \n1; Red; ; ",
            },
            "arrival 2: turn 5 is outside 1 to 4; arrival 3: the side is missing: Red, Blue; "
            "arrival 4: side: 'Green' is not one of Red, Blue; "
            "arrival 5: the units that arrive are missing",
        ),
        ({"victory": "Draw\nHill; Green; "}, "side: 'Green' is not one of Red, Blue"),
        ({"victory": "; Red; Hold it."}, "the name is missing (for example, Decisive victory)"),
        ({"side0": "X", "side1": "x"}, "two sides are called X; give each its own name"),
        ({"side0": "blue"}, "two sides are called blue; give each its own name"),
        (
            {"side1": "x" * 31},
            f"{'x' * 30} is not a valid name for a side: at most 30 letters, no commas",
        ),
        ({"side0": "a, b"}, "a, b is not a valid name for a side: at most 30 letters, no commas"),
    ],
)
def test_values_that_cannot_be_saved_are_refused(values: dict[str, str], message: str) -> None:
    """The message names the field, or the number of the arrival."""
    with pytest.raises(Refused) as error:
        form().written("ford", typed(**values))
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("first", "second", "written"),
    [
        ("", " ", None),
        ("North", "", ["North", "Blue"]),
        ("", " South  coast", ["Red", "South coast"]),
        ("x" * 30, "South", ["x" * 30, "South"]),
    ],
)
def test_names_of_the_sides_are_saved_for_all_sides_or_none(
    first: str, second: str, written: list[str] | None
) -> None:
    """A side without a typed name keeps that of the game, even if the session has another name for it."""
    (scenario,) = saved(form(Red="Union", Blue="Rebels"), side0=first, side1=second)["scenarios"]
    assert scenario.get("sides") == written


def test_conditions_get_ids_that_no_other_condition_has() -> None:
    """The condition is its name if nothing else is typed; ids differ from those of other scenarios and in the file."""
    others = (Victory("ford-hill", "Hill", "x", scenario="other"), Victory("ford-2", "2", "y"))
    module = replace(GAME, scenarios=replace(SCENARIOS, victory=others))
    lines = " Hill \nHill; Red; Take it.\n\nHold the ford; blue; \n2"
    assert saved(form(module=module), victory=lines)["victory"] == [
        {"title": "Hill", "says": "Hill", "scenario": "ford", "id": "ford-hill-2"},
        {"title": "Hill", "says": "Take it.", "side": "Red", "scenario": "ford", "id": "ford-hill-3"},
        {
            "title": "Hold the ford",
            "says": "Hold the ford",
            "side": "Blue",
            "scenario": "ford",
            "id": "ford-hold-the-ford",
        },
        {"title": "2", "says": "2", "scenario": "ford", "id": "ford-2-2"},
    ]


def test_a_condition_of_the_same_scenario_leaves_its_id_to_others() -> None:
    """Unless the file still has it: a new condition never gets the id of an old one."""
    module = replace(
        GAME, scenarios=replace(SCENARIOS, victory=(Victory("ford-hill", "Hill", "x", scenario="ford"),))
    )
    assert saved(form(module=module), victory="Hill")["victory"][0]["id"] == "ford-hill"
    old: Parts = {
        **NOTHING,
        "victory": [{"id": "ford-hill", "title": "Hill", "says": "x", "scenario": "ford"}],
    }
    assert saved(form(old, module), victory="Hill")["victory"][0]["id"] == "ford-hill-2"
    assert saved(form(old, module), victory="Hill; ; x")["victory"][0]["id"] == "ford-hill"


@pytest.mark.parametrize(
    ("values", "turn", "message"),
    [
        ({"first": "10:00", "last": "3"}, "10:30", ""),
        ({"first": "10:00", "last": "3"}, "4", "turn 4 is outside 1 to 3"),
        ({"first": "10:00"}, "4", ""),
        (
            {"first": "B 10:00", "days": "A, B"},
            "A 10:00",
            "10:00 is not in the scenario: its first turn begins at B 10:00",
        ),
        ({"first": " "}, "12345", ""),
    ],
)  # fmt: skip
def test_an_arrival_must_be_on_a_turn(values: dict[str, str], turn: str, message: str) -> None:
    """Without a first turn every arrival is accepted."""
    check = form().arrival_check(typed(**values))
    arrival = ArrivalLine(turn, "Red", "A")
    if not message:
        check(arrival)
        return
    with pytest.raises(Refused) as error:
        check(arrival)
    assert str(error.value) == message


def test_arrivals_are_not_checked_without_a_valid_first_turn() -> None:
    """The first turn is refused before any arrival is."""
    with pytest.raises(Refused, match=r"^first turn: '10' is not a time of day"):
        form().arrival_check(typed(first="10"))


@pytest.mark.parametrize(
    ("title", "taken", "name"),
    [
        ("Hill fight", (), "hill-fight"),
        ("Château d'Eau!", (), "chateau-d-eau"),
        ("2nd  Day", (), "2nd-day"),
        ("Бородино", (), "scenario"),
        ("!!", ("scenario",), "scenario-2"),
        ("Hill", ("hill",), "hill-2"),
        ("Hill", ("hill-2",), "hill"),
        ("Hill", ("hill", "hill-2", "hill-3"), "hill-4"),
    ],
)
def test_an_id_is_made_from_the_title(title: str, taken: tuple[str, ...], name: str) -> None:
    """Without accents and signs, and with the first number that is free if it is taken."""
    assert new_id(title, taken, "scenario") == name
