"""Rows of tables of modifiers as rulebooks print them."""

from __future__ import annotations

import msgspec
import pytest

from companion.cli.authoring.calculator.other_side import sides_in
from companion.cli.authoring.printed.dice import NEEDS
from companion.cli.authoring.printed.each import in_plural
from companion.cli.authoring.printed.lists import printed_lists
from companion.cli.authoring.printed.pairs import natural_pair, typed_pair
from companion.cli.authoring.printed.points import modifiers_of
from companion.cli.authoring.printed.rows import read_rows, signed_step
from companion.cli.authoring.rules.tables import pieces, table_doubt
from companion.model import Entry, Library, Point
from companion.model.imported import Paragraph


@pytest.mark.parametrize(
    ("label", "amount", "read"),
    [
        ("Firer is Old Hands / Raw", "+1 / -1", {"Firer is Old Hands": "+1", "Firer is Raw": "-1"}),
        ("Old Hands / Raw", "+1 / -1", {"Old Hands": "+1", "Raw": "-1"}),
        ("Target Worn / Spent", "+1 / +2", {"Target Worn": "+1", "Target Spent": "+2"}),
        (
            "Attacked while on a hill / in a wood (take the better)",
            "+1 / +2",
            {"Attacked while on a hill": "+1", "Attacked while in a wood": "+2"},
        ),
        (
            "Leader joined / not joined, but near",
            "+2 / +1",
            {"Leader joined": "+2", "Leader not joined, but near": "+1"},
        ),
        ("Shaken, Worn: for each", "-1", {"Shaken": "-1", "Worn": "-1"}),
        ("For each stand lost", "-1", {"For each stand lost": "-1"}),
        (
            "Grade: Raw -1, Drilled 0, Old +1, Picked +2",
            "as grade",
            {"Grade: Raw": "-1", "Grade: Old": "+1", "Grade: Picked": "+2"},
        ),
        ("Charging (dragoons +2)", "+1", {"Charging": "+1", "Charging, dragoons": "+2"}),
        ("More men (limit +3)", "+1", {"More men (limit +3)": "+1"}),
        ("Each file lost, to a worst of -3", "-1", {"Each file lost, to a worst of -3": "-1"}),
    ],
)
def test_cases_of_a_row(label: str, amount: str, read: dict[str, str]) -> None:
    """Each case has the words that it shares with the first; states that count for each are separate."""
    found, unread = read_rows([[label, amount]], [1], 1)
    assert ({each.label: each.amount for each in found}, unread) == (read, [])


def test_as_long_as_is_a_condition() -> None:
    """The words stay with the modifier; *as it is hard to miss* would only be its reason."""
    ((modifier,), unread) = modifiers_of("A column that advanced adds another 1, as long as it is not Worn.")
    assert modifier.label == "A column that advanced, as long as it is not Worn"
    assert (modifier.amount, unread) == ("+1", [])


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("Attacked while on a hill", ["Defender"]),
        ("Attacking uphill", ["Attacker"]),
        ("Charged by horse", []),
    ],
)
def test_who_is_attacked_is_not_the_attacker(text: str, sides: list[str]) -> None:
    """A verb that names no side hints at none."""
    assert sides_in(text, ("Attacker", "Defender")) == sides


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("the 6 wins by 3, no more and no less", "6 against 1: wins by exactly 3"),
        ("do not add up: the 6 has won by 3", "6 against 1: wins by exactly 3"),
        ("the 6 wins by at least 3 whatever the totals", "6 against 1: wins by 3"),
        ("the 6 wins by 3, or by the difference if that is more", "6 against 1: wins by 3"),
    ],
)
def test_a_win_by_a_number(rest: str, words: str) -> None:
    """The number is the least, unless the totals do not matter."""
    pair = natural_pair(f"If one die is a natural 6 and the other a natural 1, {rest}.")
    assert pair is not None and pair.words == words
    assert typed_pair(words) == pair


def test_modifiers_are_no_list_of_states(library: Library) -> None:
    """A unit may be Shaken and Worn, if both are modifiers; of states with an explanation, one holds."""

    def lists(text: str) -> list[tuple[str, ...]]:
        entry = Entry("xx:6", "xx", "6", "States", 1, "States", (Point(text, "rule"),), "x.md", 1)
        module = msgspec.structs.replace(library.modules[0], entries=(entry,))
        return [each.items for each in printed_lists(module, ())]

    assert lists("Shaken: -1. Worn: -2.") == []
    assert lists("Shaken: it halts. Worn: it may not charge.") == [("Shaken", "Worn")]


def rows_of(*lines: str) -> list[Paragraph]:
    """Paragraphs of a table, one for each row."""
    return [Paragraph(line, row=True) for line in lines]


def test_titled_tables_in_one_grid() -> None:
    """Each title alone in its row begins a table; pairs beside each other are rows, and it needs no other names."""
    grid = rows_of("Worth |  |  | ", "Horse | 5 | Guns | 1", "Foot | 4 |  | ")
    grid += rows_of("In melee |  |  | ", "Uphill | +1 |  | ", "Worn | -1 |  | ")
    worth, melee = pieces(grid)
    assert worth == [["Worth", ""], ["Horse", "5"], ["Foot", "4"], ["Guns", "1"]]
    assert melee == [["In melee", ""], ["Uphill", "+1"], ["Worn", "-1"]]
    assert table_doubt(worth) == table_doubt(melee) == ""


def test_groups_of_rows_stay_one_table() -> None:
    """A title within a table whose first row names the columns is that of a group."""
    grid = rows_of(
        "Arm | Move", "Foot |  ", "Line | 6", "Column | 9", "Horse |  ", "Light | 15", "Heavy | 12"
    )
    assert len(list(pieces(grid))) == 1


def test_names_again_before_narrower_rows() -> None:
    """A second row of names begins another table if the rows below it have fewer cells."""
    grid = rows_of(
        "Grade | Close | Long",
        "Raw | 5 | 6",
        "Old | 4 | 5",
        "Target | Needed",
        "in a wood | 1 higher",
        "dense | 1 lower",
    )
    one, other = pieces(grid)
    assert one == [["Grade", "Close", "Long"], ["Raw", "5", "6"], ["Old", "4", "5"]]
    assert other == [["Target", "Needed"], ["in a wood", "1 higher"], ["dense", "1 lower"]]
    assert [signed_step(row[1]) for row in other[1:]] == ["+1", "-1"]


def test_words_in_a_row_are_no_names() -> None:
    """Rows as wide as the others stay in their table."""
    assert (
        len(
            list(pieces(rows_of("Arm | Move | Fire", "Foot | 6 | 2", "Carts | none | none", "Horse | 9 | 1")))
        )
        == 1
    )


def test_things_left_in_the_plural() -> None:
    """The noun is before the participle."""
    assert in_plural("file left") == "files left"


@pytest.mark.parametrize(
    ("title", "is_needed"),
    [("What each die needs", True), ("To hit", True), ("Dice and number needed", False), ("Firing", False)],
)
def test_a_rule_about_what_a_die_needs(title: str, is_needed: bool) -> None:
    """Numbers in its table are then not numbers of dice."""
    assert (NEEDS.match(title) is not None) is is_needed
