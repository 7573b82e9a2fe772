"""A partly known fact of a unit or earlier calculator leaves a question open, without its default."""

from __future__ import annotations

import pytest

from companion.engine import Engine
from companion.engine.questions import open_questions
from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.known import assign_unit

IR7 = "IR7 Bevern"


@pytest.fixture
def bevern(context: AppContext) -> AppContext:
    """Return a context with a regiment in Line."""
    context.switch("bar")
    keep_unit(context.session, IR7, {"formation": "Line", "morale": "good", "arm": "infantry", "sps": 9})
    return context


def loss(context: AppContext, target: str) -> Calculation:
    """Return a finished loss from fire of a unit in this formation."""
    calculation = Calculation(context, "bar:fire-loss", {})
    calculation.sheet.values |= {"loss": 1, "target": target}
    calculation.update()
    return calculation


def after(before: Calculation, procedure: str) -> Calculation:
    """Return the follow-up of a finished calculation."""
    step = next(each for each in before.next_steps() if each.procedure == procedure)
    calculation = Calculation(before.context, procedure, dict(step.carry), before.place.after(before))
    calculation.update()
    return calculation


@pytest.mark.parametrize("target", ["Line", "Hook"])
def test_a_line_may_be_supported(bevern: AppContext, target: str) -> None:
    """The loss does not know whether the Line is Supported, so the modifier asks."""
    check = after(loss(bevern, target), "bar:morale-modifier")
    assert check.resolution is not None
    assert (check.done, check.resolution.missing) == (False, ("formation",))
    assert check.changed_line(200) == ""
    check.sheet.answer(("formation",), "Supported Line")
    check.update()
    assert check.done


def test_another_formation_is_carried(bevern: AppContext) -> None:
    """An Attack Column is known for certain."""
    check = after(loss(bevern, "AC"), "bar:morale-modifier")
    assert (check.done, check.sheet.values["formation"]) == (True, "AC")


def test_a_unit_in_line_may_be_supported(bevern: AppContext) -> None:
    """The unit answers the rest; its offer does not name the open question."""
    check = Calculation(bevern, "bar:morale-modifier", {})
    check.sheet.answer(("situation",), "fire")
    check.update()
    (offer,) = autofill.offers(check)
    assert "Formation" not in autofill.offer_words(check, offer)
    autofill.accept(check, offer)
    check.update()
    assert check.resolution is not None and check.resolution.missing == ("formation",)
    assert "formation" not in check.sheet.origins


def test_an_open_question_contradicts_no_answer(bevern: AppContext) -> None:
    """A Supported Line fits a unit in Line."""
    check = Calculation(bevern, "bar:morale-modifier", {})
    check.sheet.answer(("situation",), "fire")
    check.sheet.answer(("formation",), "Supported Line")
    check.update()
    (offer,) = autofill.offers(check)
    assert offer.against == ""
    assign_unit(check, "unit", IR7)
    check.update()
    assert check.sheet.values["formation"] == "Supported Line"


def test_an_answer_left_open_is_missing(engine: Engine) -> None:
    """A question mark leaves a question open that has a default, on the command line as well."""
    answers = {"situation": "fire", "formation": "?"}
    assert engine.resolve("bar:morale-modifier", answers).missing == ("formation",)
    procedure = engine.library.procedure("bar:morale-modifier")
    asked = list(open_questions(procedure, answers))
    assert "formation" in [".".join(each.path) for each in asked]


def test_the_hex_may_have_a_part_of_the_unit(bevern: AppContext) -> None:
    """A Line of 2 hexes has some of its strength points in each, so the unit does not answer for its hex."""
    firing = Calculation(bevern, "bar:firing-strength", {})
    firing.update()
    (offer,) = autofill.offers(firing)
    autofill.accept(firing, offer)
    firing.update()
    assert firing.sheet.values == {"formation": "Line"}
    assert firing.resolution is not None and firing.resolution.missing == ("sps",)
