"""A whole turn of Pub Battles, played with keys alone."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.play.clock import Position
from companion.ui.screens.cup import CupScreen
from tests.ui.evening import Players, evening
from tests.ui.helpers import at, screen, screen_text, settled


def cup_message(players: Players) -> str:
    """Return the message of the cup screen."""
    screen(players.pilot, CupScreen)
    return at(players.pilot, "#said")


async def fill_the_cup(players: Players) -> None:
    """Switch to Pub Battles, send a written order over two Mounted moves, and fill the cup with two Commands a side."""
    await players.press("f9")
    await players.mark("Pub Battles")
    await players.press("enter escape f3 o n")
    await players.write_on("f", "Napoleon", "Reille", "a", "take the farm")
    await players.press("f2")
    await players.answer(mounted_moves="2")
    await players.press("escape")
    await players.expect("2: arrives turn 3.")
    await players.write("", "")
    await players.press("escape c f")
    for name, side, rating in (
        ("Ney", "f", "4"),
        ("Reille", "f", "3"),
        ("Picton", "s", "5"),
        ("Orange", "s", "2"),
    ):
        await players.press("n")
        await players.write(name, side, rating)
    await players.press("f escape")
    await players.tick("All Command Chits into the cup", "New orders")


async def draws(players: Players) -> None:
    """Delay Ney; Orange fails to jump ahead and may not try again, Picton succeeds; draw Ney by hand."""
    await players.press("right c d")
    assert at(players.pilot, "#cup-head").startswith("[ Ney 4 ] First side drawn here d Draw the next chit")
    await players.press("1")
    await players.choose("Open the calculator")
    await players.dice("4")
    await players.press("escape")
    await players.choose("It succeeded")
    assert "Goes back after the next draw: Ney" in at(players.pilot, "#cup-tail")
    await players.press("d")
    assert at(players.pilot, "#moves").startswith("1 [ Reille 3 ] moving")
    await players.press("ctrl+z d")
    assert at(players.pilot, "#moves").startswith("1 [ Reille 3 ] moving")
    await players.mark("Orange")
    await players.press("2")
    await players.choose("Open the calculator")
    await players.dice("r")
    assert players.resolution.outcome["success"] is False
    await players.press("escape")
    await players.choose("It failed")
    await players.press("2")
    assert "Orange has tried already; an HQ may try once a turn" in cup_message(players)
    await players.mark("Picton")
    await players.press("2")
    await players.choose("It succeeded")
    assert at(players.pilot, "#moves").startswith("1 ( Picton 5 ) by Move Now moving")
    await players.press("t")
    await players.type("ney")
    await players.press("enter d")
    assert "all 4 drawn" in screen_text(players.pilot)
    await players.press("escape")
    await players.tick("Pull a chit", "Alter", "Next chit")


async def instead_of_moving(players: Players) -> None:
    """Rally a Spent piece; bombard a Fresh one in Cover, which retreats past its friends. A hit is 5 or more."""
    await players.open("] Rally instead")
    await players.answer(state="s")
    assert players.resolution.outcome["can_rally"] is True
    await players.press("escape")
    await players.tick("Rally instead")
    await players.open("] Bombard instead")
    await players.answer(target__cover="y")
    await players.dice("562")
    assert players.resolution.outcome["hits"] == 2
    await players.press("right")
    await players.answer(friends="y")
    assert players.resolution.outcome["state_after"] == "spent"
    await players.press("escape escape")
    await players.tick("Bombard instead")


async def a_round(players: Players) -> None:
    """Play a round without the attacker's flank, and correct it in the log; then roll the second round."""
    await players.press("right")
    await players.open("] Roll one round")
    await players.answer(mode="m", attacker__type="i", defender__type="i")
    await players.dice("312")
    await players.dice("542")
    assert players.resolution.outcome["attacker_end"] == "retreats"
    await players.press("escape l")
    await players.mark("One round of combat")
    await players.press("w")
    await players.answer(attacker_on_defender_flank="y")
    await players.press("k")
    await players.press("n")
    await players.write("he stood on our left all the time")
    await players.press("escape")
    await players.open("] Roll one round")
    await players.answer(
        round="2", mode="m", attacker__type="i", attacker__state="s", defender__type="i", defender__state="s"
    )
    await players.answer(attacker__first_hit_taken="y", defender__first_hit_taken="y")
    await players.answer(attacker_on_defender_flank="y")
    await players.dice("r")
    await players.dice("r")
    assert players.resolution.outcome["broken"] is True
    await players.press("escape")
    await players.tick("Roll one round", "Choose a combat")


async def to_the_end(players: Players) -> None:
    """Fight two rounds of infantry against Militia, check a Command at half strength, and add a ruling."""
    await players.open("] Repeat until broken")
    await players.answer(mode="f", attacker__type="i", defender__type="i", defender__quality="m")
    await players.dice("31", "21", "41", "45")
    assert players.resolution.outcome["rounds"] == 2
    await players.press("escape")
    await players.open("] Ineffective Commands")
    await players.answer(pieces="6", killed="3")
    await players.press("escape")
    await players.tick("Repeat until broken", "Ineffective Commands")
    await players.press("f5")
    await players.type("cavalry withdrawal")
    await settled(players.pilot)
    await players.press("enter r")
    await players.write("Dragoons withdraw as cavalry does", "t")
    await players.press("escape f3")


async def new_turn(players: Players) -> None:
    """Move on to the next turn and refill the cup with the same chits; on turn 3 the order comes into force."""
    await players.press("right")
    await players.tick("Victory and reinforcements")
    await players.press("right")
    assert players.session.game_state.position == Position(2, 0)
    await players.press("c f f")
    assert "In the cup  4 of 4" in screen_text(players.pilot)
    await players.press("escape plus")
    assert players.due == [
        "Still in the cup: Ney, Reille, Picton, Orange",
        "Order to Reille arrives: it may be acted on",
    ]
    await players.mark("! Still in the cup")
    await players.press("x")
    await players.open("! Order to Reille")
    await players.choose("Order 1 is in force")
    assert players.due == []


@pytest.mark.slow
async def test_a_whole_turn(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn has cup, draws, moves and combat; the order sent on turn 1 comes into force on turn 3."""
    async with evening(places, monkeypatch, "Quatre Bras", 1815) as players:
        for part in (fill_the_cup, draws, instead_of_moving, a_round, to_the_end, new_turn):
            await part(players)
            players.clock.advance(10)
        await players.reports("evening-pub")
