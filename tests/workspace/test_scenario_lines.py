"""Arrivals and victory conditions as lines of text: typed one at a time, or pasted as a list."""

from __future__ import annotations

import pytest

from companion.model import Refused
from companion.workspace.arrival_lines import ArrivalLine, checked_arrival, pasted_arrivals, read_line
from companion.workspace.victory_lines import (
    VictoryLine,
    checked_condition,
    pasted_conditions,
    read_condition,
)

SIDES = [("First player", "French"), ("Second player", "Allies")]
NEY = ArrivalLine("3", "First player", "Ney", "the ford")
WIN = VictoryLine("Decisive victory", "Second player", "Hold the hill")


def test_a_line_reads_as_it_was_written() -> None:
    """Without a place, the last column is empty; without a side and a condition, the last two are."""
    assert (NEY.text(), read_line("3; First player; Ney; the ford")) == (
        "3; First player; Ney; the ford",
        NEY,
    )
    assert ArrivalLine("3", "French", "Ney").text() == "3; French; Ney; "
    assert read_line("3;French;Ney") == ArrivalLine("3", "French", "Ney", "")
    assert WIN.text() == "Decisive victory; Second player; Hold the hill"
    assert read_condition(WIN.text()) == WIN
    assert read_condition("Draw") == VictoryLine("Draw", "", "")


def test_a_checked_arrival_has_single_spaces_and_the_game_s_side() -> None:
    """The side may be abbreviated; the place may be missing."""
    typed = ArrivalLine(" July  2 10:00 ", " fre ", " Ney,   Drouet ", "  the   ford ")
    assert checked_arrival(typed, SIDES) == ArrivalLine(
        "July 2 10:00", "First player", "Ney, Drouet", "the ford"
    )
    assert checked_arrival(NEY._replace(where=" "), SIDES) == NEY._replace(where="")


@pytest.mark.parametrize(
    ("arrival", "message"),
    [
        (NEY._replace(turn=" "), "the turn is missing: write its number, or its time as in 09:00"),
        (NEY._replace(side=""), "the side is missing: French, Allies"),
        (NEY._replace(units=" "), "the units that arrive are missing"),
        (NEY._replace(side="Turks"), "side: 'Turks' is not one of French, Allies"),
        (ArrivalLine("", "", "", ""), "the turn is missing: write its number, or its time as in 09:00"),
        (ArrivalLine("1", "", "", ""), "the side is missing: French, Allies"),
    ],
)
def test_an_arrival_without_turn_side_or_units_is_refused(arrival: ArrivalLine, message: str) -> None:
    """The message names what is missing first."""
    with pytest.raises(Refused) as refused:
        checked_arrival(arrival, SIDES)
    assert str(refused.value) == message


def test_pasted_arrivals_are_checked() -> None:
    """First their columns, then whether the scenario allows them; the message names the line."""
    seen: list[ArrivalLine] = []
    assert pasted_arrivals("3; French; Ney; the ford\n\n4;Allies;Picton", SIDES, seen.append) == [
        NEY,
        ArrivalLine("4", "Second player", "Picton", ""),
    ]
    assert [each.turn for each in seen] == ["3", "4"]

    def refuse(arrival: ArrivalLine) -> None:
        raise Refused(f"turn {arrival.turn} is past the end")

    with pytest.raises(
        Refused, match=r"^line 1: turn 3 is past the end; line 2: the side is missing: French, Allies$"
    ):
        pasted_arrivals("3; French; Ney\n4;;Picton", SIDES, refuse)


def test_a_checked_condition_has_single_spaces_and_the_game_s_side() -> None:
    """Only the name is required."""
    typed = VictoryLine(" Decisive   victory ", " all ", " Hold   the hill ")
    assert checked_condition(typed, SIDES) == WIN
    assert checked_condition(VictoryLine("Draw", " ", " "), SIDES) == VictoryLine("Draw")


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (WIN._replace(title=" "), "the name is missing (for example, Decisive victory)"),
        (WIN._replace(side="Turks"), "side: 'Turks' is not one of French, Allies"),
    ],
)
def test_a_condition_without_a_name_or_with_an_unknown_side_is_refused(
    condition: VictoryLine, message: str
) -> None:
    """The message gives an example, or names the sides."""
    with pytest.raises(Refused) as refused:
        checked_condition(condition, SIDES)
    assert str(refused.value) == message


def test_pasted_conditions_are_checked() -> None:
    """The first line may name the columns, in any order."""
    text = "says; victory; side\nHold the hill; Decisive victory; Allies\n; Draw; "
    assert pasted_conditions(text, SIDES) == [WIN, VictoryLine("Draw")]
    with pytest.raises(Refused, match=r"^line 2: the name is missing \(for example, Decisive victory\)$"):
        pasted_conditions("Draw\n; French", SIDES)
    with pytest.raises(
        Refused, match=r"^the list is empty; write one condition on each line: name; side; condition$"
    ):
        pasted_conditions(" ", SIDES)
