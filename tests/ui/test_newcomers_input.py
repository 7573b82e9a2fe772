"""Regression tests for input that confused new players: keys and clicks in a calculator."""

from __future__ import annotations

import pytest
from textual.events import MouseDown, MouseUp
from textual.pilot import Pilot

from companion.load.places import Places
from companion.play.units_and_notes import keep_unit
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.entry_rows import NumberRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.rows import YesNoRow
from companion.workspace.calculation import Calculation
from companion.workspace.place import Place
from tests.proofs.hands import key_event
from tests.ui.helpers import (
    at,
    calculator,
    calculator_key,
    context,
    focused,
    painted,
    press,
    row,
    screen,
    settled,
    started,
    type_in,
)

pytestmark = pytest.mark.slow

NARROW = (40, 20)


async def test_after_filling_in_the_dice_are_marked(places: Places) -> None:
    """If a unit answers nothing, the focus is on the dice, not on an answered question that a digit would change."""
    async with started(places, NARROW) as pilot:
        context(pilot).switch("pub")
        keep_unit(context(pilot).session, "Texas Bde", {})
        page = await calculator(pilot, "combat")
        await press(pilot, "1 1 2")
        row(pilot, "mode").focus()
        await press(pilot, "= 1")
        assert page.calculation.sheet.units
        assert isinstance(focused(pilot), DiceRow)
        await type_in(pilot, "421")
        assert page.calculation.sheet.values["mode"] == "melee"


async def test_a_digit_that_replaces_an_answer_says_so(places: Places) -> None:
    """The status line names the new and the old answer; a first answer shows no message."""
    async with started(places, NARROW) as pilot:
        context(pilot).switch("pub")
        await calculator(pilot, "combat")
        await press(pilot, "1")
        assert not at(pilot, "#told")
        await press(pilot, "1 2")
        row(pilot, "mode").focus()
        await press(pilot, "2")
        assert "Fire Fight (FoF) (before: Melee (contact))" in at(pilot, "#told")


@pytest.mark.parametrize("lead", ["up", "up space"])
async def test_digits_go_to_the_dice_from_a_modifier(places: Places, lead: str) -> None:
    """A modifier is marked, or was just ticked: a digit is a die."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2")
        assert isinstance(focused(pilot), DiceRow)
        await press(pilot, f"{lead} 4")
        assert [roll.value for roll in page.calculation.rolls] == [4]


async def test_digits_go_to_the_dice_from_the_choices_before_a_roll(places: Places) -> None:
    """Down moves from the dice to the choices, Up back to the dice; digits are dice on both."""
    async with started(places, NARROW) as pilot:
        context(pilot).switch("pub")
        page = await calculator(pilot, "combat")
        await press(pilot, "1 1 2")
        await type_in(pilot, "111111")
        await press(pilot, "down")
        assert isinstance(focused(pilot), FollowUps)
        await press(pilot, "up")
        assert isinstance(focused(pilot), DiceRow)
        await press(pilot, "down")
        await type_in(pilot, "111")
        assert len(page.calculation.rolls) == 3
        assert page.calculation.rolls[2].faces == (1, 1, 1)


async def test_a_refused_digit_names_the_key_to_the_dice(places: Places) -> None:
    """Digits answer the marked choice, so the refusal says that End moves to the dice."""
    async with started(places, NARROW) as pilot:
        context(pilot).switch("pub")
        await calculator(pilot, "combat")
        await press(pilot, "1 1 2")
        row(pilot, "mode").focus()
        await press(pilot, "6")
        assert "Press End for the dice" in at(pilot, "#told")
        await press(pilot, "end")
        assert isinstance(focused(pilot), DiceRow)


async def test_an_unneeded_enter_is_reported(places: Places) -> None:
    """After a die that needs no Enter, the first Enter opens nothing and says so; the next one opens the follow-up."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 4 enter")
        assert page.calculation.done
        assert pilot.app.screen is page
        assert "Enter not needed: the answer was complete." in at(pilot, "#told")
        await press(pilot, "enter")
        assert pilot.app.screen is not page


async def test_on_a_small_screen_the_choices_before_a_roll_are_visible(places: Places) -> None:
    """After each round, the list of choices and the dice that are due are visible."""
    async with started(places, NARROW) as pilot:
        context(pilot).switch("pub")
        await calculator(pilot, "combat")
        await press(pilot, "1 1 2")
        for rounds in range(3):
            await type_in(pilot, "111111")
            shown = painted(pilot)
            assert "The Defender retreats now." in shown, rounds
            assert "type 3d6 [_]" in shown, rounds
        await press(pilot, "down")
        assert "▸?  The Defender retreats now." in painted(pilot)


async def test_the_marked_roll_is_scrolled_to_when_it_moves(places: Places) -> None:
    """If a text above the roll changes its height after the roll was shown, the roll does not stay out of sight."""
    async with started(places, NARROW) as pilot:
        context(pilot).switch("pub")
        page = await calculator(pilot, "combat")
        await press(pilot, "1 1 2")
        await type_in(pilot, "111111")
        page.query_one("#outcome").scroll_home(animate=False, immediate=True)
        await settled(pilot)
        assert "type 3d6 [_]" not in painted(pilot)
        page.query_one("#summary").styles.height = 5
        await settled(pilot)
        assert "type 3d6 [_]" in painted(pilot)


@pytest.mark.parametrize("back", ["ctrl+z", "backspace backspace"])
async def test_undo_of_dice_undoes_the_choice_made_after_them(places: Places, back: str) -> None:
    """After a combat that ended by a retreat is undone, the same dice typed again do not end it."""
    async with started(places, NARROW) as pilot:
        context(pilot).switch("pub")
        page = await calculator(pilot, "combat")
        await press(pilot, "1 1 2")
        await type_in(pilot, "111111")
        await press(pilot, "down enter")
        assert page.calculation.done
        assert page.calculation.sheet.values["defender_leaves"] is True
        await press(pilot, back)
        assert not page.calculation.done
        assert "defender_leaves" not in page.calculation.sheet.values
        assert "defender_rounds" not in page.calculation.sheet.values
        await type_in(pilot, "111111"[len(page.calculation.rolls) * 3 :])
        assert not page.calculation.done


async def test_two_dice_say_how_to_type_each(places: Places) -> None:
    """The prompt for the dice names the key."""
    async with started(places) as pilot:
        await calculator(pilot, "command-roll")
        await press(pilot, "2")
        assert "the total, 2 to 12 (each die: Space first)" in at(pilot, "#dice")


async def test_a_click_enters_a_number_being_typed(places: Places) -> None:
    """A click anywhere enters a number being typed, so that no result is shown beside an unfinished number."""
    async with started(places) as pilot:
        page = await calculator(pilot, "fire")
        number = next(each for each in page.form.asked_rows() if isinstance(each, NumberRow))
        number.focus()
        await press(pilot, "1")
        assert number.half_typed
        await touch(pilot, "#answer-side")
        assert not number.half_typed
        assert str(page.form.sheet.at(number.path)) == "1"


async def test_escape_closes_the_ledger_first(places: Places) -> None:
    """On a narrow screen Escape closes the ledger, then the calculator."""
    async with started(places, NARROW) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "?")
        assert page.has_class("-ledger")
        await press(pilot, "escape")
        assert pilot.app.screen is page
        assert not page.has_class("-ledger")
        await press(pilot, "escape")
        assert pilot.app.screen is not page


async def test_a_click_waits_for_the_keys_before_it(places: Places) -> None:
    """A key and a click sent at once: the click acts on the screen that the key opens."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        box = row(pilot, "shaken")
        x, y = box.region.offset
        await press(pilot, "escape")
        key = calculator_key(pilot, "closing-roll")
        await press(pilot, "f5")
        for event in (key_event("f2"), key_event(key), *click_events(x + 1, y)):
            pilot.app.post_message(event)
        await settled(pilot)
        page = screen(pilot, CalculatorScreen)
        assert page.form.sheet.values.get("shaken") is True


async def test_a_key_that_only_scrolls_to_the_marked_line_says_so(places: Places) -> None:
    """If the marked line is scrolled out of sight, Space changes nothing, and the status line gives the reason."""
    async with started(places, NARROW) as pilot:
        page = await calculator(pilot, "closing-roll")
        boxes = [each for each in page.form.asked_rows() if isinstance(each, YesNoRow)]
        before = boxes[0].value
        boxes[0].focus()
        await settled(pilot)
        page.form.scroll_end(animate=False)
        await settled(pilot)
        assert not page.form.shows(boxes[0])
        await press(pilot, "space")
        assert boxes[0].value is before
        assert "out of sight. Press Space again to change it." in at(pilot, "#told")
        page.form.scroll_end(animate=False)
        await settled(pilot)
        last = boxes[-1]
        assert page.form.shows(last)
        before = last.value
        await press(pilot, last.hotkey)
        assert last.value is not before


async def test_starting_over_clears_carried_names(places: Places) -> None:
    """Names from the previous calculation are cleared; the order or chit stays."""
    async with started(places) as pilot:
        ready = context(pilot)
        place = Place(
            about="Hood", source="Fire", names={"who": "Gerlach"}, units={"fire.target": "5th Texas"}
        )
        calculation = Calculation(ready, "lob:closing-roll", {}, place)
        calculation.restart()
        assert (calculation.place.names, calculation.place.units) == ({}, {})
        assert calculation.place.about == "Hood"


def click_events(x: int, y: int) -> list[MouseDown | MouseUp]:
    """Return the events of a click on a cell of the screen, as the terminal sends them."""
    return [kind(None, x, y, 0, 0, 1, False, False, False, x, y) for kind in (MouseDown, MouseUp)]


async def touch(pilot: Pilot[None], selector: str) -> None:
    """Click into a widget."""
    x, y = pilot.app.screen.query_one(selector).region.offset
    for event in click_events(x + 1, y + 1):
        pilot.app.post_message(event)
    await settled(pilot)
