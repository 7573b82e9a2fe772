"""A whole turn of Pub Battles, played with keys alone."""

from __future__ import annotations

import pytest
from textual.events import Paste

from companion.load.places import Places
from companion.play.clock import Position
from companion.render.report import report_facts
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
    assert "Orange has already tried; an HQ may try once a turn" in cup_message(players)
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
    assert "In the cup  4 of 4 left" in screen_text(players.pilot)
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


FRENCH = """\
Ney 4, Reille 3, d'Erlon 2, Lobau 3, Kellermann 3, Milhaud 3, Guyot 2, Drouot 4, Friant 4, Morand 3, Duhesme 3, Pajol 2,
Exelmans 3, Domon 2, Subervie 2"""
ALLIES = """\
Picton 5, Orange 2, Hill 4, Uxbridge 4, Cooke 3, Alten 3, Colville 3, Clinton 4, Chassé 2, Perponcher 2, Collaert 2,
Brunswick 3, Bülow 4, Zieten 4, Pirch 3"""
"""Thirty Commands with the ratings of the players' counters."""
PIECES = """\
name\tside\ttype\tquality
Old Guard\tFrench\tinfantry\telite
Jerome\tFrench\tinfantry
Grand Battery\tFrench\tartillery
Cuirassiers\tFrench\tcavalry
Foot Guards\tAllies\tinfantry\telite
Bijlandt\tAllies\tinfantry\tmilitia
"""


def with_side(names: str, side: str) -> str:
    """A list of chits as a table: name, side, rating."""
    pairs = (each.strip().rpartition(" ") for each in names.replace("\n", " ").split(","))
    return "\n".join(f"{name}\t{side}\t{rating}" for name, _, rating in pairs)


async def set_up_the_battle(players: Players) -> None:
    """Switch to Pub Battles, name the sides, and paste the pieces."""
    await players.press("f9")
    await players.mark("Pub Battles")
    await players.press("enter")
    await players.choose("French, Allies")
    await players.press("f3 u")
    players.pilot.app.post_message(Paste(PIECES))
    await settled(players.pilot)
    assert len(players.session.game_state.units) == 6
    await players.press("escape")


async def a_full_cup(players: Players) -> None:
    """Thirty chits go into the cup with a pasted list and four keys; all lines that cannot be read are named."""
    chits = f"{with_side(FRENCH, 'French')}\n{with_side(ALLIES, 'Allies')}"
    await players.press("c f")
    wrong = chits.replace("Drouot\tFrench", "Drouot\tPrussians").replace(
        "Hill\tAllies\t4", "Hill\tAllies\tfour"
    )
    players.pilot.app.post_message(Paste(wrong))
    await settled(players.pilot)
    await players.expect(
        "line 8: Drouot: 'Prussians' is not one of French, Allies", "line 18: Hill: 'four' is not a rating"
    )
    assert players.session.game_state.cup.chits == ()
    players.pilot.app.post_message(Paste(chits))
    await settled(players.pilot)
    await players.expect("Selected: 30 of 30")
    await players.press("f escape")
    assert len(players.session.game_state.cup.within) == 30
    await players.tick("All Command Chits into the cup")


async def draw_all(players: Players) -> None:
    """Draw every chit of the turn."""
    await players.press(" ".join(["d"] * len(players.session.game_state.cup.within)))
    assert players.session.game_state.cup.done
    assert len(set(players.session.game_state.cup.moved)) == 30
    await players.press("escape")
    await players.tick("Pull a chit", "Next chit")


async def first_morning(players: Players) -> None:
    """Turn 1: the players draw Picton by hand; the battery fires; Jerome attacks the Foot Guards for two rounds."""
    await players.press("right c d t")
    await players.type("picton")
    await players.press("enter")
    await draw_all(players)
    await players.open("] Bombard instead")
    await players.fill("Grand Battery as Artillery")
    await players.fill("Bijlandt as Target")
    await players.dice("461")
    assert players.resolution.outcome["hits"] == 2
    await players.press("right escape right")
    await players.open("] Roll one round")
    await players.fill("Jerome as Attacker")
    await players.fill("Foot Guards as Defender")
    await players.answer(mode="m")
    await players.dice("412")
    await players.dice("163")
    await players.press("right right")
    await players.dice("612")
    await players.dice("456")
    assert players.resolution.outcome["attacker_end"] == "destroyed"
    await players.press("right escape escape")
    await players.tick("Roll one round")
    assert "Jerome" not in players.session.game_state.units


async def next_turn(players: Players) -> None:
    """Go on to the next turn and fill the cup with the same chits."""
    await players.press("right right c f f escape")
    assert len(players.session.game_state.cup.within) == 30
    await players.tick("All Command Chits into the cup", "Flip HQs back")
    await players.press("right c")


async def afternoon(players: Players) -> None:
    """Turn 2: the cavalry rides down the spent militia; Bylandt's Command is ineffective."""
    await next_turn(players)
    await draw_all(players)
    await players.press("right")
    await players.open("] Repeat until broken")
    await players.fill("Cuirassiers as Attacker")
    await players.fill("Bijlandt as Defender")
    await players.answer(mode="m")
    await players.dice("616", "222")
    assert players.resolution.outcome["defender"] == "destroyed"
    await players.press("right escape")
    assert "Bijlandt" not in players.session.game_state.units
    await players.open("] Ineffective Commands")
    await players.press("@")
    await players.type("Orange")
    await players.press("enter")
    await players.answer(pieces="4", killed="2")
    await players.press("escape")
    await players.tick("Repeat until broken", "Ineffective Commands")


async def evening_of_the_battle(players: Players) -> None:
    """Turn 3: the last draws; the Old Guard attacks the Foot Guards and is broken, and the players say how it ended."""
    await next_turn(players)
    await draw_all(players)
    await players.press("right")
    await players.open("] Repeat until broken")
    await players.fill("Old Guard as Attacker")
    await players.fill("Foot Guards as Defender")
    await players.answer(mode="m")
    await players.dice("214", "416", "335", "124")
    assert players.resolution.outcome["attacker"] == "retreats"
    await players.press("right escape l")
    await players.mark("Old Guard against Foot Guards")
    await players.press("n")
    await players.write("the Guard recoils, and the French concede")
    await players.press("f3 v a v")
    await players.type("neither Jerome nor the Old Guard broke the Foot Guards")
    await players.press("ctrl+s")
    recorded_outcome = players.session.game_state.outcome
    assert recorded_outcome is not None and recorded_outcome.winner == "Allies"


def facts_of_the_battle(players: Players) -> None:
    """The report has every turn with all thirty chits, each combat with both names, the losses and the dice by side."""
    game = report_facts(players.session)["games"][-1]
    story = game["story"]
    assert game["sides"] == ["French", "Allies"]
    assert story["cast"] == {
        "French": ["Grand Battery", "Jerome", "Cuirassiers", "Old Guard"],
        "Allies": ["Bijlandt", "Foot Guards"],
    }
    assert [turn["turn"] for turn in story["turns"]] == [1, 2, 3]
    for turn in story["turns"]:
        drawn = turn["phases"][0]["says"][0]
        assert drawn.startswith("Drawn: ")
        assert drawn.count(",") == 29
        assert drawn.count(" (French)") == drawn.count(" (Allies)") == 15
    combats = [turn["phases"][-1]["says"] for turn in story["turns"]]
    assert combats[0][0].startswith(
        "Jerome (French) against Foot Guards (Allies): Attacker Spent, Defender Fresh; "
    )
    assert combats[0][1] == "Dice: French 3 (4 1 2), Allies 3 (1 6 3)."
    assert combats[0][3:] == [
        "Jerome against Foot Guards: Attacker destroyed, Defender Spent; rolled 6 1 2 and 4 5 6.",
        "Dice: French 3 (6 1 2), Allies 3 (4 5 6).",
        "Jerome removed; Foot Guards: State fresh to spent.",
    ]
    assert combats[1][:3] == [
        "Cuirassiers (French) against Bijlandt (Allies): Attacker stays, Defender destroyed; rolled 6 1 6 and 2 2 2.",
        "Dice: French 3 (6 1 6), Allies 3 (2 2 2).",
        "Cuirassiers: State fresh; Bijlandt removed.",
    ]
    assert (
        "Dice: round 1, French 3 (2 1 4), Allies 3 (4 1 6); round 2, French 3 (3 3 5), Allies 3 (1 2 4)."
        in combats[2]
    )
    assert combats[2][-1] == "Note: “the Guard recoils, and the French concede”"
    lost = [(each["unit"], each["side"], each["removed"]) for each in story["losses"]]
    assert lost == [("Jerome", "French", 1), ("Bijlandt", "Allies", 2)]
    assert [(each["side"], each["count"]) for each in story["dice"]] == [("Allies", 15), ("French", 18)]


@pytest.mark.slow
async def test_a_whole_battle(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty chits in three turns, rounds of combat, losses, and the report."""
    async with evening(places, monkeypatch, "Waterloo", 1815) as players:
        for part in (set_up_the_battle, a_full_cup, first_morning, afternoon, evening_of_the_battle):
            await part(players)
            players.clock.advance(10)
        facts_of_the_battle(players)
        await players.reports("evening-pub-battle")
