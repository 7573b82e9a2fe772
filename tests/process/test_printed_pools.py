"""A whole pool is proposed from the rules: its dice, the number needed, and the modifiers of each."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.step import Tally
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed
from tests.process.test_calculator_tables import HEAD

WHOLE = """\
# 7 Volley

- Pick a foe in sight. All dice are D6.

## 7.1 How many

- Foot in order and open order throw 1 die for each stand.
- A mob or a hedgehog throws 2 dice, whatever its size.
- Field guns throw 2 dice for each gun, or 3 for each gun at Near range.

| Weapon | Near | Far |
| --- | --- | --- |
| Bow | to 6": 4+ | to 12": 6 |
| Gun | to 8": 3+ | – |

- Now change the number of dice:

| Case | Dice |
| --- | --- |
| Drums | +1 |
| Tired | -1 |

- There is always at least one die.
- The score needed is 1 harder if the foe is in a wood, but only once; it is 2 harder instead if the foe is
  in a fort.
- A natural 6 always hits.

## 7.2 What it does

- Add up the hits and look at the Wound Chart, under the kind of foe.
"""
WOUNDS = """\
id: wounds
title: Wound Chart
cite: "7.2"
page: Card
columns_title: Kind of foe
grid: |
  Hits | Dense | Loose
  0    | Safe  | Safe
  1+   | Hurt  | Safe
"""

SCORES = """\
# 7 Nerve

- Throw the dice (D6). Each die of 4 or more is a pass.{more}

## 7.1 Scores

- Add to, or take from, the score of every die:

| Case | Die |
| --- | --- |
| Drums | +1 |
| Tired | -1 |
| Foe in front or behind | -2 |

- However many things are against them, the sum is never worse than -2. A natural 6 always passes and a natural 1
  always fails.
"""

SECOND_GROUP = "Made|2.1|pool||4|1d6|4+|Drums +1|||2.1|the number of dice|>|score|yes|Fog +1|||2.1|2|>|yes"
"""Answers for a pool with a modifier of the dice, and then one of the number needed, with Enter for the others."""


def make(maker: Maker, typed: Typed) -> str:
    """Return what is shown for a calculator that is made from the rules by Enter alone."""
    (maker.folder / "tables/ford/charts/wounds.yaml").write_text(WOUNDS)
    (maker.folder / "rulebook/ford/07-volley.md").write_text(f"{HEAD}{WHOLE}")
    typed("Made", "7", ">", "", "", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    return " ".join(answer.out.split())


@pytest.mark.parametrize(
    ("given", "dice", "hits", "result"),
    [
        ({"stands": 3, "range": "Far"}, [6, 5, 6], 2, "Hurt"),
        ({"unit": "Mob or hedgehog"}, [3, 3], 0, "Safe"),
        ({"unit": "Field guns", "guns": 1, "weapon": "Gun", "tired": True}, [3], 1, "Hurt"),
        ({"unit": "Field guns at Near range", "guns": 1, "weapon": "Gun"}, [3, 3, 2], 2, "Hurt"),
        ({"unit": "Mob or hedgehog", "drums": True, "foe": "Foe is in a wood"}, [4, 5, 2], 1, "Hurt"),
        ({"unit": "Mob or hedgehog", "foe": "Foe is in a fort"}, [5, 6], 1, "Hurt"),
        ({"unit": "Field guns", "guns": 0, "foe": "Foe is in a fort", "kind": "Loose"}, [6], 1, "Safe"),
    ],
)
def test_all_is_proposed(
    given: dict[str, Any], dice: list[int], hits: int, result: str, maker: Maker, typed: Typed
) -> None:
    """Enter makes the whole calculator; two kinds of modifiers change the dice and the number needed."""
    make(maker, typed)
    usual = {"unit": "Foot in order and open order", "weapon": "Bow", "range": "Near", "kind": "Dense"}
    answers = {}
    inputs = maker.library.procedure("ford:made").inputs
    for begins, says in {**usual, **given}.items():
        asked = next(each for each in inputs if each.name.startswith(begins))
        keys = {choice.label: choice.key for choice in asked.choices}
        answers[asked.name] = keys.get(says, says)
    assert maker.outcome([dice], **answers) == {"result": result, "hits": hits}


def test_what_is_left_by_hand(maker: Maker, typed: Typed) -> None:
    """What the calculator applies is not repeated, and the distances of its table are with its chart."""
    out = make(maker, typed)
    assert "By hand, shown with every result: 1 Pick a foe in sight. (7) Not asked" in out
    notes = [note.text for chart in maker.library.module("ford").charts for note in chart.footnotes]
    assert 'Bow: Near to 6", Far to 12".' in notes


def made_scores(maker: Maker, typed: Typed, more: str = "", *changes: str) -> str:
    """Return what is shown for a calculator of rules that change the score of every die, with these changes."""
    (maker.folder / "rulebook/ford/07-nerve.md").write_text(HEAD + SCORES.format(more=more))
    typed("Made", "7", ">", "3", *changes, "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    return " ".join(answer.out.split())


@pytest.mark.parametrize(
    ("given", "dice", "passes"),
    [
        ({}, [3, 4, 5], 2),
        ({"drums": True}, [3, 4, 1], 2),
        ({"tired": True, "foe_in_front_or_behind": True}, [5, 6, 6], 2),
        ({"foe_in_front_or_behind": True}, [5, 6, 1], 1),
    ],
)
def test_the_score_of_every_die(
    given: dict[str, bool], dice: list[int], passes: int, maker: Maker, typed: Typed
) -> None:
    """A column Die is no number of dice if its rule says score; the limit of the sum and natural rolls count."""
    out = made_scores(maker, typed)
    assert "By hand" not in out
    answers = {"drums": False, "tired": False, "foe_in_front_or_behind": False} | given
    assert maker.outcome([dice], **answers) == {"passes": passes}


def test_what_always_counts_stays_by_hand_if_it_is_changed(maker: Maker, typed: Typed) -> None:
    """A rule that the author does not take is not lost."""
    out = made_scores(maker, typed, "", "always count", "none")
    assert "A natural 6 always passes" in out.rpartition("By hand")[2]


def test_what_else_a_rule_of_a_natural_roll_says_stays_by_hand(maker: Maker, typed: Typed) -> None:
    """Only its first part is counted."""
    rule = "A natural 6 always passes, and that unit may not fire in the next turn."
    assert rule in made_scores(maker, typed, f" {rule}").rpartition("By hand")[2]


def test_a_number_worth_two_is_not_one_that_always_counts(maker: Maker, typed: Typed) -> None:
    """`counts each natural 6 as two passes` doubles a 6 in its case."""
    out = made_scores(maker, typed, " A Guard unit counts each natural 6 as two passes.")
    assert "Guard unit counts" not in out.rpartition("By hand")[2]
    answers = {"drums": False, "tired": False, "foe_in_front_or_behind": False, "guard_unit": True}
    assert maker.outcome([[6, 4, 1]], **answers) == {"passes": 3}
    assert maker.outcome([[6, 4, 1]], **{**answers, "guard_unit": False}) == {"passes": 2}


def test_a_row_with_or_in_its_name_in_a_condition(maker: Maker, typed: Typed) -> None:
    """Its own word `or` joins nothing."""
    made_scores(maker, typed, "", "drums", "ticks and not foe in front or behind")
    answers = {"drums": True, "tired": False, "foe_in_front_or_behind": False}
    assert maker.outcome([[3, 3, 3]], **answers) == {"passes": 3}
    assert maker.outcome([[5, 5, 5]], **{**answers, "foe_in_front_or_behind": True}) == {"passes": 0}


def test_dice_for_the_grade_and_a_pass_for_each(maker: Maker, typed: Typed) -> None:
    """`D6s for the grade: Guard 5` gives dice and their size, `count a pass for each 4, 5 or 6` the numbers."""
    modifiers = "| Case | Dice |\n| --- | --- |\n| Drums | +1 |\n| Tired | -1 |\n"
    throws = (
        "Take D6s for the grade: Guard 5, Line 4, Raw 3. Throw them, and count a pass for each 4, 5 or 6."
    )
    rules = (
        f"# 7 Nerve\n\n- A unit tests if it lost a stand.\n\n## 7.1 Throwing\n\n- {throws}\n\n{modifiers}\n"
        "- Never throw more than 4 dice.\n"
    )
    (maker.folder / "rulebook/ford/07-nerve.md").write_text(HEAD + rules)
    typed("Made", "7", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert maker.outcome([[3, 4, 6]], grade="raw", drums=False, tired=False) == {"passes": 2}
    assert maker.outcome([[6, 6, 6, 6]], grade="guard", drums=True, tired=False) == {"passes": 4}


def test_a_second_group_is_typed(maker: Maker, typed: Typed) -> None:
    """Words such as score modifiers open the modifiers of the number needed, although no rule has any."""
    typed(*SECOND_GROUP.split("|"))
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert maker.outcome([[4, 5, 6, 4, 1]], drums=True, fog=True) == {"hits": 2}


@pytest.mark.parametrize("table", ["| Drums | +1 |\n| Tired | -1 |\n", ""])
@pytest.mark.parametrize(
    ("line", "dice", "hits"),
    [
        ("dice Fog -1", [4, 4, 4], 3),
        ("score Fog -1", [4, 4, 5, 5], 2),
        ("needed Fog +1", [4, 4, 4, 5], 1),
        ("Dice modifier Fog -1", [5, 3, 4], 2),
    ],
)
def test_a_modifier_of_the_dice_or_of_the_score_in_one_line(
    line: str, dice: list[int], hits: int, table: str, maker: Maker, typed: Typed
) -> None:
    """The word says what the modifier changes, whatever the first modifiers change, and if there are none."""
    table = f"\n| Case | Dice |\n| --- | --- |\n{table}" if table else ""
    (maker.folder / "rulebook/ford/07-nerve.md").write_text(
        f"{HEAD}# 7 Shots\n\n- Throw 4 dice (D6). Each 4+ is a hit.\n{table}"
    )
    typed("Made", "7", ">", line, *[""] * (5 if table or "ice" not in line else 6), "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    without = {"drums": False, "tired": False} if table else {}
    assert maker.outcome([dice], fog=True, **without) == {"hits": hits}


def test_a_natural_roll_that_never_does(maker: Maker, typed: Typed) -> None:
    """`a natural 1 never does` is a number that never counts."""
    (maker.folder / "rulebook/ford/07-nerve.md").write_text(
        HEAD + SCORES.format(more="").replace("a natural 1\n  always fails", "a natural 1\n  never does")
    )
    typed("Made", "7", ">", "3", "yes")
    assert maker.say("new-calculator", "--game", "ford").status == 0
    answers = {"drums": True, "tired": False, "foe_in_front_or_behind": False}
    assert maker.outcome([[1, 3, 6]], **answers) == {"passes": 2}


def test_a_condition_that_is_never_true(maker: Maker, typed: Typed) -> None:
    """A row that counts only if it does not count is refused."""
    out = made_scores(maker, typed, "", "drums", "ticks and not drums", "")
    assert "Drums: both this and not this are never true together" in out


SHOTS = """\
# 7 Shots

- Dice are D6.
- Foot in line take one die for each file left. A column takes two dice in all. A battery takes four dice per gun with
  grape, two per gun with ball.
- +1 die: drums
- -1 die: tired; old soldiers ignore this

## 7.1 What each die needs

- Every die that equals or beats the number is a hit.

| Grade | Close | Long |
| --- | --- | --- |
| Raw | 5 | 6 |
| Old | 4 | 5 |

| Target is | Number needed |
| --- | --- |
| in a wood | 1 higher |
| dense | 1 lower |

- Take the count of hits to the Wound Chart, in the column for the target.
"""


def test_dice_in_sentences_and_a_chart_of_numbers_needed(maker: Maker, typed: Typed) -> None:
    """Both charts are read, each with questions of its own, and a change asks only for what it changes."""
    (maker.folder / "tables/ford/charts/wounds.yaml").write_text(WOUNDS)
    (maker.folder / "rulebook/ford/07-shots.md").write_text(HEAD + SHOTS)
    typed("Shots", "7", ">", "", "", "", "drums", "always", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    made = maker.library.procedure("ford:shots")
    units = [choice.label for choice in made.inputs[0].choices]
    assert units == ["Foot in line", "Column", "Battery with grape", "Battery with ball"]
    sums = [[each.label for each in step.modifiers] for step in made.steps if isinstance(step, Tally)]
    assert sums == [["Drums", "Tired", "Other modifiers"], ["in a wood", "dense", "Other modifiers"]]
    assert out.count("Which chart") == 0
    assert [each.says for each in made.by_hand] == ["Old soldiers ignore this (-1 die: tired)."]


def test_a_table_of_dice_with_distances(maker: Maker, typed: Typed) -> None:
    """Remarks beside its numbers are named; the method is that of a rule that counts each die that is good enough."""
    (maker.folder / "rulebook/ford/07-shots.md").write_text(
        f"{HEAD}# 7 Shots\n\n- Find the dice (D6) in 7.1, and count each die that reaches the score needed.\n\n"
        "## 7.1 Dice and score needed\n\n| Firer | Close | Long |\n| --- | --- | --- |\n"
        "| Foot | 4 (to 5 inches) | 2 (to 10 inches) |\n| Guns | 5 (to 10 inches) | 3 (to 24 inches) |\n\n"
        "- A column or a square is hit on 4 or more; a line on 5 or more.\n"
    )
    typed("Made", "7", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    target = next(given for given in maker.library.procedure("ford:made").inputs if given.name == "target")
    column, line = (choice.key for choice in target.choices)
    assert not target.choices[0].label.endswith(" is")
    assert maker.outcome([[4, 4, 5]], firer="guns", range="long", target=line) == {"hits": 1}
    assert maker.outcome([[4, 4, 5]], firer="guns", range="long", target=column) == {"hits": 3}
    by_hand = [each.says for each in maker.library.procedure("ford:made").by_hand]
    assert "See the remarks in the table of 7.1." in by_hand


def test_natural_numbers_of_dice_counted_one_by_one(maker: Maker, typed: Typed) -> None:
    """The word natural leads to the numbers that always count."""
    out = made_scores(maker, typed, "", "natural", "none")
    assert "Which numbers on a die always count" in out.rpartition("Write this")[0]
