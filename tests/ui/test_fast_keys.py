"""Keys typed faster than the screen is painted: each goes to the row that has the focus when its turn comes."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList

from companion.load.places import Places
from companion.play.units_and_notes import keep_unit
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.calculators import CalculatorsScreen
from companion.ui.screens.unit import UnitScreen
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.rows import Row
from companion.workspace.calculator_list import listed_calculators
from tests.ui.helpers import (
    at,
    burst,
    calculator,
    calculator_key,
    companion,
    context,
    focused,
    press,
    row,
    screen,
    settled,
    started,
    until,
)


async def test_answers_typed_at_once_reach_their_rows(places: Places) -> None:
    """`c2s` at once: rating C, leader 2, the modifier s; the digit after them is the die."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        letter = row(pilot, "shaken").hotkey
        await burst(pilot, f"c 2 {letter} 4")
        assert page.form.sheet.values == {"rating": "C", "leader_morale": "2", "shaken": True}
        assert [roll.value for roll in page.calculation.rolls] == [4]
        assert isinstance(focused(pilot), FollowUps)


@pytest.mark.slow
async def test_a_whole_mixed_fire_at_once(places: Places) -> None:
    """Rows of an added unit exist before the next digit is handled."""
    async with started(places) as pilot:
        page = await calculator(pilot, "fire")
        await burst(pilot, "1 1 enter 3 enter r plus 2 enter m 1 1")
        assert page.form.sheet.values["firers"] == [{"sps": "3", "weapon": "R"}, {"sps": "2", "weapon": "M"}]
        assert page.form.sheet.values["range"] == "1"
        assert [roll.value for roll in page.calculation.rolls] == [11]


@pytest.mark.slow
async def test_a_burst_has_the_effect_of_single_keys(places: Places) -> None:
    """Keys sent at once have the same effect: arrows, toggles, deletions, corrected dice, a new calculation."""
    keys = "right right down 2 down space down y delete up up c 2 3 backspace 5 f8 b 1 up delete 3"
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, keys)
        slow, dice, last = dict(page.form.sheet.values), list(page.calculation.rolls), focused(pilot)
        assert slow["rating"] == "B"
        await press(pilot, "f8")
        await burst(pilot, keys)
        assert (page.form.sheet.values, page.calculation.rolls) == (slow, dice)
        assert type(focused(pilot)) is type(last)


@pytest.mark.slow
async def test_keys_after_a_follow_up_reach_the_follow_up(places: Places) -> None:
    """Enter on a follow-up and its first answers may be sent at once."""
    async with started(places) as pilot:
        first = await calculator(pilot, "closing-roll")
        await burst(pilot, "c 2 6 right j 3 enter")

        def follow_up_answered() -> bool:
            top = pilot.app.screen
            return isinstance(top, CalculatorScreen) and top is not first and bool(top.form.sheet.values)

        await until(pilot, follow_up_answered)
        assert [roll.value for roll in first.calculation.rolls] == [6]
        assert first.form.sheet.values == {"rating": "C", "leader_morale": "2"}


@pytest.mark.slow
async def test_keys_after_escape_reach_the_list(places: Places) -> None:
    """No key is lost, and none answers the closed calculator."""
    async with started(places) as pilot:
        left = await calculator(pilot, "closing-roll")
        await burst(pilot, "c escape down enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        assert left.form.sheet.values == {"rating": "C"}
        assert screen(pilot, CalculatorScreen) is not left


@pytest.mark.slow
async def test_keys_after_the_key_of_a_calculator_reach_the_calculator(places: Places) -> None:
    """Sent at once from the list, the keys of a whole closing roll open no other calculator."""
    async with started(places) as pilot:
        await press(pilot, "f2")
        for by_arrows in (False, True):
            listed = [each.procedure.id for each in listed_calculators(context(pilot))]
            down = "down " * listed.index("lob:closing-roll")
            opens = f"{down}enter" if by_arrows else calculator_key(pilot, "closing-roll")
            await burst(pilot, f"{opens} c 2 4")
            await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
            await until(pilot, lambda: bool(screen(pilot, CalculatorScreen).calculation.rolls))
            page = screen(pilot, CalculatorScreen)
            assert page.calculation.procedure.id == "lob:closing-roll"
            assert page.form.sheet.values == {"rating": "C", "leader_morale": "2"}
            await press(pilot, "f8 escape")
            screen(pilot, CalculatorsScreen).query_one(OptionList).highlighted = 0


async def test_facts_of_a_unit_typed_at_once(places: Places) -> None:
    """The form of a unit takes its keys in order too."""
    async with started(places) as pilot:
        keep_unit(context(pilot).session, "5th Texas", {})
        await pilot.app.push_screen(UnitScreen("5th Texas"))
        await burst(pilot, "b 5 enter")
        answers = screen(pilot, UnitScreen).form.sheet.values
        assert answers["rating"] == "B"
        assert str(answers["sps"]) == "5"


# arrows


@pytest.mark.slow
async def test_arrows_reach_questions_with_a_default(places: Places) -> None:
    """Down enters a number being typed and goes to the next question, whether it is asked or has a default."""
    async with started(places) as pilot:
        context(pilot).switch("bp")
        companion(pilot).changed()
        await settled(pilot)
        page = await calculator(pilot, "command-roll")
        await burst(pilot, "1 down")
        assert page.form.sheet.values == {"staff_rating": "1"}
        reached = []
        for _ in range(4):
            here = focused(pilot)
            assert isinstance(here, Row)
            reached.append(".".join(here.path))
            await press(pilot, "down")
        assert reached == ["formation", "modifier", "distance_inches", "enemy_within_12_inches"]


@pytest.mark.slow
async def test_up_from_the_follow_ups_reaches_the_form(places: Places) -> None:
    """Down returns to the follow-ups."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 4")
        assert isinstance(focused(pilot), FollowUps)
        await press(pilot, "up")
        rows = [each for each in page.form.rows if each.asked]
        assert focused(pilot) is rows[-1]
        await press(pilot, "down")
        assert isinstance(focused(pilot), FollowUps)


async def test_a_calculator_without_dice_does_not_mention_dice(places: Places) -> None:
    """A calculator without dice mentions none."""
    async with started(places) as pilot:
        page = await calculator(pilot, "movement-cost")
        await burst(pilot, "6 1 0")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.outcome == {"cost": "P"}
        assert "prohibits this move (3.0)." in at(pilot, "#answer")
        assert not pilot.app.screen.query_one(DiceRow).display
        assert "No roll needed" not in at(pilot, "#answer")
