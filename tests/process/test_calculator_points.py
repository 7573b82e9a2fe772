"""Modifiers that `companion new-calculator` takes from the points of a rule."""

from __future__ import annotations

import pytest

from companion.model.step import Tally
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown
from tests.process.test_calculator_tables import HEAD

RULES = """\
# 2.4 Morale Test

- Throw two dice, and add or take away:
- Behind a wall (2.1): +1.
- +2 if a leader is attached.
- −1 for each marker, to a maximum of −3.
- Soft cover -1, hard cover -2. Woods are soft.
- Supported: +1 die, but only if the unit has not moved.
- A unit in march column tests at -2 and may not advance.
- A range of 2-3 hexes adds nothing.

# 2.5 Results

- Units that fail retreat 2-3 hexes.
- Behind a wall +1.
"""
USED = "Use tables or lists of the rules as modifiers (as in 1 2)"


@pytest.fixture(autouse=True)
def rules(maker: Maker) -> None:
    """A rule whose points state modifiers, and one with a single modifier."""
    (maker.folder / "rulebook/ford/07-morale.md").write_text(HEAD + RULES)


def test_the_points_of_a_rule_are_offered(maker: Maker, typed: Typed) -> None:
    """Enter takes those of the rule of the calculator; one that is not understood is named. One alone is no list."""
    out = shown(maker, typed, *TITLE, "sum", "", "0", "", "", "", "1", "", "", "")
    assert f"{USED}: 1 Morale Test (2.4), 6 points; 0 none [Enter: Morale Test (2.4), 6 points]" in out
    says = "A unit in march column tests at -2 and may not advance"
    assert f"Not read from Morale Test: Woods are soft; {says}. If it is" in out


def test_the_modifiers_of_points(maker: Maker) -> None:
    """Amounts may be first, last or before a condition; a point can have several amounts, and a limit."""
    maker.make("method=sum", "start=10", "result=Points", "table=1", "row-3-each=1")
    made = maker.library.procedure("ford:made")
    (tally,) = (step for step in made.steps if isinstance(step, Tally))
    assert [(each.label, each.cite) for each in tally.modifiers] == [
        ("Behind a wall", "2.4"),
        ("A leader is attached", "2.4"),
        ("For each marker", "2.4"),
        ("Soft cover", "2.4"),
        ("Hard cover", "2.4"),
        ("Supported, only if the unit has not moved", "2.4"),
    ]
    assert maker.outcome(None, behind_a_wall=True, a_leader_is_attached=True, markers=2) == {"points": 11}
    assert maker.outcome(None, soft_cover=True, markers=9) == {"points": 6}


@pytest.mark.parametrize(
    ("point", "modifiers", "unread"),
    [
        ("Guard or Grenadier +1; Raw -1.", [("Guard or Grenadier", 1), ("Raw", -1)], ""),
        ("Elite +2 / Raw -1", [("Elite", 2), ("Raw", -1)], ""),
        ("Struck in flank -2 OR rear -3; never both.", [("Struck in flank", -2), ("Rear", -3)], "never both"),
        ("Unit in cover +1; tests when charged only", [("Unit in cover", 1)], "tests when charged only"),
        ("Any unit routing -1 (once only)", [("Any unit routing (once only)", -1)], ""),
    ],
)
def test_forms_of_points(
    maker: Maker, typed: Typed, point: str, modifiers: list[tuple[str, int]], unread: str
) -> None:
    """A point states one or several modifiers; a clause without an amount is shown to the author."""
    rule = f"# 2.6 Melee\n\n- {point}\n- Uphill +1\n"
    (maker.folder / "rulebook/ford/07-morale.md").write_text(HEAD + rule)
    maker.make("method=sum", "start=10", "result=Points", "table=1", "cite=2.6")
    (tally,) = (step for step in maker.library.procedure("ford:made").steps if isinstance(step, Tally))
    assert [(each.label, int(each.add)) for each in tally.modifiers] == [*modifiers, ("Uphill", 1)]
    out = shown(maker, typed, "Other", "2.6", "sum", "", "0", "", "0", "", "", "")
    assert (f"Not read from Melee: {unread}. If" in out) == bool(unread)


@pytest.mark.parametrize("typed_numbers", ["1 2", "2, 1"])
def test_several_lists_and_tables(maker: Maker, typed: Typed, typed_numbers: str) -> None:
    """Enter takes a table and the list of the same rule; a row that is in both is taken once."""
    table = "| Row | Add |\n| --- | --- |\n| Behind a wall | +1 |\n| Uphill | +2 |\n| Hard cover | -4 |\n"
    (maker.folder / "rulebook/ford/07-morale.md").write_text(
        HEAD + RULES.replace("# 2.5", f"{table}\n# 2.5", 1)
    )
    out = shown(maker, typed, *TITLE, "sum", "", "0", typed_numbers, "", "", "1", "", "", "")
    assert f"{USED}: 1 Morale Test (2.4), 3 rows; 2 Morale Test (2.4), 6 points; 0 none [Enter: Morale" in out
    assert "Enter: Morale Test (2.4), 3 rows; Morale Test (2.4), 6 points]" in out
    assert "Which rows exclude each other, so that only one of them is ever true (as in 1 2 3)" in out
    assert "2 Uphill +2; 3 Hard cover -4; 4 A leader is attached +2" in out
    assert "Hard cover -2 (2.4)" in out


def test_the_rule_of_each_row(maker: Maker) -> None:
    """Rows of two rules keep their rules, and so do the questions that they add."""
    more = "\n# 2.6 Ground\n\n- In a marsh: -1\n- On a hill: +1\n"
    (maker.folder / "rulebook/ford/08-ground.md").write_text(HEAD + more)
    maker.make("method=sum", "start=10", "result=Points", "table=1 2", "row-3-each=1")
    made = maker.library.procedure("ford:made")
    cites = {each.label: each.cite for each in made.inputs}
    assert (cites["Behind a wall"], cites["In a marsh"], cites["On a hill"]) == ("2.4", "2.6", "2.6")
    assert maker.outcome(None, in_a_marsh=True, markers=0) == {"points": 9}


FIRE = """\
# 2.6 Fire

- Throw two dice and apply 2.7.
- Guard +1
- Raw -1

# 2.7 Further Modifiers

- Target in soft cover -1 OR hard cover -2.
- Uphill +1
- When all of them are added up, the total modifier is never better than +2 or worse than -2.
"""


def test_lists_that_the_rule_names_are_taken(maker: Maker, typed: Typed) -> None:
    """Enter takes the list of the rule and those it names, and what excludes each other by the rules."""
    (maker.folder / "rulebook/ford/07-morale.md").write_text(HEAD + FIRE)
    out = shown(maker, typed, "Made", "2.6", "sum", "", "0", "", "", "", "", "", "")
    assert "[Enter: Fire (2.6), 2 points; Further Modifiers (2.7), 3 points]" in out
    assert "[Enter: Target in soft cover or Hard cover]" in out
    assert "whose answers are Target in soft cover, Hard cover" in out
    assert "[Enter: Cover]" in out


def test_lists_named_in_one_sentence_are_taken_together(maker: Maker, typed: Typed) -> None:
    """Another rule of the chapter names both lists, so Enter takes both for a calculator of a third rule."""
    named = "# 2.5 Order\n\n- Add what 2.6 and 2.7 say. Then see 2.8.\n\n"
    fire = FIRE.replace("apply 2.7", "see").replace("# 2.6", f"{named}# 2.6", 1)
    (maker.folder / "rulebook/ford/07-morale.md").write_text(
        f"{HEAD}{fire}\n# 2.8 Result\n\n- See the chart.\n"
    )
    out = shown(maker, typed, "Made", "2.8", "sum", "", "0", "", "", "", "", "", "")
    assert "[Enter: Further Modifiers (2.7), 3 points; Fire (2.6), 2 points]" in out


def test_limits_of_all_modifiers(maker: Maker, typed: Typed) -> None:
    """Limits that a rule states are offered, and not shown as a modifier that was not read."""
    (maker.folder / "rulebook/ford/07-morale.md").write_text(HEAD + FIRE)
    given = ("Made", "2.6", "target", "", "1d6", "high", "4", "1 2", "0")
    out = shown(maker, typed, *given, *[""] * 14)
    assert "Between which numbers do all modifiers together stay (2.7) [Enter: -2 to 2]" in out
    assert "Not read" not in out
    ticks = {"raw": True, "target_in_soft_cover": True, "hard_cover": True}
    resolution = maker.resolve([6], **ticks)
    assert resolution.done and resolution.outcome["success"] is True  # 6 - 2, not 6 - 4
    sums = [step for step in maker.library.procedure("ford:made").steps if isinstance(step, Tally)]
    assert [(each.label, each.cite) for each in sums[1].modifiers] == [
        ("At most +2", "2.7"),
        ("At least -2", "2.7"),
    ]


def test_another_modifier_loses_the_condition_of_the_one_before(maker: Maker, typed: Typed) -> None:
    """After going back, Enter does not take what was answered about a modifier that has been replaced."""
    out = shown(
        maker, typed, *TITLE, "sum", "Class: Guard, Raw", "", "0", "0", "Drums +1", "1", "<", "<", "Flags +2"
    )
    assert out.endswith(
        "[Enter: the player ticks it] Nothing was written. Your answers are kept; run the same command to continue."
    )


def test_another_amount_in_brackets(maker: Maker, typed: Typed) -> None:
    """`+1 a leader is near (+2 instead if he is bold)`: only one of both counts."""
    rule = "# 2.9 Nerve\n\n- +1 a leader is near (+2 instead if he is bold)\n- -1 they are tired\n"
    (maker.folder / "rulebook/ford/08-nerve.md").write_text(HEAD + rule)
    typed("Made", "2.9", "sum", "", "0", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    leader, *_ = maker.library.procedure("ford:made").inputs
    assert [choice.label for choice in leader.choices] == ["A leader is near", "He is bold", "none of these"]
    keys = [choice.key for choice in leader.choices]
    assert [maker.outcome(None, **{leader.name: key})["made"] for key in keys] == [1, 2, 0]


def test_a_distance_is_no_amount(maker: Maker, typed: Typed) -> None:
    """`+2 inches` is no modifier, and a condition in brackets does not deny one."""
    rule = "# 2.9 Nerve\n\n- +1 in cover (never in a charge)\n- -1 they are tired\n- Eager: +2 inches if it moves.\n"
    (maker.folder / "rulebook/ford/08-nerve.md").write_text(HEAD + rule)
    typed("Made", "2.9", "sum", "", "0", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    labels = [given.label for given in maker.library.procedure("ford:made").inputs]
    assert labels[:2] == ["In cover (never in a charge)", "They are tired"]
    assert "Eager: +2 inches if it moves." in [
        each.says for each in maker.library.procedure("ford:made").by_hand
    ]


def test_the_dice_of_a_part_of_the_rule(maker: Maker, typed: Typed) -> None:
    """Enter takes them before those of a rule that only names the number."""
    rules = "# 4 Order\n\n- Roll 1D6 for each phase: nerve (9).\n\n# 9 Nerve\n\n- Test.\n\n# 9.1 Throw\n\n- Roll 2D6.\n"
    (maker.folder / "rulebook/ford/08-nerve.md").write_text(HEAD + rules)
    assert "Which dice are rolled (for example 2d6)" not in (
        out := shown(maker, typed, "Nerves", "9", "target", "", "")
    )
    assert "[Enter: 2d6]" in out


def test_the_first_throw_of_a_rule(maker: Maker, typed: Typed) -> None:
    """An exception with fewer dice does not count."""
    rules = "# 9 Brawl\n\n- All dice have 6 sides.\n- Throw three dice. A battery throws one die.\n"
    (maker.folder / "rulebook/ford/08-brawl.md").write_text(
        HEAD + rules.replace("have 6 sides", "are six-sided")
    )
    assert "[Enter: 3d6]" in shown(maker, typed, "Brawls", "9", "target", "", "")


def test_ordinary_dice_beside_percentage_dice(maker: Maker, typed: Typed) -> None:
    """Ordinary dice have six sides, and ten-sided ones of a percentage are no size of single dice."""
    for path in (maker.folder / "rulebook/ford").iterdir():
        path.unlink()
    dice = "# 1 Dice\n\n- Ordinary dice, and ten-sided dice to throw a percentage.\n\n"
    rules = f"{dice}# 9 Nerve\n\n- Throw two ordinary dice.\n"
    (maker.folder / "rulebook/ford/08-nerve.md").write_text(HEAD + rules)
    assert "[Enter: 2d6]" in shown(maker, typed, "Nerves", "9", "target", "", "")
