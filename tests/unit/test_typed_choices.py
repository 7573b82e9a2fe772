"""Choices typed on the command line by number or beginning: never one that could be another."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.typed_choices import full_answer, numbered, numbers_of
from companion.errors import Refused
from companion.model import Choice, Input


def question(*names: str, kind: Any = "choice") -> Input:
    """A question with these choices, `key=label` or only `key`."""
    pairs = [name.partition("=") for name in names]
    return Input("target", "Target", kind, choices=tuple(Choice(key, label=label) for key, _, label in pairs))


GROUND = ("open=In the open", "wood", "woods=Dense woods", "stone_wall=Behind a wall")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("o", "open"),
        ("IN", "open"),
        ("wood", "wood"),
        ("woods", "woods"),
        ("dense", "woods"),
        ("stone w", "stone_wall"),
        ("stone-wa", "stone_wall"),
        ("In the open", "In the open"),
        ("3", "woods"),
        ("5", "5"),
        ("0", "0"),
        ("all", "all"),
        ("", ""),
    ],
)
def test_a_choice_by_number_or_beginning(typed: str, meant: str) -> None:
    """A whole name counts although another one begins with it; what is no choice is left to the calculator."""
    assert full_answer(question(*GROUND), typed) == meant


@pytest.mark.parametrize(("typed", "names"), [("wo", "wood or woods"), ("w", "wood or woods")])
def test_an_ambiguous_beginning_is_refused(typed: str, names: str) -> None:
    """The refusal names the choices."""
    with pytest.raises(Refused, match=f"^target: '{typed}' may mean {names}; type more letters$"):
        full_answer(question(*GROUND), typed)


@pytest.mark.parametrize(
    "names",
    [
        ("none", "one", "two"),
        ("second", "first"),
        ("0", "1", "2"),
        ("10+", "20+"),
        ("II Corps", "III Corps"),
        ("two_hexes", "one_hex"),
    ],
)
def test_no_numbers_that_could_mean_another_choice(names: tuple[str, ...]) -> None:
    """Choices that name numbers themselves have none."""
    given = question(*names)
    assert numbers_of(given) == {}
    assert [full_answer(given, number) for number in ("1", "2", "3")] == ["1", "2", "3"]


@pytest.mark.parametrize(("typed", "meant"), [("3", '0-4"'), ("5", '5-8"'), ("30", "17+"), ("12", "12")])
def test_a_number_within_a_band(typed: str, meant: str) -> None:
    """A distance names its band, since such a list has no numbers; one between the bands names none."""
    assert full_answer(question('0-4"', '5-8"', "17+"), typed) == meant


def test_numbers_that_the_names_say_too() -> None:
    """They mean the same; so does a number of a remark in brackets, which is no name."""
    assert numbers_of(question("blank=Point blank (to 2 inches)", "close=Close (to 6)")) == {
        "blank": 1,
        "close": 2,
    }
    assert numbers_of(question("first", "second", "over_12")) == {"first": 1, "second": 2, "over_12": 3}


def test_members_of_a_set() -> None:
    """Each by its number or beginning."""
    assert full_answer(question("fog", "rain", "snow", kind="set"), "2, f") == "rain, fog"


def test_other_answers_stay() -> None:
    """Numbers, ticks and answers of JSON are not changed."""
    assert full_answer(Input("men", "Men", "number"), "1") == "1"
    assert full_answer(None, "1") == "1"
    assert full_answer(question("fog", "rain"), 1) == 1


def test_first_within_a_name_is_no_number() -> None:
    """`1` can only be the first of these in the list; semicolons separate names with commas in them."""
    charging = question("Charging, first round only", "Charging, first round only, lancers", "none")
    assert numbers_of(charging) == {
        "Charging, first round only": 1,
        "Charging, first round only, lancers": 2,
        "none": 3,
    }
    assert numbered(charging, charging.choices, {}) == (
        "1 Charging, first round only; 2 Charging, first round only, lancers; 3 none"
    )
