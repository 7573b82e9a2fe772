"""Which dice that were thrown for a roll stay when an answer changes."""

from __future__ import annotations

import pytest

from companion.engine.given_rolls import fit
from companion.model import Rolled, RollRequest

DIE = RollRequest("check", "1d6", "Check", 1, 6)


@pytest.mark.parametrize(
    ("thrown", "stays"),
    [
        (Rolled("check", "1d6", 4), True),
        (Rolled("check", "1d10", 4), False),
        (Rolled("check", "1d6", 4, (4,), pool=True), False),
        (Rolled("check", "1d6", 7), False),
        (Rolled("check", "1d6", 0), False),
    ],
)
def test_a_total_stays_if_the_same_dice_can_have_thrown_it(thrown: Rolled, stays: bool) -> None:
    """Other dice with a total in the domain are spare, as are the same dice with a total outside it, and a pool."""
    found = fit(DIE, [thrown], lambda _: True)
    assert [each.value for each in found.rolls] == ([thrown.value] if stays else [])
    assert found.spare == (() if stays else (thrown,))


def test_the_first_total_that_fits_stays() -> None:
    """The others are spare, in the order in which they were thrown."""
    other, first, second = Rolled("check", "1d10", 2), Rolled("check", "1d6", 5), Rolled("check", "1d6", 3)
    found = fit(DIE, [other, first, second], lambda _: True)
    assert [(each.value, each.label) for each in found.rolls] == [(5, "Check")]
    assert found.spare == (other, second)
