"""The charts an answer was read from."""

from __future__ import annotations

from companion.load.places import Places
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.proof import ProofScreen
from tests.ui.helpers import at, press, settled, started


async def test_f6_draws_the_charts_and_escape_goes_back(places: Places) -> None:
    """The cell in brackets, the chart named with its page; the calculation is as it was."""
    async with started(places) as pilot:
        await press(pilot, "f2 2 c 0 4 f6")
        await settled(pilot)
        assert isinstance(pilot.app.screen, ProofScreen)
        text = at(pilot, "#text")
        assert "Closing Roll Table (3.5), Charts & Tables v2.0, Combat page" in text
        assert "[4+]" in text
        await press(pilot, "escape")
        page = pilot.app.screen
        assert isinstance(page, CalculatorScreen)
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done


async def test_nothing_read_is_told(places: Places) -> None:
    """Before the rating is known no chart was read."""
    async with started(places) as pilot:
        await press(pilot, "f2 2 f6")
        await settled(pilot)
        assert at(pilot, "#text") == "No chart was read."
