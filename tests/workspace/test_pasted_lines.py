"""Lists that are typed or pasted as lines with columns: separators, headings, quotes, limits and messages."""

from __future__ import annotations

import pytest

from companion.model import Refused
from companion.workspace.pasted_lines import (
    Lines,
    cells_of,
    fault_words,
    line_of,
    own_side,
    pasted_items,
)

GUNS = Lines("gun", "guns", {"name": ("name", "gun"), "range": ("range",), "crew": ("crew", "men")})
SIDES = [("First player", "French"), ("Second player", "Allies")]


def three(cells: list[str]) -> tuple[str, ...]:
    """Return the cells as an item; refuse a gun without a name."""
    if not cells[0]:
        raise Refused("no name")
    return tuple(cells)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("howitzer; 6; 4", [("howitzer", "6", "4")]),
        ("howitzer\t6\t4\n\nmortar\t2\t5", [("howitzer", "6", "4"), ("mortar", "2", "5")]),
        ("howitzer,6,4", [("howitzer", "6", "4")]),
        ("howitzer", [("howitzer", "", "")]),
        ("howitzer; 6", [("howitzer", "6", "")]),
        ("howitzer; 6; 4; ; ", [("howitzer", "6", "4")]),
        ('"a; b"; 6; 4', [("a; b", "6", "4")]),
        ('"say ""fire"""; 6; 4', [('say "fire"', "6", "4")]),
        ("howitzer,6\tlong, 4\t5", [("howitzer,6", "long, 4", "5")]),
        ("howitzer, long; 6; 4", [("howitzer, long", "6", "4")]),
        ("howitzer; 6\nmortar, short; 2", [("howitzer", "6", ""), ("mortar, short", "2", "")]),
    ],
)
def test_columns_are_separated_by_the_first_separator_in_the_first_line(
    text: str, items: list[tuple[str, ...]]
) -> None:
    """A tab counts before a semicolon, and a semicolon before a comma; missing columns at the end are empty."""
    assert pasted_items(text, GUNS, three) == items


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("crew; gun\n4; howitzer", [("howitzer", "", "4")]),
        ("MEN, Range, Name\n4,6,howitzer", [("howitzer", "6", "4")]),
        ('"Name"; "Range"\nhowitzer; 6', [("howitzer", "6", "")]),
        ("name\nhowitzer\nmortar", [("howitzer", "", ""), ("mortar", "", "")]),
        ("name; gun\nhowitzer; 6", [("name", "gun", ""), ("howitzer", "6", "")]),
        ("name; colour; crew\nhowitzer; 6", [("name", "colour", "crew"), ("howitzer", "6", "")]),
        ("name; range", []),
    ],
)
def test_the_first_line_may_name_the_columns(text: str, items: list[tuple[str, ...]]) -> None:
    """They may be in any order; a line with an unknown or repeated heading is an item."""
    assert pasted_items(text, GUNS, three) == items


@pytest.mark.parametrize("text", ["", "  \n\t\n"])
def test_an_empty_list_is_refused_with_an_example(text: str) -> None:
    """The example names the columns in their order."""
    assert GUNS.example == "name; range; crew"
    with pytest.raises(Refused) as error:
        pasted_items(text, GUNS, three)
    assert str(error.value) == "the list is empty; write one gun on each line: name; range; crew"


@pytest.mark.parametrize(("head", "lines"), [("", 1_000), ("", 1_001), ("name\n", 1_000)])
def test_a_thousand_items_are_read(head: str, lines: int) -> None:
    """A line with headings does not count, so one line more is read."""
    assert len(pasted_items(head + "gun 1\n" * lines, GUNS, three)) == lines


def test_more_lines_are_refused() -> None:
    """The message has the number of lines without the blank ones, and the limit."""
    with pytest.raises(Refused) as error:
        pasted_items("gun 1\n\n" * 1_002, GUNS, three)
    assert str(error.value) == "the list has 1,002 lines; at most 1,000 guns are read at once"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("howitzer\n\n; 6", "line 3: no name"),
        ("name; crew\n; 6", "line 2: no name"),
        ("; 6\nmortar\n; 7", "line 1: no name; line 3: no name"),
        (
            "a; b; c; d",
            "line 1: it has 4 columns separated by semicolons instead of 3; "
            "put quotes around text that contains semicolons",
        ),
        (
            "a\tb\t\td",
            "line 1: it has 4 columns separated by tabs instead of 3; put quotes around text that contains tabs",
        ),
        (
            "name,crew\na,b,c",
            "line 2: it has 3 columns separated by commas instead of 2; "
            "put quotes around text that contains commas",
        ),
        (";\n" * 6, "; ".join(f"line {number}: no name" for number in range(1, 6)) + "; and 1 more"),
    ],
)
def test_each_faulty_line_is_named_with_its_number(text: str, message: str) -> None:
    """Blank lines and headings count in the number."""
    with pytest.raises(Refused) as error:
        pasted_items(text, GUNS, three)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("faults", "message"),
    [
        (["a"], "a"),
        (["a", "b"], "a; b"),
        (list("abcde"), "a; b; c; d; e"),
        (list("abcdef"), "a; b; c; d; e; and 1 more"),
        (list("abcdefgh"), "a; b; c; d; e; and 3 more"),
    ],
)
def test_five_faults_are_listed_and_the_others_counted(faults: list[str], message: str) -> None:
    """Five faults fit into one message."""
    assert fault_words(faults) == message


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        (("3", "French", "Ney", ""), "3; French; Ney; "),
        (("a, b", "c"), "a, b; c"),
        (("a; b", 'say "go"', "one\ntwo"), '"a; b"; "say ""go"""; "one\ntwo"'),
    ],
)
def test_cells_make_a_line_that_reads_back(cells: tuple[str, ...], line: str) -> None:
    """Only cells with a semicolon, a quote or a line break are in quotes."""
    assert line_of(cells) == line
    assert cells_of(line) == list(cells)


@pytest.mark.parametrize(
    ("line", "separator", "cells"),
    [
        ("", ";", []),
        (" a ;  b;c ", ";", ["a", "b", "c"]),
        ('a,  "b, c"', ",", ["a", "b, c"]),
        ("a; b, c", ",", ["a; b", "c"]),
    ],
)
def test_cells_are_read_without_the_spaces_around_them(line: str, separator: str, cells: list[str]) -> None:
    """Spaces before a quote do not matter."""
    assert cells_of(line, separator) == cells


def test_a_cell_that_is_too_long_is_refused() -> None:
    """A cell of exactly the limit is read."""
    assert cells_of("x" * 131_072) == ["x" * 131_072]
    with pytest.raises(Refused, match=r"^the line is not CSV: field larger than field limit"):
        cells_of("x" * 131_073)


@pytest.mark.parametrize(
    ("typed", "sides", "own"),
    [
        ("french", SIDES, "First player"),
        ("A", SIDES, "Second player"),
        ("First player", SIDES, "First player"),
        ("Red", [("Red", "Blue"), ("Blue", "Red")], "Blue"),
        ("Red", [("Red", "Red"), ("Blue", "Blue")], "Red"),
    ],
)
def test_a_side_is_known_by_both_of_its_names(typed: str, sides: list[tuple[str, str]], own: str) -> None:
    """The name in the scenario counts if it is also the game's name of the other side."""
    assert own_side(typed, sides) == own


@pytest.mark.parametrize("typed", ["Dutch", ""])
def test_an_unknown_side_is_refused_with_the_names_in_the_scenario(typed: str) -> None:
    """The game's own names are not listed."""
    with pytest.raises(Refused) as error:
        own_side(typed, SIDES)
    assert str(error.value) == f"side: {typed!r} is not one of French, Allies"
