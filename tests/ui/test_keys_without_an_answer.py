"""Keys that do not answer the marked question: digits lead to the dice, and other keys are named."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.ui.widgets.dice_row import DiceRow
from tests.ui.helpers import at, calculator, focused, press, row, started


@pytest.mark.slow
@pytest.mark.parametrize("path", ["rating", "into_rear"])
async def test_digits_lead_to_the_dice_from_a_line_that_takes_none(places: Places, path: str) -> None:
    """From a choice between letters as from a modifier: the digit is the die that is due."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2")
        row(pilot, path).focus()
        await press(pilot, "5")
        assert [roll.value for roll in page.calculation.rolls] == [5]
        assert page.calculation.sheet.at(("rating",)) == "C"


@pytest.mark.slow
async def test_digits_belong_to_a_numbered_choice(places: Places) -> None:
    """A digit that no choice of the marked question has is not given to the dice; the message names the way there."""
    async with started(places) as pilot:
        page = await calculator(pilot, "charge")
        await press(pilot, "b 6 enter c 4 enter")
        row(pilot, "target_arm").focus()
        await press(pilot, "9")
        assert not page.calculation.rolls
        assert focused(pilot) is row(pilot, "target_arm")
        assert at(pilot, "#told") == "! 9 does not answer the marked question. Press End for the dice"


@pytest.mark.slow
async def test_a_digit_that_no_die_shows_is_refused_at_the_dice(places: Places) -> None:
    """The dice are marked and say why."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2")
        row(pilot, "into_rear").focus()
        await press(pilot, "9")
        assert not page.calculation.rolls
        assert isinstance(focused(pilot), DiceRow)
        assert "does not answer the marked question" not in at(pilot, "#told")


async def test_space_is_named(places: Places) -> None:
    """The message for a key without a meaning here names the space key."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "space")
        assert at(pilot, "#told") == "! Space has no function here"
