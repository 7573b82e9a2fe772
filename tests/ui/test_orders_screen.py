"""Orders on the screen: written, worked out, due, rolled for, taken, ended."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from companion.load.places import Places
from companion.play.state import Order
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.orders import OrdersScreen
from companion.ui.screens.turn import TurnScreen
from tests.ui.cup_game import play_creek
from tests.ui.helpers import add_second_game, at, context, press, row, screen, seen, started, type_in, until


def orders(pilot: Pilot[None]) -> tuple[Order, ...]:
    """The orders of the session."""
    return context(pilot).session.game_state.orders


async def open_acceptance(pilot: Pilot[None]) -> None:
    """Write an order that is due at once, and open the calculator of its acceptance from the turn."""
    await press(pilot, "f3 o")
    await write_order(pilot, "0")
    await press(pilot, "escape down enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))


async def write_order(pilot: Pilot[None], delay: str = "2", more: str = "ctrl+s") -> None:
    """n and the form: an attack order from Lee to I Corps, of the side whose phase it is."""
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
    """Moves the mark to an order."""
    listed = screen(pilot, OrdersScreen).query_one("#orders", OptionList)
    listed.highlighted = [option.id for option in listed.options].index(str(number))
    await press(pilot, "")


async def test_an_order_is_written_and_stands_in_the_calendar(places: Places) -> None:
    """The form sends it; list and calendar say when it arrives, with the time of day."""
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
async def test_what_is_left_out_is_told_in_the_form(places: Places) -> None:
    """Nothing is sent and nothing that was written is lost."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o n ctrl+s")
        assert "! turns until it arrives" in seen(pilot)
        await press(pilot, "escape")
        await write_order(pilot, "", "ctrl+s")
        form = screen(pilot, FormScreen)
        assert form.values()["text"] == "take the hill"
        assert len(orders(pilot)) == 1


@pytest.mark.slow
async def test_f3_under_the_calculator_of_the_delay_leads_back_to_the_form(places: Places) -> None:
    """What was written is still there, and the delay that the calculator gave."""
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


async def test_the_delay_is_worked_out_and_filled_in(places: Places) -> None:
    """F2 opens the game's calculator; its result stands in the form when the player returns, and may be replaced."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot, "", "f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "4 escape")
        assert "5: arrives turn 6, July 1, 11:15." in seen(pilot)
        assert screen(pilot, FormScreen).values()["delay"] == "5"
        await press(pilot, "f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "f8 4 escape ctrl+s")
        assert orders(pilot)[1].slip.arrives == 6


async def test_it_comes_due_once_is_rolled_for_and_taken(places: Places) -> None:
    """Arrived, it stands on the turn screen; the roll's answer is offered first, and only a key takes it."""
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
        assert "Taken: yes (rolled 2 on 1d6)" in seen(pilot)
        assert orders(pilot)[1].state == "in transit"
        await press(pilot, "enter")
        assert orders(pilot)[1].state == "accepted"
        await press(pilot, "escape")
        assert "I Corps" not in at(pilot, "#due")


@pytest.mark.slow
async def test_a_roll_that_settled_nothing_yet_is_at_hand(places: Places) -> None:
    """Left with Escape, the order stays due and the screen says so; Enter goes on with the roll, or r rolls anew."""
    play_creek(places)
    async with started(places) as pilot:
        await open_acceptance(pilot)
        await press(pilot, "3 enter 2 escape escape")
        screen(pilot, TurnScreen)
        assert "The roll is in the log; press Enter to settle it." in at(pilot, "#said")
        await press(pilot, "enter")
        assert "Taken: yes (rolled 2 on 1d6)" in seen(pilot)
        await press(pilot, "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "3 enter 6 escape")
        assert "f Not accepted, as the roll says" in seen(pilot)
        await press(pilot, "escape ctrl+z enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))


async def test_a_calculator_left_for_the_turn_hands_its_result_over(places: Places) -> None:
    """F3 leads back to the turn, where the result of what was due is offered as after Escape."""
    play_creek(places)
    async with started(places) as pilot:
        await open_acceptance(pilot)
        await press(pilot, "3 enter 2 f3")
        assert "Taken: yes (rolled 2 on 1d6)" in seen(pilot)
        assert [type(page) for page in pilot.app.screen_stack] == [TurnScreen, ChooseScreen]


@pytest.mark.slow
async def test_what_was_written_is_not_let_go_unasked(places: Places) -> None:
    """Escape says so once; more written, once more. A form as it was opened is left at once."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o n")
        await type_in(pilot, "Lee")
        await press(pilot, "escape")
        form = screen(pilot, FormScreen)
        assert at(pilot, "#told") == "Unsaved changes. ^S saves them; Esc again discards them."
        assert "Esc Leave" in seen(pilot)
        await type_in(pilot, "s")
        await press(pilot, "escape")
        assert form.values()["sender"] == "Lees"
        await press(pilot, "escape")
        screen(pilot, OrdersScreen)
        await press(pilot, "n escape")
        screen(pilot, OrdersScreen)


@pytest.mark.slow
async def test_a_failed_roll_may_be_tried_again_next_turn(places: Places) -> None:
    """The answer no is offered first; the prompt goes, and comes again a turn later."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot, "0")
        await press(pilot, "escape")
        assert "Order to I Corps arrives" in at(pilot, "#due")
        await press(pilot, "down enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "3 enter 6 escape")
        assert "f Not accepted, as the roll says" in seen(pilot)
        await press(pilot, "enter")
        screen(pilot, TurnScreen)
        assert orders(pilot)[1].state == "in transit"
        assert "I Corps" not in at(pilot, "#due")
        await press(pilot, "plus")
        assert "I Corps may try again to accept its order" in at(pilot, "#due")


@pytest.mark.slow
async def test_undo_lowers_what_was_raised(places: Places) -> None:
    """The move into the turn undone, nothing is due; made again, it is due once."""
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
    """Only what can be done with it is offered; ended and lost ones stay readable."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot)
        await mark(pilot, 2)
        await press(pilot, "a")
        assert at(pilot, "#said") == "! order 2 arrives only on turn 3"
        await press(pilot, "x")
        assert orders(pilot)[1].state == "lost"
        await mark(pilot, 1)
        assert "f Failed" not in at(pilot, "#keys")
        await press(pilot, "e")
        assert orders(pilot)[0].state == "ended"
        assert "Over" in at(pilot, "#orders")
        assert "e Ended" not in at(pilot, "#keys")


async def test_an_order_is_put_right(places: Places) -> None:
    """w opens it with what was written."""
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


async def test_a_game_without_orders_says_so(places: Places) -> None:
    """One line, and no keys that would do nothing."""
    add_second_game(places)
    async with started(places) as pilot:
        context(pilot).switch("toy")
        await press(pilot, "f3 o")
        assert at(pilot, "#orders") == "Toy Battles sends no orders."
        await press(pilot, "n a f e x w enter f4")
        screen(pilot, OrdersScreen)


@pytest.mark.slow
async def test_the_form_fits_forty_columns(places: Places) -> None:
    """Every line of it is in reach, none wider than the screen."""
    play_creek(places)
    async with started(places, (40, 20)) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot)
        screen(pilot, OrdersScreen)
        assert len(orders(pilot)) == 2
        await press(pilot, "n")
        for each in screen(pilot, FormScreen).query(".field"):
            assert each.region.right <= 40


async def test_a_new_order_begins_its_own_delivery(places: Places) -> None:
    """The half-finished delivery of another order is neither restored nor offered there; in its own order it is."""
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
    """n, an attack order from Lee to Hood, and its delivery."""
    await press(pilot, "n")
    for text in ("Lee", "Hood"):
        await type_in(pilot, text)
        await press(pilot, "enter")
    await press(pilot, "1 f2")
    await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))


async def test_enter_takes_the_delay_back_to_the_order(places: Places) -> None:
    """The first line after the result returns to the form; no other calculator opens in the middle of an order."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 o")
        await write_order(pilot, "", "f2")
        await press(pilot, "4")
        assert "Back to order 2 with this result" in seen(pilot)
        await press(pilot, "enter enter")
        assert screen(pilot, FormScreen).values()["delay"] == "5"


async def test_an_acceptance_is_settled_by_enter(places: Places) -> None:
    """After the die, back with the result and what the roll says are an Enter each."""
    play_creek(places)
    async with started(places) as pilot:
        await open_acceptance(pilot)
        assert at(pilot, "#where").endswith("I Corps 1.2 order 2")
        await press(pilot, "3 enter 2 enter enter enter")
        screen(pilot, TurnScreen)
        assert orders(pilot)[1].state == "accepted"
