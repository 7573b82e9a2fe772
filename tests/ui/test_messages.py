"""Messages to the player: they cover no words of a panel."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.status_line import StatusLine
from tests.ui.helpers import calculator, painted, press, started

SIZES = [(120, 40), (80, 24), (40, 20)]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_message_in_a_calculator_stands_in_the_line_of_keys(
    places: Places, size: tuple[int, int]
) -> None:
    """The title of the roll stays; keys that fit are shown beside the message, and all of them after the next key."""
    async with started(places, size) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "slash c")
        *above, last = painted(pilot).splitlines()
        assert last.startswith(" Morale rating of the moving stack: C")
        assert any("─ Roll ─" in line for line in above)
        assert size == (40, 20) or last.endswith("Esc Back  F1 More"), last
        await press(pilot, "slash")
        assert painted(pilot).splitlines()[-1].startswith(" = Known")


@pytest.mark.slow
async def test_a_long_message_takes_lines_of_its_own(places: Places) -> None:
    """At 40 columns, a long message covers only the keys, and no text above them."""
    async with started(places, (40, 20)) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 up i i i x")
        page.refuse("The marked line was out of sight. Press m again to change it.")
        await pilot.pause()
        line = page.query_one(StatusLine).region
        assert (line.height, line.bottom) == (2, 20)
        assert page.query_one("#bottom").region.bottom == line.y


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_message_on_the_turn_screen_covers_no_row(places: Places, size: tuple[int, int]) -> None:
    """A message on the turn screen replaces the line of keys, because running totals may fill the screen."""
    async with started(places, size) as pilot:
        await press(pilot, "f3")
        await press(pilot, "w")
        page = pilot.app.screen
        assert page.query_one(StatusLine).region.y == page.query_one(Keys).region.y
        assert painted(pilot).splitlines()[-1].startswith(" Player clock on")


@pytest.mark.slow
async def test_a_refused_sign_is_not_doubled(places: Places) -> None:
    """A refusal of the key ? shows the refusal's sign and the key, neither of them twice."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 question_mark")
        assert "! The key ? has no function here" in painted(pilot)
