"""Odds, ledger, roll and result of a calculator: what matters is in sight, and one bar scrolls each panel."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.ui.widgets.dice_row import DiceRow
from tests.ui.helpers import calculator, painted, press, started
from tests.ui.test_whole_charge import STROKES

SIZES = [(120, 40), (80, 24), (40, 20)]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_the_odds_show_the_result_that_came_out(places: Places, size: tuple[int, int]) -> None:
    """Its row is scrolled into sight."""
    async with started(places, size) as pilot:
        await press(pilot, f"{STROKES}{' question_mark' if size[0] == 40 else ''}")
        assert "▸ defender" in painted(pilot)


@pytest.mark.slow
async def test_forty_columns_show_the_total_of_the_ledger(places: Places) -> None:
    """The title has it, because panels have no lower edge there; on a wide screen, the lower edge."""
    async with started(places, (40, 20)) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 question_mark")
        assert "─ Ledger  Total +1  3+ closes ─" in painted(pilot)
        await pilot.resize_terminal(80, 24)
        await press(pilot, "4")
        assert "─ Ledger  die roll modifiers ─" in painted(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_only_the_roll_that_is_due_is_marked(places: Places, size: tuple[int, int]) -> None:
    """The rolls already made are above it."""
    async with started(places, size) as pilot:
        await press(pilot, STROKES.removesuffix(" 1 0 7 9"))
        dice = pilot.app.screen.query_one(DiceRow)
        assert dice.has_focus
        marked = painted(pilot).splitlines()[dice.region.y : dice.region.bottom]
        assert "Attacking leader loss: type 2d6" in marked[0]
        above = painted(pilot).splitlines()[: dice.region.y]
        assert any("Opening volley 1d6: 5, typed" in line for line in above)


@pytest.mark.slow
@pytest.mark.parametrize("keys", [STROKES, STROKES.removesuffix(" 1 0 7 9"), f"{STROKES} question_mark"])
async def test_no_two_scroll_bars_are_side_by_side(places: Places, keys: str) -> None:
    """At 40x20 only the panels scroll, not what contains them."""
    async with started(places, (40, 20)) as pilot:
        await press(pilot, keys)
        bars = [
            region
            for widget in pilot.app.screen.query("*")
            if widget.show_vertical_scrollbar
            and (region := widget.vertical_scrollbar.region)
            and all(node.display for node in widget.ancestors_with_self if hasattr(node, "display"))
        ]
        pairs = [(one, other) for one in bars for other in bars if one.right == other.x]
        assert not [pair for pair in pairs if pair[0].y < pair[1].bottom and pair[1].y < pair[0].bottom]


@pytest.mark.slow
@pytest.mark.parametrize("keys", [STROKES, STROKES.removesuffix(" 1 0 7 9")])
async def test_roll_and_result_begin_under_the_other_texts(places: Places, keys: str) -> None:
    """At 40 columns, the first column is free in every panel."""
    async with started(places, (40, 20)) as pilot:
        await press(pilot, keys)
        outcome = pilot.app.screen.query_one("#outcome")
        lines = painted(pilot).splitlines()[outcome.region.y + 1 : outcome.region.bottom]
        assert lines
        assert all(line.startswith(" ") for line in lines if line), lines
