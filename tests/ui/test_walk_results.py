"""Calculations of several rolls: results after each roll, choices between rounds, and the next round."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.dice_row import DiceRow
from tests.ui.helpers import (
    at,
    calculator_key,
    context,
    focused,
    panels,
    press,
    row,
    screen,
    screen_text,
    started,
)

CHARGE = "f2 1 b l 2 6 enter c 4 enter"
"""Keys of a charge: rating B, leader value 2, 6 SPs; defender C, 4 SPs."""
SIZES = [(80, 24), (40, 20)]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_charge_shows_each_step(places: Places, size: tuple[int, int]) -> None:
    """Each step is shown with its dice; the remaining odds omit results that are no longer possible."""
    async with started(places, size) as pilot:
        await press(pilot, f"{CHARGE} 4")
        assert "Closing roll 1d6: 4, typed: closes" in panels(pilot)
        assert "Now: defender" in panels(pilot)
        assert "does not close" not in panels(pilot)
        await press(pilot, "5")
        assert "Opening volley 1d6: 5, typed: attacker loses 1 SP" in panels(pilot)
        await press(pilot, "1 0")
        assert "attacking leader killed; defender loses 1 SP" in panels(pilot)


async def first_round(pilot: Pilot[None], name: str, dice: str) -> None:
    """Play the first round of two pieces of Infantry in Melee in Pub Battles."""
    context(pilot).switch("pub")
    await press(pilot, f"f2 {calculator_key(pilot, name)} 1 1 1 {dice}")


ROUND = "1 2 3 1 2 5"
"""The Attacker misses, the Defender hits once."""


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_side_may_leave_between_two_rounds(places: Places, size: tuple[int, int]) -> None:
    """The choices are visible; typing dice means that both sides stay."""
    async with started(places, size) as pilot:
        await first_round(pilot, "combat", ROUND)
        assert "Round 1: Attacker Spent, Defender Fresh" in panels(pilot)
        assert "? The Defender retreats now." in panels(pilot)
        assert "? The Defender stays, the Attacker" in panels(pilot)
        assert isinstance(focused(pilot), DiceRow)
        await press(pilot, "1 2 3 1 2 3")
        assert "Round 2: Attacker Spent, Defender Fresh" in panels(pilot)
        await press(pilot, "down down enter")
        resolution = screen(pilot, CalculatorScreen).calculation.resolution
        assert resolution is not None
        assert (resolution.outcome["attacker"], resolution.outcome["rounds"]) == ("leaves", 2)
        assert screen(pilot, CalculatorScreen).calculation.sheet.at(("attacker_rounds",)) == 2


@pytest.mark.slow
async def test_a_choice_can_be_undone(places: Places) -> None:
    """The choice is an answer of the form: once it is removed, the dice are due again."""
    async with started(places) as pilot:
        await first_round(pilot, "combat", ROUND)
        await press(pilot, "down enter")
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.done
        page.set_focus(row(pilot, "defender_leaves"))
        await press(pilot, "n")
        assert not page.calculation.done
        assert "? The Defender retreats now." in panels(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_default_follow_up_is_visible(places: Places, size: tuple[int, int]) -> None:
    """On a narrow screen too, the follow-up that Enter opens is visible below the result."""
    async with started(places, size) as pilot:
        await first_round(pilot, "combat-round", ROUND)
        assert "AFTER THE ROUND: ATTACKER SPENT" in panels(pilot)
        assert "→ Both pieces stay: roll round 2." in panels(pilot)


@pytest.mark.slow
async def test_the_next_round_needs_one_key_and_asks_nothing(places: Places) -> None:
    """In every round only the dice are due; known answers are carried over."""
    async with started(places) as pilot:
        await first_round(pilot, "combat-round", ROUND)
        assert "Both pieces stay: roll round 2." in panels(pilot)
        keys = f"right {' '.join(ROUND.replace('5', '3').split())} right"
        await press(pilot, keys)
        page = screen(pilot, CalculatorScreen)
        assert isinstance(focused(pilot), DiceRow), screen_text(pilot)
        assert page.calculation.resolution is not None
        answers = page.calculation.resolution.inputs
        assert (answers["round"], answers["mode"]) == (3, "melee")
        assert answers["attacker"]["state"] == "spent"
        assert answers["attacker"]["first_hit_taken"] is True
        assert answers["defender"]["state"] == "fresh"
        assert not any(each.missing for each in page.form.asked_rows())


@pytest.mark.slow
async def test_dice_open_only_the_next_round(places: Places) -> None:
    """Digits open no other follow-up, and no next step that asks for anything but dice."""
    async with started(places) as pilot:
        await first_round(pilot, "combat-round", ROUND)
        page = screen(pilot, CalculatorScreen)
        await press(pilot, "down 1")
        assert screen(pilot, CalculatorScreen) is page
        assert "Digits need a marked" in at(pilot, "#told")
        await press(pilot, "up 1")
        assert screen(pilot, CalculatorScreen) is not page
        await press(pilot, f"escape escape f2 {calculator_key(pilot, 'alter-turn-order')} 3 2")
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.done
        await press(pilot, "1")
        assert screen(pilot, CalculatorScreen) is page


@pytest.mark.slow
async def test_three_rounds_in_one_calculation(places: Places) -> None:
    """23 keys from any screen play three rounds; both sides stay when the next dice are typed."""
    async with started(places) as pilot:
        context(pilot).switch("pub")
        dice = "1 2 3 1 2 3"
        keys = f"f2 {calculator_key(pilot, 'combat')} 1 1 1 {dice} {dice} {dice}"
        assert len(keys.split()) == 23
        await press(pilot, keys)
        assert "Round 3: Attacker Fresh, Defender Fresh" in panels(pilot)


@pytest.mark.slow
async def test_the_survivor_of_a_round_is_carried_over(places: Places) -> None:
    """If a piece is destroyed, the next round asks only about the piece behind it."""
    async with started(places) as pilot:
        await first_round(pilot, "combat-round", "4 5 6 1 2 5")
        await press(pilot, "down")
        assert "If a piece behind the Defender is now in contact" in panels(pilot)
        await press(pilot, "enter")
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.procedure.id == "pub:combat-round"
        assert page.calculation.sheet.values["attacker"]["state"] == "spent"
        assert page.calculation.sheet.values["round"] == 2
        assert [".".join(each.path) for each in page.form.asked_rows() if each.missing] == [
            "mode",
            "defender.type",
        ]
