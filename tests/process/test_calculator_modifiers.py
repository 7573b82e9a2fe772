"""Questions of new-calculator about each modifier: whose dice it changes, and when it counts."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown

LEADER = ("Leader: none, in radius, attached", "Rating of the leader: 1-3", "")


@pytest.mark.parametrize(
    ("modifier", "amount", "asked_if", "offered"),
    [
        ("Leader attached + his rating", "Rating of the leader", "2 or 3", "[Enter: Leader: attached]"),
        (
            "Commander's rating",
            "Rating of the leader",
            "2 or 3",
            "Perhaps 2 Leader: in radius; 3 Leader: attached? Then type 2 or 3",
        ),
        ("Commander's rating", "Rating of the leader", "3", "[Enter: always]"),
        ("Commander's rating", "Rating of the leader", "not 1", "[Enter: always]"),
    ],
)
def test_a_number_that_is_asked_in_several_cases(
    modifier: str, amount: str, asked_if: str, offered: str, maker: Maker, typed: Typed
) -> None:
    """Enter does not take always, because the number may count in one of the cases only."""
    asked = (*LEADER, "2", asked_if, "", "0", modifier, amount)
    assert f"{offered} Nothing was written." in shown(maker, typed, *TITLE, "sum", *asked)


BOTH = ("opposed", "", "")


@pytest.mark.parametrize(
    ("modifier", "offered"),
    [
        ("Guard +2", "both"),
        ("Attacker uphill -1", "Attacker"),
        ("Defending a redan +2", "Defender"),
        ("Attacker charges the defender -1", "both"),
    ],
)
def test_whose_dice_enter_changes(modifier: str, offered: str, maker: Maker, typed: Typed) -> None:
    """Enter applies a modifier to the side that it names; if it names no side, or both, to both."""
    out = shown(maker, typed, *TITLE, *BOTH, "", "1d6", modifier)
    listed = "1 Attacker; 2 Defender; 3 both (each by its own answers)"
    assert f"Whose dice does it change: {listed} [Enter: {offered}] Nothing was written." in out


def test_a_modifier_of_both_sides(maker: Maker, typed: Typed) -> None:
    """The answer `both` adds a modifier for each side, and the second side is not asked about it again."""
    asked = ("Attacker's class: Guard, Line", "Defender's class: Guard, Line", "", "")
    out = shown(maker, typed, *TITLE, *BOTH, *asked, "1d6", "Guard +2", "", "", "Tired -1", "", "", "")
    assert "When does it count for Attacker, and likewise for Defender (or several" in out
    assert "work the same way" not in out


def test_the_result_of_a_modifier_of_both_sides(maker: Maker) -> None:
    """Each side has the modifier by its own answers; a new question is asked for both."""
    classes = ("input-1=Attacker's class: Guard, Line", "input-2=Defender's class: Guard, Line")
    guard = ("modifier-1=Guard +2", "modifier-1-when=Attacker's class: Guard")
    maker.make("method=opposed", "dice=1d6", "tie=nobody", *classes, *guard, "modifier-2=Tired -1")
    asked = maker.library.procedure("ford:made").inputs
    labels = ["Attacker's class", "Defender's class", "Tired (Attacker)", "Tired (Defender)"]
    assert [each.label for each in asked] == labels
    answers = {"attacker_s_class": "line", "defender_s_class": "guard", asked[3].name: True}
    assert maker.outcome([3, 3], **answers) == {"winner": "defender", "margin": 1}


def test_a_short_list_of_conditions_is_always_shown(maker: Maker, typed: Typed) -> None:
    """A short list of conditions is always shown, so that nobody has to look up its numbers."""
    classes = "Class: Guard, Line, Raw, Levy, Horse, Guns, Staff"
    out = shown(maker, typed, *TITLE, "sum", classes, "", "0", "Far -1", "", "Near +1")
    assert out.count("1 Class: Guard; 2 Class: Line; 3 Class: Raw;") == 2
    assert "as before" not in out
