"""A whole charge with typed dice, and each line of its result."""

from __future__ import annotations

import re

import pytest

from companion.load.places import Places
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.text import WrappedText
from tests.ui.helpers import at, painted, press, settled, started

STROKES = "f2 1 b l 2 6 c 4 o 1 4 5 1 0 7 9"
"""Keys of a charge: rating B, leader value 2, 6 SPs; defender C, 4 SPs, leader value 1; dice 4, 5, 10, 7 and 9."""

RESULTS = (
    "● THE CHARGE ENDS: DEFENDER RETREATS",
    "SPs the attacker loses: 1",
    "Attacking leader: killed",
    "SPs the defender loses: 2",
    "Defending leader: unhurt",
    "Morale Table: Sh b2 L1",
    "The defender is shaken",
    "Retreat in hexes: 2",
)

FOLLOW_UPS = [
    "The defender retreats 2 hexes, then loses 1 SP on the Morale Table: 2 SPs in all.",
    "Each EZOC hex entered in the retreat costs 1 SP, without a leader loss check.",
    "Place a cowardly legs marker in the hex that the defender left.",
    "If the retreat displaces units, only the displaced units suffer the morale penalty. "
    "An HQ may be passed through instead. Open order capable units are not affected.",
    "The attacker may advance after combat, free of EZOC restrictions for the rest of its move.",
    "Mark the defender Shaken (SH): -1 to its closing rolls, +1 to its morale checks.",
    "The attacking leader is killed. Promote or replace him.",
    "A division that lost its original leader has -1 in its fluke stoppage base checks from now on.",
]


@pytest.mark.slow
async def test_a_charge_in_16_keys(places: Places) -> None:
    """Each die is asked for in turn; the result and the follow-ups are listed line by line."""
    assert len(STROKES.split()) <= 16
    async with started(places, (110, 40)) as pilot:
        await press(pilot, STROKES)
        await settled(pilot)
        page = pilot.app.screen
        assert isinstance(page, CalculatorScreen)
        assert page.calculation.resolution is not None
        assert [roll.value for roll in page.calculation.resolution.rolls] == [4, 5, 10, 7, 9]
        assert page.calculation.resolution.done
        assert at(pilot, "#summary") == f"{' '.join(RESULTS)} Line 2 of the log."
        assert [step.says for step in page.query_one(FollowUps).steps] == FOLLOW_UPS


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)])
async def test_every_result_of_a_charge_has_a_line_of_its_own(places: Places, size: tuple[int, int]) -> None:
    """A line breaks only inside a result that is longer than the line."""
    async with started(places, size) as pilot:
        await press(pilot, STROKES)
        lines = str(pilot.app.screen.query_one("#summary", WrappedText).render()).splitlines()
        assert tuple(line.strip() for line in lines) == RESULTS


@pytest.mark.slow
async def test_the_rule_of_a_follow_up_is_called_a_rule(places: Places) -> None:
    """The panel shows the rule of the marked follow-up, also after the mark has moved."""
    async with started(places, (120, 50)) as pilot:
        await press(pilot, STROKES)
        assert "Rule: Morale checks  6.1" in painted(pilot)
        await press(pilot, "down down down down down down")
        assert re.search("Rule: .*  9.1b", painted(pilot)), painted(pilot)


@pytest.mark.slow
async def test_a_rule_without_room_leaves_its_key_to_the_footer(places: Places) -> None:
    """At 40 rows, the results take the place of the rule."""
    async with started(places, (120, 40)) as pilot:
        await press(pilot, STROKES)
        assert "Rule: " not in painted(pilot)
        assert "F4 Rule" in at(pilot, "#keys")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)])
async def test_a_reminder_does_not_offer_to_open_a_calculator(places: Places, size: tuple[int, int]) -> None:
    """F4 opens its rule; the line of keys offers to open a follow-up while one with a calculator is marked."""
    async with started(places, size) as pilot:
        await press(pilot, STROKES)
        follow_ups = pilot.app.screen.query_one(FollowUps)
        procedures = [bool(getattr(step, "procedure", "")) for step in follow_ups.steps]
        for opens in procedures:
            assert ("→ Open" in at(pilot, "#keys")) is opens
            await press(pilot, "down")
        await press(pilot, "home right")
        assert isinstance(pilot.app.screen, ReadScreen)


@pytest.mark.slow
async def test_the_dice_of_a_charge_are_removed_one_by_one(places: Places) -> None:
    """Backspace removes the last typed die, and then the one before."""
    async with started(places, (110, 40)) as pilot:
        await press(pilot, STROKES)
        await press(pilot, "backspace backspace")
        page = pilot.app.screen
        assert isinstance(page, CalculatorScreen)
        assert page.calculation.resolution is not None
        assert [roll.value for roll in page.calculation.resolution.rolls] == [4, 5, 10]
        assert page.calculation.resolution.needs[0].label == "Defending leader loss"


@pytest.mark.slow
async def test_every_follow_up_can_be_scrolled_into_view(places: Places) -> None:
    """80x24 has no room for all; Down scrolls to the marked one."""
    async with started(places) as pilot:
        await press(pilot, STROKES)
        for says in FOLLOW_UPS[1:]:
            await press(pilot, "down")
            await settled(pilot)
            assert says[:20] in painted(pilot)


@pytest.mark.slow
async def test_the_result_is_in_the_log(places: Places) -> None:
    """The opened line begins with the result and the losses; PageDown scrolls to what the rules demand next."""
    async with started(places) as pilot:
        await press(pilot, f"{STROKES} escape escape f10 enter")
        await settled(pilot)
        for result in (
            "The charge ends +defender retreats",
            "SPs the attacker loses +1",
            "Attacking leader +killed",
        ):
            assert re.search(result, painted(pilot)), result
        assert "Promote or replace him" not in painted(pilot)
        await press(pilot, "pagedown pagedown pagedown pagedown")
        await settled(pilot)
        assert "Promote or replace him. (9.1b)" in painted(pilot)


@pytest.mark.slow
async def test_the_rule_of_the_marked_follow_up_opens(places: Places) -> None:
    """F4 opens the rule of the marked follow-up."""
    async with started(places) as pilot:
        await press(pilot, f"{STROKES} down f4")
        await settled(pilot)
        page = pilot.app.screen
        assert isinstance(page, ReadScreen)
        assert page.record == "lob:6.3e"
