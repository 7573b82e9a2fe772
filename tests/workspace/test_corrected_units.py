"""Correcting a calculation whose result was applied to a unit: the difference is applied, and undone with it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Refused
from companion.model.event import Calculated
from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.unit_changes import apply, due_changes, possible_changes

IRON = "Iron Brigade"


@pytest.fixture
def fire(context: AppContext) -> Calculation:
    """Return a fire at the Iron Brigade that costs 1 strength point, with that loss applied (4 -> 3)."""
    keep_unit(context.session, IRON, {"sps": 4, "arm": "infantry", "state": "Normal"})
    calculation = Calculation(context, "lob:fire", {})
    calculation.update()
    autofill.accept(calculation, next(each for each in autofill.offers(calculation) if each.part == "target"))
    calculation.sheet.values |= {"arm": "small_arms", "range": 1, "firers": [{"sps": 6, "weapon": "R"}]}
    calculation.update()
    calculation.enter_roll("9")
    assert calculation.changes_text() == f"{IRON}: Strength points 4 -> 3"
    apply(calculation, due_changes(calculation))
    assert calculation.changes_text() == ""
    return calculation


def facts(context: AppContext) -> dict[str, Any]:
    """Return the facts of the Iron Brigade."""
    return context.session.game_state.units[IRON].facts


def lines(context: AppContext) -> list[int]:
    """Return the numbers of the log lines that are calculations and not undone."""
    session = context.session
    counting = session.counting()
    return [each.id for each in session.log if isinstance(each.event, Calculated) and each.id in counting]


def correction(context: AppContext, line: int, rear: bool) -> Amendment:
    """Return a correction of the fire: at the rear of its target, or not."""
    amendment = Amendment(context, line)
    amendment.sheet.values["target"] = {**amendment.sheet.values.get("target", {}), "rear": rear}
    amendment.update()
    return amendment


def test_the_difference_is_part_of_the_correction(context: AppContext, fire: Calculation) -> None:
    """The difference is shown, applied and undone with the correction; a second one starts from what was applied."""
    fire.commit()
    (line,) = lines(context)
    amendment = correction(context, line, rear=True)
    assert amendment.units_text() == f"{IRON}: Strength points 3 -> 2"
    again = amendment.keep(with_units=True).id
    assert facts(context)["sps"] == 2
    assert correction(context, again, rear=True).units_text() == ""
    assert correction(context, again, rear=False).units_text() == f"{IRON}: Strength points 2 -> 3"
    context.session.undo()
    assert (facts(context)["sps"], lines(context)) == (3, [line])


def test_a_difference_that_was_not_applied_stays_due(context: AppContext, fire: Calculation) -> None:
    """The unit is unchanged, and the next correction starts from what was applied."""
    fire.commit()
    again = correction(context, lines(context)[0], rear=True).keep().id
    assert facts(context)["sps"] == 3
    assert correction(context, again, rear=False).units_text() == ""
    assert correction(context, again, rear=True).units_text() == f"{IRON}: Strength points 3 -> 2"


def test_later_losses_stay(context: AppContext, fire: Calculation) -> None:
    """The difference is subtracted from the current strength."""
    fire.commit()
    keep_unit(context.session, IRON, {"sps": 2})
    assert correction(context, lines(context)[0], rear=True).units_text() == f"{IRON}: Strength points 2 -> 1"


def test_an_answer_changed_after_the_result_was_applied(context: AppContext, fire: Calculation) -> None:
    """In the calculator itself, the difference is due, and the correction is logged before it."""
    fire.sheet.values["target"] = {**fire.sheet.values.get("target", {}), "rear": True}
    fire.update()
    assert fire.changes_text() == f"{IRON}: Strength points 3 -> 2"
    apply(fire, due_changes(fire))
    assert (facts(context)["sps"], len(lines(context))) == (2, 2)
    assert fire.changes_text() == ""
    assert possible_changes(fire) == []


def test_a_result_without_dice_is_undone_after_its_unit(context: AppContext) -> None:
    """Undo reverts the change of the unit before the calculation."""
    keep_unit(context.session, IRON, {"state": "Normal"})
    calculation = Calculation(context, "lob:additive-morale", {})
    calculation.sheet.values |= {"current": "Normal", "new": "DG"}
    calculation.update()
    assert calculation.done, calculation.refusal
    apply(calculation, possible_changes(calculation))
    calculation.update()
    calculation.commit()
    assert (facts(context)["state"], len(lines(context))) == ("DG", 1)
    context.session.undo()
    assert (facts(context)["state"], len(lines(context))) == ("Normal", 1)


def test_a_changed_unit_does_not_change_its_answer(context: AppContext) -> None:
    """The question was about the state before the result, so the new state does not correct it."""
    keep_unit(context.session, IRON, {"state": "Sh"})
    calculation = Calculation(context, "lob:additive-morale", {})
    calculation.update()
    autofill.accept(calculation, autofill.offers(calculation)[0])
    calculation.sheet.values["new"] = "DG"
    calculation.update()
    apply(calculation, due_changes(calculation))
    now = facts(context)["state"]
    calculation.update()
    calculation.commit()
    assert (calculation.sheet.values["current"], facts(context)["state"]) == ("Sh", now)
    assert now != "Sh"
    assert len(lines(context)) == 1
    assert calculation.changes_text() == ""


def test_typed_dice_are_corrected(context: AppContext, fire: Calculation) -> None:
    """A die removed and typed again belongs to the same roll; without it there is no result to keep."""
    fire.commit()
    amendment = Amendment(context, lines(context)[0])
    amendment.update()
    (old,) = amendment.rolls
    assert amendment.take_back_roll() == old
    assert not amendment.done
    with pytest.raises(Refused, match="no result yet"):
        amendment.keep()
    amendment.enter_roll("11")
    (new,) = amendment.rolls
    assert (new.id, new.value, new.source) == (old.id, 11, "typed")
    line = amendment.keep().id
    event = context.session.event(line).event
    assert isinstance(event, Calculated)
    assert [roll.value for roll in event.rolls] == [11]


def test_the_last_of_several_rolls_is_typed_again(context: AppContext) -> None:
    """The dice before it stay."""
    calculation = Calculation(context, "lob:charge", {})
    keep_unit(context.session, "5th Texas", {"rating": "B", "sps": 6, "leader_morale": 2, "state": "Sh"})
    keep_unit(context.session, IRON, {"rating": "C", "sps": 1, "leader_morale": 0, "state": "Normal"})
    calculation.sheet.units = {"attacker": "5th Texas", "defender": IRON}
    calculation.update()
    for dice in ("6", "6", "7"):
        calculation.enter_roll(dice)
    calculation.commit()
    amendment = Amendment(context, lines(context)[0])
    amendment.update()
    before = list(amendment.rolls)
    amendment.take_back_roll()
    assert amendment.rolls == before[:-1]
    amendment.enter_roll("8")
    assert amendment.rolls[:-1] == before[:-1]
    assert (amendment.rolls[-1].id, amendment.rolls[-1].value) == (before[-1].id, 8)
