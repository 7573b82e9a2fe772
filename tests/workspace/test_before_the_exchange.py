"""Formulas read the facts of a unit from before the exchange: a result does not count in the checks it leads to."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.event import Calculated
from companion.play.units_and_notes import keep_unit
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.known import assign_unit
from companion.workspace.place import Place
from companion.workspace.unit_changes import apply, due_changes

MAINE, TEXAS = "4th Maine", "5th Texas"


@pytest.fixture
def units(context: AppContext) -> AppContext:
    """Return a context with two units of 4 strength points."""
    for name in (MAINE, TEXAS):
        keep_unit(context.session, name, {"rating": "C", "sps": 4, "leader_morale": 0, "state": "Normal"})
    return context


def opened(
    context: AppContext,
    procedure: str,
    taking: dict[str, str],
    answers: dict[str, Any],
    place: Place | None = None,
    carry: dict[str, Any] | None = None,
) -> Calculation:
    """Return a calculation with these units and answers, the carried ones among them."""
    calculation = Calculation(context, procedure, carry or {}, place)
    for part, name in taking.items():
        assign_unit(calculation, part, name)
    for name, value in answers.items():
        calculation.sheet.put(name.split("."), value)
    calculation.update()
    return calculation


def follow(calculation: Calculation, procedure: str, **answers: Any) -> Calculation:
    """Return the follow-up of a finished calculation, opened as the screen does."""
    calculation.commit()
    step = next(each for each in calculation.next_steps() if each.procedure == procedure)
    return opened(
        calculation.context, procedure, {}, answers, calculation.place.after(calculation), dict(step.carry)
    )


def fired(context: AppContext) -> Calculation:
    """Return a fire at the 4th Maine that costs 1 strength point."""
    firing = {"arm": "small_arms", "range": 1, "firers": [{"sps": 6, "weapon": "R"}]}
    fire = opened(context, "lob:fire", {"target": MAINE}, firing)
    fire.enter_roll("9")
    assert fire.changes_text() == f"{MAINE}: Strength points 4 -> 3"
    return fire


@pytest.mark.parametrize("applied", [True, False])
def test_losses_of_the_fire_do_not_make_small(units: AppContext, applied: bool) -> None:
    """6.3d: a unit reduced by combat losses becomes small only after its retreat."""
    fire = fired(units)
    if applied:
        apply(fire, due_changes(fire))
        assert units.session.game_state.units[MAINE].facts["sps"] == 3
    check = follow(fire, "lob:morale-check")
    assert check.sheet.units == {"stack": MAINE}
    assert check.sheet.values["small"] is False
    assert check.sheet.origins["small"] == MAINE


def test_a_unit_that_was_small_before_stays_small(units: AppContext) -> None:
    """The strength from before the loss decides, whatever it is."""
    keep_unit(units.session, MAINE, {"sps": 3})
    firing = {"arm": "small_arms", "range": 1, "firers": [{"sps": 6, "weapon": "R"}]}
    fire = opened(units, "lob:fire", {"target": MAINE}, firing)
    fire.enter_roll("9")
    apply(fire, due_changes(fire))
    assert follow(fire, "lob:morale-check").sheet.values["small"] is True


def test_the_next_exchange_counts_the_loss(units: AppContext) -> None:
    """A morale check that follows no calculation reads the strength of now."""
    fire = fired(units)
    apply(fire, due_changes(fire))
    assert opened(units, "lob:morale-check", {"stack": MAINE}, {}).sheet.values["small"] is True


@pytest.mark.parametrize("applied", [True, False])
def test_the_volley_does_not_make_the_attacker_small(units: AppContext, applied: bool) -> None:
    """The loss of the opening volley does not spare the defender of the charge his loss."""
    volley = opened(
        units,
        "lob:opening-volley",
        {"target": TEXAS, "firer": MAINE},
        {"charge": True, "fired_by_charged_unit": True},
    )
    volley.enter_roll("6")
    assert f"{TEXAS}: Strength points 4 -> " in volley.changes_text()
    if applied:
        apply(volley, due_changes(volley))
    loss = follow(volley, "lob:charge-loss")
    assert loss.sheet.units["attacker"] == TEXAS
    assert loss.sheet.values["attacker_small"] is False


def test_the_facts_from_before_last_through_the_chain(units: AppContext) -> None:
    """The morale check of a charge reads the strength before the defender's loss, applied or not."""
    loss = opened(units, "lob:charge-loss", {"attacker": TEXAS, "defender": MAINE}, {})
    assert loss.changes_text() == f"{MAINE}: Strength points 4 -> 3"
    apply(loss, due_changes(loss))
    check = follow(loss, "lob:morale-check")
    assert check.sheet.values["small"] is False
    assert check.sheet.values["charge"]["defender_sps"] == 3
    check.sheet.answer(("night",), True)
    check.update()
    again = Calculation(units, "lob:morale-check", dict(check.draft.carry), check.place)
    assert again.continue_earlier()
    again.update()
    assert again.sheet.values["small"] is False


def test_starting_over_forgets_the_exchange(units: AppContext) -> None:
    """A new calculation on the same screen is about another exchange."""
    fire = fired(units)
    apply(fire, due_changes(fire))
    check = follow(fire, "lob:morale-check")
    check.restart()
    check.update()
    assign_unit(check, "stack", MAINE)
    check.update()
    assert check.sheet.values["small"] is True


@pytest.mark.parametrize("morale", ["5", "7", "9", "12"])
def test_a_charge_by_steps_ends_as_in_one_go(units: AppContext, morale: str) -> None:
    """The single steps, each applied, give the defender the same state and retreat as the charge start to finish."""
    whole = opened(units, "lob:charge", {"attacker": TEXAS, "defender": MAINE}, {})
    for roll in ("6", "6", morale):
        whole.enter_roll(roll)
    assert whole.done and whole.resolution is not None, whole.resolution
    assert whole.resolution.outcome["attacker_loss"] > 0
    whole.restart()
    closing = opened(units, "lob:closing-roll", {"stack": TEXAS}, {})
    closing.enter_roll("6")
    volley = follow(closing, "lob:opening-volley", charge=True, fired_by_charged_unit=True)
    assign_unit(volley, "firer", MAINE)
    volley.update()
    volley.enter_roll("6")
    apply(volley, due_changes(volley))
    loss = follow(volley, "lob:charge-loss")
    assign_unit(loss, "defender", MAINE)
    loss.update()
    apply(loss, due_changes(loss))
    check = follow(loss, "lob:morale-check")
    check.enter_roll(morale)
    assert check.done and check.resolution is not None
    by_steps, in_one_go = check.resolution.outcome, logged(units, "lob:charge").outcome
    assert (by_steps["state"], by_steps["retreat"], by_steps["result"]) == (
        in_one_go["defender_state"],
        in_one_go["retreat"],
        in_one_go["result"],
    )
    small = [line.state for line in check.resolution.ledger if line.label == "Small"]
    assert small == ["not applied"]


def logged(context: AppContext, procedure: str) -> Calculated:
    """Return the only calculation of a procedure in the log."""
    (found,) = (
        line.event
        for line in context.session.log
        if isinstance(line.event, Calculated) and line.event.procedure == procedure
    )
    return found
