"""Tables in a PDF whose cells are printed on several lines."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.importing.segments import Gap, Segment
from companion.importing.table_rows import joined_rows

Printed = Sequence[tuple[float, Sequence[tuple[float, str]]]]
"""Lines with their baselines; each has texts with their left edges."""
WIDTH = 5.0
"""Width of each letter."""


def line(
    base: float, texts: Sequence[tuple[float, str]], bold: bool = False, size: float = 9
) -> list[Segment]:
    """A printed line, with the gaps between its words."""
    found = []
    for left, text in texts:
        places = [place for place, letter in enumerate(text) if letter == " "]
        gaps = tuple(Gap(text[:at], left + WIDTH * at, left + WIDTH * (at + 1)) for at in places)
        found.append(Segment(text, left, left + WIDTH * len(text), base, size, bold, bold, gaps))
    return found


def rows_of(printed: Printed) -> list[list[str]]:
    """The texts of the rows into which lines are joined."""
    return [[each.text for each in row.segments] for row in joined_rows([line(*each) for each in printed])]


WRAPPED = (
    (100, [(0, "Row"), (150, "Add")]),
    (86, [(0, "Charged this turn,"), (150, "+1")]),
    (75, [(0, "first throw only")]),
    (60, [(0, "Friends within 3 in,"), (150, "+1 for")]),
    (49, [(0, "behind or touching"), (150, "each, to")]),
    (38, [(150, "+2")]),
    (24, [(0, "Uphill"), (150, "+1")]),
)


def test_wrapped_cells_are_joined() -> None:
    """Rows are farther apart than the lines of a row; each column keeps its text."""
    assert rows_of(WRAPPED) == [
        ["Row", "Add"],
        ["Charged this turn, first throw only", "+1"],
        ["Friends within 3 in, behind or touching", "+1 for each, to +2"],
        ["Uphill", "+1"],
    ]


def test_joined_rows_know_their_first_and_last_line() -> None:
    """A row begins at the baseline of its first line, and its foot is that of the last."""
    rows = joined_rows([line(*each) for each in WRAPPED])
    assert [(row.segments[0].base, row.foot) for row in rows] == [(100, 100), (86, 75), (60, 38), (24, 24)]
    plain = joined_rows([line(100, [(0, "Row"), (150, "Add")]), line(86, [(0, "Uphill"), (150, "+1")])])
    assert [row.foot for row in plain] == [None, None]


def test_groups_of_whole_rows_stay_apart() -> None:
    """Rows printed in groups with a space between are not wrapped: each line fills each column."""
    printed = [
        (100, [(0, "Line"), (150, "6")]),
        (89, [(0, "Column"), (150, "8")]),
        (70, [(0, "Horse"), (150, "12")]),
        (59, [(0, "Guns"), (150, "4")]),
    ]
    assert rows_of(printed) == [[text for _, text in texts] for _, texts in printed]


@pytest.mark.parametrize(
    ("above", "below", "is_joined"),
    [
        ("Enemy in woods", "or behind a wall", True),
        ("Enemy in woods or", "Behind a wall", True),
        ("Enemy in woods,", "Behind a wall", True),
        ("Enemy in woods", "Behind a wall", False),
    ],
)
def test_evenly_spaced_lines_are_joined_by_their_words(above: str, below: str, is_joined: bool) -> None:
    """A line with one cell continues the one above if it begins small, or if the one above cannot end there."""
    printed = [(100, [(0, "Lost"), (150, "-1")]), (88, [(0, above), (150, "+1")]), (76, [(0, below)])]
    rows = rows_of([*printed, (64, [(0, "Uphill"), (150, "+1")])])
    assert len(rows) == (3 if is_joined else 4)
    assert ([f"{above} {below}", "+1"] in rows) is is_joined


def test_cells_with_a_narrow_gap_are_divided_where_the_other_lines_are() -> None:
    """A text that covers the space between two columns belongs to both if a word begins the second column."""
    printed = [
        (100, [(0, "Difference Loser"), (160, "Winner")]),
        (86, [(0, "1"), (55, "Pushed back"), (160, "May follow")]),
        (75, [(160, "up")]),
        (61, [(0, "5 or more. Routs"), (160, "May pursue")]),
    ]
    assert rows_of(printed) == [
        ["Difference", "Loser", "Winner"],
        ["1", "Pushed back", "May follow up"],
        ["5 or more.", "Routs", "May pursue"],
    ]


def test_a_word_divided_at_the_end_of_a_line_is_whole_in_its_cell() -> None:
    """The hyphen is not printed inside the word."""
    printed = [
        (100, [(0, "Barri\u00ad"), (150, "+1")]),
        (89, [(0, "cade")]),
        (75, [(0, "Wood"), (150, "+2")]),
    ]
    assert rows_of(printed) == [["Barricade", "+1"], ["Wood", "+2"]]


AFTER = (86, [(0, "Charged this turn,"), (150, "+1")]), (75, [(0, "first throw only")])


@pytest.mark.parametrize(
    "end",
    [
        line(61, [(0, "A line of text that crosses the columns")]),
        line(61, [(0, "The Result")], bold=True),
        line(61, [(0, "The Result")], size=12),
        line(57, [(0, "note below")]),
        line(61, [(0, "The Result"), (150, ". . . . . . 12")]),
    ],
)
def test_a_table_ends_at_other_text(end: list[Segment]) -> None:
    """A table ends at text across its columns, a heading, a larger font, a wide gap or a line of contents."""
    head = line(100, [(0, "Row"), (150, "Add")])
    rows = joined_rows([head, *(line(*each) for each in AFTER), end])
    assert [[each.text for each in row.segments] for row in rows] == [
        ["Row", "Add"],
        ["Charged this turn, first throw only", "+1"],
        [each.text for each in end],
    ]


@pytest.mark.parametrize(
    "printed",
    [
        [
            (100, [(0, "Text with a"), (90, "gap")]),
            (88, [(0, "wide gap in each of"), (140, "its lines")]),
            (76, [(0, "and so on")]),
        ],
        [
            (100, [(0, "Section"), (150, "Page")]),
            (88, [(0, "Fire"), (150, ". . . . . . 12")]),
            (77, [(0, "of guns")]),
            (63, [(0, "Melee"), (150, ". . . . . . 14")]),
        ],
        [(100, [(0, "Far"), (150, "+1")]), (70, [(0, "below"), (150, "-1")]), (59, [(0, "or above")])],
        [(100, [(0, "Alone in"), (150, "+1")]), (88, [(0, "the wood")])],
        [(100, [(0, "[1]"), (30, "A book about")]), (88, [(30, "the war")]), (76, [(0, "[2]"), (30, "Another")])],
        [(100, [(0, "1."), (30, "Move, and")]), (88, [(30, "fire")]), (76, [(0, "2."), (30, "Melee")])],
        [
            (100, [(0, "Fort"), (60, "A very long text beside a word: " + "more and more of it, " * 8)]),
            (89, [(60, "which " + "goes on and on, " * 8)]),
            (75, [(0, "Wood"), (60, "Trees")]),
        ],
        [(100, [(0, "Alone"), (150, "+1")])],
        [(100, [(0, "Plain text")]), (88, [(0, "on two lines")])],
    ],
)  # fmt: skip
def test_what_is_no_table_stays_as_printed(printed: Printed) -> None:
    """Texts that are not in line, contents, lines far apart, lists, long explanations of a term, and plain text."""
    assert rows_of(printed) == [[text for _, text in texts] for _, texts in printed]


def test_a_row_whose_cells_are_close_together() -> None:
    """A text is two cells if its widest gap ends where a column begins, and is much wider than the others."""
    near = line(86, [(0, "7 or more"), (55, "Steady. Carry on.")])
    first, second = near
    between = Gap(first.text, first.right, second.left)
    gaps = (*first.gaps, between, *(gap._replace(before=f"{first.text} {gap.before}") for gap in second.gaps))
    one = Segment(f"{first.text} {second.text}", 0, second.right, 86, 9, False, False, gaps)
    head, last = line(100, [(0, "Score"), (55, "Result")]), line(72, [(0, "6"), (55, "Shaken")])
    assert [[each.text for each in row.segments] for row in joined_rows([head, [one], last])] == [
        ["Score", "Result"],
        ["7 or more", "Steady. Carry on."],
        ["6", "Shaken"],
    ]
    even = line(86, [(0, "7 or more carry on here")])
    assert [len(row.segments) for row in joined_rows([head, even, last])] == [2, 1, 2]


@pytest.mark.parametrize(("second", "joins"), [(89, True), (83, False)])
def test_a_head_on_two_lines(second: float, joins: bool) -> None:
    """Bold lines at the top are one head if they are closer together than the rows."""
    rows = joined_rows(
        [
            line(100, [(0, "Column"), (60, "A"), (120, "B")], bold=True),
            line(second, [(0, "Figures"), (60, "1-4"), (120, "5-8")], bold=True),
            line(second - 17, [(0, "3-5"), (60, "0"), (120, "1")]),
            line(second - 34, [(0, "6-9"), (60, "1"), (120, "2")]),
        ]
    )
    texts = [[each.text for each in row.segments] for row in rows]
    assert len(texts) == (3 if joins else 4)
    assert (texts[0] == ["Column Figures", "A 1-4", "B 5-8"]) == joins
