"""Dice of a pool are entered together; those of a pool that grows stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.load.library import load_library
from companion.model import Refused
from companion.play.opening import open_session
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from tests.ui.test_dice_pools import SHOOT
from tests.unit.test_loading_faults import FILES, places_of, write


@pytest.fixture
def shooting(tmp_path: Path) -> Iterator[Calculation]:
    """A calculator that rolls as many dice as the player says: five."""
    places = places_of(tmp_path)
    write(places.bases[0], {**FILES, "tables/xx/procedures/shoot.yaml": SHOOT.replace('"1.0"', '"1.1"')})
    library = load_library(places)
    session = open_session(places.data, library)
    session.open_game("xx")
    calculation = Calculation(AppContext(places, library, session), "xx:shoot", {})
    calculation.sheet.answer(("dice",), 5)
    calculation.update()
    yield calculation
    session.close()


def test_some_dice_of_a_pool_are_refused(shooting: Calculation) -> None:
    """Nothing is taken, so that the whole pool can be typed again."""
    with pytest.raises(Refused, match="Shots: 5 dice needed, 2 given"):
        shooting.enter_roll("5 6")
    assert shooting.rolls == []
    shooting.enter_roll("5 6 1 5 2")
    assert shooting.resolution is not None and shooting.resolution.outcome["hits"] == 3


def test_the_dice_of_a_pool_that_grows_stay(shooting: Calculation) -> None:
    """Only the missing dice are entered, and they alone are taken back."""
    shooting.sheet.answer(("dice",), 2)
    shooting.update()
    shooting.enter_roll("5 6")
    shooting.sheet.answer(("dice",), 5)
    shooting.update()
    with pytest.raises(Refused, match="Shots: 5 dice needed, 4 given"):
        shooting.enter_roll("1 2")
    shooting.enter_roll("1 2 5")
    assert shooting.resolution is not None and shooting.resolution.outcome["hits"] == 3
    taken = shooting.take_back_roll()
    assert taken is not None and taken.faces == (1, 2, 5)
    shooting.enter_roll("1 2 1")
    assert shooting.resolution.outcome["hits"] == 2
