"""Modifiers that new-calculator reads from rules in words and from tables with titles of groups."""

from __future__ import annotations

import pytest

from companion.cli.authoring.calculator.conditions import read_terms
from companion.cli.authoring.calculator.limits import stated_limits
from companion.cli.authoring.printed.points import modifiers_of
from companion.cli.authoring.printed.shifts import most_columns
from companion.model.step import Tally
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed, shown
from tests.process.test_calculator_tables import HEAD

MORALE = """\
# 2.4 Morale Test

- The modifiers of 2.5 and 2.6 are added.

# 2.5 Morale Modifiers

| Case | Number |
| --- | --- |
| Support |  |
| Leader stacked | +1 |
| Cover (2.1) |  |
| Light cover | +1 |
| Heavy cover | +2 |
| Bad news |  |
| Shaken | -1 |

# 2.6 Further Modifiers

- Deduct one for each marker after the first. Deduct one for each routed friend within 2 hexes, but not more than two.
- Add one to the number if a drummer is near, as he is loud, and deduct two if a new leader has come.
- The modifiers may not come to better than plus three in all; there is no limit the other way.

# 2.7 Fire

| Case | Die |
| --- | --- |
| The target |  |
| Shaken | +1 |
| Leader stacked | +1 |
| Cover |  |
| Light cover | -1 |
| Heavy cover | -3 |
"""


@pytest.mark.parametrize(
    ("text", "modifiers", "unread"),
    [
        (
            "Add one if the target hex holds 9 or 10 men, as it is hard to miss.",
            [("The target hex holds 9 or 10 men", 1)],
            [],
        ),
        (
            "Deduct two if it is in corn, but only at range 2 or more.",
            [("It is in corn, but only at range 2 or more", -2)],
            [],
        ),
        ("Firing uphill, subtract one from the fire die (guns too).", [("Firing uphill (guns too)", -1)], []),
        ("Take two off if it has moved.", [("It has moved", -2)], []),
        ("Take 1 from his number for this test if they are dug in.", [("They are dug in", -1)], []),
        ("Take off one for moving.", [("Moving", -1)], []),
        ("Picked men add one in the first assault.", [("Picked men, in the first assault", 1)], []),
        (
            "Deduct one for each man lost, to a maximum of three.",
            [("For each man lost (at most 3)", -1)],
            [],
        ),
        (
            "Add one to the Command number if near, and deduct two if he is new.",
            [("Near", 1), ("He is new", -2)],
            [],
        ),
        ("A side gets one for a wall, or two for a house.", [("A side, for a wall", 1), ("A house", 2)], []),
        (
            "Twice as many add one, or two if there are four.",
            [("Twice as many", 1), ("There are four", 2)],
            [],
        ),
        (
            "The charger loses one for each hit, two at most.",
            [("The charger, for each hit (at most 2)", -1)],
            [],
        ),
        (
            "A square adds four; if shaken it adds only two.",
            [("A square", 4)],
            ["if shaken it adds only two"],
        ),
        ("Rifles do not take the minus one for moving.", [], ["Rifles do not take the -1 for moving"]),
        ("Partisans leave out the minus one for fear.", [], ["Partisans leave out the -1 for fear"]),
        ("Each second hit costs it a die, up to two dice.", [("Each second hit (at most 2)", -1)], []),
        ("A column which moved has drums and throws one more.", [("A column which moved has drums", 1)], []),
        (
            "Raw foot near horse loses a die, unless in square.",
            [("Raw foot near horse, unless in square", -1)],
            [],
        ),
        (
            "Lost colours take one off for the rest of the game.",
            [("Lost colours, for the rest of the game", -1)],
            [],
        ),
        (
            "Elite units add 1 and Raw units deduct 1 more.",
            [("Elite units", 1), ("Raw units", -1)],
            [],
        ),
        (
            "Foot facing horse deduct 2, but foot in square add 1.",
            [("Foot facing horse", -2), ("Foot in square", 1)],
            [],
        ),
        ("A brook takes 2 dice off the thrower as well.", [("A brook", -2)], []),
        (
            "-1 if a third are gone; -2 instead if half are gone",
            [("A third are gone", -1), ("Half are gone", -2)],
            [],
        ),
        ("-1 for each base lost, to a limit of -3", [("For each base lost (at most 3)", -1)], []),
        (
            "-1 if friends ran (Veterans ignore this)",
            [("Friends ran", -1)],
            ["Veterans ignore this"],
        ),
        (
            "Horse have neither bonus, and deduct 2.",
            [],
            ["Horse have neither bonus, and -2"],
        ),
        (
            "In corn the number needed goes up by one.",
            [],
            ["In corn the number needed goes up by one"],
        ),
        ("Broken friends take one off, however many.", [("Broken friends, however many", -1)], []),
        ("Deduct one for every two hits.", [("For every 2 hits", -1)], []),
        ("Add 2 figures to the unit if it rests.", [], []),
        ("Add one to the result.", [], []),
        ("Past the last column, add one to the dice.", [], []),
        ("He adds two instead of one.", [], []),
        ("Example. Deduct one for moving.", [], []),
        ("The sum never comes to more than plus 4 or minus 4.", [], True),
    ],
)
def test_amounts_in_words(text: str, modifiers: list[tuple[str, int]], unread: list[str] | bool) -> None:
    """A sentence states what it adds or deducts; other numbers are no amounts."""
    found, others = modifiers_of(text)
    assert [(each.label, int(each.amount)) for each in found] == modifiers
    assert bool(others) is unread if isinstance(unread, bool) else others == unread


def test_words_that_repeat_a_chart(maker: Maker, typed: Typed) -> None:
    """Amounts in the words of a chart are not offered beside the chart; with signs they are."""
    rule = "# 2.8 Melee\n\n- Charging adds 2. Cover takes 1 away. {.chart}\n- Uphill +1\n- Flank +2\n"
    (maker.folder / "rulebook/ford/07-melee.md").write_text(HEAD + rule)
    out = shown(maker, typed, "Other", "2.8", "sum", "", "0")
    assert "1 Melee (2.8), 2 points" in out


@pytest.mark.parametrize(
    ("text", "band"),
    [
        ("The modifiers in all never come to more than plus 4 or minus four.", "-4 to 4"),
        (
            "The modifiers may not come to better than plus 3 in all; there is none the other way.",
            "3 or less",
        ),
        ("The total cannot be worse than minus two.", "-2+"),
        ("All modifiers together are at most +1 for each leader.", ""),
        ("Neither side may ever add plus 3.", ""),
    ],
)
def test_limits_in_words(text: str, band: str) -> None:
    """A limit may be in words, and have one end only."""
    assert stated_limits(text) == band


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("However many are left over, never shift more than three columns in all.", 3),
        ("Not more than 2 columns of shift in all.", 2),
        ("Shifts come to a maximum of two columns together.", 2),
        ("Never shift more than 3 columns for range.", 0),
        ("All shifts together never move units more than 2 hexes.", 0),
        ("Never more than two columns in all. Guns: no more than four columns in all.", 0),
    ],
)
def test_the_limit_of_shifts_in_words(text: str, most: int) -> None:
    """The limit is about all shifts together, and is the only one."""
    assert most_columns([text]) == most


def test_morale_in_words(maker: Maker, typed: Typed) -> None:
    """Titles of groups are no modifiers, but say which rows exclude each other; the limit in words is offered."""
    (maker.folder / "rulebook/ford/07-morale.md").write_text(HEAD + MORALE)
    out = shown(maker, typed, "Made", "2.4", "target", "", "1d10", "low", "7", "", *[""] * 12)
    taken = "Morale Modifiers (2.5), 4 rows; Further Modifiers (2.6), 4 points"
    assert f"[Enter: {taken}]" in out
    assert "1 Leader stacked +1; 2 Light cover +1; 3 Heavy cover +2; 4 Shaken -1; 5 For each marker" in out
    assert "[Enter: Light cover or Heavy cover]" in out
    assert "[Enter: Cover]" in out
    assert "By hand" not in out


def test_the_limit_in_words_holds(maker: Maker, typed: Typed) -> None:
    """The limit with one end becomes a limit of the sum."""
    rule = (
        "# 2.6 Other\n\n- Add one if a drummer is near. Add two if a flag is near.\n"
        "- The modifiers may not come to better than plus two in all.\n"
    )
    (maker.folder / "rulebook/ford/08-other.md").write_text(HEAD + rule)
    out = shown(maker, typed, "Made", "2.6", "target", "", "1d6", "high", "4", "", *[""] * 18)
    assert "Between which numbers do all modifiers together stay (2.6) [Enter: 2 or less]" in out
    steps = maker.library.procedure("ford:made").steps
    total, limited = (step for step in steps if isinstance(step, Tally))
    assert [each.label for each in total.modifiers] == [
        "A drummer is near",
        "A flag is near",
        "Other modifiers",
    ]
    assert [(each.label, each.cite) for each in limited.modifiers] == [("At most +2", "2.6")]


CHART = """\
id: salvo
title: Salvo
cite: "2.6"
page: Card
grid: |
  Dice      | 1:2 | 1:1 | 3:2 | 2:1 | 3:1
  3 or less | a   | a   | a   | a   | b
  4-5       | a   | a   | a   | b   | c
  6 or more | a   | b   | c   | c   | c
"""
SHIFTS = """\
# 2.6 Salvo

- Read the chart.

# 2.7 Column Shifts

- R is to the right.

| Case | Shift |
| --- | --- |
| Position |  |
| Through a flank | 2R |
| Uphill (2.1) | 1L |
| State |  |
| Low on ammunition | 1R |

- However many are left over, never shift more than two columns in all.
"""
BEGIN = ("Made", "2.6", "chart", "salvo", "", "1d6", "")
ASKED = "What shifts the column, as printed"


@pytest.fixture
def salvo(maker: Maker) -> Maker:
    """A chart whose rule says nothing of shifts, and another rule of the chapter that has a table of them."""
    (maker.folder / "tables/ford/charts/salvo.yaml").write_text(CHART)
    (maker.folder / "rulebook/ford/07-salvo.md").write_text(HEAD + SHIFTS)
    return maker


def test_shifts_of_a_table_in_the_chapter(salvo: Maker, typed: Typed) -> None:
    """Enter takes its rows without the titles of groups, and the limit that its rule states."""
    out = shown(salvo, typed, *BEGIN, "", *[""] * 14)
    ticked = "(the player ticks it)"
    rows = f"Through a flank 2 right {ticked}; Uphill 1 left {ticked}; Low on ammunition 1 right {ticked}"
    assert f"{ASKED} (2.7) [Enter: {rows}]" in out
    assert "may all modifiers together shift it, either way (2.7)? [Enter: 2]" in out
    assert "Which rule has" not in out.partition(ASKED)[2]
    steps = salvo.library.procedure("ford:made").steps
    sums = {step.name: step.modifiers for step in steps if isinstance(step, Tally)}
    assert [(each.label, each.add, each.cite) for each in sums["columns"]] == [
        ("Through a flank", "2", "2.7"),
        ("Uphill", "-1", "2.7"),
        ("Low on ammunition", "1", "2.7"),
        ("Other shifts", "other_shifts", "2.6"),
    ]
    assert [(each.label, each.cite) for each in sums["net_columns"]] == [
        ("At most 2 columns either way", "2.7")
    ]
    ticks = {"through_a_flank": True, "low_on_ammunition": True}
    resolution = salvo.resolve([4], column="1:2", **ticks)
    assert dict(resolution.outcome)["result"] == "a"  # two columns right, and not three


def test_another_limit_than_the_stated_one(salvo: Maker, typed: Typed) -> None:
    """An author may type none although the rule states a limit."""
    shown(salvo, typed, *BEGIN, "", "none", *[""] * 12)
    steps = salvo.library.procedure("ford:made").steps
    assert [step.name for step in steps if isinstance(step, Tally)] == ["columns"]


def test_a_table_of_another_chapter_shifts_nothing(salvo: Maker, typed: Typed) -> None:
    """Rules of other chapters may shift other columns."""
    (salvo.folder / "rulebook/ford/07-salvo.md").write_text(HEAD + SHIFTS.replace("# 2.7", "# 3.7"))
    out = shown(salvo, typed, *BEGIN, "", "")
    assert f"{ASKED} (for example" in out


@pytest.mark.parametrize(
    ("typed_words", "terms"),
    [
        ("ticks", [("the player ticks Charging: moved 3", False)]),
        ("ticks and 1", [("the player ticks Charging: moved 3", False), ("Range: Close", False)]),
        ("ticks and not close", [("the player ticks Charging: moved 3", False), ("Range: Close", True)]),
        ("routs", [("Result is Routs", False)]),
    ],
)
def test_words_of_a_condition(typed_words: str, terms: list[tuple[str, bool]]) -> None:
    """A tick is named by `ticks` also if its modifier has a colon, and a result by its word."""
    labels = ["Range: Close", "Range: Long", "Result is Routs", "the player ticks Charging: moved 3"]
    ((*read,),) = read_terms(typed_words, labels)
    assert [(term.label, term.is_not) for term in read] == terms
