"""Charts on screen: search, cell by cell, and from a calculator with the cell marked."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList

from companion.load.places import Places
from companion.ui.screens.charts import ChartsScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.proof import ProofScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.widgets.chart_grid import ChartGrid
from tests.ui.helpers import (
    add_second_game,
    at,
    calculator,
    companion,
    context,
    painted,
    press,
    read,
    screen,
    screen_text,
    settled,
    started,
    type_in,
    until,
)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)])
async def test_a_printed_page_is_shown_as_far_as_whole_parts_fit(
    places: Places, size: tuple[int, int]
) -> None:
    """Parts after a comma are left out; nothing is cut off, and a page without room is left out."""
    async with started(places, size) as pilot:
        await press(pilot, "f6")
        listed = painted(pilot)
        assert "…" not in listed
        assert ("Combat page, Weapon Characteristics" in listed) is (size[0] == 120)
        assert ("Combat Table  Charts & Tables v2.0, Combat page" in listed) is (size[0] > 40)


@pytest.mark.slow
async def test_all_charts_are_listed_and_filtered_by_typing(places: Places) -> None:
    """Words filter the list, matches in the title first; Escape clears the filter, then closes the screen."""
    async with started(places) as pilot:
        await press(pilot, "f6")
        listed = screen(pilot, ChartsScreen).query_one(OptionList)
        assert [each.id for each in listed.options] == [each.id for each in context(pilot).module.charts]
        await type_in(pilot, "combat tab")
        assert at(pilot, "#charts").startswith("Combat Table Charts & Tables v2.0, Combat page 5.6")
        assert listed.option_count < len(context(pilot).module.charts)
        await type_in(pilot, "xyz")
        assert at(pilot, "#charts") == "No matching charts Esc Clear the filter"
        await press(pilot, "enter")
        screen(pilot, ChartsScreen)
        await press(pilot, "escape")
        assert listed.option_count == len(context(pilot).module.charts)
        await press(pilot, "down enter")
        assert screen(pilot, ReadScreen).record == context(pilot).module.charts[1].id
        await press(pilot, "escape escape")
        screen(pilot, FindScreen)


async def test_keys_typed_ahead_are_handled_in_order(places: Places) -> None:
    """Enter right after the words opens the first match; keys typed ahead in a chapter also take effect in order."""
    async with started(places) as pilot:
        await press(pilot, "f6")
        keys = [*"volley", "enter"]
        for key in keys:
            companion(pilot).simulate_key(key)
        await until(pilot, lambda: isinstance(pilot.app.screen, ReadScreen))
        await settled(pilot)
        page = screen(pilot, ReadScreen)
        assert page.record == "lob:opening-volley-table"
        page.go("lob:3.5c")
        await press(pilot, "c")
        for key in ("up", "up", "enter"):
            companion(pilot).simulate_key(key)
        await until(pilot, lambda: pilot.app.screen is page)
        await settled(pilot)
        assert page.record == "lob:3.5"


@pytest.mark.slow
async def test_a_game_without_charts_says_so(places: Places) -> None:
    """A message replaces the empty list."""
    add_second_game(places)
    async with started(places) as pilot:
        context(pilot).switch("toy")
        await press(pilot, "f6 enter")
        assert at(pilot, "#charts") == "This game has no charts"


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (160, 45)])
async def test_arrows_select_cells(places: Places, size: tuple[int, int]) -> None:
    """Arrows reach all cells; the text of the cell is shown below the chart, and the cell is visible."""
    async with started(places, size) as pilot:
        await press(pilot, "f6")
        await type_in(pilot, "combat table")
        await press(pilot, "enter")
        page = screen(pilot, ReadScreen)
        grid = page.query_one(ChartGrid)
        chart = grid.chart
        assert chart is not None
        assert grid.has_focus
        assert f"{chart.rows[0]}, " in at(pilot, "#cell")
        await press(pilot, "end pagedown")
        last = len(chart.columns) - 1
        assert grid.at == (5, last)
        assert f"{chart.columns[last]}: {chart.printed(chart.rows[5], chart.columns[last])}" in at(
            pilot, "#cell"
        )
        assert f"▶{chart.rows[5]} " in str(grid.content)
        page_region = page.query_one("#page").region
        assert grid._grid is not None
        line = grid.region.y + grid._grid.spots[grid.at][0].line
        assert page_region.y <= line < page_region.bottom
        await press(pilot, "right down pagedown pagedown")
        assert grid.at == (len(chart.rows) - 1, last)
        await press(pilot, "home up left")
        assert grid.at == (len(chart.rows) - 2, 0)
        assert all(len(each) <= page_region.width for each in str(grid.content).split("\n"))


async def test_conflicts_of_sources_are_below_the_chart(places: Places) -> None:
    """The screen shows both readings and the one used, scrolled into view from the last row."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        page.go("lob:closing-roll-table")
        await press(pilot, "end pagedown pagedown")
        conflicts = context(pilot).library.modules[0].conflicts_of("lob:closing-roll-table")
        assert conflicts
        assert all(f"Sources differ: {conflict.title}" in screen_text(pilot) for conflict in conflicts)
        assert "Used here:" in screen_text(pilot)


async def test_a_touch_selects_a_cell(places: Places) -> None:
    """A click selects a cell, as the arrows do."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        page.go("lob:closing-roll-table")
        grid = page.query_one(ChartGrid)
        await until(pilot, lambda: grid._grid is not None)
        await settled(pilot)
        assert grid._grid is not None
        spot = grid._grid.spots[(2, 0)][0]
        await pilot.click(ChartGrid, offset=(spot.start + 1, spot.line))
        assert grid.at == (2, 0)


@pytest.mark.slow
async def test_the_cell_a_result_came_from_is_marked(places: Places) -> None:
    """The chart opened from the proof, or from the rule's list, marks and selects the cell that was read."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 0 4 f6")
        screen(pilot, ProofScreen)
        assert at(pilot, "#references") == "1 Closing Roll Table C, Success: 4+"
        await press(pilot, "1")
        chart = screen(pilot, ReadScreen)
        assert "[4+]" in at(pilot, "#chart")
        assert chart.query_one(ChartGrid).at == (2, 0)
        assert at(pilot, "#cell").startswith("Cell used: Morale C, ")
        await press(pilot, "escape tab enter")
        assert "[4+]" in at(pilot, "#chart")
        await press(pilot, "escape escape up f4")
        rule = screen(pilot, ReadScreen)
        await press(pilot, str([each.id for each in rule.references].index("lob:closing-roll-table") + 1))
        assert "[4+]" in at(pilot, "#chart")
        await press(pilot, "escape escape")
        assert pilot.app.screen is page


async def test_a_chart_opened_from_a_rule_marks_nothing(places: Places) -> None:
    """Brackets mark only cells that a result was read from."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        page.go("lob:closing-roll-table")
        await pilot.pause()
        assert "[" not in at(pilot, "#chart")
        assert "Read for" not in at(pilot, "#cell")
        await press(pilot, "1")
        assert not page.query_one(ChartGrid).display
        assert not page.query_one("#cell").display
