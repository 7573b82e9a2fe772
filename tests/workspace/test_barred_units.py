"""A unit that the rules bar from a part is marked in the offers, and its bar is shown while it takes the part."""

from __future__ import annotations

import pytest

from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.known import assign_unit

GREYS = "Greys"
BAR = "A Disordered unit may not receive an order"


def ordered(context: AppContext, disordered: bool | None) -> Calculation:
    """Return a command roll, not yet with its unit."""
    context.switch("bp")
    facts = {"arm": "infantry"} if disordered is None else {"disordered": disordered}
    keep_unit(context.session, GREYS, facts)
    calculation = Calculation(context, "bp:command-roll", {})
    calculation.update()
    return calculation


def test_a_disordered_unit_is_given_no_order(context: AppContext) -> None:
    """The reason with its rule is shown before the roll and after it."""
    calculation = ordered(context, True)
    assert BAR not in calculation.notes_text()
    assign_unit(calculation, "unit", GREYS)
    calculation.sheet.values |= {"staff_rating": 8, "formation": "other", "modifier": 0}
    calculation.update()
    assert calculation.notes_text() == f"{GREYS}: {BAR} (Disordered Units)."
    calculation.enter_roll("7")
    assert calculation.done
    assert f"{GREYS}: {BAR} (Disordered Units)." in calculation.notes_text()


@pytest.mark.parametrize("disordered", [False, None])
def test_any_other_unit_is(context: AppContext, disordered: bool | None) -> None:
    """An unknown fact bars nothing."""
    calculation = ordered(context, disordered)
    assign_unit(calculation, "unit", GREYS)
    calculation.update()
    assert BAR not in calculation.notes_text()


def test_an_offer_names_the_bar(context: AppContext) -> None:
    """The unit may still be taken: the players decide."""
    calculation = ordered(context, True)
    (offer,) = (each for each in autofill.offers(calculation) if each.part == "unit")
    assert offer.against == BAR
    assert autofill.offer_words(calculation, offer) == f"{GREYS} as Unit ({BAR})"
