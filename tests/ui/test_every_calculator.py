"""The layout of every calculator settles at every size of the terminal."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.ui.screens.calculator import CalculatorScreen
from companion.workspace.calculator_list import KEYS
from tests.proofs.play import GAMES
from tests.ui.helpers import context, press, resize, screen, started

SIZES = ((40, 20), (66, 18), (80, 24), (93, 30), (120, 40), (170, 50))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_the_layout_of_every_calculator_settles_at_every_size(places: Places, game: str) -> None:
    """A text that is longer in a wider panel does not make a scroll bar appear and disappear forever."""
    async with started(places) as pilot:
        context(pilot).switch(game)
        await press(pilot, "f2")
        for key, procedure in zip(KEYS, context(pilot).module.procedures, strict=False):
            await press(pilot, key)
            for width, height in SIZES:
                await resize(pilot, width, height)
                assert screen(pilot, CalculatorScreen).calculation.procedure is procedure
            await press(pilot, "escape")
