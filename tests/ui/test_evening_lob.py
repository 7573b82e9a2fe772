"""A whole turn of Line of Battle and its consequences, played with keys alone."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.play.clock import Position
from tests.ui.evening import Players, evening
from tests.ui.helpers import at, notes


async def set_up(players: Players) -> None:
    """Set the clock, and add the units that are used again and again."""
    await players.press("f3 s enter")
    await players.write("06:30", "", "September 17", "05:30 twilight, 06:00 day, 18:00 twilight, 18:30 night")
    await players.press("escape u")
    for name, side, facts in (
        ("6th Wisconsin", "f", {"rating": "b", "sps": "5", "weapon": "r"}),
        ("Hooker", "f", {"command_value": "3"}),
        ("1st Louisiana", "s", {"rating": "c", "sps": "6"}),
        ("Starke's brigade", "s", {"rating": "c", "sps": "6"}),
    ):
        await players.press("n")
        await players.write(name, side)
        await players.answer(**facts)
        await players.press("escape")
    await players.press("escape")


async def first_command(players: Players) -> None:
    """Send McClellan's order to I Corps; use the calculated delay: 2 for awareness, 1 within his radius."""
    players.clock.advance(5)
    await players.press("o n")
    await players.write_on("McClellan", "I Corps", "1", "carry the plateau")
    await players.press("f2")
    await players.answer(sender="a", awareness="nor", hexes="12")
    assert players.resolution.outcome["turns"] == 3
    await players.press("escape")
    await players.expect("3: arrives turn 4, September 17, 07:15.")
    await players.write("", "", "Doubleday, Ricketts", "1", "")
    await players.press("escape")
    await players.tick("Orders", "Order delivery")


async def first_activity(players: Players) -> None:
    """Close with the 6th Wisconsin under a volley that hits its colonel, then fire with a company of muskets."""
    players.clock.advance(5)
    await players.press("right")
    await players.open("] Closing rolls")
    await players.fill("6th Wisconsin")
    await players.answer(leader_morale="2")
    await players.dice("3")
    assert players.resolution.outcome["success"] is True
    await players.press("right")
    await players.answer(range="1")
    await players.dice("5")
    assert "Apply: 6th Wisconsin: Strength points 5 -> 4" in at(players.pilot, "#next")
    await players.press("right enter")
    await players.dice("11")
    assert players.resolution.outcome["result"] == "wounded"
    await players.press("escape escape escape")
    await players.tick("Closing rolls", "Opening volleys", "Leader loss")
    await fire(players)
    await players.tick("Fire", "Morale checks")


async def fire(players: Players) -> None:
    """Fire 6 SPs, 2 of them with buck and ball: too few for its shift. 1 loss, a leader loss and a morale check."""
    await players.open("] Fire")
    await players.answer(arm="s", range="1")
    await players.to("firers.1.sps")
    await players.fill("6th Wisconsin as Firing unit 1")
    await players.press("+")
    await players.answer(firers__2__sps="2", firers__2__weapon="m")
    await players.dice(" 45")
    assert players.resolution.outcome["losses"] == 1
    await players.fill("1st Louisiana: Strength points 6 -> 5")
    await players.press("enter")
    await players.dice("r")
    await players.press("escape down enter")
    await players.answer(leader_morale="1", state="d")
    await players.dice("r")
    await players.press("enter")
    await players.press("escape escape")


async def forgotten_fact(players: Players) -> None:
    """Correct the fire: the 1st Louisiana was disorganized. Add a note, then amend the fire."""
    players.clock.advance(3)
    await players.press("l")
    await players.mark("Fire of 6th Wisconsin at 1st Louisiana: 1")
    await players.press("n")
    await players.write("the DG marker lay under the counter")
    await players.press("w")
    await players.answer(target__dg="y")
    await players.press("k a")
    assert "of the log corrects line" in notes(players.pilot)
    await players.press("escape")


async def first_rally(players: Players) -> None:
    """Tick a step, undo and redo it; undo a step that was ticked by mistake."""
    players.clock.advance(2)
    await players.press("right")
    await players.tick("Rally")
    await players.press("ctrl+z")
    assert "[ ] Rally" in at(players.pilot, "#steps")
    await players.press("ctrl+y")
    assert "[x] Rally" in at(players.pilot, "#steps")
    await players.tick("Remove CBF markers", "Loss recovery")
    await players.press("ctrl+z")


async def second_command(players: Players) -> None:
    """Send Jackson's order to Hood, 14 hexes away and so beyond the 12 of a corps: 2 turns."""
    players.clock.advance(5)
    await players.press("right o n")
    await players.write_on("Jackson", "Hood", "2", "to the cornfield")
    await players.press("f2")
    await players.answer(sender="c", hexes="14")
    await players.press("escape")
    await players.expect("2: arrives turn 3, September 17, 07:00.")
    await players.write("", "", "", "", "")
    await players.press("escape")
    await players.tick("Orders", "Order delivery")


async def second_activity(players: Players) -> None:
    """Charge the 6th Wisconsin with Starke's brigade; then fire a battery at its wall."""
    players.clock.advance(5)
    await players.press("right")
    await players.open("] Charges")
    await players.fill("Starke's brigade as Attacker")
    await players.answer(attacker_leader="y")
    await players.answer(leader_morale="2", defender_rating="b", defender_sps="4")
    await players.dice("4")
    while not players.resolution.done:
        await players.dice("r")
    assert "Apply: Starke's brigade" in at(players.pilot, "#next")
    await players.press("enter escape")
    await players.tick("Charges")
    await players.open("] Fire")
    await players.answer(arm="a", range="8", ammo="s", firers__1__sps="4", firers__1__weapon="n")
    await players.to("target.protective")
    await players.press("y #")
    await players.write("a fence of rails is no wall", "t")
    await players.answer(target__artillery="y")
    await players.dice("r")
    await players.press("escape")
    await players.tick("Fire")


async def turn_ends(players: Players) -> None:
    """Play the second player's rally, and move on to the next turn."""
    players.clock.advance(5)
    await players.press("right")
    await players.tick("Rally", "Remove CBF markers")
    await players.press("right")
    await players.tick("Advance turn markers")
    await players.press("right")
    assert players.session.game_state.position == Position(2, 0)


async def orders_arrive(players: Players) -> None:
    """Hood's order arrives on turn 3 and is accepted; that of I Corps arrives on turn 4 and is accepted on turn 5."""
    players.clock.advance(30)
    await players.press("g 3 d")
    assert players.due == ["Order to Hood arrives: roll to accept"]
    await players.open("! Order to Hood")
    await players.answer(command_value="2")
    await players.dice("8")
    await players.press("escape")
    await players.choose("Accepted, as rolled")
    await players.press("plus")
    assert players.due == ["Order to I Corps arrives: roll to accept"]
    await players.open("! Order to I Corps")
    await players.fill("Hooker")
    await players.dice("6")
    await players.press("escape")
    await players.choose("Not accepted, as rolled")
    assert players.due == []
    await players.press("plus")
    await players.open("! I Corps may try again")
    await players.fill("Hooker")
    await players.dice(" 34")
    await players.press("escape")
    await players.choose("Accepted, as rolled")
    for division in ("Doubleday", "Ricketts"):
        await players.mark(f"! The order to I Corps reaches {division}")
        await players.press("d")
    assert players.due == []


async def fluke_stoppage(players: Players) -> None:
    """Roll for both divisions on turn 9. Doubleday's dice are undone and fall the same; Ricketts stops."""
    players.clock.advance(60)
    await players.press("g 9 enter")
    assert players.due == [
        "From this turn on divisions under attack orders roll for fluke stoppage.",
        "Fluke stoppage: Doubleday",
        "Fluke stoppage: Ricketts",
    ]
    await players.mark("! From this turn on")
    await players.press("d")
    await players.open("! Fluke stoppage: Doubleday")
    await players.answer(command_value="2")
    await players.dice("r")
    rolls = players.resolution.rolls
    await players.press("ctrl+z")
    await players.answer(reserve="y")
    await players.dice("r")
    assert players.resolution.rolls == rolls
    await players.press("escape")
    await players.choose("Done; the order stands")
    await players.open("! Fluke stoppage: Ricketts")
    await players.answer(command_value="2", original_leader_lost="y")
    await players.dice("6", "7")
    assert players.resolution.outcome["stoppage"] is True
    await players.press("escape")
    await players.choose("Done; the order stands")


@pytest.mark.slow
async def test_a_whole_turn(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn has both sides' command, activity and rally; orders arrive until turn 5, fluke stoppage is on turn 9."""
    async with evening(places, monkeypatch, "Antietam", 1862) as players:
        for part in (
            set_up,
            first_command,
            first_activity,
            forgotten_fact,
            first_rally,
            second_command,
            second_activity,
            turn_ends,
            orders_arrive,
            fluke_stoppage,
        ):
            await part(players)
        await players.reports("evening-lob")
