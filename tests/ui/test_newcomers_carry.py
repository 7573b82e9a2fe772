"""Calculations in a row: logged results stay unchanged, and the next form takes over known answers."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.model.event import Calculated
from companion.play.units_and_notes import keep_unit
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.rows import Row
from tests.ui.evening import Players
from tests.ui.helpers import at, calculator_key, screen, screen_text
from tests.ui.test_formation_changes import age_of_reason

IR7, IR20 = "IR7 Bevern", "IR20 Zastrow"


async def follow(players: Players, words: str) -> None:
    """Go down to what follows the result, and open the line with these words."""
    while isinstance(players.pilot.app.focused, Row):
        await players.press("down")
    assert isinstance(players.pilot.app.focused, FollowUps), screen_text(players.pilot)
    await players.mark(words)
    await players.press("right")


def lines(players: Players) -> int:
    """Return the number of calculations in the log."""
    return sum(isinstance(line.event, Calculated) for line in players.session.log)


@pytest.mark.slow
async def test_back_from_a_failed_check_nothing_is_corrected(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The modifier stays as it was logged when its check makes the unit Shaken, and when it is left."""
    async with age_of_reason(places, monkeypatch) as players:
        facts = {"er": 40, "formation": "AC", "morale": "good", "arm": "infantry"}
        keep_unit(players.session, IR7, facts)
        await players.press(f"f2 {calculator_key(players.pilot, 'morale-modifier')}")
        await players.answer(situation="fire")
        await players.fill(IR7)
        await follow(players, "Roll the Morale Check")
        await players.dice("10")
        assert f"Apply: {IR7}: Good -> Shaken" in at(players.pilot, "#next")
        await players.press("right")
        assert players.session.game_state.units[IR7].facts["morale"] == "shaken"
        logged = lines(players)
        await players.press("escape")
        values = screen(players.pilot, CalculatorScreen).calculation.sheet.values
        assert (values["situation"], values["shaken"]) == ("fire", False)
        await players.press("escape")
        assert lines(players) == logged
        assert "corrects line" not in screen_text(players.pilot)


@pytest.mark.slow
async def test_the_terrain_and_the_line_of_a_target(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """The terrain is filled in two calculators later; what is known of a Line in part is asked."""
    async with age_of_reason(places, monkeypatch) as players:
        await players.press(f"f2 {calculator_key(players.pilot, 'fire-target')}")
        await players.answer(sps="6", terrain="woods")
        await follow(players, "Read the fire result on your own Fire Combat Chart.")
        await players.answer(loss="1", target="line")
        await follow(players, "If the fire result also calls for a Morale Check")
        assert players.resolution.missing == ("formation",)
        assert "(from Target of fire)" in screen_text(players.pilot)
        await players.answer(formation="line")
        assert players.resolution.outcome["modifier"] == -5


@pytest.mark.slow
async def test_close_combat_is_worked_out_for_both_stacks(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The modifier of the enemy stack is calculated next, with the name and all saved facts of that stack."""
    async with age_of_reason(places, monkeypatch) as players:
        keep_unit(players.session, IR7, {"arm": "infantry", "formation": "Line", "morale": "good"})
        keep_unit(players.session, IR20, {"arm": "infantry", "formation": "AC", "morale": "shaken"})
        await players.press(f"f2 {calculator_key(players.pilot, 'close-combat-modifier')}")
        await players.answer(side="def", terrain="clear")
        await players.fill(f"{IR7} as Your stack")
        await players.fill(f"{IR20} as Enemy")
        await follow(players, "Work out the modifier of the enemy stack too.")
        calculation = screen(players.pilot, CalculatorScreen).calculation
        assert calculation.sheet.units == {"stack": IR20, "enemy": IR7}
        assert calculation.sheet.values["shaken"] is True
