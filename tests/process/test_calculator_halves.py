"""Dice of a pool that are halved, and dice that a rule lists, in calculators that `companion new-calculator` writes."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed
from tests.process.test_calculator_tables import HEAD

POOL = ("method=pool", "count=5", "die=1d6", "hit=4+")
VOLLEY = """\
# 8 Volley

- Throw these dice, which are six-sided. Each 5 or 6 is a hit.

## 8.1 Dice

{listed}

- If the firers are Shaken throw half the dice, rounding up. Against guns, first halve the hits.

## 8.2 What hits do

| Hits | Loss |
| --- | --- |
| 0 | none |
| 1+ | a man |
"""
POINTS = """\
- Foot in line: one die for every 3 figures.
- Foot in column: one die for every 6 figures.
- Guns: three dice for each gun.
- Wagons: no dice."""
TABLE = """\
| Firing unit | Dice |
| --- | --- |
| Line | one for each two stands; an odd one counts as two |
| Column | two |
| Guns | 3 per section; not on a slope |"""


@pytest.mark.parametrize(
    ("rounds", "shaken", "dice"), [("no", True, 2), ("yes", True, 3), ("yes", False, 5), ("no", False, 5)]
)
def test_half_of_the_dice(rounds: str, shaken: bool, dice: int, maker: Maker) -> None:
    """The dice are halved in the case, and rounded as the author says."""
    maker.make(*POOL, "half-dice=Shaken", f"half-dice-up={rounds}")
    assert maker.outcome([[6] * dice], shaken=shaken) == {"hits": dice}


def test_the_largest_number_of_dice(maker: Maker) -> None:
    """Modifiers raise the dice no further."""
    maker.make(*POOL, "modifier-1=Drums +3", "most-dice=6")
    assert maker.outcome([[6] * 6], drums=True) == {"hits": 6}
    assert maker.outcome([[6] * 5], drums=False) == {"hits": 5}


def test_half_of_the_hits(maker: Maker) -> None:
    """The dice that count are halved after the roll, and before their saves."""
    maker.make(*POOL, "half-hits=Against guns", "half-hits-up=no", "save=5+", "unsaved=Losses")
    assert maker.outcome([[6, 6, 6, 1, 1], [1]], against_guns=True)["losses"] == 1
    assert maker.outcome([[6, 6, 6, 1, 1], [1, 1, 6]], against_guns=False)["losses"] == 2


def made(maker: Maker, typed: Typed, title: str, listed: str, *more: str) -> str:
    """Make a calculator of the rules with this list of dice; return all that is shown."""
    (maker.folder / "rulebook/ford/08-volley.md").write_text(HEAD + VOLLEY.format(listed=listed))
    typed(title, "8", "pool", "", "", *more, "", "5+", ">", "", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    return " ".join(answer.out.split())


def test_the_points_of_a_rule_list_the_dice(maker: Maker, typed: Typed) -> None:
    """Enter asks for the kind of unit, and only for what it counts; halves and the table of hits are proposed, too."""
    out = made(maker, typed, "Skirmish fire", POINTS)
    says = "8.1 lists (Foot in line 1 for each 3 figures; Foot in column 1 for each 6 figures; Guns 3 for each gun;"
    assert f"Are as many dice rolled as {says} Wagons 0)? [Enter: yes]" in out
    figures = "Figures (0 or more, only if Firing unit: Foot in line or Foot in column)"
    assert (
        f"{figures}; Guns (0 or more, only if Firing unit: Guns) Ticked if true: Firers are Shaken; Against guns"
        in out
    )
    assert "one d6 for each of (all dice / 2 rounded up) if Firers are Shaken, otherwise all dice;" in out
    assert "Result: Result; Hits: (all hits / 2 rounded down) if Against guns, otherwise all hits" in out
    assert "By hand" not in out


def test_a_table_lists_the_dice(maker: Maker, typed: Typed) -> None:
    """The table has words or numbers, and rounds; anything else in it is named as unread."""
    out = made(maker, typed, "Made", TABLE)
    assert "lists (Line 1 for each 2 stands rounded up; Column 2; Guns 3 for each section)?" in out
    assert "1 Guns: not on a slope. (8.1)" in out
    assert maker.outcome([[6, 1, 1]], firing_unit="line", stands=5) == {"result": "a man", "hits": 1}


def test_a_column_of_a_table_lists_the_dice(maker: Maker, typed: Typed) -> None:
    """The head names what multiplies the numbers; a cell may have one for each case."""
    rows = "| Weapon | Near | Far | Dice per base |\n| --- | --- | --- | --- |\n| Musket | 0-4 | 5-8 | 1 |\n"
    out = made(maker, typed, "Made", f"{rows}| Gun | 0-8 | 9-24 | 3 near, 2 far |")
    says = "lists (Musket 1 for each base; Gun near 3 for each base; Gun far 2 for each base)? [Enter: yes]"
    assert says in out
    assert maker.outcome([[6, 1, 1, 6]], weapon="gun_far", bases=2)["hits"] == 2


def test_a_rule_about_every_half(maker: Maker, typed: Typed) -> None:
    """`When something is halved, round up` holds for all halves; a case after a colon is the whole label."""
    every = "# 7 All\n\n- When anything is halved, round the half up.\n"
    halved = "# 9 Powder\n\n- Powder was bad: mob muskets throw half their dice at long range.\n"
    (maker.folder / "rulebook/ford/07-all.md").write_text(HEAD + every)
    text = VOLLEY.partition("- If the firers")[0].format(listed=POINTS)
    (maker.folder / "rulebook/ford/08-volley.md").write_text(HEAD + text + halved.partition("\n\n")[2])
    typed("Made", "8", "pool", "", "", "", "5+", ">", "", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    out = " ".join(answer.out.split())
    assert "(all dice / 2 rounded up) if Mob muskets at long range" in out, out


def test_a_table_with_ranges(maker: Maker, typed: Typed) -> None:
    """A table of several columns asks for the kind of unit and for the column."""
    rows = "| Firer | Close | Long |\n| --- | --- | --- |\n| Line | 4 | 2 |\n| Square | one | none |"
    out = made(maker, typed, "Made", rows, "")
    assert "lists (Line 4 / 2; Square 1 / 0)? [Enter: yes]" in out
    assert "Asked: Firer (Line, Square); Range (Close, Long)" in out
    assert maker.outcome([[6]], firer="square", range="close")["hits"] == 1
    assert maker.outcome([[6, 6]], firer="line", range="long")["hits"] == 2
    assert maker.outcome([], firer="square", range="long")["hits"] == 0


def test_dice_with_their_kinds_in_a_sentence(maker: Maker, typed: Typed) -> None:
    """`4 dice if Choice` is read with all others of the sentence; what follows stays by hand."""
    out = made(maker, typed, "Made", "- Take up 4 dice if Choice, 3 if Steady, 2 if Green, then throw them.")
    assert "lists (Choice 4; Steady 3; Green 2)? [Enter: yes]" in out
    assert maker.outcome([[6, 1, 1]], unit="steady")["hits"] == 1


def test_a_chart_of_numbers_needed(maker: Maker) -> None:
    """The number of `4+` is 4; a blank cell is refused."""
    grid = "grid: |\n  Arm    | Near | Far\n  Musket | 4+   | 6+\n  Pistol | 5+   | -\n"
    text = f'id: needed\ntitle: Needed\ncite: "2.1"\npage: Card\n{grid}'
    (maker.folder / "tables/ford/charts/needed.yaml").write_text(text)
    pool = ("method=pool", "count=3", "die=1d6", "hit=chart", "chart=needed")
    maker.make(*pool, "modifier-1=Rain +1", "changes=the number that each die needs")
    asked = {"column": "Near", "arm": "Musket"}
    assert maker.outcome([[3, 4, 5]], **asked) == {"hits": 2}
    assert maker.outcome([[3, 4, 5]], **asked, rain=True) == {"hits": 1}
    assert maker.say("calc", "ford:made", "column=Far", "arm=Pistol").status == 2
