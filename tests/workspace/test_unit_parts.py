"""Units take parts in calculators, answer their questions, and are changed by the result in one step."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.model import Procedure
from companion.model.event import UnitKept
from companion.model.roles import Role
from companion.model.scenario import UnitChange, Units
from companion.play.unit_parts import parts_of, role_of
from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.unit_changes import apply, due_changes, possible_changes
from companion.workspace.unit_facts import legal


@pytest.fixture
def units(context: AppContext) -> AppContext:
    """Return a context with an attacker and a defender."""
    keep_unit(context.session, "5th Texas", {"rating": "B", "sps": 6, "leader_morale": 2, "state": "Sh"})
    keep_unit(
        context.session, "1st Minnesota", {"rating": "C", "sps": 1, "leader_morale": 0, "state": "Normal"}
    )
    return context


def take(calculation: Calculation, name: str, part: str) -> None:
    """Accept the offer of a unit for a part."""
    offers = [each for each in autofill.offers(calculation) if (each.source, each.part) == (name, part)]
    autofill.accept(calculation, offers[0])
    calculation.update()


def charge(context: AppContext) -> Calculation:
    """Return a charge of the 5th Texas against the 1st Minnesota."""
    calculation = Calculation(context, "lob:charge", {})
    calculation.update()
    take(calculation, "5th Texas", "attacker")
    take(calculation, "1st Minnesota", "defender")
    return calculation


def test_two_units_answer_a_charge_without_a_key(units: AppContext) -> None:
    """Each unit answers only for its part: the attacker's facts never answer for the defender."""
    calculation = charge(units)
    values = calculation.sheet.values
    assert (values["rating"], values["attacker_sps"], values["shaken"]) == ("B", 6, True)
    assert (values["defender_rating"], values["defender_sps"], values["state"]) == ("C", 1, "Normal")
    assert "wrecked" not in values, "an unknown fact answers nothing"
    assert calculation.resolution is not None and not calculation.resolution.missing
    assert autofill.offers(calculation) == []


def test_after_one_unit_those_for_the_other_parts_are_offered(units: AppContext) -> None:
    """Until every part is taken, or no unit is left, or the dice are rolled."""
    calculation = Calculation(units, "lob:charge", {})
    calculation.update()
    keep_unit(units.session, "2nd Maine", {"rating": "C"})
    take(calculation, "5th Texas", "attacker")
    others = autofill.offers_of_other_parts(calculation)
    assert {(each.source, each.part) for each in others} == {
        ("1st Minnesota", "defender"),
        ("2nd Maine", "defender"),
    }
    take(calculation, "1st Minnesota", "defender")
    assert autofill.offers_of_other_parts(calculation) == []
    shot = finished(units, "lob:opening-volley", "6", range=1)
    assert autofill.offers_of_other_parts(shot) == []


def test_facts_follow_their_unit_until_the_dice(units: AppContext) -> None:
    """A fact that changes while the calculation is open changes its answer."""
    calculation = charge(units)
    keep_unit(units.session, "5th Texas", {"sps": 4})
    calculation.update()
    assert calculation.sheet.values["attacker_sps"] == 4


def test_a_draft_keeps_its_units(units: AppContext) -> None:
    """A continued calculation has the same units."""
    charge(units)
    again = Calculation(units, "lob:charge", {})
    assert again.continue_earlier()
    assert again.sheet.units == {"attacker": "5th Texas", "defender": "1st Minnesota"}


def test_a_result_changes_all_its_units_in_one_step(units: AppContext) -> None:
    """The change is shown first, and logged and undone together; then it is due again."""
    calculation = charge(units)
    for dice in ("6", "6", "7"):
        calculation.enter_roll(dice)
    assert calculation.done, calculation.resolution
    changes = calculation.changes_text()
    assert "5th Texas: Strength points 6 -> 4" in changes
    assert "1st Minnesota: Strength points 1 -> 0" in changes
    before = len(units.session.log)
    apply(calculation, due_changes(calculation))
    assert [type(line.event) for line in units.session.log[before:]] == [UnitKept, UnitKept]
    assert units.session.game_state.units["1st Minnesota"].facts["sps"] == 0
    assert calculation.changes_text() == ""
    units.session.undo()
    assert units.session.game_state.units["5th Texas"].facts["sps"] == 6
    assert calculation.changes_text() == changes


def finished(context: AppContext, procedure: str, dice: str, **answers: Any) -> Calculation:
    """Return a calculation with these answers and this roll."""
    calculation = Calculation(context, procedure, {})
    for name, value in answers.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    calculation.enter_roll(dice)
    return calculation


def test_only_units_that_took_part_are_changed_by_default(units: AppContext) -> None:
    """Without a unit no change is due; all units are offered for the open part."""
    check = {"rating": "F", "leader_morale": 0, "cause": "small_arms", "range": 1}
    calculation = finished(units, "lob:morale-check", "12", **check)
    assert calculation.done and due_changes(calculation) == []
    assert {change.unit.name for change in possible_changes(calculation)} == {"5th Texas", "1st Minnesota"}
    (texas,) = (each for each in possible_changes(calculation) if each.unit.name == "5th Texas")
    apply(calculation, [texas])
    assert possible_changes(calculation) == []


def test_the_value_of_a_lost_leader_is_removed(units: AppContext) -> None:
    """The leader's value is asked again, because he is replaced."""
    calculation = finished(units, "lob:leader-loss", "12", column="other")
    (texas, *_) = possible_changes(calculation)
    apply(calculation, [texas])
    assert units.session.game_state.units["5th Texas"].facts["leader_morale"] is None
    closing = Calculation(units, "lob:closing-roll", {})
    closing.update()
    take(closing, "5th Texas", "stack")
    assert "leader_morale" not in closing.sheet.values


def test_the_next_calculator_keeps_the_unit(units: AppContext) -> None:
    """The target of the fire becomes the checking stack, with its current facts."""
    fire = Calculation(units, "lob:fire", {})
    fire.update()
    take(fire, "5th Texas", "target")
    keep_unit(units.session, "5th Texas", {"sps": 3})
    check = Calculation(units, "lob:morale-check", {}, fire.place.after(fire))
    check.update()
    assert check.sheet.units == {"stack": "5th Texas"}
    assert (check.sheet.values["rating"], check.sheet.values["small"]) == ("B", True)
    assert not check.begun


def test_a_unit_fires_once(units: AppContext) -> None:
    """A unit that takes a part is not offered for another."""
    fire = Calculation(units, "lob:fire", {})
    fire.sheet.add_unit(("firers",))
    fire.update()
    take(fire, "5th Texas", "firers.2")
    assert fire.sheet.values["firers"][1]["sps"] == 6
    assert {each.source for each in autofill.offers(fire)} == {"1st Minnesota"}


def test_removing_a_row_removes_its_unit(units: AppContext) -> None:
    """The answers and changes of the removed unit are removed too."""
    fire = Calculation(units, "lob:fire", {})
    fire.sheet.add_unit(("firers",))
    fire.update()
    take(fire, "5th Texas", "firers.2")
    fire.sheet.add_unit(("firers",))
    fire.sheet.drop_unit(("firers",))
    assert len(fire.sheet.at(("firers",))) == 2
    fire.sheet.drop_unit(("firers",))
    assert (fire.sheet.units, fire.sheet.standing) == ({}, set())
    fire.update()
    assert (fire.sheet.units, fire.sheet.standing) == ({}, set())


def test_a_unit_takes_part_in_a_result_without_dice(units: AppContext) -> None:
    """The result is available at once; units can still take part and be changed."""
    loss = Calculation(units, "lob:charge-loss", {})
    loss.update()
    assert loss.done and autofill.has_open_part(loss)
    take(loss, "1st Minnesota", "attacker")
    assert loss.sheet.values == {"attacker_small": True}
    take(loss, "5th Texas", "defender")
    assert not autofill.has_open_part(loss)
    assert loss.changes_text() == ""
    loss.sheet.answer(("attacker_small",), False)
    loss.update()
    assert loss.changes_text() == "5th Texas: Strength points 6 -> 5"


@pytest.mark.parametrize(
    ("roles", "part", "role"),
    [
        ("", "", "who"),
        ("", "target", "who"),
        ("attacker defender", "defender", "defender"),
        ("attacker defender", "leader", ""),
        ("attacker defender", "", "attacker"),
    ],
)
def test_a_unit_names_the_role_of_its_part(roles: str, part: str, role: str) -> None:
    """The whole calculator is the part of its first role; some parts have no role."""
    named = tuple(Role(name, name.title()) for name in roles.split())
    assert role_of(Procedure("xx:ask", "Ask", "1", "", (), (), (), roles=named), part) == role


def test_facts_have_the_domain_of_their_question(context: AppContext) -> None:
    """A value outside it, or of a fact that the game does not keep, is not legal."""
    lob = context.library.module("lob")
    assert [legal(lob, "rating", value) for value in ("B", "X", None)] == [True, False, False]
    assert not legal(lob, "colour", "red")


def test_a_fact_that_is_no_longer_known_answers_nothing(units: AppContext) -> None:
    """Whether the unit is shaken is then asked again."""
    keep_unit(units.session, "5th Texas", {"state": None})
    assert "shaken" not in charge(units).sheet.values


def test_a_result_that_changes_a_unit_makes_a_part(context: AppContext) -> None:
    """Without parts and fills in units.yaml, the calculator of the change has one; no other calculator has."""
    change = UnitChange(procedure="order-delivery", fact="rating", to="'A'")
    module = msgspec.structs.replace(context.module, units=Units(changes=(change,)))
    found = {each.id: list(parts_of(module, each).values()) for each in module.procedures}
    (part,) = found.pop("lob:order-delivery")
    assert (part.id, part.answers) == ("", {})
    assert not any(found.values())
