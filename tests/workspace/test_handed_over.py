"""Follow-ups hand over the units and the answers of the calculators before them, in the parts that they now have."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.units_and_notes import keep_unit
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.names import names_of_step
from companion.workspace.unit_changes import apply, due_changes
from tests.workspace.opened import opened

MAINE, TEXAS = "4th Maine", "5th Texas"


def follow(before: Calculation, procedure: str, **answers: Any) -> Calculation:
    """Return the follow-up of a finished calculation, opened as the screen does."""
    before.commit()
    step = next(each for each in before.next_steps() if each.procedure == procedure)
    place = before.place.after(before, names_of_step(step, before.names), step.earlier)
    calculation = Calculation(before.context, procedure, dict(step.carry), place)
    for name, value in answers.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    return calculation


@pytest.fixture
def charge(context: AppContext) -> AppContext:
    """Return a context with two units of Line of Battle."""
    for name in (MAINE, TEXAS):
        keep_unit(context.session, name, {"rating": "C", "sps": 5, "leader_morale": 0, "state": "Normal"})
    return context


@pytest.mark.parametrize("roll", ["1", "6"])
def test_the_charged_unit_that_fired_is_the_defender(charge: AppContext, roll: str) -> None:
    """The charged unit loses the strength point of the charge without being named again, hit or not."""
    volley = opened(
        charge,
        "lob:opening-volley",
        {"target": TEXAS, "firer": MAINE},
        charge=True,
        fired_by_charged_unit=True,
    )
    volley.enter_roll(roll)
    loss = follow(volley, "lob:charge-loss")
    assert loss.sheet.units == {"attacker": TEXAS, "defender": MAINE}
    assert loss.changes_text() == f"{MAINE}: Strength points 5 -> 4"
    apply(loss, due_changes(loss))
    assert follow(loss, "lob:morale-check").sheet.units == {"stack": MAINE, "attacker": TEXAS}


@pytest.mark.parametrize("roll", ["1", "6"])
def test_another_unit_that_fired_is_not_the_defender(charge: AppContext, roll: str) -> None:
    """Neither the unit nor its name is handed over as the defender."""
    volley = opened(
        charge,
        "lob:opening-volley",
        {"target": TEXAS, "firer": MAINE},
        charge=True,
        fired_by_charged_unit=False,
        range=2,
    )
    volley.enter_roll(roll)
    loss = follow(volley, "lob:charge-loss")
    assert loss.sheet.units == {"attacker": TEXAS}
    assert loss.names == {"attacker": TEXAS}


def test_a_name_that_no_unit_has_takes_no_part(charge: AppContext) -> None:
    """The name stays a name. A unit whose name was typed takes the part, in any case of letters."""
    for typed, units in (("Some enemy", {}), ("4TH maine", {"defender": MAINE})):
        closing = opened(
            charge, "lob:closing-roll", {"stack": TEXAS}, rating="A", leader_morale=0, enemy_can_fire=False
        )
        closing.name({"enemy": typed})
        assert closing.done
        loss = follow(closing, "lob:charge-loss")
        assert loss.sheet.units == {"attacker": TEXAS, **units}
        assert loss.names["defender"].casefold() == typed.casefold()


def test_close_combat_swaps_its_stacks(context: AppContext) -> None:
    """Close combat swaps both stacks with all their saved facts, and swaps them back unchanged."""
    context.switch("bar")
    ir7, ir20 = "IR7 Bevern", "IR20 Zastrow"
    keep_unit(
        context.session, ir7, {"arm": "infantry", "formation": "Line", "morale": "good", "disordered": False}
    )
    keep_unit(
        context.session, ir20, {"arm": "infantry", "formation": "AC", "morale": "shaken", "disordered": True}
    )
    own = opened(
        context,
        "bar:close-combat-modifier",
        {"stack": ir7, "enemy": ir20},
        side="defender",
        terrain="clear",
    )
    assert own.done and own.sheet.values["shaken"] is False
    enemy = follow(own, "bar:close-combat-modifier", terrain="clear")
    assert enemy.sheet.units == {"stack": ir20, "enemy": ir7}
    values = enemy.sheet.values
    assert (values["side"], values["formation"], values["shaken"], values["disordered"]) == (
        "attacker",
        "AC",
        True,
        True,
    )
    assert follow(enemy, "bar:close-combat-modifier", terrain="clear").sheet.units == own.sheet.units


def fired_at(context: AppContext, terrain: str) -> Calculation:
    """Return the Morale Check modifier after fire at a unit in Attack Column in this terrain."""
    context.switch("bar")
    target = opened(context, "bar:fire-target", {}, sps=6, terrain=terrain)
    return follow(follow(target, "bar:fire-loss", loss=1, target="AC"), "bar:morale-modifier")


def test_an_answer_passes_a_calculator_that_does_not_ask_for_it(context: AppContext) -> None:
    """The terrain of the target counts in its Morale Check; the loss between them has no use for it."""
    check = fired_at(context, "woods")
    assert check.sheet.values["terrain"] == "woods"
    assert check.sheet.origins["terrain"] == "Target of fire"
    assert check.resolution is not None and check.resolution.outcome["modifier"] == -10
    assert not check.begun, "the answer is handed over, not given by the player"
    check.sheet.answer(("shaken",), True)
    check.update()
    again = Calculation(context, check.procedure.id, dict(check.draft.carry), check.place)
    assert again.continue_earlier()
    assert again.place == check.place
    assert fired_at(context, "clear").sheet.values["terrain"] == "clear"


def test_an_answer_of_another_chain_is_not_handed_over(context: AppContext) -> None:
    """A loss without a target before it, and a modifier that starts over, ask for the terrain again."""
    check = fired_at(context, "woods")
    check.restart()
    check.update()
    assert "terrain" not in check.sheet.values
    loss = opened(context, "bar:fire-loss", {}, loss=1, target="AC")
    assert "terrain" not in follow(loss, "bar:morale-modifier").sheet.values


def test_the_terrain_of_another_stack_is_not_handed_over(context: AppContext) -> None:
    """The stacks that a Rout Retreat passes through stand elsewhere."""
    context.switch("bar")
    target = opened(context, "bar:fire-target", {}, sps=6, terrain="woods")
    loss = follow(target, "bar:fire-loss", loss=1, target="RC")
    rout = follow(loss, "bar:rout-retreat", arm="infantry", enemy=False)
    passed = [each for each in rout.next_steps() if each.procedure == "bar:morale-modifier"]
    assert passed, rout.resolution
    assert "terrain" not in follow(rout, "bar:morale-modifier").sheet.values
