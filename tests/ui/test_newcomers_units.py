"""Regression tests for units, corrections and order delivery as new players use them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.load.places import Places
from companion.model.event import Calculated
from companion.play.units_and_notes import keep_unit
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.log import LogScreen
from companion.workspace import autofill
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.unit_changes import apply, due_changes
from tests.ui.helpers import burst, context, press, row, screen, screen_text, settled, started

pytestmark = pytest.mark.slow

IRON = "Iron Brigade"


def fire(ready: AppContext) -> Calculation:
    """Return a fire at the Iron Brigade that costs 1 strength point, with that loss applied (4 -> 3)."""
    keep_unit(ready.session, IRON, {"sps": 4, "arm": "infantry"})
    calculation = Calculation(ready, "lob:fire", {})
    calculation.update()
    (offer,) = (each for each in autofill.offers(calculation) if each.part == "target")
    autofill.accept(calculation, offer)
    answers: dict[str, Any] = {"arm": "small_arms", "range": 1, "firers": [{"sps": 6, "weapon": "R"}]}
    for name, value in answers.items():
        calculation.sheet.values[name] = value
    calculation.update()
    calculation.enter_roll("9")
    assert calculation.done, calculation.resolution
    assert calculation.resolution.outcome["losses"] == 1  # type: ignore[union-attr]
    apply(calculation, due_changes(calculation))
    assert strength(ready) == 3
    return calculation


def strength(ready: AppContext) -> object:
    """Return the strength points of the target in the session."""
    return ready.session.game_state.units[IRON].facts["sps"]


async def test_a_correction_corrects_the_unit(places: Places) -> None:
    """The change is shown, one key applies it, and one undo reverts both correction and unit."""
    async with started(places, (120, 50)) as pilot:
        ready = context(pilot)
        ready.switch("lob")
        fire(ready).commit()
        line = next(each.id for each in ready.session.log if isinstance(each.event, Calculated))
        await pilot.app.run_action("open('log')")
        await settled(pilot)
        screen(pilot, LogScreen).option_list.highlighted = next(
            place for place, each in enumerate(screen(pilot, LogScreen).lines) if each.logged.id == line
        )
        await press(pilot, "w")
        await press(pilot, row(pilot, "target.rear").hotkey)
        await press(pilot, "k")
        assert f"{IRON}: Strength points 3 -> 2" in screen_text(pilot)
        await press(pilot, "enter")
        screen(pilot, LogScreen)
        assert strength(ready) == 2
        await press(pilot, "ctrl+z")
        assert strength(ready) == 3
        assert line == max(ready.session.counting() & _calculations(ready))


async def test_typed_dice_are_changed_in_a_correction(places: Places) -> None:
    """Backspace on the dice removes the last die, and another one is typed."""
    async with started(places, (120, 50)) as pilot:
        ready = context(pilot)
        ready.switch("lob")
        fire(ready).commit()
        amendment = Amendment(ready, max(_calculations(ready)))
        pilot.app.push_screen(CalculatorScreen(amendment))
        await settled(pilot)
        screen(pilot, CalculatorScreen).query_one("#dice").focus()
        await press(pilot, "backspace")
        assert "type 2d6" in screen_text(pilot)
        await press(pilot, "1 1")
        await press(pilot, "k")
        await press(pilot, "enter")
        assert strength(ready) == 2
        last = ready.session.log[-2].event
        assert isinstance(last, Calculated)
        assert (last.amends, [roll.value for roll in last.rolls]) == (amendment.line, [11])


def _calculations(ready: AppContext) -> set[int]:
    return {each.id for each in ready.session.log if isinstance(each.event, Calculated)}


async def test_order_delivery_keeps_its_answers(places: Places) -> None:
    """No new question appears between typed keys, and F2 shows the same answers again."""
    async with started(places) as pilot:
        context(pilot).switch("lob")
        await pilot.app.run_action("open('orders')")
        await settled(pilot)
        await press(pilot, "n f2")
        await burst(pilot, "1 2 5 enter 2")
        calculation = screen(pilot, CalculatorScreen).calculation
        assert calculation.sheet.values == {"sender": "army", "hexes": "25", "awareness": "normal"}
        turns = calculation.resolution.outcome["turns"]  # type: ignore[union-attr]
        await press(pilot, "escape f2")
        again = screen(pilot, CalculatorScreen).calculation
        assert again.sheet.values == {"sender": "army", "hexes": "25", "awareness": "normal"}
        assert again.resolution.outcome["turns"] == turns  # type: ignore[union-attr]
        await press(pilot, "escape")
        assert len(_calculations(context(pilot))) == 1
