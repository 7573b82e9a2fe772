"""Phases of each Command: one Command after another goes through its own steps, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.process.conftest import Say

pytestmark = pytest.mark.usefixtures("shipped")

STEPS = ["place-markers", "disorder-recovery", "fire", "movement", "close-combat", "remove-markers"]


@pytest.fixture
def begun(say: Say) -> None:
    """List two Commands of each side for turn 1."""
    say("session", "new", "T", "--game", "bar")
    say("cup", "fill", "Moore:Side A", "Stein:Side B")


@pytest.mark.usefixtures("begun")
def test_each_command_goes_through_its_own_steps(say: Say) -> None:
    """The first Command takes all its steps, then the chosen second Command; then comes the shared phase."""
    for chosen in ("Stein", "Moore"):
        assert say("turn", "--json").json["phase"]["id"] == "activate"
        say("cup", "draw", chosen)
        seen = []
        for _ in STEPS:
            now = say("turn", "--json").json
            assert now["command"] == chosen
            assert now["phase"]["cite"]
            seen.append(now["phase"]["id"])
            say("turn", "next")
        assert seen == STEPS
    document = say("turn", "--json").json
    assert (document["phase"]["id"], document["command"], document["due"]) == ("rally", None, [])
    say("turn", "to", "2")
    say("turn", "next").refused(2, "the cup holds the Commands of turn 1; fill it for turn 2")


@pytest.mark.usefixtures("begun")
def test_who_acts_next_is_chosen_first(say: Say) -> None:
    """The turn cannot continue without a choice, and lists the remaining Commands; any may go first."""
    say("turn", "next").refused(2, "choose the Command that acts next: Moore, Stein")
    answer = say("turn")
    assert "Next: choose one of Moore, Stein" in answer.out
    say("cup", "draw").refused(2, "name one of Moore, Stein")
    say("cup", "draw", "Moore")
    answer = say("turn")
    assert answer.out.startswith("Turn 1, Moore, Command Activation, step 1: command\n")
    assert "[Command 7.3b] -> bar:line-of-command" in answer.out
    assert "Next: Turn 1, Moore, Command Activation, step 2: Disorder Recovery" in answer.out


@pytest.mark.usefixtures("begun")
def test_ticks_belong_to_one_command(say: Say) -> None:
    """A step that one Command has done is not done for the next."""
    say("cup", "draw", "Moore")
    assert say("turn", "tick", "1", "--json").json["steps"][0]["done"]
    for _ in STEPS:
        say("turn", "next")
    say("cup", "draw", "Stein")
    assert not say("turn", "--json").json["steps"][0]["done"]


@pytest.mark.usefixtures("begun")
def test_the_choice_is_undone_with_its_move_and_logged(say: Say) -> None:
    """A single undo takes back choice and move; log and report name the Command with each step."""
    say("cup", "draw", "Moore")
    assert len(say("turn", "undo", "--json").json["undone"]) == 2
    assert say("turn", "--json").json["choose"] == ["Moore", "Stein"]
    say("turn", "redo")
    say("turn", "next")
    log = [each["says"] for each in say("log", "--json").json if not each["undone"]]
    assert "Moore acts" in log
    assert "Turn 1, Moore, Command Activation, step 2: Disorder Recovery" in log
    say("turn", "tick", "1")
    assert "**Moore, Command Activation, step 2: Disorder Recovery**" in say("log", "export").out


@pytest.mark.usefixtures("begun")
def test_a_new_turn_needs_a_new_list(say: Say) -> None:
    """Commands that have not acted are due, and the list can be filled with the usual Commands."""
    say("cup", "draw", "Moore")
    raised = say("turn", "to", "1", "rally").out
    assert "Not acted: Stein" in raised
    say("turn", "to", "2")
    say("turn", "next").refused(2, "the cup holds the Commands of turn 1; fill it for turn 2")
    assert say("cup", "fill").out.startswith("2 chits on the list.\n")
    assert say("turn", "--json").json["choose"] == ["Moore", "Stein"]


def test_without_a_list_the_steps_are_taken_once(say: Say) -> None:
    """No Command is named, and after the last step the turn continues."""
    say("session", "new", "T", "--game", "bar")
    seen = []
    for _ in STEPS:
        say("turn", "next")
        document = say("turn", "--json").json
        assert document["command"] is None
        seen.append(document["phase"]["id"])
    assert seen == STEPS
    assert say("turn", "next").out.startswith("Turn 1, Rally Phase")


SEQUENCE = """\
sides: [Red, Blue]
phases:
  - {id: orders, title: Orders, who: both}
  - {id: choose, title: Choose, who: each command}
  - {id: fire, title: Fire, who: each command}
  - {id: end, title: End, who: both}
cup: {title: Corps, phase: choose, how: chosen}
"""
GAME = "slug: xx\nname: Xx\nedition: '1'\ncredits: none\ndocuments: []\n"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("", "", "0 faults in 1 game."),
        ("cup:", "# cup:", "phases of each command need a cup (add a cup"),
        ("phase: choose", "phase: end", "the phases of each command begin with choose"),
        ("Fire, who: each command", "Fire, who: both", "a command chosen here has no phase to play"),
        ("End, who: both", "End, who: both}\n  - {id: after, title: After, who: each command", "must be consecutive"),
        ("how: chosen", "uses: [{id: now, title: Now, does: moves before the drawn chit}]", "cannot move before"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_sequence_is_a_fault(
    old: str, new: str, says: str, say: Say, tmp_path: Path
) -> None:
    """`companion check` reports faults in phases of each Command."""
    folder = tmp_path / "made" / "tables" / "xx"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "sequence.yaml").write_text(SEQUENCE.replace(old, new, 1) if old else SEQUENCE)
    assert says in say("check", str(tmp_path / "made")).out
