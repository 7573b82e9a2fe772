"""A unit ticks a member of a set: the others are the player's, and the player may remove the tick."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.known import assign_unit

GREYS, KEY = "Greys", "shooters_shaken_or_disordered"


def shooting(context: AppContext, procedure: str = "shoot", **facts: Any) -> Calculation:
    """Return a new calculation in which a unit with these facts shoots."""
    context.switch("bp")
    keep_unit(context.session, GREYS, facts)
    calculation = Calculation(context, f"bp:{procedure}", {})
    calculation.update()
    assign_unit(calculation, "firers" if procedure == "shoot" else "unit", GREYS)
    calculation.update()
    return calculation


@pytest.mark.parametrize(
    ("facts", "ticked"),
    [
        ({"disordered": True}, [KEY]),
        ({"disordered": False}, None),
        ({"casualties": 3, "stamina": 3}, [KEY]),
        ({"casualties": 2, "stamina": 3, "disordered": False}, None),
        ({"casualties": 2, "stamina": 3, "disordered": True}, [KEY]),
    ],
)
def test_a_shaken_or_disordered_shooter(
    context: AppContext, facts: dict[str, Any], ticked: list[str] | None
) -> None:
    """The modifier is ticked with its origin, by itself."""
    calculation = shooting(context, **facts)
    assert calculation.sheet.values.get("conditions") == ticked
    origin = calculation.sheet.origins.get(f"conditions={KEY}", "")
    assert origin == (GREYS if ticked else "")


def test_the_tick_follows_the_unit_and_leaves_the_others(context: AppContext) -> None:
    """The player's own ticks stay when the unit recovers."""
    calculation = shooting(context, disordered=True)
    calculation.sheet.answer(("conditions",), [KEY, "close_range_closing_fire_or_skirmishers"])
    calculation.update()
    keep_unit(context.session, GREYS, {"disordered": False})
    calculation.update()
    assert calculation.sheet.values["conditions"] == ["close_range_closing_fire_or_skirmishers"]


def test_the_player_removes_the_tick(context: AppContext) -> None:
    """The member is offered, but not ticked again unasked."""
    calculation = shooting(context, disordered=True)
    calculation.sheet.answer(("conditions",), [])
    calculation.update()
    assert calculation.sheet.values["conditions"] == []
    assert f"conditions={KEY}" not in calculation.sheet.origins
    (offer,) = (each for each in autofill.offers(calculation) if each.source == GREYS)
    assert offer.answers == {f"conditions={KEY}": True}
    autofill.accept(calculation, offer)
    calculation.update()
    assert calculation.sheet.values["conditions"] == [KEY]


def test_the_kind_of_combat_decides_which_member_is_ticked(context: AppContext) -> None:
    """Nothing is ticked before the kind is answered; a tick that is no longer asked goes."""
    calculation = shooting(context, "hit-modifier", disordered=True)
    assert "conditions" not in calculation.sheet.values
    for kind, key in (("shooting", KEY), ("combat", "shaken_or_disordered"), ("shooting", KEY)):
        calculation.sheet.answer(("kind",), kind)
        assert calculation.update() is None
        assert calculation.sheet.values["conditions"] == [key]


def test_an_offer_names_the_member(context: AppContext) -> None:
    """The offer has the words of the form."""
    context.switch("bp")
    keep_unit(context.session, GREYS, {"disordered": True})
    calculation = Calculation(context, "bp:shoot", {})
    calculation.update()
    offer = next(each for each in autofill.offers(calculation) if each.part == "firers")
    words = autofill.offer_words(calculation, offer)
    assert words == "Greys as Shooting unit: shooter is shaken or disordered yes"
