"""Notes in the margin of a PDF are read apart from the text beside them, and follow its section."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.small_documents import Text, column, pdf
from tests.unit.test_importing import doubts, made, outline

MOVEMENT = [
    "Each unit moves once in a turn, up to its allowance of points.",
    "A unit that begins its move next to an enemy may only retreat.",
    "A leader may always move, and never needs an order to do so.",
    "Roads count half a point for each hex of a column that follows.",
]
FIRE = [
    "Each unit fires once in a turn at one enemy within its range.",
    "Every fire is rolled on two dice, and modified by the chart.",
    "A unit that has moved fires with half of its strength points.",
]
NOTE = ["Orders. We tried to", "write them on cards;", "nobody could read", "the hand of the general."]
SECOND = ["Smoke. There is no", "rule for smoke, as", "all of us voted."]


def note(x: float, y: float, lines: Sequence[str], size: float = 8, step: float = 10) -> list[Text]:
    """Lines of a note, closer together than those of the text."""
    return [Text(x, y - step * place, line, size) for place, line in enumerate(lines)]


def rules(x: float) -> list[Text]:
    """A page with two sections in a column that begins at x."""
    return [
        Text(x, 700, "3.1 Movement", 12, True),
        *column(x, 680, MOVEMENT),
        Text(x, 620, "3.2 Fire", 12, True),
        *column(x, 600, FIRE),
    ]


def expected(movement: Sequence[str], fire: Sequence[str] = ()) -> list[tuple[str, str, str]]:
    """The two sections, with the notes after their text."""
    return [
        ("3.1", "Movement", " / ".join([" ".join(MOVEMENT), *movement])),
        ("3.2", "Fire", " / ".join([" ".join(FIRE), *fire])),
    ]


@pytest.mark.parametrize(
    ("x", "margin"), [(100, 400), (210, 50)], ids=["note in the right margin", "note in the left margin"]
)
@pytest.mark.parametrize("top", [703, 683, 655, 643])
@pytest.mark.parametrize(("size", "step"), [(8, 10), (10, 12), (10, 11)])
def test_a_note_beside_text(
    x: float, margin: float, top: float, size: float, step: float, tmp_path: Path
) -> None:
    """The text is whole, the heading beside the note is found, and the note follows the section where it begins."""
    content = pdf([[*note(margin, top, NOTE, size, step), *rules(x)]])
    found = made(tmp_path, content, "rules.pdf")
    assert outline(found) == expected([" ".join(NOTE)])
    assert [part.row for part in found.sections[0].paragraphs] == [False, False]
    assert doubts(found) == []


def test_two_notes_on_a_page(tmp_path: Path) -> None:
    """Each note follows the section beside which it begins, in whatever order the file has them."""
    content = pdf([[*note(400, 600, SECOND), *rules(100), *note(400, 690, NOTE)]])
    assert outline(made(tmp_path, content, "rules.pdf")) == expected([" ".join(NOTE)], [" ".join(SECOND)])
    near = pdf([[*note(400, 650, NOTE), *note(400, 600, SECOND), *rules(100)]])
    assert outline(made(tmp_path, near, "near.pdf")) == expected([" ".join(NOTE)], [" ".join(SECOND)])


def test_a_note_with_wide_gaps_between_words(tmp_path: Path) -> None:
    """The words of a justified line may be far apart; they are no cells."""
    spread = [Text(400 + 26 * place, 670, word, 8) for place, word in enumerate(("write", "them", "on", "a"))]
    lines = [*note(400, 680, NOTE[:1]), *spread, *note(400, 660, NOTE[2:])]
    found = made(tmp_path, pdf([[*lines, *rules(100)]]), "rules.pdf")
    text = "Orders. We tried to write them on a nobody could read the hand of the general."
    assert outline(found) == expected([text])


def test_a_note_beside_a_table(tmp_path: Path) -> None:
    """A table keeps its rows, and the note follows the section of the table."""
    rows = [("Weapon", "Range", "Dice"), ("Rifle", "6", "2"), ("Musket", "3", "2"), ("Gun", "15", "4")]
    table = [
        Text(100 + 90 * place, 540 - 14 * line, cell, 9, line == 0)
        for line, row in enumerate(rows)
        for place, cell in enumerate(row)
    ]
    found = made(tmp_path, pdf([[*note(400, 536, NOTE), *rules(100), *table]]), "rules.pdf")
    printed = [" | ".join(row) for row in rows]
    assert outline(found) == expected([], [*printed, " ".join(NOTE)])


def test_a_note_beside_a_section_that_goes_on(tmp_path: Path) -> None:
    """A note divides neither a sentence nor a table between two pages."""
    pages = [
        [Text(100, 700, "3.1 Movement", 12, True), *column(100, 680, MOVEMENT), *note(400, 690, NOTE)],
        [*column(100, 700, ["on the same road."]), *column(100, 670, FIRE)],
    ]
    pages[0][4] = Text(100, 644, "Roads count half a point for each hex of a column that follows")
    found = outline(made(tmp_path, pdf(pages), "rules.pdf"))
    text = " ".join(MOVEMENT).removesuffix(".") + " on the same road."
    assert found == [("3.1", "Movement", " / ".join([text, " ".join(NOTE), " ".join(FIRE)]))]
    cells = [Text(100 + 90 * place, 632, cell, 9) for place, cell in enumerate(("Foot", "4", "2"))]
    pages[0] += cells
    pages[1] = [each._replace(y=700) for each in cells]
    found = outline(made(tmp_path, pdf(pages), "table.pdf"))
    assert found[0][2].endswith(f"Foot | 4 | 2 / Foot | 4 | 2 / {' '.join(NOTE)}")


def test_a_note_without_a_section_beside_it(tmp_path: Path) -> None:
    """A note beside the table of contents is kept, and so is one on a page without headings."""
    entries = [f"{place}.1 {title} {'. ' * 40}{place}" for place, title in ((3, "Movement"), (4, "Fire"))]
    contents = [*column(100, 760, ["Contents", *entries]), *note(430, 760, NOTE)]
    pages = [[*contents, *(text._replace(y=text.y - 60) for text in rules(100))]]
    found = outline(made(tmp_path, pdf(pages), "rules.pdf"))
    assert " ".join(NOTE) in " / ".join(text for *_, text in found)
    plain = outline(made(tmp_path, pdf([[*column(100, 700, MOVEMENT), *note(400, 690, NOTE)]]), "plain.pdf"))
    assert plain == [("", "Page 1", f"{' '.join(MOVEMENT)} / {' '.join(NOTE)}")]


@pytest.mark.parametrize("side", [50, 310], ids=["list at the left", "list at the right"])
def test_two_equal_columns_are_no_notes(side: float, tmp_path: Path) -> None:
    """A column of short lines beside one of text is read as a column, under its own heading."""
    text = [line[:40] for line in (*MOVEMENT, *FIRE, *MOVEMENT, *MOVEMENT, *FIRE)]
    items = ["Rifles fire six hexes.", "Guns may fire at once.", "Foot may fire twice.", "Horse cannot fire."]
    listed = [Text(side, 700, "4.1 Weapons", 12, True), *column(side, 664, items), *column(side, 604, items)]
    page = [Text(360 - side, 700, "3.1 Movement", 12, True), *column(360 - side, 664, text), *listed]
    found = {
        number: text.replace(" / ", " ")
        for number, _, text in outline(made(tmp_path, pdf([page]), "rules.pdf"))
    }
    assert found == {"3.1": " ".join(text), "4.1": " ".join(items + items)}


@pytest.mark.parametrize(
    "beside",
    [
        pytest.param([Text(400, 680, "3.3 Weather in the", 8, True), *note(400, 670, NOTE)], id="heading"),
        pytest.param([Text(400, 680, "Weather", 16, True), *note(400, 662, NOTE)], id="large heading"),
        pytest.param(
            note(400, 680, ["\\movementallowance", "\\movementcost", "\\movementpoints"]), id="terms"
        ),
        pytest.param(note(400, 680, ["Foot 4", "Horse 8", "Guns 3", "Staff 12"]), id="cells"),
    ],
)
def test_what_is_no_note(beside: list[Text], tmp_path: Path) -> None:
    """Headings, terms and cells beside the text stay where they are."""
    found = outline(made(tmp_path, pdf([[*rules(100), *beside]]), "rules.pdf"))
    words = " ".join(text.text for text in beside)
    assert not any(text.replace(" / ", " ").endswith(words) for *_, text in found)
