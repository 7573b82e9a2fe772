"""The orders screen: write an order, calculate its delay, roll for acceptance, and end it."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from companion.load.places import Places
from companion.model.recorded import OrderSlip
from companion.play import dispatch
from companion.play.state import Order
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.orders import OrdersScreen
from companion.ui.screens.turn import TurnScreen
from tests.ui.cup_game import play_creek
from tests.ui.helpers import (
    add_second_game,
    at,
    companion,
    context,
    press,
    row,
    screen,
    screen_text,
    started,
    type_in,
    until,
)


def orders(pilot: Pilot[None]) -> tuple[Order, ...]:
    """Return the orders of the session."""
    return context(pilot).session.game_state.orders


async def open_acceptance(pilot: Pilot[None]) -> None:
    """Write an order that is due at once, and open the calculator of its acceptance from the turn."""
    await press(pilot, "f3 o")
    await write_order(pilot, "0")
    await press(pilot, "escape down enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))


async def write_order(pilot: Pilot[None], delay: str = "2", more: str = "ctrl+s") -> None:
    """Write an attack order from Lee to I Corps with n and the form.

    `delay` is in turns; `more` are the keys pressed after it.
    """
    await press(pilot, "n")
    await type_in(pilot, "Lee")
    await press(pilot, "enter")
    await type_in(pilot, "I Corps")
    await press(pilot, "enter a")
    await type_in(pilot, "take the hill")
    await press(pilot, "enter")
    await type_in(pilot, delay)
    await press(pilot, more)


async def mark(pilot: Pilot[None], number: int) -> None:
    """Move the mark to an order."""
    listed = screen(pilot, OrdersScreen).query_one("#orders", OptionList)
    listed.highlighted = [option.id for option in listed.options].index(str(number))
    await press(pilot, "")


@pytest.mark.slow
async def test_a_new_order_is_in_list_and_calendar(places: Places) -> None:
    """The form sends the order; list and calendar show its arrival with the time of day."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        assert "1 (G) Guard Gray since turn 1" in at(pilot, "#orders")
        await write_order(pilot)
        option = screen(pilot, OrdersScreen).query_one("#orders", OptionList).highlighted_option
        assert option is not None
        assert option.id == "2"
        slip = orders(pilot)[1].slip
        assert (slip.side, slip.sender, slip.recipient, slip.kind) == ("Blue", "Lee", "I Corps", "attack")
        assert (slip.text, slip.sent, slip.arrives) == ("take the hill", 1, 3)
        assert at(pilot, "#orders").startswith("On their way 1")
        assert "2 [B] I Corps Blue arrives turn 3, July 1, 10:30" in at(pilot, "#orders")
        assert at(pilot, "#journeys").startswith("▼ now Turn 1 Turn 2 Turn 3")
        assert at(pilot, "#calendar").startswith("Turn 3, July 1, 10:30")
        assert "· Order to I Corps arrives (order 2)" in at(pilot, "#calendar")


@pytest.mark.slow
async def test_missing_fields_are_reported_in_the_form(places: Places) -> None:
    """Nothing is sent, and the form keeps its texts."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o n ctrl+s")
        assert "! type the turns to arrive" in screen_text(pilot)
        await press(pilot, "escape")
        await write_order(pilot, "", "ctrl+s")
        form = screen(pilot, FormScreen)
        assert form.values()["text"] == "take the hill"
        assert len(orders(pilot)) == 1


@pytest.mark.slow
async def test_f3_in_the_calculator_of_the_delay_returns_to_the_form(places: Places) -> None:
    """F3 returns to the form with its texts, and with the delay from the calculator."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot, "", "f2")
        screen(pilot, CalculatorScreen)
        await press(pilot, "1 f3")
        form = screen(pilot, FormScreen)
        assert (form.values()["recipient"], form.values()["text"]) == ("I Corps", "take the hill")
        await press(pilot, "ctrl+s")
        assert orders(pilot)[1].slip.arrives == 3


@pytest.mark.slow
async def test_the_delay_is_calculated_and_filled_in(places: Places) -> None:
    """F2 opens the game's calculator; its result is filled in on return and may be replaced."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot, "", "f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "4 escape")
        assert "5: arrives turn 6, July 1, 11:15." in screen_text(pilot)
        assert screen(pilot, FormScreen).values()["delay"] == "5"
        await press(pilot, "f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "f8 4 escape ctrl+s")
        assert orders(pilot)[1].slip.arrives == 6


async def test_an_order_comes_due_and_is_accepted(places: Places) -> None:
    """A due order is a prompt on the turn; the result of the roll is offered first, and a key confirms it."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot)
        await press(pilot, "escape right right right right right")
        assert "I Corps" not in at(pilot, "#due")
        await press(pilot, "right")
        assert at(pilot, "#due").count("Order to I Corps arrives: roll to accept") == 1
        await press(pilot, "o")
        assert "! 2 [B] I Corps Blue DUE" in at(pilot, "#orders")
        await mark(pilot, 2)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "3 enter 2 escape")
        assert "Taken: yes (rolled 2 on 1d6)" in screen_text(pilot)
        assert orders(pilot)[1].state == "in transit"
        await press(pilot, "enter")
        assert orders(pilot)[1].state == "accepted"
        await press(pilot, "escape")
        assert "I Corps" not in at(pilot, "#due")


@pytest.mark.slow
async def test_an_unsettled_roll_is_offered_again(places: Places) -> None:
    """After Escape the order stays due and the turn says so; Enter settles the roll, or r makes a new one."""
    play_creek(places)
    async with started(places) as pilot:
        await open_acceptance(pilot)
        await press(pilot, "3 enter 2 escape escape")
        screen(pilot, TurnScreen)
        assert "The roll is in the log; press Enter to settle it." in at(pilot, "#said")
        await press(pilot, "enter")
        assert "Taken: yes (rolled 2 on 1d6)" in screen_text(pilot)
        await press(pilot, "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "3 enter 6 escape")
        assert "f Not accepted, as rolled" in screen_text(pilot)
        await press(pilot, "escape ctrl+z enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))


@pytest.mark.slow
async def test_the_result_of_a_calculator_closed_by_f3_is_offered(places: Places) -> None:
    """F3 returns to the turn, which offers the result as after Escape."""
    play_creek(places)
    async with started(places) as pilot:
        await open_acceptance(pilot)
        await press(pilot, "3 enter 2 f3")
        assert "Taken: yes (rolled 2 on 1d6)" in screen_text(pilot)
        assert [type(page) for page in pilot.app.screen_stack] == [TurnScreen, ChooseScreen]


@pytest.mark.slow
async def test_a_changed_form_is_not_discarded_unasked(places: Places) -> None:
    """Escape warns once, and again after more text; an unchanged form closes at once."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o n")
        await type_in(pilot, "Lee")
        await press(pilot, "escape")
        form = screen(pilot, FormScreen)
        assert at(pilot, "#told") == "Unsaved changes. ^S saves them; Esc again discards them."
        assert "Esc Back" in screen_text(pilot)
        await type_in(pilot, "s")
        await press(pilot, "escape")
        assert form.values()["sender"] == "Lees"
        await press(pilot, "escape")
        screen(pilot, OrdersScreen)
        await press(pilot, "n escape")
        screen(pilot, OrdersScreen)


@pytest.mark.slow
async def test_a_failed_roll_may_be_tried_again_next_turn(places: Places) -> None:
    """The prompt disappears after the refusal and returns a turn later."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot, "0")
        await press(pilot, "escape")
        assert "Order to I Corps arrives" in at(pilot, "#due")
        await press(pilot, "down enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "3 enter 6 escape")
        assert "f Not accepted, as rolled" in screen_text(pilot)
        await press(pilot, "enter")
        screen(pilot, TurnScreen)
        assert orders(pilot)[1].state == "in transit"
        assert "I Corps" not in at(pilot, "#due")
        await press(pilot, "plus")
        assert "I Corps may try again to accept its order" in at(pilot, "#due")


@pytest.mark.slow
async def test_undo_removes_a_prompt(places: Places) -> None:
    """Undoing the move into the turn removes the prompt; redoing it adds the prompt once."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot)
        await press(pilot, "escape plus plus")
        assert at(pilot, "#due").count("Order to I Corps arrives") == 1
        await press(pilot, "ctrl+z")
        assert "I Corps" not in at(pilot, "#due")
        await press(pilot, "ctrl+y")
        assert at(pilot, "#due").count("Order to I Corps arrives") == 1


@pytest.mark.slow
async def test_keys_for_the_marked_order(places: Places) -> None:
    """Keys of impossible actions are not offered; ended and lost orders stay listed."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot)
        await mark(pilot, 2)
        await press(pilot, "a")
        assert at(pilot, "#said") == "! order 2 does not arrive until turn 3"
        await press(pilot, "x")
        assert orders(pilot)[1].state == "lost"
        await mark(pilot, 1)
        assert "f Failed" not in at(pilot, "#keys")
        await press(pilot, "e")
        assert orders(pilot)[0].state == "ended"
        assert "Over" in at(pilot, "#orders")
        assert "e Ended" not in at(pilot, "#keys")


@pytest.mark.slow
async def test_an_order_can_be_edited(places: Places) -> None:
    """w opens the order with its texts."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot)
        await mark(pilot, 2)
        await press(pilot, "w")
        form = screen(pilot, FormScreen)
        assert form.values()["recipient"] == "I Corps"
        form.put("delay", "7")
        await press(pilot, "ctrl+s")
        assert orders(pilot)[1].slip.arrives == 8
        assert orders(pilot)[1].slip.text == "take the hill"


@pytest.mark.slow
async def test_a_game_without_orders_says_so(places: Places) -> None:
    """A message says so, and the keys of orders do nothing."""
    add_second_game(places)
    async with started(places) as pilot:
        context(pilot).switch("toy")
        await press(pilot, "f3 o")
        assert at(pilot, "#orders") == "Toy Battles has no written orders."
        await press(pilot, "n a f e x w enter f4")
        screen(pilot, OrdersScreen)


@pytest.mark.slow
async def test_the_form_fits_forty_columns(places: Places) -> None:
    """Every field can be reached, and none is wider than the screen."""
    play_creek(places)
    async with started(places, (40, 20)) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot)
        screen(pilot, OrdersScreen)
        assert len(orders(pilot)) == 2
        await press(pilot, "n")
        for each in screen(pilot, FormScreen).query(".field"):
            assert each.region.right <= 40


@pytest.mark.slow
async def test_a_new_order_begins_its_own_delivery(places: Places) -> None:
    """The unfinished delivery of another order is neither restored nor offered; that order itself offers it."""
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await new_delivery(pilot)
        assert at(pilot, "#where").startswith("Order delivery")
        row(pilot, "hexes").focus()
        await press(pilot, "1 2 enter escape ctrl+s")
        form = screen(pilot, FormScreen)
        form.put("delay", "3")
        await press(pilot, "ctrl+s")
        await new_delivery(pilot)
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.place.order == 2
        assert page.form.sheet.values == {}
        assert "Unfinished" not in at(pilot, "#summary")
        await press(pilot, "escape escape escape")
        await mark(pilot, 1)
        await press(pilot, "w f2")
        assert screen(pilot, CalculatorScreen).form.sheet.values == {}
        assert "Unfinished (Hood, order 1): 1 answer from " in at(pilot, "#summary")
        await press(pilot, "ctrl+o")
        assert screen(pilot, CalculatorScreen).form.sheet.values == {"hexes": "12"}


async def new_delivery(pilot: Pilot[None]) -> None:
    """Write an attack order from Lee to Hood, and open its delivery."""
    await press(pilot, "n")
    for text in ("Lee", "Hood"):
        await type_in(pilot, text)
        await press(pilot, "enter")
    await press(pilot, "1 f2")
    await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))


@pytest.mark.slow
async def test_enter_fills_in_the_delay_of_the_order(places: Places) -> None:
    """The first follow-up returns to the form; no other calculator opens in the middle of an order."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot, "", "f2")
        await press(pilot, "4")
        assert "Back to order 2 with this result" in screen_text(pilot)
        await press(pilot, "enter enter")
        assert screen(pilot, FormScreen).values()["delay"] == "5"


@pytest.mark.slow
async def test_an_acceptance_is_settled_by_enter(places: Places) -> None:
    """Enter after the die returns with the result, and another Enter confirms it."""
    play_creek(places)
    async with started(places) as pilot:
        await open_acceptance(pilot)
        assert at(pilot, "#where").endswith("I Corps 1.2 order 2")
        await press(pilot, "3 enter 2 enter enter enter")
        screen(pilot, TurnScreen)
        assert orders(pilot)[1].state == "accepted"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dice", "offered"),
    [("12", ["Accepted, as rolled", "Not accepted"]), ("3", ["Not accepted", "Accepted"])],
)
async def test_a_result_that_the_sources_do_not_explain_is_left_to_the_players(
    places: Places, dice: str, offered: list[str]
) -> None:
    """Age of Rifles: C accepts an order; what R5 does is not in the sources, so the roll says nothing."""
    async with started(places) as pilot:
        session = context(pilot).session
        context(pilot).switch("aor")
        dispatch.send(session, OrderSlip("Union", "Meade", "Sickles", "march", "to the ridge", 1, 1))
        companion(pilot).changed()
        await press(pilot, "f3 2")
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "4 enter end")
        await type_in(pilot, dice)
        await press(pilot, "escape")
        choices = screen(pilot, ChooseScreen).choices
        assert [each.label for each in choices] == offered
