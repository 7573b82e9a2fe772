"""A number that is still being typed is entered before a click or a command acts."""

from __future__ import annotations

from typing import Any

import pytest
from textual.events import MouseDown, MouseUp
from textual.pilot import Pilot

from companion.load.places import Places
from companion.model.event import Calculated
from companion.ui.screens.calculator import CalculatorScreen
from tests.ui.helpers import calculator, context, focused, painted, press, row, screen, settled, started

SIZES = [(120, 40), (80, 24)]


async def click(pilot: Pilot[None], words: str, number: int = 1) -> None:
    """Press and release the mouse on the words, at their `number`th place on the screen, as slowly as a hand does."""
    places = [(line.index(words), y) for y, line in enumerate(painted(pilot).splitlines()) if words in line]
    assert len(places) >= number, painted(pilot)
    x, y = places[number - 1]
    for kind in (MouseDown, MouseUp):
        pilot.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
        await settled(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_another_number_marks_it(places: Places, size: tuple[int, int]) -> None:
    """The number is entered, and the next digit belongs to the question that was clicked."""
    async with started(places, size) as pilot:
        context(pilot).switch("bp")
        page = await calculator(pilot, "hand-to-hand")
        await press(pilot, "2")
        await click(pilot, "Casualties caused", 2)
        assert page.calculation.sheet.values == {"own": {"casualties_caused": "2"}}
        assert focused(pilot) is row(pilot, "enemy.casualties_caused")
        await press(pilot, "1 enter")
        assert page.calculation.sheet.at(("own", "casualties_caused")) == "2"
        assert page.calculation.sheet.at(("enemy", "casualties_caused")) == "1"


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_a_modifier_toggles_it(places: Places, size: tuple[int, int]) -> None:
    """The number is entered, and the modifier that was clicked is ticked, though the lines have moved meanwhile."""
    async with started(places, size) as pilot:
        context(pilot).switch("bp")
        page = await calculator(pilot, "hand-to-hand")
        await press(pilot, "2")
        await click(pilot, "t  Left flank supported")
        assert page.calculation.sheet.at(("own", "casualties_caused")) == "2"
        assert page.calculation.sheet.at(("enemy", "left_flank_supported")) is True


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_a_choice_takes_it(places: Places, size: tuple[int, int]) -> None:
    """The choice of another question that was clicked is taken after the number."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "charge")
        await press(pilot, "b 1")
        assert row(pilot, "attacker_sps").half_typed
        await click(pilot, " D ", 2)
        assert page.calculation.sheet.at(("attacker_sps",)) == "1"
        assert page.calculation.sheet.at(("defender_rating",)) == "D"


async def correct(pilot: Pilot[None]) -> CalculatorScreen:
    """Log a combat with 2 and 1 casualties, open its correction, and type 5 into the first number."""
    context(pilot).switch("bp")
    await calculator(pilot, "hand-to-hand")
    await press(pilot, "2 enter 1 enter escape f10 w")
    page = screen(pilot, CalculatorScreen)
    row(pilot, "own.casualties_caused").focus()
    await press(pilot, "5")
    assert row(pilot, "own.casualties_caused").half_typed
    return page


async def test_the_key_of_a_command_enters_the_number_first(places: Places) -> None:
    """k keeps the correction with the number that was being typed."""
    async with started(places) as pilot:
        page = await correct(pilot)
        await press(pilot, "k")
        assert pilot.app.screen is not page
        assert logged(pilot)["own"] == {**logged(pilot)["own"], "casualties_caused": 5}


@pytest.mark.slow
async def test_a_click_on_a_command_enters_the_number_first(places: Places) -> None:
    """A click on Keep in the footer does the same."""
    async with started(places) as pilot:
        page = await correct(pilot)
        await click(pilot, "k Keep")
        assert pilot.app.screen is not page
        assert logged(pilot)["own"] == {**logged(pilot)["own"], "casualties_caused": 5}


@pytest.mark.slow
async def test_r_enters_the_number_and_rolls(places: Places) -> None:
    """If the number was the last open question, r rolls at once."""
    async with started(places) as pilot:
        context(pilot).switch("bp")
        page = await calculator(pilot, "morale-saves")
        await press(pilot, "1 3 enter 4 6 enter 2 r")
        assert page.calculation.sheet.at(("casualties_before",)) == "2"
        assert page.calculation.rolls


@pytest.mark.slow
async def test_a_command_refuses_a_number_that_is_not_legal(places: Places) -> None:
    """The command does nothing, and the line says which numbers are legal; Escape still leaves."""
    async with started(places) as pilot:
        context(pilot).switch("bp")
        page = await calculator(pilot, "to-hit")
        number = row(pilot, "modifier")
        number.focus()
        await press(pilot, "1 enter")
        number.focus()
        await press(pilot, "minus f8")
        assert page.calculation.sheet.at(("modifier",)) == "1"
        assert "- is outside" in number.fault
        await press(pilot, "escape")
        assert pilot.app.screen is not page


def logged(pilot: Pilot[None]) -> dict[str, Any]:
    """Return the answers of the last calculation in the log."""
    events = [line.event for line in context(pilot).session.log]
    return [event.inputs for event in events if isinstance(event, Calculated)][-1]
