"""Layout of a calculator: related parts are visible together at every size."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from companion.load.places import Places
from companion.ui.widgets.follow_ups import FollowUps
from tests.ui.helpers import at, calculator, context, painted, press, started

CALCULATORS = {
    "closing-roll": ("c 2 4", "THE STACK CLOSES"),
    "fire": ("1 1 enter 6 enter r 1 0", "RESULT: 2 LOSSES"),
    "charge": ("a 4 enter a 4 enter 4 3 5 4", "THE CHARGE ENDS"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CALCULATORS)
@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)])
async def test_the_result_and_the_next_step_are_visible_together(
    places: Places, size: tuple[int, int], name: str
) -> None:
    """The whole result and the first follow-up are visible, with questions above them."""
    keys, result = CALCULATORS[name]
    async with started(places, size) as pilot:
        page = await calculator(pilot, name)
        await press(pilot, keys)
        assert page.calculation.done
        lines = painted(pilot).splitlines()
        top = page.query_one("#bottom").region.y
        first = page.query_one(FollowUps).get_option_at_index(0)
        words = str(first.prompt).splitlines()[0]
        below = "\n".join(lines[top:])
        assert result in below
        assert words.strip() in below, below
        assert top >= 5
        await press(pilot, "down " * 20)
        assert result in painted(pilot)


@pytest.mark.slow
async def test_many_results_leave_room_for_the_questions_at_80_columns(places: Places) -> None:
    """The roll panel lists the likeliest results, the panel with the odds all of them."""
    async with started(places) as pilot:
        context(pilot).switch("pub")
        page = await calculator(pilot, "combat-round")
        await press(pilot, "1 1 1")
        assert page.calculation.resolution is not None
        assert len(page.calculation.resolution.odds) > 10
        lines = painted(pilot).splitlines()
        assert next(number for number, line in enumerate(lines) if re.search(" Roll [─━]", line)) >= 14
        assert "and 14 more" in painted(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("name", CALCULATORS)
async def test_the_dice_to_type_are_visible_at_40_columns(places: Places, name: str) -> None:
    """Before each roll the screen shows what to type and at least six lines of questions."""
    async with started(places, (40, 20)) as pilot:
        page = await calculator(pilot, name)
        for key in CALCULATORS[name][0].split():
            await press(pilot, key)
            if page.calculation.resolution and page.calculation.resolution.needs:
                lines = painted(pilot).splitlines()
                assert ": type " in painted(pilot)
                assert (
                    next(number for number, line in enumerate(lines) if re.search("[─━] Roll [─━]", line))
                    >= 8
                )


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_bars_tell_chances_apart(places: Places, size: tuple[int, int]) -> None:
    """Likelier results have longer bars, in at least 6 cells; all rows have fractions, or no row has one."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "charge")
        await press(pilot, "b l 2 6 c 4 o 1 4 5 1 0 7 9")
        assert page.calculation.resolution is not None
        odds = page.calculation.resolution.odds
        text = at(pilot, "#odds-text")
        rows = re.findall(r"([▁▂▃▄▅▆]+) +[<>]?\d+%( \d+/\d+)?", text)
        lengths = {len(drawn) for drawn, _ in rows}
        assert len(rows) == len(odds) > 4
        assert len(lengths) == 1
        assert min(lengths) >= 6, text
        filled = {chance: _filled(drawn) for chance, (drawn, _) in zip(odds.values(), rows, strict=True)}
        assert all(filled.values())
        chances = sorted(filled)
        assert [filled[chance] for chance in chances] == sorted(filled.values())
        apart = [pair for pair in pairwise(chances) if pair[1] - pair[0] > 0.04]
        assert all(filled[less] < filled[more] for less, more in apart), text
        assert len({bool(fraction) for _, fraction in rows}) == 1, text


@pytest.mark.slow
async def test_notes_of_the_ledger_name_no_fields_of_the_data(places: Places) -> None:
    """A modifier decided by a computed value has no note about that value; one decided by an answer keeps its note."""
    async with started(places, (120, 40)) as pilot:
        await calculator(pilot, "fire")
        await press(pilot, "1 1 enter 6 enter r")
        text = at(pilot, "#answer")
        assert "○ – Range of artillery 5.6 Fire by: small arms" in text
        assert "○ 0 Range of small arms 5.6 ○" in text
        assert "Firing unit" not in text


def _filled(drawn: str) -> int:
    return sum("▁▂▃▄▅▆".index(cell) for cell in drawn)
