"""An answer that does not fit another one: the mark stays on the answer, and the message names the other question."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from tests.ui.helpers import at, calculator, focused, press, row, started


async def test_the_mark_stays_on_an_answer_that_is_refused(places: Places) -> None:
    """Canister at range 4: the message names the range, and the next digit changes the ammunition."""
    async with started(places) as pilot:
        page = await calculator(pilot, "fire")
        await press(pilot, "2 4 enter 2")
        assert focused(pilot) is row(pilot, "ammo")
        assert "Range in hexes: canister may be fired only at range 3 or less" in at(pilot, "#told")
        await press(pilot, "1")
        assert page.calculation.sheet.at(("range",)) == "4"
        assert page.calculation.sheet.at(("ammo",)) == "shell"
        assert focused(pilot) is row(pilot, "firers.1.sps")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_the_same_refusal_again_keeps_the_mark(places: Places, size: tuple[int, int]) -> None:
    """Canister chosen twice at range 4, with everything else answered: both times the mark stays."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "fire")
        await press(pilot, "2 4 enter 1 6 enter r")
        row(pilot, "ammo").focus()
        for _ in range(2):
            await press(pilot, "2")
            assert focused(pilot) is row(pilot, "ammo")
            assert "Range in hexes: canister may be fired only" in at(pilot, "#told")
        row(pilot, "range").focus()
        await press(pilot, "3 enter")
        assert page.calculation.refused_path == ""
        assert focused(pilot) is not row(pilot, "range")


@pytest.mark.slow
async def test_an_earlier_refusal_does_not_hold_up_other_questions(places: Places) -> None:
    """The answer of another question leads to the next open one, and the message stays in sight."""
    async with started(places) as pilot:
        await calculator(pilot, "fire")
        await press(pilot, "2 4 enter 2 down 6 enter")
        assert focused(pilot) is row(pilot, "firers.1.weapon")
        assert "Range in hexes: canister may be fired only" in at(pilot, "#told")
