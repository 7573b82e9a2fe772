"""On a wide screen the rule stands beside the calculator and follows the focus."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.rule_beside import RuleBeside
from tests.ui.helpers import at, calculator, press, resize, row, settled, started, until


async def test_it_follows_the_focus_and_is_remembered(places: Places) -> None:
    """? shows the rule of the question in focus; other calculators have it too, until ? puts it away."""
    async with started(places, (160, 45)) as pilot:
        page = await calculator(pilot, "fire")
        beside = page.query_one(RuleBeside)
        assert not beside.display
        assert "? Rule beside" in at(pilot, "#keys")
        await press(pilot, "question_mark")
        assert beside.display
        rows = [each for each in page.form.rows if each.display and each.given.cite]
        other = next(
            each
            for each in rows
            if each.given.cite not in (rows[0].given.cite, page.calculation.procedure.cite)
        )
        other.focus()
        await settled(pilot)
        assert page.view.cited() == f"lob:{other.given.cite}"
        number = other.given.cite.split()[0]
        assert at(pilot, "#rule-text").startswith(number)
        closing = await calculator(pilot, "closing-roll")
        assert closing.query_one(RuleBeside).display
        assert at(pilot, "#rule-text").startswith("3.5 Closing rolls")
        await press(pilot, "question_mark")
        assert not closing.query_one(RuleBeside).display


@pytest.mark.slow
async def test_nothing_of_the_calculator_is_lost(places: Places) -> None:
    """With the rule beside it is answered and rolled as ever."""
    async with started(places, (120, 30)) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "question_mark c 2 m 4")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert row(pilot, "rating").value == "C"
        assert page.query_one("#answer-side").display


@pytest.mark.slow
async def test_a_narrower_screen_has_no_room(places: Places) -> None:
    """Below 120 columns the key is not there and does nothing; it comes back with the room."""
    async with started(places, (119, 30)) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "question_mark")
        beside = page.query_one(RuleBeside)
        assert not beside.display
        assert "Rule beside" not in at(pilot, "#keys")
        await resize(pilot, 140, 30)
        await press(pilot, "question_mark")
        assert beside.display
        await resize(pilot, 80, 24)
        await until(pilot, lambda: not beside.display)
        await resize(pilot, 140, 30)
        await until(pilot, lambda: beside.display)
        await settled(pilot)
        assert page.query_one(Keys).size.height <= 3
