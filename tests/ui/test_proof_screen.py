"""The screen with the charts that a result was read from."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.large import LargeScreen
from companion.ui.screens.proof import ProofScreen
from tests.ui.helpers import at, calculator, context, painted, press, settled, started


@pytest.mark.slow
async def test_f6_shows_the_charts_and_escape_returns(places: Places) -> None:
    """The screen shows the chart with its page, the cell in brackets and its meaning; the calculation is unchanged."""
    async with started(places) as pilot:
        await press(pilot, "f2 2 c 0 4 f6")
        await settled(pilot)
        assert isinstance(pilot.app.screen, ProofScreen)
        assert "━ Closing Roll Table  3.5  Charts & Tables v2.0, Combat page ━" in painted(pilot)
        assert "[4+]" in at(pilot, "#chart")
        assert at(pilot, "#cell").startswith("Cell used: Morale C, Success: 4+")
        await press(pilot, "escape")
        page = pilot.app.screen
        assert isinstance(page, CalculatorScreen)
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done


@pytest.mark.slow
async def test_charts_before_the_roll(places: Places) -> None:
    """Before any answer the charts that can be read are shown; what the answers decide is marked and said."""
    async with started(places) as pilot:
        await press(pilot, "f2 2 f6")
        assert "━ Closing Roll Table  3.5" in painted(pilot)
        assert "Closing Roll Table Success, not read yet" in at(pilot, "#references")
        assert "Cell used" not in at(pilot, "#cell")
        await press(pilot, "escape")
        await calculator(pilot, "fire")
        await press(pilot, "1 1 enter f6")
        listed = at(pilot, "#references")
        assert "Combat Column Shifts: Small Arms Range 1, Regular: 0" in listed
        assert "Combat Table not read yet" in listed
        await press(pilot, "escape 6 enter r f6")
        assert "Combat Table Total firing SPs 6-8, not read yet" in at(pilot, "#references")


@pytest.mark.slow
async def test_a_calculator_without_charts_says_so(places: Places) -> None:
    """There is no chart to show and none to choose."""
    async with started(places) as pilot:
        name = next(
            each.id.partition(":")[2]
            for each in context(pilot).module.procedures
            if not context(pilot).engine.charts_ahead(each.id, {}, [])
        )
        await calculator(pilot, name)
        await press(pilot, "f6")
        assert at(pilot, "#text") == "This calculator uses no charts."


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)])
async def test_the_cell_is_visible_with_its_headings(places: Places, size: tuple[int, int]) -> None:
    """Row and column headings, the neighbouring columns and the meaning of the cell are painted."""
    async with started(places, size) as pilot:
        await calculator(pilot, "fire")
        await press(pilot, "1 1 enter 6 enter r 1 0 f6")
        lines = painted(pilot).splitlines()
        chart = [line for line in lines if "│" in line]
        assert any("4-5" in line and "6-8" in line and " A " in line for line in chart)
        assert any("▼" in line for line in lines)
        pointed = next(line for line in chart if "▶10" in line)
        assert "[2" in pointed
        assert any("Cell used: Two dice 10" in line for line in lines)
        await press(pilot, "tab down")
        assert "Column Shifts: Small Ar" in painted(pilot).splitlines()[1]
        await press(pilot, "tab exclamation_mark")
        assert isinstance(pilot.app.screen, LargeScreen)


@pytest.mark.slow
async def test_headings_stay_in_place_while_the_chart_scrolls(places: Places) -> None:
    """The headings are painted at the first row and at the last."""
    async with started(places, (40, 20)) as pilot:
        await calculator(pilot, "fire")
        await press(pilot, "1 1 enter 6 enter r 1 0 f6")
        for keys in ("pageup pageup", "pagedown pagedown"):
            await press(pilot, keys)
            head = "\n".join(painted(pilot).splitlines()[1:6])
            assert " 6-8 " in head
            assert "▼" in head
