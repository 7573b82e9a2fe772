"""The first day of Gettysburg in Age of Rifles, from the setup to the last turn, played with keys alone."""

from __future__ import annotations

import pytest
from textual.events import Paste

from companion.load.places import Places
from companion.render.report import report_facts
from tests.ui.evening import Players, evening
from tests.ui.helpers import at, settled

BRIGADES = """\
name, side, type, strength, combat_rating, morale, corps, rating
Gamble, Union, cavalry, 3, 6, 6, union_C
Meredith, Union, infantry, 5, 7, 7, union_I
Cutler, Union, infantry, 4, 6, 6, union_I
Reynolds, Union, , , , , union_I, 4
Archer, Confederate, infantry, 4, 6, 6, confederate_III
Davis, Confederate, infantry, 5, 5, 5, confederate_III
Pegram, Confederate, artillery, 6, 5, 5, confederate_III
A.P. Hill, Confederate, , , , , confederate_III, 1
"""
"""Brigades as the players copy them from their counters."""


FAR_AWAY = (
    "Union II Corps",
    "Union III Corps",
    "Union V Corps",
    "Union VI Corps",
    "Union XI Corps",
    "Union XII Corps",
    "Confederate I Corps",
    "Confederate II Corps",
    "Stuart's Cavalry",
)
"""Commands whose chits stay out of the cup in the morning."""


async def set_up(players: Players) -> None:
    """Switch to Age of Rifles, begin The First Day, and paste the brigades of both sides."""
    await players.press("f9")
    await players.mark("Age of Rifles")
    await players.press("enter escape f3 s")
    await players.mark("The First Day")
    await players.press("enter y escape u")
    players.pilot.app.post_message(Paste(BRIGADES))
    await settled(players.pilot)
    assert len(players.session.game_state.units) == 8
    await players.press("escape")


async def arrivals(players: Players, *texts: str) -> None:
    """Settle what is due that begins with one of these texts."""
    for text in texts:
        await players.mark(f"! {text}")
        await players.press("d")


async def first_turn(players: Players) -> None:
    """09:00: brigades arrive; Reynolds orders Wadsworth, face to face, to defend the ridge; Gamble is fired at."""
    players.clock.advance(5)
    await players.press("shift+tab")
    await arrivals(players, "Confederate reinforcements", "Union reinforcements", "Until Meade arrives")
    await players.open("] Random event")
    await players.dice("6")
    await players.press("escape")
    await players.tick("Random event")
    await players.press("right o n")
    await players.write_on("u", "Reynolds", "Wadsworth's Division", "3", "McPherson's Ridge")
    await players.press("f2")
    await players.answer(distance="4")
    await players.press("escape")
    await players.write("", "", "")
    await players.press("escape shift+tab")
    await players.open("! Order to Wadsworth")
    await players.answer(sender="4", recipient="1")
    await players.to("shifts")
    await players.press("d f")
    await players.dice("9")
    assert players.resolution.outcome["result"] == "C"
    await players.press("escape")
    await players.choose("Accepted, as rolled")
    await players.tick("New orders", "Compliance")
    await players.press("right c f")
    for name in FAR_AWAY:
        await players.mark(name)
        await players.press("space")
    await players.press("f escape")
    await players.tick("Fill the cup")
    await players.press("right right c d")
    assert at(players.pilot, "#moves").startswith("1 [ Union Cavalry Corps 0 ] moving")
    await players.press("d d escape")
    await players.tick("Chitpull Stage")
    await players.open("] Bombardment Segment")
    await players.fill("Pegram")
    await players.answer(kind="b", terrain="h", beyond_half_range="y")
    assert players.resolution.outcome["strength"] == 3
    await players.press("tab right")
    await players.fill("Gamble as Enemy")
    await players.dice("10")
    assert players.resolution.outcome["hits"] == 1
    await players.press("escape escape")
    await players.tick("Bombardment Segment")
    await fire(players, "Archer", "Gamble", "4", "9")
    assert players.resolution.outcome["hits"] == 1
    await players.press("right")
    await players.press("escape escape")
    await players.tick("Formation Combat Segment", "Morale")
    await players.press("u")
    await players.mark("Gamble")
    await players.press("enter")
    await players.answer(strength="2", disrupted="y")
    await players.press("escape escape k")
    await players.mark("Losses of Union Cavalry")
    await players.press("plus escape")


async def fire(players: Players, firer: str, target: str, strength: str, dice: str) -> None:
    """Fire with one brigade at another, from the step of the combat segment."""
    await players.open("] Formation Combat Segment")
    await players.fill(f"{firer} as Side that fires")
    await players.fill(f"{target} as Enemy")
    await players.answer(strength=strength)
    await players.dice(dice)


async def forgotten_marker(players: Players) -> None:
    """Correct the fire: Gamble's rating was 4, for a Damage marker that lay below the counter."""
    players.clock.advance(3)
    await players.press("l")
    await players.mark("Fire of Archer at Gamble: 1 hit")
    await players.press("n")
    await players.write("the Damage marker lay under the counter")
    await players.press("w")
    await players.answer(enemy_morale="4")
    await players.press("k")
    await players.press("escape")


async def next_turn(players: Players, *due: str) -> None:
    """Go on to the next turn, and settle what is due: the arrivals, and the event that nobody rolls for."""
    players.clock.advance(12)
    await players.press("plus")
    for each in players.due:
        if not each.startswith(due or "nothing"):
            await players.mark(f"! {each}")
            await players.press("d")


async def attack_ordered(players: Players) -> None:
    """11:00: Hill, who has arrived, orders Heth to attack; the order is 20 MP away, so it arrives in three turns."""
    await next_turn(players)
    await next_turn(players)
    await players.press("right o n")
    await players.write_on("c", "A.P. Hill", "Heth's Division", "1", "clear McPherson's Ridge")
    await players.press("f2")
    await players.answer(distance="20")
    await players.press("escape")
    await players.expect("The calculator gave 20/9 turns. Type a whole number, or press F2 to answer more.")
    await players.press("f2")
    await players.answer(rounding="up")
    await players.press("escape")
    await players.expect("3: arrives turn 6, July 1, 14:00.")
    await players.write("", "", "")
    await players.press("escape")


async def reynolds_falls(players: Players) -> None:
    """12:00: a random event kills Reynolds, and the app takes him off the list."""
    await next_turn(players)
    await players.open("] Random event")
    await players.dice("2", "4", "4")
    await players.press("down right")
    await players.fill("Reynolds")
    await players.dice("1")
    await players.press("right escape escape")
    await players.tick("Random event")
    assert "Reynolds" not in players.session.game_state.units


async def the_attack(players: Players) -> None:
    """14:00: Heth complies with the order; at 15:00 Davis breaks Cutler; at 16:00 Heth fails his check."""
    await next_turn(players)
    await next_turn(players)
    await players.press("right")
    await players.open("! Order to Heth")
    await players.answer(sender="1", recipient="1")
    await players.to("shifts")
    await players.press("a d")
    await players.dice("12")
    await players.press("escape")
    await players.choose("Accepted, as rolled")
    await next_turn(players)
    await players.press("right")
    await players.open("! Order confidence: Heth")
    await players.answer(rating="1")
    await players.dice("3")
    await players.press("escape")
    await players.choose("Done; the order stands")
    await players.press("5")
    await fire(players, "Davis", "Cutler", "10", "12")
    await players.press("escape u")
    await players.mark("Cutler")
    await players.press("d escape k")
    await players.mark("Losses of Union I Corps")
    await players.press("plus plus plus plus escape")
    await next_turn(players)
    await players.press("right")
    await players.open("! Order confidence: Heth")
    await players.answer(rating="1")
    await players.dice("5")
    await players.press("escape")
    await players.choose("Order 21 ends")


async def last_turn(players: Players) -> None:
    """19:00: the scenario ends; both sides count their points."""
    for _ in range(3):
        await next_turn(players)
    await players.press("6")
    await players.open("] Demoralization")
    await players.fill("Meredith")
    await players.answer(losses="4")
    await players.press("right escape")
    for side, brigades in (("Confederate", "1"), ("Union", "0")):
        await players.open("] Victory points")
        await players.press("@")
        await players.type(side)
        await players.press("enter")
        await players.answer(brigades=brigades)
        await players.press("escape")
    await players.tick("Demoralization", "Victory points")
    await next_turn(players, "The First Day is over")
    assert players.due == ["The First Day is over"]


def facts_of_the_day(players: Players) -> None:
    """The report names leaders lost, unlikely rolls, losses, and the outcome of the day."""
    game = report_facts(players.session)["games"][-1]
    story = game["story"]
    assert story["cast"] == {
        "Confederate": ["Pegram", "Archer", "Davis"],
        "Union": ["Gamble", "Reynolds", "Cutler", "Meredith"],
    }
    told = {
        turn["turn"]: [says for phase in turn["phases"] for says in phase["says"]] for turn in story["turns"]
    }
    assert list(told) == [*range(1, 9), 10, 11, 12]
    assert told[1][-5:] == [
        "Fire of Pegram at Gamble (Union): 1 hit; rolled 10, modifiers -1.",
        "Fire of Archer (Confederate) at Gamble: 2 hits; rolled 9, modifiers +2.",
        "Note: “the Damage marker lay under the counter”",
        "Gamble: Strength 3 to 2, Disrupted.",
        "Losses of Union Cavalry Corps: 0 to 1 (limit 6).",
    ]
    assert "Drawn: Union Cavalry Corps, Union I Corps, Confederate III Corps." in told[1]
    assert told[3][0] == "Confederate reinforcements at hex A: A.P. Hill."
    assert told[4][-3:] == [
        "Random event for the Union side: Leader Casualty; rolled 2 and 4 (1 in 72).",
        "Reynolds (Union) is killed: rolled 1.",
        "Reynolds removed.",
    ]
    assert told[7][-2:] == ["Cutler removed.", "Losses of Union I Corps: 0 to 4 (limit 11)."]
    assert told[11][-2:] == [
        "Victory points of the Confederate side: 2.",
        "Victory points of the Union side: 0.",
    ]
    assert told[12] == ["The First Day is over."]
    assert [point["turn"] for point in story["turning_points"]] == [4, 6, 7]
    lost = [
        (each["unit"], each["what"], each["start"], each["end"], each["removed"]) for each in story["losses"]
    ]
    assert lost == [
        ("Gamble", "Strength", 3, 2, None),
        ("Reynolds", "removed", None, None, 4),
        ("Cutler", "removed", None, None, 7),
    ]
    rolled = {(each["side"], each["dice"]): each["count"] for each in story["dice"]}
    assert rolled == {("", "d6"): 5, ("Confederate", "d6"): 10, ("Union", "d6"): 3}


@pytest.mark.slow
async def test_a_whole_day(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """Setup, orders, fire, a correction, arrivals, a leader's death, the last turn and the report."""
    async with evening(places, monkeypatch, "Gettysburg", 1863) as players:
        for part in (
            set_up,
            first_turn,
            forgotten_marker,
            attack_ordered,
            reynolds_falls,
            the_attack,
            last_turn,
        ):
            await part(players)
        facts_of_the_day(players)
        await players.reports("evening-aor")
