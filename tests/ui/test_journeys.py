"""Tasks of players from start to end, checked by the painted screen, on a usual and a narrow terminal."""

from __future__ import annotations

import os
import random

import pytest
from textual.widgets import Input

from companion.load.places import Places
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.orders import OrdersScreen
from tests.ui.evening import Players, evening
from tests.ui.helpers import at, screen, settled

SIZES = pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=["80x24", "40x20"])


@SIZES
@pytest.mark.slow
async def test_a_new_player_finds_a_rule(
    places: Places, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Search for a question, read its rule and a rule it refers to, and return to the question."""
    async with evening(places, monkeypatch, "First evening", 1, size) as players:
        await players.expect("Type words or a rule number", "This phase")
        await players.type("can routed units skedaddle")
        await settled(players.pilot)
        await players.expect("10.9 Skedaddle", "Routed units do not skedaddle", "Enter Open")
        await players.press("enter")
        await players.expect(
            "Skedaddle 10.9 ",
            "Routed units do not skedaddle",
            "3 Artillery battalions",
            "Esc",
        )
        await players.press("3")
        await players.expect("Artillery battalions 10.8e ")
        await players.press("escape escape")
        await players.expect("can routed units skedaddle", "10.9 Skedaddle")
        await players.type("10.6")
        await settled(players.pilot)
        await players.expect("10.6 The command roll")


@pytest.mark.slow
@SIZES
async def test_a_charge(places: Places, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    """The screen shows open questions, the odds before the first die, the result, and its line in the log."""
    async with evening(places, monkeypatch, "First evening", 1, size) as players:
        await players.press("f2")
        await players.expect("1 Charge, start to finish 7.0")
        await players.press("1")
        await players.expect("Answer first: Attacker's morale", "Attacking SPs [_] 1+", "Dice: not due yet")
        await players.press("b l 2 6 enter c 4 enter o 1")
        ends = (
            ["does not close", "defender routs"] if size[0] >= 72 else ["defender retreats, disorganized 27%"]
        )
        await players.expect("Closing roll: type 1d6", *ends)
        await players.press("4 5 1 0 7 9")
        await settled(players.pilot)
        await players.expect(
            "● THE CHARGE ENDS: DEFENDER RETREATS",
            "SPs the attacker loses: 1",
            *["Opening volley 1d6: 5, typed"] * (size[0] >= 72),
        )
        await players.press("escape")
        await players.expect("2 Closing roll 3.5")
        await players.press("f10")
        await settled(players.pilot)
        time = "19:00 " if size[0] >= 72 else ""
        await players.expect(f"2 {time}Charge, start to finish: The charge ends: defender retreats")


@pytest.mark.slow
@SIZES
async def test_a_shot_of_a_mixed_stack(
    places: Places, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Rifles and smoothbores add up to one column; the second unit changes the odds, and the dice give the loss."""
    async with evening(places, monkeypatch, "First evening", 1, size) as players:
        await players.press("f2 3")
        await players.answer(arm="s", range="1", firers__1__sps="4", firers__1__weapon="r")
        wide = size[0] >= 72
        await players.expect("Rifled Musket", *["2 losses", "Column of the SPs: 4-5"] * wide)
        await players.press("plus")
        await players.expect("Firing unit 2", "Answer first")
        await players.answer(firers__2__sps="2", firers__2__weapon="m")
        await players.expect("Firing unit 2", "Fire: type 2d6", *["2 losses", "Firing SPs: 6"] * wide)
        await players.press("question_mark" if size[0] < 72 else "f1 f1")
        await players.expect("Odds before the roll")
        await players.press("question_mark" if size[0] < 72 else "f1 f1")
        await players.dice("4+5")
        await players.expect(
            "2d6: 9 (4+5), typed",
            "● RESULT: 1 LOSS",
            *["of the log."] * wide,
            "→ Make a leader loss check",
        )
        await players.press("right")
        await players.expect("Leader loss 9.1a", "Leader loss: type")


async def _send_order(players: Players) -> None:
    """Set the clock; send McClellan's order to I Corps, 3 turns on its way according to the calculator."""
    await players.press("f3 s")
    await players.expect("Turn 1 begins not set")
    await players.press("enter")
    await players.write("06:30", "", "September 17", "05:30 twilight, 06:00 day, 18:00 twilight, 18:30 night")
    await players.press("escape o")
    await players.expect("No orders yet")
    await players.press("n")
    await players.expect("New order, turn 1", "From sender", "F2 Work out delay")
    await players.write_on("McClellan", "I Corps", "1", "carry the plateau")
    await players.press("f2")
    await players.expect("Order delivery: Order 1 to I", "Hexes between the HQs [_] 0+")
    assert at(players.pilot, "#where").endswith("10.6a")
    await players.answer(sender="a", hexes="12", awareness="nor")
    await players.expect("● TURNS UNTIL IT ARRIVES: 3")
    await players.press("escape")
    await players.expect("3: arrives turn 4, September 17, 07:15.")
    await players.write("", "", "Doubleday", "", "")
    await players.expect("On their way", "I Corps", "First player", "carry the")


@pytest.mark.slow
@SIZES
async def test_an_order_from_sending_to_fluke_stoppage(
    places: Places, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """An order is sent, delayed, due, accepted and handed on; on turn 9 the division rolls twice and stops."""
    async with evening(places, monkeypatch, "Antietam", 1862, size) as players:
        await _send_order(players)
        await players.press("escape g 4 enter")
        await players.expect("Due now 1", "! Order to I Corps")
        await players.open("! Order to I Corps")
        await players.answer(command_value="2")
        await players.dice("8")
        await players.expect("● THE COMMAND ROLL SUCCEEDS")
        await players.press("escape")
        await players.expect(
            "Order to I Corps arrives: roll to accept", "a Accepted, as rolled", "f Not accepted"
        )
        await players.choose("Accepted, as rolled")
        assert players.due == []
        await players.press("o")
        await players.expect("In force", "since turn 4")
        await players.press("escape g 9 enter")
        await players.expect("Due now 2", "! Fluke stoppage: Doubleday")
        await players.open("! Fluke stoppage: Doubleday")
        await players.expect("(from the clock)", "Doubleday")
        await players.answer(command_value="1", original_leader_lost="y")
        await players.dice("3", "3")
        await players.expect(
            "3 was taken as the total. For the next roll, press the digit again.", "Second roll"
        )
        await players.dice("3")
        await players.expect("● THE ATTACK STOPS")
        await players.press("escape")
        await players.expect("Fluke stoppage: Doubleday", "The attack stops", "e Order 1 ends")
        await players.choose("Order 1 ends")
        await players.press("o")
        await players.expect("Over", "ended, turn 9")


@pytest.mark.slow
@SIZES
async def test_a_turn_of_pub_battles(
    places: Places, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Fill the cup, draw a chit by hand and put it back, play a round of combat, and begin the next turn."""
    async with evening(places, monkeypatch, "Quatre Bras", 1815, size) as players:
        await players.press("f9")
        await players.expect("Switch game", "4 Pub Battles 3.0")
        await players.press("4 escape f3")
        await players.expect("Turn 1", "Fill the cup", "[ ] All Command Chits")
        await players.press("c f")
        await players.expect("No chits yet; press n to add some")
        for name, side, rating in (("Ney", "f", "4"), ("Picton", "s", "5")):
            await players.press("n")
            await players.expect("New chit")
            await players.write(name, side, rating)
        await players.expect("Selected: 2 of 2", "[x] Ney 4 First side", "[x] Picton 5 Second side")
        await players.press("f")
        await players.expect("In the cup 2 of 2 left", "Ney 4")
        await players.press("escape right c t")
        await players.type("ney")
        await players.press("enter")
        await players.expect("Moving now", "Ney 4 ] First side", "drawn by hand", "Picton 5")
        await players.press("1")
        await players.expect("Ney: Delay Move", "c Open the calculator", "s It succeeded", "f It failed")
        await players.choose("It succeeded")
        await players.press("d d")
        await players.expect("all 2 drawn", "Picton 5", "Ney 4")
        await players.press("escape right")
        await players.expect("Turn 1 Combat")
        await players.open("] Roll one round")
        await players.answer(mode="m", attacker__type="i", defender__type="i")
        await players.expect("type 3d6")
        await players.dice("312", "542")
        await players.expect("● AFTER THE ROUND: ATTACKER SPENT, MUST RETREAT;", "DEFENDER FRESH")
        await players.press("escape right right")
        await players.expect("Turn 2 Fill the cup")


MOST = 300, 100
LEAST = 20, 5


async def _resize_randomly(players: Players, chance: random.Random) -> str:
    """Resize the terminal to a random size. Return that size, as `80x24`."""
    size = chance.randint(LEAST[0], MOST[0]), chance.randint(LEAST[1], MOST[1])
    await players.pilot.resize_terminal(*size)
    return f"{size[0]}x{size[1]}"


@pytest.mark.slow
@pytest.mark.parametrize("run", range(2))
async def test_resizing_before_every_key_loses_nothing(
    places: Places, monkeypatch: pytest.MonkeyPatch, run: int
) -> None:
    """Type a search, an order and a shot while the terminal is resized before each key.

    `COMPANION_SEED` repeats a run; a failure prints the seed.
    """
    seed = int(os.environ.get("COMPANION_SEED", random.randrange(10**6))) + run
    chance = random.Random(seed)
    print(f"COMPANION_SEED={seed - run}")
    async with evening(places, monkeypatch, "Storm", 1, (80, 24)) as players:

        async def pressed(keys: str) -> None:
            for key in keys.split():
                where = await _resize_randomly(players, chance)
                await players.pilot.press(key)
                assert players.pilot.app.return_code is None, f"{key} at {where}"

        await pressed(" ".join("skedaddle"))
        assert players.pilot.app.screen.query_one("#question", Input).value == "skedaddle"
        await pressed(
            "f3 o n " + " ".join("Lee") + " enter " + " ".join("Hood") + " enter 1 o n enter 2 enter"
        )
        await pressed("enter enter enter enter enter")
        screen(players.pilot, OrdersScreen)
        slip = players.session.game_state.orders[0].slip
        assert (slip.sender, slip.recipient, slip.text, slip.arrives) == ("Lee", "Hood", "on", 3)
        await pressed("f2 3 1 1 enter 3 enter r")
        await players.pilot.resize_terminal(120, 60)
        await players.pilot.press("plus")
        await pressed("2 enter m 4 plus 5")
        await settled(players.pilot)
        page = screen(players.pilot, CalculatorScreen)
        assert page.form.sheet.values["firers"] == [{"sps": "3", "weapon": "R"}, {"sps": "2", "weapon": "M"}]
        assert page.calculation.resolution is not None
        assert [each.value for each in page.calculation.resolution.rolls] == [9]
        await players.pilot.resize_terminal(80, 24)
        await players.pilot.pause()
        await players.expect("2d6: 9 (4+5), typed", "● RESULT:")
