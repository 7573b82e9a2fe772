"""The dialog that asks whether a correction also corrects the units that the logged result has changed."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.model.event import Calculated
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.log import LogScreen
from tests.ui.helpers import calculator, context, notes, press, row, screen, started
from tests.ui.test_newcomers_units import fire, strength


@pytest.mark.slow
async def test_escape_returns_to_the_correction(places: Places) -> None:
    """Escape in the dialog keeps every change of the correction, and says that nothing is logged yet."""
    async with started(places, notifications=True) as pilot:
        ready = context(pilot)
        fire(ready).commit()
        await press(pilot, "f10")
        lines = screen(pilot, LogScreen).lines
        line = next(place for place, each in enumerate(lines) if isinstance(each.logged.event, Calculated))
        screen(pilot, LogScreen).option_list.highlighted = line
        await press(pilot, "w")
        page = screen(pilot, CalculatorScreen)
        letter = row(pilot, "target.rear").hotkey
        await press(pilot, f"{letter} {letter}" if not page.form.shows(row(pilot, "target.rear")) else letter)
        await press(pilot, "k")
        assert isinstance(pilot.app.screen, ChooseScreen)
        await press(pilot, "escape")
        assert screen(pilot, CalculatorScreen) is page
        assert page.calculation.sheet.at(("target", "rear")) is True
        assert "Not logged yet" in notes(pilot)
        assert strength(ready) == 3
        await press(pilot, "k a")
        screen(pilot, LogScreen)
        assert strength(ready) == 2


@pytest.mark.slow
async def test_a_correction_that_is_discarded_says_so(places: Places) -> None:
    """Escape on a changed correction discards it with a notification; on an unchanged one without."""
    async with started(places, notifications=True) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 3 escape f10 w escape")
        screen(pilot, LogScreen)
        assert "discarded" not in notes(pilot)
        await press(pilot, "w s escape")
        screen(pilot, LogScreen)
        assert "Correction discarded" in notes(pilot)
