"""Tables of PDFs in `companion import`: heads, titles of groups, cells of several lines, and page breaks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.small_documents import Text, column, pdf
from tests.unit.test_importing import made

HEAD = ("Case", "Die")
ROWS = [("The firer",), ("Crack", "+1"), ("The target",), ("Mounted", "+1"), ("Behind a wall", "-2")]
"""A table whose rows are in groups; the second group has two rows, the first only one."""


def table(
    rows: Sequence[Sequence[str]], top: float, places: Sequence[float] = (57, 380), bold: Sequence[int] = (0,)
) -> list[Text]:
    """Return rows of a table from `top` down; titles of groups, and the rows `bold`, are bold."""
    return [
        Text(place, top - 12 * number, cell, 8.4, number in bold or len(row) == 1)
        for number, row in enumerate(rows)
        for place, cell in zip(places, row, strict=False)
        if cell
    ]


def read(tmp_path: Path, *pages: Sequence[Text]) -> list[tuple[str, bool]]:
    """Return the paragraphs of a document with one numbered section, each with whether it is a row."""
    head = [
        Text(50, 740, "5.4 Modifiers", 14, True),
        *column(50, 722, ["Add up all of those which apply here."]),
    ]
    found = made(tmp_path, pdf([[*head, *pages[0]], *pages[1:]]), "rules.pdf")
    return [(each.text, each.row) for section in found.sections for each in section.paragraphs]


def rows_of(found: Sequence[tuple[str, bool]]) -> list[list[str]]:
    """Return the cells of the rows, without empty ones at the end."""
    return [text.rstrip(" |").split(" | ") for text, is_row in found if is_row]


def test_titles_of_groups_below_the_head(tmp_path: Path) -> None:
    """The head is a row although a title follows it, and so is a row alone between two titles; the caption is text."""
    caption = Text(50, 697, "Fire modifiers", 9, True)
    found = read(tmp_path, [caption, *table([HEAD, *ROWS], 684)])
    assert rows_of(found) == [list(row) for row in (HEAD, *ROWS)]
    assert [text for text, is_row in found if not is_row] == [
        "Add up all of those which apply here.",
        "Fire modifiers",
    ]


def test_a_caption_right_below_its_paragraph(tmp_path: Path) -> None:
    """A bold line above a table begins a paragraph even if the line above it is full and ends a sentence."""
    full = Text(
        50, 722, "Quality is the number that a unit has to roll on the die, or less, to keep its nerve."
    )
    printed = [Text(50, 740, "2.2 Quality", 14, True), full, Text(50, 709, "Classes", 9, True)]
    rows = table([("Class", "Crack"), ("Number", "8")], 697)
    (section,) = made(tmp_path, pdf([[*printed, *rows]]), "rules.pdf").sections
    assert [each.text for each in section.paragraphs][:2] == [full.text, "Classes"]


@pytest.mark.parametrize("title", ["", "Guns"])
def test_cells_that_are_centred_vertically(title: str, tmp_path: Path) -> None:
    """A cell of two or three lines belongs to its row, which is level with the middle of the lines."""
    head, first, second = table([("Type", "Weapon", "Notes")], 690, (57, 200, 320)), 673, 640
    cells = [
        *(
            Text(320, first + 5 - 10 * line, text, 8.4)
            for line, text in enumerate(("a few have", "old muskets"))
        ),
        *table([("Foot", "Rifle")], first, (57, 200), ()),
        *table([("Horse", "Carbine", "none")], 656, (57, 200, 320), ()),
        *(
            Text(200, second - 10 * line, text, 8.4)
            for line, text in enumerate(("Gun of", "six or", "twelve"))
        ),
        *table([("Battery", "", "see 4.3")], second - 10, (57, 200, 320), ()),
        *table([("Leader", "none", "none")], second - 32, (57, 200, 320), ()),
    ]
    if title:  # between the rows of one and of three lines
        cells[4:] = [
            Text(57, 642, title, 8.4, True),
            *cells[4:7],
            *(each._replace(y=each.y - 14) for each in cells[7:]),
        ]
    found = rows_of(read(tmp_path, [*head, *cells]))
    wanted = [
        ["Type", "Weapon", "Notes"],
        ["Foot", "Rifle", "a few have old muskets"],
        ["Horse", "Carbine", "none"],
        *([[title]] if title else []),
        ["Battery", "Gun of six or twelve", "see 4.3"],
        ["Leader", "none", "none"],
    ]
    assert found == wanted


def test_short_codes_are_cells(tmp_path: Path) -> None:
    """A letter with a digit before a text is a cell below a bold head, and not the number of a paragraph."""
    rows = [("Result", "What it means"), ("AR", "Attackers are Broken"), ("A2", "Attackers lose 2 of them")]
    assert rows_of(read(tmp_path, table([*rows, ("D1", "Defenders lose 1 of them")], 690, (57, 110)))) == [
        *map(list, rows),
        ["D1", "Defenders lose 1 of them"],
    ]


def test_a_table_over_a_page_break(tmp_path: Path) -> None:
    """The head is not repeated, titles at the top and the foot of a page are rows, and a number is no page number."""
    pages = [
        [HEAD, *((f"Case {number} of it", f"+{number}") for number in range(1, 6)), ("Group A",)],
        [
            ("Last of A", "+6"),
            ("Group B",),
            *((f"Row {number} of it", f"-{number}") for number in range(1, 5)),
        ],
        [("Group C",), ("Near", "+1"), ("Far", "-1")],
    ]
    first, *later = pages
    printed = [
        table(first, 92),
        *(table([HEAD, *rows] if number else rows, 780) for number, rows in enumerate(later, 1)),
    ]
    numbered = [[*page, Text(290, 6, f"page {number}", 8)] for number, page in enumerate(printed, 1)]
    found = rows_of(read(tmp_path, *numbered))
    assert found == [list(row) for rows in pages for row in rows]


def test_a_number_in_the_last_row_of_a_page(tmp_path: Path) -> None:
    """A row that ends in the number of its page is not dropped as its foot."""
    words = ("Sabre", "Lance", "Pike", "Bayonet")
    pages = [
        [
            *table([(f"Case {number * page}", f"+{number}") for number in range(3, 7)], 120, bold=()),
            *table([(f"{word} is last", str(page))], 72, bold=()),
            Text(290, 30, f"page {page}", 8),
        ]
        for page, word in enumerate(words, 1)
    ]
    found = rows_of(read(tmp_path, *pages))
    assert [row for row in found if "last" in row[0]] == [
        [f"{word} is last", str(page)] for page, word in enumerate(words, 1)
    ]
