"""On a wide screen the rule is shown beside the calculator and follows the focus."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.ui.app import CompanionApp
from companion.ui.screens.calculator_keys import CALCULATOR_KEYS
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.rule_beside import WIDE, RuleBeside
from tests.ui.helpers import at, calculator, press, resize, row, settled, started, title_of, until


@pytest.mark.slow
async def test_the_rule_follows_the_focus_and_stays_open(places: Places) -> None:
    """`?` shows the rule of the focused question, in other calculators too, until `?` hides it."""
    async with started(places, (140, 45)) as pilot:
        page = await calculator(pilot, "fire")
        beside = page.query_one(RuleBeside)
        assert not beside.display
        assert "? Rule panel" in at(pilot, "#keys")
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
        assert f"  {other.given.cite}  " in title_of(beside)
        closing = await calculator(pilot, "closing-roll")
        assert closing.query_one(RuleBeside).display
        assert title_of(closing.query_one(RuleBeside)).startswith("Closing rolls  3.5")
        assert "ERRATUM · Open order units succeed automatically" in at(pilot, "#rule-text")
        await press(pilot, "question_mark")
        assert not closing.query_one(RuleBeside).display


@pytest.mark.slow
async def test_the_calculator_works_beside_the_rule(places: Places) -> None:
    """Questions and dice work as without it."""
    async with started(places, (120, 30)) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "question_mark c 2 m 4")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert row(pilot, "rating").value == "C"
        assert page.query_one("#answer-side").display


@pytest.mark.slow
async def test_a_narrower_screen_has_no_room(places: Places) -> None:
    """Below 120 columns the key is not offered and does nothing; when the screen is wide again, the rule is shown."""
    async with started(places, (119, 30)) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "question_mark")
        beside = page.query_one(RuleBeside)
        assert not beside.display
        assert "Rule panel" not in at(pilot, "#keys")
        await resize(pilot, 140, 30)
        await press(pilot, "question_mark")
        assert beside.display
        await resize(pilot, 80, 24)
        await until(pilot, lambda: not beside.display)
        await resize(pilot, 140, 30)
        await until(pilot, lambda: beside.display)
        await settled(pilot)
        assert page.query_one(Keys).size.height <= 3


@pytest.mark.parametrize("width", [148, 160, 200])
async def test_on_a_very_wide_screen_the_rule_is_a_third_column(places: Places, width: int) -> None:
    """The rule is beside the calculator from the start, and not also below the questions; `?` moves it there."""
    async with started(places, (width, 45)) as pilot:
        page = await calculator(pilot, "closing-roll")
        beside, below = page.query_one(RuleBeside), page.query_one("#rule-side")
        columns = [page.query_one(each).region for each in ("#questions", "#answer-side", "#beside")]
        assert columns[0].right <= columns[1].x < columns[1].right <= columns[2].x
        assert min(column.width for column in columns) >= 40
        assert not below.display
        await press(pilot, "question_mark")
        assert not beside.display
        assert below.display


def test_the_keys_say_from_which_width_they_work() -> None:
    """The ledger has a key of its own only on a narrow screen, the rule panel only on a wide one."""
    says = {binding.action: binding.tooltip for binding in CALCULATOR_KEYS if binding.key == "question_mark"}
    widths = {name: columns for columns, name in CompanionApp.HORIZONTAL_BREAKPOINTS}
    assert says["ledger"].endswith(f"below {widths['-medium']} columns")
    assert says["beside"].endswith(f"from {WIDE} columns")
