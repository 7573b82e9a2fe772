"""The text of imported sections: list items, captions of tables, and contents pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small_documents import Text, column, paragraph, pdf, word
from tests.unit.test_importing import doubts, made, outline


@pytest.mark.parametrize(
    ("lines", "paragraphs"),
    [
        (["One turn is fifteen minutes of com-", "bat. All distances are in inches."], 1),
        (["It moves as far as it", "is. Units may turn.", "They halt if", "so. Cavalry may not."], 1),
        (["Each hit takes a fig-", "ure. Canister is short."], 1),
        (["It fires only if a", "did. After that it may", "mix. All may move."], 1),
        (["The side that throws a", "6. Then it moves on a", "5. Cavalry wait."], 1),
        (["It stands behind wall", "A. Then it fires."], 1),
        (["It goes on like", "i. or any other numeral."], 1),
        (["It follows rule", "(b) and any other."], 1),
        (["A unit may", "a. move over open ground", "b. fire at a unit in sight", "c. rest."], 4),
        (["A unit may", "(1) move over open ground", "(2) fire at a unit in sight"], 3),
        (["A unit may", "A. move over open ground", "B. fire at a unit in sight"], 3),
        (["A unit may", "i. move over ground", "ii. fire", "iii. stand", "iv. rest"], 5),
        (["A unit may", "1) move", "a) by road", "b) by river", "2) fire"], 5),
        (["A unit may move.", "3. It may fire.", "iv) It may rest."], 3),
        (["A unit may", "• move", "- fire"], 3),
    ],
)
def test_labels_of_items(lines: list[str], paragraphs: int, tmp_path: Path) -> None:
    """A label that fits a list begins an item; a short word at the end of a sentence never does."""
    text = "1.1 Scope\n\n" + "\n".join(lines) + "\n\n1.2 Dice\n\nDice are thrown.\n"
    found = made(tmp_path, text, "rules.txt")
    assert len(found.sections[0].paragraphs) == paragraphs, outline(found)


def test_a_divided_word_before_a_stop_is_whole(tmp_path: Path) -> None:
    """A line that begins with the end of a word and a stop continues its paragraph."""
    text = "1.1 Scope\n\nOne turn is fifteen minutes of com-\nbat. All distances are in inches.\n"
    assert outline(made(tmp_path, text, "rules.txt")) == [
        ("1.1", "Scope", "One turn is fifteen minutes of combat. All distances are in inches.")
    ]


@pytest.mark.parametrize("dots", [True, False])
def test_no_section_has_the_contents(dots: bool, tmp_path: Path) -> None:
    """The lines of a contents page are in no section; a list of prices with dots stays."""
    entries = [f"1.{number} Rule {word} {'.......... ' * dots}2" for number, word in enumerate("ABCDE", 1)]
    rules = [f"1.{number} Rule {word}\n\nText of {word}." for number, word in enumerate("ABCDE", 1)]
    prices = [
        f"{word} ........ {number}" for number, word in enumerate(("Guard", "Line", "Raw", "Gun", "Cart"), 3)
    ]
    pages = ["\n".join(["Rules of War", "", "CONTENTS", *entries]), "\n\n".join(rules), "\n".join(prices)]
    found = made(tmp_path, "\f".join(pages), "rules.txt")
    everything = str(outline(found))
    assert "CONTENTS" not in everything and "Rules of War" in everything
    assert [each.text for each in found.sections[1].paragraphs] == ["Text of A."]
    assert "Rule B 2" not in everything and all(word in everything for word in ("Guard", "Cart 7"))


def _page(title: Text, rule: str = "4.1 Fire") -> list[Text]:
    """Return a page with a rule of two lines, and below it a table with a title."""
    rows = [("Die", "Clear", "Woods"), ("1", "hit", "miss"), ("2", "hit", "hit")]
    cells = [
        Text(50 + 90 * x, 600 - 12 * y, cell) for y, row in enumerate(rows) for x, cell in enumerate(row)
    ]
    lines = column(50, 700, ["Throw a die for each unit that fires at", "another one, and read the table."])
    after = column(50, 540, ["A unit that is hit halts."])
    return [Text(50, 740, rule, 14, True), *lines, title, *cells, *after]


def test_the_title_of_a_table_stays_with_its_rule(tmp_path: Path) -> None:
    """A bold line above a table is part of the numbered rule before it, and is listed as doubtful."""
    found = made(tmp_path, pdf([_page(Text(50, 612, "Fire Table", bold=True))]), "rules.pdf")
    (section,) = found.sections
    texts = [each.text for each in section.paragraphs]
    assert texts == [
        "Throw a die for each unit that fires at another one, and read the table.",
        *("Fire Table", "Die | Clear | Woods", "1 | hit | miss", "2 | hit | hit"),
        "A unit that is hit halts.",
    ]
    assert doubts(found) == ["1: read as a table title, not a heading: Fire Table"]


@pytest.mark.parametrize(
    ("title", "rule"),
    [(Text(50, 614, "Fire Table", 14, True), "4.1 Fire"), (Text(50, 612, "Fire Table", bold=True), "Fire")],
)
def test_a_heading_above_a_table(title: Text, rule: str, tmp_path: Path) -> None:
    """A large title, and one that follows no numbered rule, is a heading."""
    found = made(tmp_path, pdf([_page(title, rule)]), "rules.pdf")
    assert [each.title for each in found.sections] == ["Fire", "Fire Table"]


def test_a_table_right_below_its_heading(tmp_path: Path) -> None:
    """Its head is no second line of the heading, although both have the same font."""
    rows = [("If the unit", "Add"), ("has a friend", "+1"), ("is tired", "-1")]
    cells = [
        Text(x, 588 - 12 * y, cell, bold=y == 0)
        for y, row in enumerate(rows)
        for x, cell in zip((50, 180), row, strict=True)
    ]
    lines = column(
        50, 720, ["Throw a die for each unit that fires at", "another one, and read the table."] * 3
    )
    page = [Text(50, 740, "4.1 Fire", 10.2, True), *lines, Text(50, 603, "4.2 Modifiers", 10.2, True), *cells]
    sections = made(tmp_path, pdf([page]), "rules.pdf").sections
    assert [each.title for each in sections] == ["Fire", "Modifiers"]
    assert [each.text for each in sections[1].paragraphs if each.row] == [" | ".join(row) for row in rows]


@pytest.mark.parametrize("corner", ["Arm", ""])
def test_the_head_of_a_table_with_little_room(corner: str, tmp_path: Path) -> None:
    """Bold headings that stand close together are divided where the columns below are; the corner may be empty."""
    rows = [("Foot", "4", "6", "8"), ("Horse", "8", "10", "12")]
    places = (50, 130, 174, 215)
    cells = [
        Text(x, 576 - 12 * y, cell) for y, row in enumerate(rows) for x, cell in zip(places, row, strict=True)
    ]
    head = [Text(50, 588, corner, bold=True)] * bool(corner)
    head += [
        Text(x, 588, text, bold=True) for x, text in ((115, "in Line"), (155, "in Column"), (208, "Skirm."))
    ]
    page = [*_page(Text(50, 400, "Other", bold=True))[:3], *head, *cells]
    (section,) = made(tmp_path, pdf([page]), "rules.pdf").sections
    assert [each.text for each in section.paragraphs if each.row] == [
        f"{corner} | in Line | in Column | Skirm.",
        *(" | ".join(row) for row in rows),
    ]


def test_the_index_at_the_end_is_kept(tmp_path: Path) -> None:
    """An entry of the index is text also where its name is that of a section."""
    names = ("Artillery", "Cavalry", "Morale", "Orders", "Weather")
    entries = [f"{name} {'. ' * 20}{number}" for number, name in enumerate(names, 3)]
    rules = [f"{number} {name}\n\nText of {name}." for number, name in enumerate(reversed(names), 1)]
    pages = ["\n".join(["CONTENTS", *entries]), "\n\n".join(rules), "\n".join(["INDEX", "", *entries])]
    found = made(tmp_path, "\f".join(pages), "rules.txt")
    everything = [each.text for section in found.sections for each in section.paragraphs]
    assert [text for text in everything if "Weather 7" in text] == [
        "Artillery 3 Cavalry 4 Morale 5 Orders 6 Weather 7"
    ]


def test_the_caption_of_a_table_is_not_divided(tmp_path: Path) -> None:
    """A bold line above a table is divided only where its words stand further apart than others."""
    title = Text(60, 612, "Bombardment Modifications Everywhere and Elsewhere", bold=True)
    (section,) = made(tmp_path, pdf([_page(title)]), "rules.pdf").sections
    assert title.text in [each.text for each in section.paragraphs]


CELLS = [["", "Line"], ["Foot", "4"], ["Horse", "6"], ["", "7"]]
"""A table with empty cells in the head and in its first column."""


def _markdown(rows: list[list[str]]) -> str:
    head, *others = [f"| {' | '.join(row)} |\n" for row in rows]
    return f"# 1 Rule\n\nText.\n\n{head}|---|---|\n{''.join(others)}"


def _html(rows: list[list[str]]) -> str:
    cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<h1>1 Rule</h1><p>Text.</p><table>{cells}</table>"


@pytest.mark.parametrize("kind", ["md", "html", "docx"])
def test_empty_cells_of_tables_are_kept(kind: str, tmp_path: Path) -> None:
    """Each text stays in its column, also in a row that has only one."""
    if kind == "docx":
        rows = "".join(
            f"<w:tr>{''.join(f'<w:tc>{paragraph(cell)}</w:tc>' for cell in row)}</w:tr>" for row in CELLS
        )
        path = word(tmp_path / "rules.docx", f"{paragraph('1 Rule', 'Heading1')}<w:tbl>{rows}</w:tbl>")
        found = made(tmp_path, path.read_bytes(), "rules.docx")
    else:
        found = made(tmp_path, (_markdown if kind == "md" else _html)(CELLS), f"rules.{kind}")
    assert [list(part.cells) for part in found.sections[-1].paragraphs if part.row] == CELLS


def test_a_frame_around_a_paragraph_is_no_row(tmp_path: Path) -> None:
    """A row with one text is a paragraph, whether its other cell is empty or not there."""
    found = made(tmp_path, _html([["A unit halts.", ""], ["", "A unit runs."]]), "rules.html")
    assert outline(found) == [("1", "Rule", "Text. / A unit halts. / A unit runs.")]
