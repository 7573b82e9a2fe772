"""Modifiers that `companion new-calculator` takes from a table in the rules."""

from __future__ import annotations

import pytest

from companion.model.step import Tally
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown

HEAD = "---\ntitle: Fighting\ndocument: rules\nauthority: rule\n---\n\n"
FIGHT = """\
# 2.4 Fight Modifiers

- All that apply are added up.
- Fight Modifiers

| Circumstance | Modifier |
| --- | --- |
| Guard (3.9) | +2 |
| Raw | -1 |
| Behind a ditch | +1 |
| Leader | + his rating |
| Weather | varies |

# 3.1 Shifts

|  |  |
| --- | --- |
| Soft cover | 1 left |
| Volley | 2 columns right |

# 3.2 Losses

| Men | Lost |
| --- | --- |
| 5 | 1 |
| 10 | 2 |
"""
CLASS = ("Class: Guard, Line, Raw", "Rating: 0-2", "", "")


@pytest.fixture(autouse=True)
def rules(maker: Maker) -> None:
    """A chapter with tables of modifiers."""
    (maker.folder / "rulebook/ford/07-fighting.md").write_text(HEAD + FIGHT)


def test_a_table_of_the_chapter_is_offered(maker: Maker, typed: Typed) -> None:
    """Enter takes it; columns are offered only for a chart with shifts, and tables without amounts never."""
    out = shown(maker, typed, *TITLE, "sum", *CLASS, "0")
    says = (
        "Use tables or lists of the rules as modifiers (as in 1 2): 1 Fight Modifiers (2.4), 4 rows; 0 none"
    )
    assert f"{says} [Enter: Fight Modifiers (2.4), 4 rows] Nothing was written." in out


def test_the_usual_conditions_of_all_rows_are_one_question(maker: Maker, typed: Typed) -> None:
    """Only those without one, and then the rows that the author names, are asked about; these may depend on all."""
    rows = ("", "2 3", "Rating", "", "", "not 3", "")
    out = shown(maker, typed, *TITLE, "sum", *CLASS, "0", *rows)
    usual = "1 Guard +2: Class: Guard; 2 Raw -1: Class: Raw; 3 Behind a ditch +1: the player ticks it"
    says = "Row 4 comes next. Which need another answer (as in 2 3) [Enter: none]"
    assert f"The rows count as follows: {usual}. {says} What does Leader + his rating add" in out
    assert "Row 2 of 4, Raw -1. When does it count" in out
    assert "5 the player ticks it; 6 always; 7 leave this row out [Enter: Class: Raw] Row 3" in out


def test_a_row_that_is_not_understood_is_named(maker: Maker, typed: Typed) -> None:
    """A table row that was not understood is named, and can then be typed as a modifier."""
    out = shown(maker, typed, *TITLE, "sum", *CLASS, "0", "", "", "Rating", "")
    assert "Not read from Fight Modifiers: Weather: varies. If it is a modifier, type it now." in out
    assert "Further modifier 1 of the sum, as printed" in out


def test_the_modifiers_of_a_table(maker: Maker) -> None:
    """Modifiers of a table cite its rule; the rule of typed ones is asked for, and a row can be left out."""
    asked = (
        "input-1=Class: Guard, Line, Raw",
        "input-2=Rating: 0-2",
        "method=sum",
        "start=5",
        "result=Points",
    )
    table = ("table=1", "row-2-when=leave this row out", "row-4-add=Rating", "row-4-when=always")
    maker.make(*asked, *table, "modifier-1=Drums +1", "modifiers-cite=1.1")
    made = maker.library.procedure("ford:made")
    (tally,) = (step for step in made.steps if isinstance(step, Tally))
    assert [(each.label, each.add, each.cite) for each in tally.modifiers] == [
        ("Guard", "2", "2.4"),
        ("Behind a ditch", "1", "2.4"),
        ("Leader + his rating", "rating", "2.4"),
        ("Drums", "1", "1.1"),
    ]
    assert [(each.label, each.cite) for each in made.inputs[2:]] == [
        ("Behind a ditch", "2.4"),
        ("Drums", "1.1"),
    ]
    answers = {"class": "guard", "rating": 2, "behind_a_ditch": True}
    assert maker.outcome(None, **answers) == {"points": 10}


def test_without_a_terminal_no_table_is_taken(maker: Maker) -> None:
    """Only `--answer` chooses one."""
    maker.make("method=sum", "start=1", "result=Points", "modifier-1=Drums +1")
    assert maker.outcome(None, drums=True) == {"points": 2}


def test_shifts_of_a_table(maker: Maker, typed: Typed) -> None:
    """Columns to the left and right, from a table without a head; Enter takes no table of another chapter."""
    asked = ("", "far", "", "", "")
    out = shown(maker, typed, *TITLE, "look-up", "volley", *asked)
    assert "1 Fight Modifiers (2.4), 4 rows; 2 Shifts (3.1), 2 rows; 0 none [Enter:" in out


def test_the_result_of_shifts_of_a_table(maker: Maker) -> None:
    """A shift to the right and one to the left."""
    maker.make("method=look-up", "chart=volley", "table=Shifts (3.1), 2 rows", "result=Loss", "limit=2")
    assert maker.outcome(None, men=2, range="near", volley=True) == {"loss": 6}
    assert maker.outcome(None, men=4, range="near", soft_cover=True) == {"loss": 2}


def test_the_rows_of_two_sides(maker: Maker, typed: Typed) -> None:
    """Two questions say which rows count for one side only; all others count for both."""
    classes = ("Attacker's class: Guard, Raw", "Defender's class: Guard, Raw", "", "")
    out = shown(
        maker, typed, *TITLE, "opposed", "", "", *classes, "1d6", "", "3", "3", "", "1", "1", "", "ticks"
    )
    rows = "1 Guard +2; 2 Raw -1; 3 Behind a ditch +1; 4 Leader + his rating"
    assert f"Which rows count for Attacker only (as in 2 3): {rows} [Enter: none]" in out
    assert "Which rows count for Defender only (as in 2 3) [Enter: none]" in out
    assert "Behind a ditch already counts for Attacker only" in out
    assert "Row 1 of 4, Guard +2. When does it count for Attacker, and likewise for Defender" in out


def test_a_row_of_one_side(maker: Maker) -> None:
    """A row of one side has a question for that side only."""
    classes = ("Attacker's class: Guard, Raw", "Defender's class: Guard, Raw")
    made = ("method=opposed", "dice=1d6", "tie=nobody", f"input-1={classes[0]}", f"input-2={classes[1]}")
    rows = ("table=1", "rows-of-2=3", "row-4-add=1", "row-4-when=leave this row out")
    maker.make(*made, *rows)
    asked = [each.label for each in maker.library.procedure("ford:made").inputs]
    assert asked == ["Attacker's class", "Defender's class", "Behind a ditch (Defender)"]


def test_a_calculator_that_was_typed_before(maker: Maker, typed: Typed) -> None:
    """Enter then takes no table, because its modifiers are offered again."""
    maker.make("method=sum", "start=1", "result=Points", "modifier-1=Drums +1")
    out = shown(maker, typed, "Made", "yes", *[""] * 5)
    assert "0 none [Enter: none]" in out


@pytest.mark.parametrize(
    ("row", "modifiers"),
    [
        ("| Disordered / Shaken (not both) | -1 / \u22122 |", {"Disordered": -1, "Shaken": -2}),
        ("| Firer is Worn / Spent | -1 / -2 |", {"Firer is Worn": -1, "Firer is Spent": -2}),
        ("| Open: near foot / near horse | -2 / -4 |", {"Open: near foot": -2, "Open: near horse": -4}),
        ("| Each unit near, two at most | +1 |", {"Each unit near": 1}),
        ("| Each unit near (two at most) | +1 |", {"Each unit near": 1}),
        (
            "| For every two units lost (odd one ignored) | -1 |",
            {"For every 2 units lost (odd one ignored)": -1},
        ),
        ("| Guard/Veteran/Raw | +2/+1/-1 |", {"Guard": 2, "Veteran": 1, "Raw": -1}),
        ("| Guard / Line / Raw | +2 / 0 / -1 |", {"Guard": 2, "Raw": -1}),
        ("| Heavy horse | +1 more |", {"Heavy horse": 1}),
        ("| Charged | foot +1, horse +2 |", {"Charged: foot": 1, "Charged: horse": 2}),
        ("| Each unit more | +1, up to +2 |", {"Each unit more": 1}),
        ("| Each unit near (two at the most) | +1 |", {"Each unit near": 1}),
        ("| Friends near | +1 for each unit |", {"Each unit (Friends near)": 1}),
        ("| Friends near | +1 per unit, to a maximum of +2 |", {"Each unit (Friends near)": 1}),
        ("| Friends near | -1 for each unit (max 3) |", {"Each unit (Friends near)": -1}),
    ],
)
def test_a_row_with_several_amounts_or_one_for_each(
    row: str, modifiers: dict[str, int], maker: Maker
) -> None:
    """Amounts with slashes belong to the words with slashes; what each of something adds is counted."""
    table = f"| Circumstance | Add |\n| --- | --- |\n| Uphill | +1 |\n{row}\n"
    (maker.folder / "rulebook/ford/08-melee.md").write_text(f"{HEAD}# 4.1 Melee\n\n- Add all.\n\n{table}")
    number = 2 if "unit" in row else 0
    each = (f"row-{number}-each=none, it counts once", f"row-{number}-when=ticks") if number else ()
    maker.make(
        "method=sum", "start=0", "result=Points", f"table=Melee (4.1), {len(modifiers) + 1} rows", *each
    )
    (tally,) = (step for step in maker.library.procedure("ford:made").steps if isinstance(step, Tally))
    found = {each.label: int(each.add) for each in tally.modifiers}
    assert found == {"Uphill": 1, **modifiers}


def test_amounts_that_do_not_fit_the_words_are_not_read(maker: Maker, typed: Typed) -> None:
    """Two amounts for one circumstance are named, to be typed."""
    table = "| Row | Add |\n| --- | --- |\n| Uphill | +1 |\n| Wet | -1 |\n| Tired | -1 / -2 |\n"
    (maker.folder / "rulebook/ford/08-melee.md").write_text(f"{HEAD}# 2.9 Melee\n\n- Add all.\n\n{table}")
    out = shown(maker, typed, *TITLE, "sum", "", "0", "Melee (2.9), 2 rows", "", "")
    assert "Not read from Melee: Tired: -1 / -2. If it is a modifier, type it now." in out


TWO_COLUMNS = """\
# 2.7 Fire Dice

- Add all.

| Row | Musket | Gun |
| --- | --- | --- |
| Those firing |  |  |
| Raw | -1 | -2 |
| First volley | +1 | - |
| In square | +1 | +2 |
"""


def test_a_table_with_two_columns_of_amounts(maker: Maker, typed: Typed) -> None:
    """Each column is offered; Enter takes the first. Titles of groups and dashes are no modifiers."""
    (maker.folder / "rulebook/ford/08-fire.md").write_text(HEAD + TWO_COLUMNS)
    out = shown(maker, typed, "Made", "2.7", "sum", "", "0", "", "")
    assert "1 Fire Dice, Musket (2.7), 3 rows; 2 Fire Dice, Gun (2.7), 2 rows" in out
    assert "[Enter: Fire Dice, Musket (2.7), 3 rows]" in out
    assert "1 Raw -1; 2 First volley +1; 3 In square +1 [Enter: none]" in out


def test_the_second_column_of_amounts(maker: Maker) -> None:
    """Its amounts are those of the modifiers."""
    (maker.folder / "rulebook/ford/08-fire.md").write_text(HEAD + TWO_COLUMNS)
    maker.make("method=sum", "start=1", "result=Points", "table=Fire Dice, Gun (2.7), 2 rows")
    assert maker.outcome(None, raw=True, in_square=False) == {"points": -1}
    assert maker.outcome(None, raw=True, in_square=True) == {"points": 1}


ASSAULT = """\
# 3.7 Units

| Unit | Figures | Assault value |
| --- | --- | --- |
| Foot | 12 | 3 |
| Horse | 8 | 4 |

# 4.1 The throw

- Each side throws one D6 and adds its assault value (3.7). Elite units add 1 and Raw units deduct 1.

# 4.2 Assault modifiers

| Case | Add |
| --- | --- |
| Uphill | +1 |
| More men than the enemy: for each complete 3 more (limit +3) | +1 |
"""


def test_the_values_and_the_modifiers_of_the_throw(maker: Maker, typed: Typed) -> None:
    """Enter takes them with the nearest table: the column that the throw adds, and what its rule adds besides."""
    (maker.folder / "rulebook/ford/08-assault.md").write_text(HEAD + ASSAULT)
    typed("Made", "4.2", "opposed", "", "", "", ">", "nobody", "no")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    of_enemy = "More men than the enemy"
    each = f"{of_enemy}: for each complete 3 more +1 for each full 3 of {of_enemy}"
    units = "Elite units +1 (4.1); Raw units -1 (4.1)"
    values = "Foot +3 (3.7); Horse +4 (3.7)"
    assert f"Modifiers of Attacker (4.2): Uphill +1; {each} (Attacker), at most +3; {units}; {values}" in out
    same = "the same, by the answers of Defender"
    assert f"Modifiers of Defender (4.2): {same}; {each} (Defender), at most +3 Result" in out


def test_the_modifiers_of_another_throw_are_left_out(maker: Maker, typed: Typed) -> None:
    """If several rules of the chapter have dice and modifiers, only those of the nearest table are proposed."""
    rally = "# 4.3 Rally\n\n- Throw one D6: Guard units add 1 and Raw units deduct 1.\n"
    (maker.folder / "rulebook/ford/08-assault.md").write_text(f"{HEAD}{ASSAULT}\n{rally}")
    typed("Made", "4.2", "opposed", "", "", "", ">", "nobody", "no")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert "Elite units" not in out.rpartition("Modifiers of Defender")[2]


def test_a_row_instead_of_the_one_before(maker: Maker, typed: Typed) -> None:
    """Enter makes one question of both, so that only one of them counts; a row may have both in itself."""
    rows = (
        "| More men | +1 |\n| Twice as many (instead) | +2 |\n| Uphill | +1 |\n"
        "| General near (with them: +2 instead) | +1 |\n"
    )
    table = f"| Case | Add |\n| --- | --- |\n{rows}"
    (maker.folder / "rulebook/ford/08-melee.md").write_text(f"{HEAD}# 2.9 Melee\n\n- Add all.\n\n{table}")
    typed("Made", "2.9", "sum", "", "0", ">", "no")
    out = maker.say("new-calculator", "--game", "ford").out
    assert "(More men, Twice as many, none of these)" in " ".join(out.split())
    assert "(General near / General near, with them / none of these)" in " ".join(out.split())


def test_an_amount_for_a_part_of_the_cases_or_for_each(maker: Maker, typed: Typed) -> None:
    """`+1 (+2)` has two rows of which one counts; `+1 each` counts for each, at most as often as the row says."""
    rows = (
        "| Charging (lancers) | +1 (+2) |\n| Friend near (two at most) | +1 each |\n| Each drum | -1 apiece |\n"
        "| Led | +1 (the King in person: +3) |\n"
    )
    table = f"| Case | Add |\n| --- | --- |\n{rows}"
    (maker.folder / "rulebook/ford/08-melee.md").write_text(f"{HEAD}# 2.9 Melee\n\n- Add all.\n\n{table}")
    typed("Made", "2.9", "sum", "", "0", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    charging, led, friends, drums, *_ = maker.library.procedure("ford:made").inputs
    assert [choice.label for choice in charging.choices] == ["Charging", "Charging, lancers", "none of these"]
    assert [choice.label for choice in led.choices] == ["Led", "Led, the King in person", "none of these"]
    every = {friends.name: 3, drums.name: 2, led.name: led.choices[1].key}
    assert maker.outcome(None, **{charging.name: "charging_lancers"}, **every) == {"made": 2 + 2 - 2 + 3}
