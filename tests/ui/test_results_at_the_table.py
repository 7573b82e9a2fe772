"""Kept units at the table: chosen for every role, changed by results, listed with what is due and with steps."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.play.units_and_notes import keep_unit
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.turn import TurnScreen
from companion.ui.screens.unit import UnitScreen
from companion.ui.widgets.bars import Header
from companion.ui.widgets.follow_ups import FollowUps
from tests.ui.helpers import (
    at,
    calculator,
    context,
    panels,
    press,
    screen,
    screen_text,
    started,
    words,
)

pytestmark = pytest.mark.slow

GUARD, LINE = "Old Guard", "Blue Line"


def keep(pilot: Pilot[None], game: str, **facts: object) -> None:
    """Keep two units of opposing sides in a game."""
    context(pilot).switch(game)
    sequence = context(pilot).module.sequence
    assert sequence is not None
    for name, side in zip((GUARD, LINE), sequence.sides, strict=True):
        keep_unit(context(pilot).session, name, dict(facts), side)


def states(pilot: Pilot[None]) -> dict[str, object]:
    """Return the states of the units that are kept."""
    return {name: unit.facts["state"] for name, unit in context(pilot).session.game_state.units.items()}


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_combat_round_by_round(places: Places, size: tuple[int, int]) -> None:
    """Both pieces are chosen with one =; Enter applies, ctrl+z takes back; what is left is due on the turn screen."""
    async with started(places, size) as pilot:
        keep(pilot, "pub", type="infantry", state="fresh", quality="regular")
        page = await calculator(pilot, "combat-round")
        await press(pilot, "equals_sign 1")
        assert str(screen(pilot, ChooseScreen).heading).startswith("Who else takes part?")
        await press(pilot, "1")
        assert page.calculation.sheet.units == {"attacking": GUARD, "defending": LINE}
        await press(pilot, "1 4 1 1 4 1 1")
        assert f"Apply: {GUARD}: Fresh -> Spent" in " ".join(panels(pilot).split())
        await press(pilot, "right")
        assert states(pilot) == {GUARD: "spent", LINE: "spent"}
        assert "Apply:" not in panels(pilot)
        await press(pilot, "ctrl+z")
        assert states(pilot) == {GUARD: "fresh", LINE: "fresh"}
        assert page.query_one(Header).parts["due"] == "1 due"
        page.query_one(FollowUps).focus()
        await press(pilot, "right")
        assert "due" not in page.query_one(Header).parts
        await press(pilot, "ctrl+z")
        await press(pilot, "escape f3")
        assert "1 due" in at(pilot, "#where")
        page_of_turn = screen(pilot, TurnScreen)
        page_of_turn.query_one("#due").focus()
        assert f"Apply to {GUARD} and {LINE}" in " ".join(words(page_of_turn.query_one("#due")).split())
        await press(pilot, "enter a")
        assert states(pilot) == {GUARD: "spent", LINE: "spent"}
        assert "due" not in at(pilot, "#where")


async def test_an_undone_result_may_be_set_aside(places: Places) -> None:
    """The units stay as they are."""
    async with started(places) as pilot:
        keep(pilot, "pub", type="infantry", state="fresh", quality="regular")
        await calculator(pilot, "combat-round")
        await press(pilot, "equals_sign 1 1 1 4 1 1 4 1 1 escape f3")
        screen(pilot, TurnScreen).query_one("#due").focus()
        await press(pilot, "enter s")
        assert states(pilot) == {GUARD: "fresh", LINE: "fresh"}
        assert "due" not in at(pilot, "#where")
        await press(pilot, "l")
        assert "Set aside: result of line" in screen_text(pilot)


async def test_names_typed_by_hand_are_units(places: Places) -> None:
    """They answer the open questions, and the result is applied to them."""
    async with started(places) as pilot:
        keep(pilot, "pub", type="infantry", state="fresh", quality="regular")
        page = await calculator(pilot, "combat-round")
        await press(pilot, "@")
        await press(pilot, " ".join(GUARD.lower()).replace("   ", " space "))
        await press(pilot, "tab")
        await press(pilot, " ".join(LINE.lower()).replace("   ", " space "))
        await press(pilot, "enter")
        assert page.calculation.sheet.units == {"attacking": GUARD, "defending": LINE}
        assert GUARD in at(pilot, "#where")


async def test_a_routed_unit_is_one_key_from_its_rally(places: Places) -> None:
    """Without a calculator for the step, Enter opens the facts of the unit."""
    async with started(places, (120, 40)) as pilot:
        keep(pilot, "bar", morale="routed", er=40)
        context(pilot).move_to(context(pilot).position._replace(moment=7))
        await press(pilot, "f3")
        assert GUARD in screen_text(pilot) and LINE in screen_text(pilot)
        steps = screen(pilot, TurnScreen).query_one("#steps")
        steps.focus()
        await press(pilot, "down down enter")
        calculation = screen(pilot, CalculatorScreen).calculation
        assert (calculation.procedure.id, calculation.sheet.units) == ("bar:rally", {"unit": GUARD})


async def test_a_step_without_a_calculator_opens_its_unit(places: Places) -> None:
    """In the phase of one side, the units of the other are not listed."""
    async with started(places) as pilot:
        keep(pilot, "lob", state="R")
        context(pilot).move_to(context(pilot).position._replace(moment=2))
        await press(pilot, "f3")
        screen(pilot, TurnScreen).query_one("#steps").focus()
        listed = words(screen(pilot, TurnScreen).query_one("#steps"))
        assert GUARD in listed and "Routed (R)" in listed and LINE not in listed
        await press(pilot, "home down enter")
        assert str(screen(pilot, UnitScreen).heading).startswith(f"Unit: {GUARD}")
