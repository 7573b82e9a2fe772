"""Changes that depend on other facts of the unit: Skirmish units (bar) are never Disordered."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.units_and_notes import keep_unit
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.unit_changes import apply, due_changes
from tests.workspace.opened import opened

PANDURS = "Pandurs"


@pytest.fixture
def bar(context: AppContext) -> AppContext:
    """Return a context with Battles from the Age of Reason."""
    context.switch("bar")
    return context


def facts(context: AppContext) -> dict[str, Any]:
    """Return the known facts of the unit."""
    kept = context.session.game_state.units[PANDURS].facts
    return {name: value for name, value in kept.items() if value is not None}


def morale_check(context: AppContext) -> Calculation:
    """Return a Morale Check that the Shaken unit fails."""
    check = opened(context, "bar:morale-check", {"stack": PANDURS}, cause="fire", er=40, modifier=10)
    check.enter_roll("20")
    return check


def rally(context: AppContext) -> Calculation:
    """Return a Rally Check that the unit passes."""
    check = opened(context, "bar:rally", {"unit": PANDURS}, modified_er=40)
    check.enter_roll("80")
    return check


@pytest.mark.parametrize(
    ("formation", "after"),
    [
        ("Skirmish", {"morale": "shaken", "disordered": False, "formation": "Skirmish"}),
        ("Line", {"morale": "shaken", "disordered": True}),
        (None, {"morale": "shaken", "disordered": True}),
    ],
)
def test_a_unit_that_routs_and_rallies(bar: AppContext, formation: str | None, after: dict[str, Any]) -> None:
    """In Skirmish again a unit is only Shaken; any other is Disordered too, in a Formation that the player chooses."""
    known = {"morale": "shaken", "disordered": False}
    keep_unit(bar.session, PANDURS, {**known, "formation": formation} if formation else known)
    check = morale_check(bar)
    apply(check, due_changes(check))
    assert (facts(bar)["morale"], facts(bar)["disordered"], "formation" in facts(bar)) == (
        "routed",
        True,
        False,
    )
    check = rally(bar)
    apply(check, due_changes(check))
    assert facts(bar) == after


@pytest.mark.parametrize(("formation", "disordered"), [("Skirmish", False), ("Line", True)])
def test_a_routed_unit_whose_formation_is_kept(bar: AppContext, formation: str, disordered: bool) -> None:
    """A Formation that the player has recorded for a Routed unit counts."""
    keep_unit(bar.session, PANDURS, {"morale": "routed", "formation": formation})
    (change,) = due_changes(rally(bar))
    assert change.facts == {"morale": "shaken", "disordered": disordered}


@pytest.mark.parametrize(
    ("to", "changed"),
    [("Skirmish", {"formation": "Skirmish", "disordered": False}), ("Hook", {"formation": "Hook"})],
)
def test_a_disordered_unit_that_breaks_down(bar: AppContext, to: str, changed: dict[str, Any]) -> None:
    """A unit that breaks down into Skirmish is no longer Disordered; another change keeps it Disordered."""
    keep_unit(bar.session, PANDURS, {"arm": "infantry", "formation": "Line", "disordered": True})
    change = opened(bar, "bar:formation-change", {"unit": PANDURS}, to=to)
    assert [each.facts for each in due_changes(change)] == [changed]


@pytest.mark.parametrize("disordered", [True, False])
def test_a_routed_unit_makes_no_disorder_check(bar: AppContext, disordered: bool) -> None:
    """17.0: it is Disordered already; a failed check would make it Shaken, which is better than Routed."""
    keep_unit(bar.session, PANDURS, {"morale": "routed", "disordered": disordered})
    check = opened(bar, "bar:disorder-check", {"stack": PANDURS}, er=40, modifier=10)
    assert check.refusal.startswith("A Routed unit is already Disordered.")
