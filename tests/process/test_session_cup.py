"""Cup, scenario, settings and counters from the command line, in a player's own game."""

from __future__ import annotations

import pytest

from tests.process.conftest import Say

pytestmark = pytest.mark.usefixtures("drum")


@pytest.fixture
def begun(drum: None, say: Say) -> None:
    """Start the first day with its three chits in the cup."""
    say("session", "new", "T", "--game", "drum")
    say("session", "scenario", "first")
    say("cup", "fill")


def names(found: list[dict[str, str]]) -> list[str]:
    """Names of chits."""
    return [each["name"] for each in found]


@pytest.mark.usefixtures("begun")
def test_odds_and_the_order_of_moves(say: Say) -> None:
    """Odds by chit and side are exact; the moving chit is marked."""
    cup = say("cup", "--json").json
    assert {each["name"]: each["odds"] for each in cup["within"]} == {
        "I Corps": "1/3",
        "II Corps": "1/3",
        "Guard": "1/3",
    }
    assert cup["sides"] == {"Red": "2/3", "Blue": "1/3"}
    cup = say("cup", "draw", "guard", "--json").json
    assert (names(cup["within"]), cup["sides"]) == (["I Corps", "II Corps"], {"Red": "1"})
    assert [(each["name"], each["moving"]) for each in cup["moved"]] == [("Guard", True)]
    say("cup", "draw", "Guard").refused(2, "already drawn this turn, as number 1")
    assert "1 Guard (Blue, rating 4) (moves now)" in say("cup").out


def test_without_a_scenario_every_command_goes_into_the_cup(say: Say) -> None:
    """Only the scenario leaves out the reserve."""
    say("session", "new", "T", "--game", "drum")
    say("cup", "fill")
    assert names(say("cup", "--json").json["within"]) == ["I Corps", "II Corps", "Guard", "Reserve"]


@pytest.mark.usefixtures("begun")
def test_app_draws_and_an_unknown_chit_is_refused(say: Say) -> None:
    """`app` makes the companion draw; a name that is not on a chit is refused."""
    assert len(say("cup", "draw", "app", "--json").json["moved"]) == 1
    say("cup", "draw", "apple").refused(1, "unknown chit apple")


@pytest.mark.usefixtures("begun")
def test_the_companion_draws_every_chit_once(say: Say) -> None:
    """Each chit is drawn once until the cup is empty; after undo the same one is drawn."""
    first = names(say("cup", "draw", "--json").json["moved"])
    say("turn", "undo")
    assert names(say("cup", "draw", "--json").json["moved"]) == first
    say("cup", "draw")
    cup = say("cup", "draw", "--json").json
    assert sorted(names(cup["moved"])) == ["Guard", "I Corps", "II Corps"]
    assert cup["done"]
    say("cup", "draw").refused(2, "empty")


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(("roll", "success"), [("3", True), ("4", False)])
def test_a_roll_is_decided_by_the_calculator(say: Say, roll: str, success: bool) -> None:
    """With rating 3, a 3 succeeds and a 4 fails; calculation and attempt are undone together."""
    say("cup", "draw", "I Corps")
    lines = len(say("log", "--all", "--json").json)
    cup = say("cup", "try", "delay", "i corps", "--roll", roll, "--json").json
    assert cup["attempts"] == [{"hq": "I Corps", "use": "delay", "success": success}]
    assert cup["returning"] == (["I Corps"] if success else [])
    kinds = [each["kind"] for each in say("log", "--all", "--json").json[lines:]]
    assert kinds == ["calculated", "tried"]
    assert len(say("turn", "undo", "--json").json["undone"]) == 2
    assert say("cup", "--json").json["attempts"] == []


@pytest.mark.usefixtures("begun")
def test_requirements_of_an_attempt(say: Say) -> None:
    """An attempt needs a result, or a die and a rating; only one attempt is allowed per turn."""
    say("cup", "draw", "II Corps")
    say("cup", "try", "delay", "II Corps").refused(2, "--success")
    say("cup", "try", "delay", "II Corps", "--roll", "2").refused(2, "rating of II Corps is unknown")
    say("cup", "try", "now", "Guard", "--roll", "7").refused(2, "1 to 6")
    for success in ("yes", "no"):
        say("cup", "try", "delay", "Guard", "--success", success).refused(2, "only the chit just drawn")
    say("cup", "try", "xyz", "Guard", "--success", "yes").refused(1, "xyz", "delay, now, reserve")
    say("cup", "try", "now", "Guard", "--success", "yes")
    assert names(say("cup", "--json").json["moved"]) == ["Guard", "II Corps"]
    say("cup", "try", "now", "Guard", "--success", "no").refused(2, "already tried", "once a turn")
    say("cup", "try", "reserve", "I Corps", "--success", "yes").refused(2, "requires no roll")


@pytest.mark.usefixtures("begun")
def test_a_chit_that_jumps_ahead_moves_now(say: Say) -> None:
    """Each chit moves before the previous one; the others wait."""
    say("cup", "draw", "I Corps")
    say("cup", "try", "now", "Guard", "--success", "yes")
    page = say("cup").out
    assert "1 Guard (Blue, rating 4) (moves now)" in page
    assert "2 I Corps (Red, rating 3) (waits)" in page
    moved = say("cup", "try", "now", "II Corps", "--success", "yes", "--json").json["moved"]
    assert [(each["name"], each["moving"], each["waiting"]) for each in moved] == [
        ("II Corps", True, False),
        ("Guard", False, True),
        ("I Corps", False, True),
    ]


@pytest.mark.usefixtures("begun")
def test_aside_and_marks(say: Say) -> None:
    """Set a chit aside without a calculator, and mark the result of a chit's turn."""
    say("cup", "use", "delay", "Guard").refused(2, "requires a roll")
    assert names(say("cup", "use", "reserve", "Guard", "--json").json["aside"]) == ["Guard"]
    say("cup", "mark", "I Corps", "ordered").refused(2, "has not acted")
    say("cup", "draw", "I Corps")
    say("cup", "mark", "I Corps", "tea").refused(2, "ordered, failed")
    assert say("cup", "mark", "I Corps", "failed", "--json").json["moved"][0]["mark"] == "failed"


@pytest.mark.usefixtures("begun")
def test_chits_by_name(say: Say) -> None:
    """Side and rating come from the game's list of commands, else from the command line."""
    cup = say("cup", "fill", "reserve", "Old Guard:blue:5", "Mob", "--json").json
    chits = [(each["name"], each["side"], each["rating"]) for each in cup["within"]]
    assert chits == [("Reserve", "Blue", 2), ("Old Guard", "Blue", 5), ("Mob", None, None)]
    say("cup", "fill", "A:green").refused(2, "green", "Red, Blue")
    say("cup", "fill", "A:red:x").refused(2, "not a rating")
    say("cup", "fill", "A", "A").refused(2, "two chits are called A")
    say("cup", "mark", "", "ordered").refused(1, "unknown chit")
    assert len(say("cup", "--json").json["within"]) == 3


@pytest.mark.usefixtures("begun")
def test_a_draw_outside_the_phase_of_the_cup_is_noted(say: Say) -> None:
    """A draw outside the cup's phase counts, with a note about the phase."""
    lines = say("cup", "draw", "Guard").out.splitlines()
    assert lines[:2] == [
        "Guard is drawn.",
        "Note: This is the Orders phase; chits are drawn in the Moves phase.",
    ]
    say("turn", "to", "1", "moves")
    assert "Note:" not in say("cup").out
    say("turn", "next")
    assert "in the Moves phase" in say("cup").out


@pytest.mark.usefixtures("begun")
def test_a_chit_never_drawn_is_reported(say: Say) -> None:
    """A chit left in the cup is reported when the cup's phase ends."""
    for chit in ("I Corps", "Guard"):
        say("cup", "draw", chit)
    assert say("turn", "to", "1", "moves", "--json").json["raised"] == []
    raised = say("turn", "next").out
    assert "Still in the cup: II Corps (1.1)" in raised
    assert "Nothing else is due." in say("turn", "done", "1").out


@pytest.mark.usefixtures("begun")
def test_scenario_and_its_end(say: Say) -> None:
    """A scenario begins at its time; its last turn and the turn after it are reported."""
    found = say("turn", "--json").json
    assert (found["scenario"], found["time"], found["where"]) == (
        "first",
        "10:00",
        "Turn 1, July 1, 10:00, Orders",
    )
    assert "* first: The first day" in say("session", "scenario").out
    says = [each["says"] for each in say("turn", "to", "5", "--json").json["raised"]]
    assert "Last turn of The first day" in says
    say("session", "scenario", "second").refused(1, "unknown scenario second", "first")


@pytest.mark.usefixtures("begun")
def test_settings(say: Say) -> None:
    """A setting can be chosen and reset; an illegal value is refused with the choices."""
    assert say("session", "set", "battle=south", "--json").json[0]["value"] == "south"
    assert say("turn", "--json").json["settings"] == {"battle": "south"}
    say("session", "set", "battle=east").refused(2, "east", "north, south")
    say("session", "set", "battle").refused(2, "NAME=VALUE")
    say("session", "set", "tea=yes").refused(1, "no setting tea")
    assert say("session", "set", "battle=", "--json").json[0]["value"] is None


@pytest.mark.usefixtures("begun")
def test_counters(say: Say) -> None:
    """Counters never go below zero; reaching the limit reports the consequence."""
    say("turn", "count", "losses", "-1").refused(2, "cannot be reduced")
    say("turn", "count", "losses", "+3")
    assert "3 of 2: it is demoralized (4)" in say("turn", "count").out
    found = say("turn", "count", "losses", "-2", "--json").json[0]
    assert (found["count"], found["reached"]) == (1, False)
    say("turn", "count", "tea", "+1").refused(1, "tea", "losses")
    say("turn", "count", "losses", "x").refused(2, "+1 or -1")


def test_a_game_without_a_cup(say: Say) -> None:
    """Cup commands are refused in one line."""
    say("cup", "--game", "lob").refused(2, "does not use chits")


@pytest.mark.usefixtures("begun")
def test_the_log_of_one_game(say: Say) -> None:
    """--game limits lines and report without switching the game."""
    say("turn", "next", "--game", "lob")
    assert {each["game"] for each in say("log", "--json").json} == {"drum", "lob"}
    assert {each["game"] for each in say("log", "--game", "drum", "--json").json} == {"drum"}
    report = say("log", "export", "--game", "drum").out
    assert "Drum and Colours" in report and "Line of Battle" not in report
    assert say("turn", "--json").json["game"] == "lob"
    say("log", "--game", "chess").refused(1, "unknown game chess")


@pytest.mark.usefixtures("begun")
def test_a_missing_game(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log of a missing game can be read and annotated, and the session switched to another game."""
    monkeypatch.delenv("COMPANION_OVERLAY")
    assert "Into the cup: I Corps" in say("log").out
    assert say("log", "note", "where is it?").status == 0
    assert "The first day" not in say("log", "export").out
    say("turn").refused(1, "unknown game drum", "lob")
    say("turn", "next").refused(1, "unknown game drum", "lob")
    assert say("turn", "--game", "lob", "--json").json["turn"] == 1


def test_optional_hq_alter_is_called_without_a_roll(say: Say) -> None:
    """Pub Battles, Optional HQ Alter: after every pull, without a die; a Jump on the pulled chit blocks others."""
    say("session", "new", "P", "--game", "pub")
    say("cup", "fill", "Ney", "Reille", "Picton", "Orange")
    say("cup", "draw", "Ney")
    say("cup", "use", "call-delay", "Ney")
    say("cup", "draw", "Reille")
    say("cup", "use", "call-jump", "Picton")
    say("cup", "draw", "Ney")
    say("cup", "use", "call-jump-drawn", "Ney")
    say("cup", "use", "call-jump", "Orange").refused(2, "Ney keeps its place")
    cup = say("cup", "--json").json
    assert names(cup["moved"]) == ["Picton", "Reille", "Ney"]
    assert cup["attempts"] == []


def test_an_army_hq_tries_without_a_chit(say: Say) -> None:
    """Pub Battles: the Army Commander rolls for a Command once a turn, without a chit."""
    say("session", "new", "P", "--game", "pub")
    say("cup", "fill", "I Corps:First side", "II Corps:First side")
    say("cup", "draw", "I Corps")
    say("cup", "try", "move-now", "army hq, first", "--success", "yes").refused(2, "name the chit")
    cup = say("cup", "try", "move-now", "army hq, first", "--chit", "ii", "--success", "yes", "--json").json
    assert cup["attempts"] == [{"hq": "Army HQ, First side", "use": "move-now", "success": True}]
    assert names(cup["moved"]) == ["II Corps", "I Corps"]
    again = say("cup", "try", "move-now", "army hq, first", "--chit", "i corps", "--success", "yes")
    again.refused(2, "already tried")
    say("cup", "try", "move-now", "army hq", "--chit", "i corps", "--success", "yes").refused(1, "unknown HQ")
    say("cup", "draw", "army hq, first").refused(1, "unknown chit")
