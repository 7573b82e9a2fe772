"""Each die keeps its roll in flips and when the log is amended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine import Engine
from companion.model import Library
from tests.process.conftest import Say

CHARGE = (
    *("calc", "lob:charge", "rating=B", "attacker_sps=6", "attacker_leader=yes", "leader_morale=2"),
    *("defender_rating=C", "defender_sps=6", "state=Normal", "target_arm=infantry", "volley=yes"),
    *("--roll", "5,6,3,12"),
)
ROUND = ("calc", "pub:combat-round", "mode=melee", "attacker.type=infantry", "defender.type=infantry")


def flips(found: dict[str, Any]) -> dict[tuple[str, Any], dict[str, Any]]:
    """The headline results by question and changed answer."""
    return {
        (flip["input"], flip["would"]): flip["outcome"]
        for flip in found["flips"]
        if not isinstance(flip["would"], list)
    }


def test_without_its_leader_a_charge_keeps_the_morale_roll(say: Say) -> None:
    """The 3 was rolled for the leader; the defender's 12 stays with the morale roll."""
    say(*CHARGE, "--log")
    found = say("log", "amend", "2", "attacker_leader=no", "--json").json
    assert found["outcome"]["end"] == {
        "was": "defender routs",
        "now": "defender retreats, disorganized",
    }
    assert found["unused_dice"] == 1
    assert (
        "Dice no longer needed: 3 (Attacking leader loss)."
        in say("log", "amend", "2", "attacker_leader=no").out
    )


def test_a_flip_of_a_charge_agrees_with_its_amendment(say: Say) -> None:
    """The flip and the amendment without the leader have the same result."""
    found = say(*CHARGE, "--json").json
    assert flips(found)["attacker_leader", False] == {"end": "defender retreats, disorganized"}
    assert [roll["id"] for roll in found["roll"]] == [
        "closing.die",
        "opening.die",
        "attacking-leader.dice",
        "morale.dice",
    ]


def test_numbers_are_followed_to_the_next_result(say: Say) -> None:
    """Numbers are tried up to the next different result; the search says how far it went."""
    found = say(*CHARGE, "--json").json
    assert flips(found)["attacker_sps", 3] == {"end": "defender retreats, disorganized"}
    assert flips(found)["defender_sps", 10] == {"end": "defender retreats, disorganized"}
    (untried,) = [label for label in found["untried"] if label.startswith("Attacking SPs above ")]
    assert f"Not checked for another result: {'; '.join(found['untried'])}." in " ".join(
        say(*CHARGE).out.split()
    )
    assert int(untried.rsplit(" ", 1)[1]) > 16


def test_weapons_and_numbers_of_a_row_are_changed(say: Say) -> None:
    """Flips cover all questions about a firing unit, not only the yes-no ones."""
    firers = "firers.1.sps=6", "firers.1.weapon=R"
    found = say("calc", "lob:fire", "arm=small_arms", "range=1", *firers, "--roll", "8", "--json").json
    changed = flips(found)
    assert ("firers.1.weapon", "S") in changed and ("firers.1.sps", 3) in changed
    shown = say("calc", "lob:fire", "arm=small_arms", "range=1", *firers, "--roll", "8").out
    assert "Firing unit 1: SPs: 3 instead of 6; " in " ".join(shown.split())


def test_each_side_keeps_its_own_dice(say: Say) -> None:
    """Artillery fires first; the attacker's return fire is a separate roll."""
    line = (*ROUND, "--roll", "attacker=6,6,6", "--roll", "defender=1,1,1")
    found = say(*line, "--json").json
    assert not any(outcome["attacker_end"] == "destroyed" for outcome in flips(found).values())
    assert ("defender.type", "artillery") not in flips(found)
    assert {"input": "defender.type", "was": "infantry", "would": "artillery"}.items() <= found["open_flips"][
        0
    ].items()
    assert found["open_flips"][0]["roll"] == {
        "id": "attacker:attacker_reply",
        "name": "attacker_reply",
        "label": "Attacker's return fire",
        "dice": "3d6",
    }
    text = " ".join(say(*line).out.split())
    assert "would need another roll (Attacker's return fire, 3d6)" in text


@pytest.fixture
def logged(say: Say) -> Iterator[Say]:
    """A session of Pub Battles."""
    say("session", "game", "pub")
    yield say


def test_a_smaller_pool_drops_one_of_several_equal_dice(logged: Say) -> None:
    """Two of three sixes remain; it makes no difference which."""
    logged(*ROUND, "--roll", "attacker=6,6,6", "--roll", "defender=1,1,1", "--log")
    line = logged("log", "--json").json[-1]["number"]
    output = logged("log", "amend", str(line), "mode=fire").out
    assert "Dice no longer needed: 6 (Attacker), 1 (Defender)." in output


def test_a_smaller_pool_is_rolled_again_if_the_dice_differ(logged: Say) -> None:
    """Nobody knows which of 6, 1, 1 would not have been thrown."""
    logged(*ROUND, "--roll", "attacker=6,1,1", "--roll", "defender=1,1,1", "--log")
    line = str(logged("log", "--json").json[-1]["number"])
    logged("log", "amend", line, "mode=fire").refused(2, "another roll is needed: Attacker, 2d6, 1 to 6")
    found = logged("log", "amend", line, "mode=fire", "--roll", "6,6", "--json").json
    assert found["outcome"]["attacker_hits"] == {"was": 1, "now": 2}


def test_a_larger_pool_keeps_its_dice(logged: Say) -> None:
    """Only the missing die is asked for, and the log has both throws."""
    logged(*ROUND, "mode=fire", "--roll", "attacker=6,1", "--roll", "defender=1,1", "--log")
    line = str(logged("log", "--json").json[-1]["number"])
    logged("log", "amend", line, "mode=melee").refused(
        2, "another roll is needed: Attacker, 1d6 more, 1 to 6"
    )
    document = logged("log", "amend", line, "mode=melee", "--roll", "5,1", "--keep", "--json").json
    assert document["outcome"]["attacker_hits"] == {"was": 1, "now": 2}
    rolls = logged("log", "--expand", str(document["logged"]), "--json").json["event"]["rolls"]
    assert [(roll["id"], roll["faces"]) for roll in rolls] == [
        ("attacker:attacker_roll", [6, 1]),
        ("attacker:attacker_roll", [5]),
        ("defender:defender_roll", [1, 1]),
        ("defender:defender_roll", [1]),
    ]


def test_every_roll_of_a_shipped_calculator_has_its_own_identity(library: Library) -> None:
    """This includes calculators that are used twice."""
    engine = Engine(library)
    for module in library.modules:
        for procedure in module.procedures:
            ids = [request.id for request in engine.program(procedure).requests]
            assert len(set(ids)) == len(ids) and all(ids)
