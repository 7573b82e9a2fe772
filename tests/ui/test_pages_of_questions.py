"""PageDown and PageUp in a calculator whose questions do not fit the screen."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.ui.widgets.rows import Row
from tests.ui.helpers import calculator, focused, press, row, started


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20), (120, 40)])
async def test_page_keys_move_the_mark_by_a_page(places: Places, size: tuple[int, int]) -> None:
    """PageDown reaches the last question and PageUp the first; the marked line is always in sight."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "charge")
        await press(pilot, "b 6 enter c 4 enter")
        rows = page.form.asked_rows()
        rows[0].focus()
        assert page.form.max_scroll_y
        for key, last in (("pagedown", rows[-1]), ("pageup", rows[0])):
            steps = 0
            while focused(pilot) is not last:
                before = focused(pilot)
                await press(pilot, key)
                marked = focused(pilot)
                assert isinstance(marked, Row)
                assert marked is not before
                assert page.form.shows(marked)
                steps += 1
            assert 1 < steps < len(rows) / 2
            await press(pilot, key)
            assert focused(pilot) is last


@pytest.mark.slow
async def test_page_up_leads_from_the_dice_to_the_questions(places: Places) -> None:
    """From the dice, PageUp marks the last question; PageDown has no effect, as the dice are last."""
    async with started(places) as pilot:
        page = await calculator(pilot, "charge")
        await press(pilot, "b 6 enter c 4 enter")
        dice = focused(pilot)
        await press(pilot, "pagedown")
        assert focused(pilot) is dice
        await press(pilot, "pageup")
        assert focused(pilot) is page.form.asked_rows()[-1]


@pytest.mark.slow
async def test_page_down_enters_a_number(places: Places) -> None:
    """A number that is still being typed is entered first."""
    async with started(places) as pilot:
        page = await calculator(pilot, "charge")
        await press(pilot, "b 6 pagedown")
        assert page.calculation.sheet.at(("attacker_sps",)) == "6"
        assert focused(pilot) not in (None, row(pilot, "attacker_sps"))
