"""Documents are read into numbered sections with pages, and doubtful places are listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import Refused
from companion.importing import bounds
from companion.importing.characters import damaged_share, replaced, without_small_capitals
from companion.importing.formats import read_source
from companion.importing.numbers import follows, numbered, numbered_at_the_end, parts_of, roman, roman_value
from companion.importing.paragraphs import joined
from companion.importing.sections import Sectioned, sectioned
from companion.importing.source import OutlineEntry, Source
from tests.small_documents import Text, column, paragraph, pdf, word


def read(path: Path) -> Sectioned:
    """The sections of a document."""
    return sectioned(read_source(path, lambda done, of: None)[1])


def made(tmp_path: Path, content: str | bytes, name: str) -> Sectioned:
    """The sections of a document with this content."""
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read(path)


def outline(found: Sectioned) -> list[tuple[str, str, str]]:
    """Number, title and text of each section."""
    return [
        (each.number, each.title, " / ".join(part.text for part in each.paragraphs))
        for each in found.sections
    ]


def doubts(found: Sectioned) -> list[str]:
    """The doubtful places, with their pages."""
    return [f"{each.page}: {each.says}" for each in found.doubts]


@pytest.mark.parametrize(
    ("text", "number", "title"),
    [
        ("3.5 Closing rolls", "3.5", "Closing rolls"),
        ("3.5a Closing rolls", "3.5a", "Closing rolls"),
        ("3.5(a) Closing rolls", "3.5a", "Closing rolls"),
        ("[3.5] Closing rolls", "3.5", "Closing rolls"),
        ("12. Cavalry", "12", "Cavalry"),
        ("III.B Charges", "III.B", "Charges"),
        ("IV. Charges", "IV", "Charges"),
        ("Rule 7: Fire", "7", "Fire"),
        ("Chapter 2 - Fire", "2", "Fire"),
        ("Appendix B Tables", "B", "Tables"),
        ("A.1 Tables", "A.1", "Tables"),
        ("§ 4.2 Fire", "4.2", "Fire"),
    ],
)
def test_a_number_at_the_beginning_of_a_heading(text: str, number: str, title: str) -> None:
    """The usual forms of numbers are read."""
    found = numbered(text)
    assert found is not None
    assert (found.number, found.title) == (number, title)


@pytest.mark.parametrize(
    "text", ["In the woods", "If it moves", "1914 was a year", "Civil War", "10% of them", "a. first", "x1.5"]
)
def test_a_text_without_a_number(text: str) -> None:
    """Words and amounts are no numbers of headings."""
    assert numbered(text) is None


def test_a_number_at_the_end_of_a_heading() -> None:
    """Charts print the number in brackets after the title; a bare amount there is none."""
    found = numbered_at_the_end("Command Table (10.6a)")
    assert found is not None and (found.number, found.title) == ("10.6a", "Command Table")
    assert numbered_at_the_end("Losses (2)") is None


@pytest.mark.parametrize(
    ("before", "after", "most", "expected"),
    [
        ("3.5", "3.6", 1, True),
        ("3.5", "3.5a", 1, True),
        ("3.5b", "3.6", 1, True),
        ("3.5b", "4", 1, True),
        ("3.5", "3.5.1", 1, True),
        ("3.5", "3.7", 1, False),
        ("3.5", "3.7", 2, True),
        ("3.5", "3.4", 1, False),
        ("3.5", "5.1", 1, False),
        ("III", "IV", 1, True),
        ("III.B", "III.C", 1, True),
        ("III", "4", 1, False),
    ],
)
def test_which_number_follows(before: str, after: str, most: int, expected: bool) -> None:
    """A number follows as the next one, or as the first part."""
    assert follows(parts_of(after), parts_of(before), most) is expected


def test_roman_numerals() -> None:
    """Numerals are read and written; other letters have no value."""
    assert all(roman_value(roman(number)) == number for number in range(1, 400))
    assert (roman(0), roman_value("IIII"), roman_value("ABC")) == ("0", 0, 0)


def test_characters() -> None:
    """Ligatures are letters; what cannot be decoded is one sign; marks without text are left out."""
    assert replaced("o\ufb03cer \u2011 a\u00a0b\u200b") == "officer - a b"
    assert replaced("\ue001\x07") == "\ufffd\ufffd"
    assert (damaged_share("ab \ufffd\ufffd"), damaged_share(" ")) == (0.5, 0.0)


def test_divided_words() -> None:
    """A divided word is whole again; a hyphen that the document has elsewhere stays."""
    words = frozenset(("close-order", "skirmish"))
    assert joined("the skir-", "mish line", words) == "the skirmish line"
    assert joined("in close-", "order line", words) == "in close-order line"
    assert joined("from 1812-", "15 on", words) == "from 1812- 15 on"
    assert joined("the regi\u00ad", "ment", words) == "the regiment"


LEFT = [
    "The left column is read first, and a",
    "word at the end of its line is divi-",
    "ded here, as printed rules often do.",
    "The line goes on to its last words,",
    "which stand at the foot of the left.",
    "So much for the left column of text.",
]
RIGHT = [
    "The right column is read second, and",
    "it begins at the same height as the",
    "left one, which must not mix the two",
    "of them into lines without a sense.",
    "It ends where the left column ended.",
    "So much for the right column of text.",
]


WIDE = [
    ("Troops", "Line", "Column", "Road column", "Square", "Open", "Guns", "Charge"),
    *((f"Foot {number}", "6", "8", "12", "2", "-", "-", "3") for number in range(1, 9)),
    ("General", "20", "-", "-", "-", "-", "-", "-"),
]
PLACES = (50, 140, 190, 255, 335, 385, 430, 480)
SMALL = [("Musket", "to 3"), ("Rifle", "to 4"), ("Pistol", "to 1"), ("Carbine", "to 2")]


def test_columns_around_a_table_across_both(tmp_path: Path) -> None:
    """Short cells do not hide the columns; the title right above the wide table stays with it."""
    table = [
        Text(place, 500 - 14 * row, cell)
        for row, cells in enumerate(WIDE)
        for place, cell in zip(PLACES, cells, strict=True)
    ]
    small = [
        Text(place, 640 - 14 * row, cell)
        for row, cells in enumerate(SMALL)
        for place, cell in zip((50, 150), cells, strict=True)
    ]
    above = [*column(50, 740, LEFT), *small, *column(320, 740, RIGHT)]
    page = [
        *above,
        Text(50, 520, "Movement in inches"),
        *table,
        *column(50, 330, LEFT),
        *column(320, 330, RIGHT),
    ]
    (found,) = made(tmp_path, pdf([page]), "rules.pdf").sections
    prose = " ".join(part.text for part in found.paragraphs if not part.row)
    left, right = (" ".join(texts).replace("divi- ded", "divided") for texts in (LEFT, RIGHT))
    assert prose == f"{left} {right} Movement in inches {left} {right}"
    rows = [part.text for part in found.paragraphs if part.row]
    assert rows == [" | ".join(cells) for cells in (*SMALL, *WIDE)]


@pytest.mark.parametrize("places", [(50, 320), (50,)], ids=["two columns", "one column"])
def test_titles_of_chapters_beside_the_title_of_the_book(tmp_path: Path, places: tuple[int, ...]) -> None:
    """In a running head, the title of the chapter is no heading."""
    pages = []
    for number in (2, 5, 4, 9):
        head = [Text(50, 780, f"{number} Chapter {number}", 9), Text(420, 780, "Rules of War", 9)]
        title = [Text(50, 585, f"{number} Chapter {number}", 16, True)]
        texts = [column(place, top, RIGHT) for place in places for top in (680, 560)]
        pages.append([*head, *title, *(line for text in texts for line in text)])
    found = made(tmp_path, pdf(pages), "rules.pdf")
    texts_found = " ".join(part.text for each in found.sections for part in each.paragraphs)
    assert [each.number for each in found.sections] == ["", "2", "5", "4", "9"]
    assert texts_found == " ".join([*RIGHT] * 2 * len(places) * 4)


def test_a_heading_with_the_words_of_running_heads(tmp_path: Path) -> None:
    """The heading of a chapter at the top of its page stays; smaller lines with its words are left out."""
    first = [Text(50, 760, "3 Use of the rules", 16, True), *column(50, 680, LEFT)]
    later = [[Text(50, 780, "3 Use of the rules", 9), *column(50, 680, RIGHT)] for _ in range(4)]
    (found,) = made(tmp_path, pdf([first, *later]), "rules.pdf").sections
    assert (found.number, found.title, found.page) == ("3", "Use of the rules", 1)
    assert "Use of the rules" not in " ".join(part.text for part in found.paragraphs)


def test_two_columns_heads_and_pages(tmp_path: Path) -> None:
    """Columns are read one after the other, and running heads and page numbers are left out."""
    pages = []
    for number in (1, 2, 3, 4):
        head = [Text(50, 780, "Rules of War"), Text(300, 20, str(number))]
        title = [Text(50, 740, f"{number} Chapter of page {number}", 16, True)]
        pages.append([*head, *title, *column(50, 680, LEFT), *column(320, 680, RIGHT)])
    found = made(tmp_path, pdf(pages), "rules.pdf")
    assert [(each.number, each.title, each.page, each.last_page) for each in found.sections] == [
        (str(number), f"Chapter of page {number}", number, number) for number in (1, 2, 3, 4)
    ]
    whole = " ".join((*LEFT, *RIGHT)).replace("divi- ded", "divided")
    for section in found.sections:
        assert " ".join(part.text for part in section.paragraphs) == whole
    assert doubts(found) == []


@pytest.mark.parametrize("more", ["", " - copy freely"])
def test_a_running_foot_with_the_number_of_the_page(more: str, tmp_path: Path) -> None:
    """The foot is left out, also if there are only two pages."""
    pages = [
        [
            *column(50, 680, lines),
            Text(50, 20, f"Rules of a club for many an evening of play - page {number}{more}"),
        ]
        for number, lines in ((1, LEFT), (2, RIGHT))
    ]
    pages[0].insert(0, Text(50, 740, "3 War", 16, True))
    (found,) = made(tmp_path, pdf(pages), "rules.pdf").sections
    assert "evening" not in " ".join(part.text for part in found.paragraphs)


@pytest.mark.parametrize(
    ("left", "hang", "joined"), [(50, 62, False), (62, 62, True), (50, 58, False), (58, 58, True)]
)
def test_the_text_below_a_list(left: int, hang: int, joined: bool, tmp_path: Path) -> None:
    """The text begins a paragraph where the items begin; farther right, it belongs to the last one.

    If the lines of items begin only a little farther right, the last one must end before the margin.
    """
    lines = [
        "- one if the enemy is behind the",
        "wall of the farm",
        "- two if near",
        "Look at the chart",
    ]
    places = (50, hang, 50, left)
    page = [Text(x, 680 - 14 * row, text) for row, (x, text) in enumerate(zip(places, lines, strict=True))]
    (found,) = made(tmp_path, pdf([[Text(50, 740, "3 Fire", 16, True), *page]]), "rules.pdf").sections
    assert (found.paragraphs[-1].text == "Look at the chart") is not joined
    assert found.paragraphs[0].text.endswith("behind the wall of the farm")


@pytest.mark.parametrize(
    ("pages", "foot"),
    [
        (2, "{0} of {2} {1} of {2}"),
        (2, "{0}/{2} {1}/{2}"),
        (2, "{0}/{2}|{1}/{2}"),
        (4, "House rules {0}/{2}|{1}/{2} House rules"),
        (4, "{0} House {1}"),
    ],
)
def test_two_printed_pages_on_one(pages: int, foot: str, tmp_path: Path) -> None:
    """The numbers of both pages are left out, with the number of all pages or without it."""
    made_of = []
    for page in range(pages):
        left, bar, right = foot.format(3 + 2 * page, 4 + 2 * page, 3 + 2 * pages).partition("|")
        feet = [Text(50, 20, left), *([Text(400, 20, right)] if bar else [])]
        title = [Text(50, 740, f"{page + 1} Chapter {'ABCD'[page]}", 16, True)]
        made_of.append([*title, *column(50, 680, [f"Nothing on sheet {'ABCD'[page]}."]), *feet])
    found = made(tmp_path, pdf(made_of), "rules.pdf")
    texts = [" ".join(part.text for part in section.paragraphs) for section in found.sections]
    assert texts == [f"Nothing on sheet {'ABCD'[page]}." for page in range(pages)]


def test_a_fraction_at_the_foot_stays(tmp_path: Path) -> None:
    """Two numbers that are not those of two pages are text."""
    rows = ("1/2 1/3", "2/3 1/3")
    pages = [
        [
            Text(50, 740, f"{place + 1} Odds {'AB'[place]}", 16, True),
            Text(50, 600, "Some words."),
            Text(50, 20, row),
        ]
        for place, row in enumerate(rows)
    ]
    found = made(tmp_path, pdf(pages), "rules.pdf")
    assert [
        section.paragraphs[-1].text.endswith(row) for section, row in zip(found.sections, rows, strict=True)
    ] == [
        True,
        True,
    ]


def test_numbered_rules_in_paragraphs(tmp_path: Path) -> None:
    """A rule may begin within its paragraph; a number in the middle of a sentence begins none."""
    lines = [
        Text(50, 740, "3.5 Closing rolls", 14, True),
        *column(50, 700, ["Roll one die for each stack. Add the modifiers of the chart, as", "3.7 says."]),
        *column(
            50, 660, ["3.5a Leaders. A leader with the stack adds its value to the roll of", "the stack."]
        ),
        *column(
            50,
            620,
            ["3.5b A stack that fails its roll may not charge in this turn, and stays", "where it is."],
        ),
        Text(50, 580, "3.7 Charges", 14, True),
        *column(50, 560, ["A charge follows."]),
    ]
    found = made(tmp_path, pdf([lines]), "rules.pdf")
    assert outline(found) == [
        ("3.5", "Closing rolls", "Roll one die for each stack. Add the modifiers of the chart, as 3.7 says."),
        ("3.5a", "Leaders", "Leaders. A leader with the stack adds its value to the roll of the stack."),
        (
            "3.5b",
            "A stack that fails its roll may not charge in this turn, and stays ...",
            "A stack that fails its roll may not charge in this turn, and stays where it is.",
        ),
        ("3.7", "Charges", "A charge follows."),
    ]
    assert doubts(found) == ["1: numbering jumps from 3.5b to 3.7"]


def test_the_outline_marks_headings(tmp_path: Path) -> None:
    """Headings in the outline need no look of their own; an entry without a line is doubtful."""
    names = ["Movement", "Fire", "Morale", "Supply", "Weather"]
    page: list[Text] = []
    for place, name in enumerate(names):
        page += column(50, 740 - 80 * place, [name, f"About {name.lower()}."])
    listed = [*((name, 1) for name in names), ("Nowhere", 1)]
    found = made(tmp_path, pdf([page], listed), "rules.pdf")
    assert outline(found) == [("", name, f"About {name.lower()}.") for name in names]
    says = (
        "no heading 'Nowhere' found, which the bookmarks of the PDF have; its text is in the section before"
    )
    assert doubts(found) == [f"1: {says}"]


def test_the_title_of_the_document_in_its_outline() -> None:
    """A first outline entry that contains all others is the document's title, not a missing heading."""
    names = ["Movement", "Fire", "Morale", "Supply", "Weather"]
    for level, expected in ((2, 0), (1, 1)):
        source = Source(pages=1, outline=[OutlineEntry("The Ford", 1, 1)])
        for name in names:
            source.add_paragraph(name, 1)
            source.outline.append(OutlineEntry(name, level, 1))
        assert len(sectioned(source).doubts) == expected


@pytest.mark.parametrize(
    ("pieces", "read"),
    [
        ([("f", 12), ("ireUp chart", 9)], "Fireup chart"),
        ([("f", 12), ("ire", 9)], "Fire"),
        ([("T", 12), ("able - figUres", 9)], "Table - figures"),
        ([("G", 12), ("Uns and ", 9), ("h", 12), ("orse", 9)], "Guns and Horse"),
        ([("T", 12), ("ABLE", 9)], "TABLE"),
        ([("T", 12), ("able of PDF", 9)], "Table of PDF"),
        ([("McDonald, iPhone, LaTeX", 12)], "McDonald, iPhone, LaTeX"),
        ([("Fire of McDonald ", 12), ("and LaTeX", 9)], "Fire of McDonald and LaTeX"),
        ([("f", 12), ("ire", 5)], "fire"),
    ],
)
def test_small_capitals(pieces: list[tuple[str, float]], read: str) -> None:
    """Size tells the case if a large letter is no capital, or a capital follows a small letter; other text stays."""
    letters = [letter for text, _ in pieces for letter in text]
    heights = [float(size) for text, size in pieces for _ in text]
    assert "".join(without_small_capitals(letters, heights)) == read


def test_a_pdf_with_small_capitals(tmp_path: Path) -> None:
    """A letter above the line is not a small capital."""
    page = [Text(50, 700, "f", 12.5), Text(53.5, 700, "igUres lost", 8.8)]
    page += [Text(50, 650, "n", 12.5), Text(56.9, 652, "tH", 8.8), Text(50, 600, "Other text")]
    found = made(tmp_path, pdf([page]), "rules.pdf")
    text = " ".join(part.text for each in found.sections for part in each.paragraphs)
    assert text == "Figures lost ntH Other text"


def test_doubtful_places_of_a_pdf(tmp_path: Path) -> None:
    """A page without text and headings guessed from their appearance are listed."""
    lines = column(
        50, 700, ["Some text of the first page, which is long enough.", "More of it follows here."]
    )
    found = made(tmp_path, pdf([[Text(50, 740, "Fog of War", 18), *lines], []]), "rules.pdf")
    assert [each.title for each in found.sections] == ["Fog of War"]
    assert doubts(found) == ["1: heading guessed from its appearance: Fog of War", "2: no text on this page"]


def test_a_table_keeps_its_rows(tmp_path: Path) -> None:
    """Cells that stand apart in neighbouring lines are rows."""
    rows = [("Die", "Clear", "Woods"), ("1", "hit", "miss"), ("2", "hit", "hit")]
    cells = [
        Text(50 + 90 * x, 700 - 12 * y, cell) for y, row in enumerate(rows) for x, cell in enumerate(row)
    ]
    found = made(tmp_path, pdf([[Text(50, 740, "4.1 Fire table", 14, True), *cells]]), "rules.pdf")
    (section,) = found.sections
    assert [(part.text, part.row) for part in section.paragraphs] == [(" | ".join(row), True) for row in rows]


def test_a_table_of_contents_makes_no_sections(tmp_path: Path) -> None:
    """Lines with dots before a page number, and repeated numbers without text, are no sections."""
    names = ["1 Movement", "2 Fire", "3 Morale", "4 Supply", "5 Weather"]
    contents = [
        *column(50, 700, [f"{name} ............. {place + 2}" for place, name in enumerate(names)]),
        Text(50, 740, "Contents", 16, True),
    ]
    pages = [
        [Text(50, 740, name, 16, True), *column(50, 700, [f"The rules of {name[2:].lower()} are simple."])]
        for name in names
    ]
    found = made(tmp_path, pdf([contents, *pages]), "rules.pdf")
    assert [(each.number, each.page) for each in found.sections if each.number] == [
        (str(number), number + 1) for number in range(1, 6)
    ]


def test_plain_text(tmp_path: Path) -> None:
    """Form feeds separate pages; a chart of numbers is no heading."""
    text = "1. Movement\n\nUnits move.\n\n1.1 Roads\n\nRoads cost half.\n\f2. Fire\n\n3   4   5\n6   7   8\n"
    found = made(tmp_path, text, "rules.txt")
    assert [(each.number, each.title, each.page) for each in found.sections] == [
        ("1", "Movement", 1),
        ("1.1", "Roads", 1),
        ("2", "Fire", 2),
    ]
    assert [part.text for part in found.sections[2].paragraphs] == ["3 | 4 | 5", "6 | 7 | 8"]


LISTED = "CONTENTS\n\n1. Movement\n1.1. Roads\n1.2. Rivers\n2. Fire\n3. Melee\n\n"
BODY = """\
{}. Movement

Men march {far}.

1.1. Roads

Roads help {far}.

1.2. Rivers

Rivers hinder {far}.

{}. Fire

Men fire.

{}. Melee

Men fight.
"""


@pytest.mark.parametrize("word", ["", "Chapter "])
def test_a_list_of_contents_without_pages(word: str, tmp_path: Path) -> None:
    """A list of contents without page numbers makes no sections, even if entries begin with "Chapter"."""
    body = BODY.format(*(f"{word}{number}" for number in (1, 2, 3)), far="far " * 60)
    found = made(tmp_path, f"Ford\n\n{LISTED}{body}", "rules.txt")
    assert [(each.number, each.title) for each in found.sections] == [
        ("", "Before the first heading"), ("1", "Movement"), ("1.1", "Roads"), ("1.2", "Rivers"), ("2", "Fire"),
        ("3", "Melee"),
    ]  # fmt: skip
    assert outline(found)[0][2] == "Ford"
    assert doubts(found) == []


def test_marked_headings_are_no_list_of_contents(tmp_path: Path) -> None:
    """A list at the end of a page repeats its headings, which stay."""
    names = ("Roads", "Rivers", "Fire", "Melee", "Charges")
    text = "\n\n".join(f"# {name}\n\nWords." for name in names)
    found = made(
        tmp_path, f"# Contents\n\nThe list\n\n{text}\n\nThe list\n\n" + "\n\n".join(names), "rules.md"
    )
    assert [each.title for each in found.sections] == ["Contents", *names]


def test_an_item_of_a_list_is_no_chapter(tmp_path: Path) -> None:
    """The numbers after it continue those before it; a title may begin with a small letter."""
    items = "1. Men halt.\n\n2. Men turn.\n\n3. Men run.\n\n"
    fire = f"2. Fire\n\n2.1. guns\n\nOne.\n\n{items}2.2. Muskets\n\nTwo.\n\n"
    text = f"1. Movement\n\nMen march.\n\n{fire}3. Melee\n\nThree.\n"
    found = made(tmp_path, text, "rules.txt")
    assert [(each.number, each.title) for each in found.sections] == [
        ("1", "Movement"), ("2", "Fire"), ("2.1", "guns"), ("2.2", "Muskets"), ("3", "Melee"),
    ]  # fmt: skip


def test_underlined_headings(tmp_path: Path) -> None:
    """Signs of about the same length below a line make it a heading without a doubt, however it is written."""
    text = (
        "The Ford\n========\n\nWords.\n\nfire, melee, etc.\n-----------------\n\nMen fire.\n\n"
        "a longer line of words\n-----------\n\n\x1b[1mMore\x1b[0m words.\n"
    )
    found = made(tmp_path, text, "rules.txt")
    assert outline(found) == [
        ("", "The Ford", "Words."),
        ("", "fire, melee, etc.", "Men fire. / a longer line of words / More words."),
    ]
    assert doubts(found) == []


def test_text_without_headings(tmp_path: Path) -> None:
    """The text is kept, by pages or in parts, and the missing headings are doubtful."""
    found = made(tmp_path, "Some words.\n\nOther words.\n", "rules.txt")
    assert outline(found) == [("", "Part 1", "Some words. / Other words.")]
    assert doubts(found) == ["0: no headings were found"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_of_text(encoding: str, tmp_path: Path) -> None:
    """UTF-8, UTF-16 and Windows-1252 are recognized."""
    found = made(tmp_path, "1. Müller’s café\n\nÀ la Prusse.\n".encode(encoding), "rules.txt")
    assert outline(found) == [("1", "Müller’s café", "À la Prusse.")]


HTML = """<html><head><title>no</title><style>p {}</style></head><body><nav>Home</nav>
<h1>3 Combat</h1><p>Fire &amp; charge.</p><script>alert(1)</script>
<h2>3.5 Closing rolls</h2><p>Roll <b>one</b><br>die.</p>
<table><tr><th>Die</th><th>Result</th></tr><tr><td>1</td><td><p>miss</p></td></tr></table></body></html>"""
MARKDOWN = """---
title: x
---
# 3 Combat

Fire & charge.

## 3.5 Closing rolls

Roll *one*
die.

| Die | Result |
|---|---|
| 1 | miss |
"""


def test_web_pages_and_markdown(tmp_path: Path) -> None:
    """Headings, paragraphs and tables are read; scripts, styles and navigation are left out."""
    found = made(tmp_path, HTML, "rules.html")
    assert outline(found) == [
        ("3", "Combat", "Fire & charge."),
        ("3.5", "Closing rolls", "Roll one / die. / Die | Result / 1 | miss"),
    ]
    same = made(tmp_path, MARKDOWN, "rules.md")
    assert outline(same)[1] == ("3.5", "Closing rolls", "Roll one die. / Die | Result / 1 | miss")
    assert [each.row for each in same.sections[1].paragraphs] == [False, True, True]
    assert outline(made(tmp_path, MARKDOWN + "\n# 4 End\n\nx\n", "rules.txt"))[0] == outline(same)[0]


def test_numbered_paragraphs_of_a_marked_document(tmp_path: Path) -> None:
    """In a document that marks few numbers as headings, paragraphs with numbers begin sections too."""
    text = "# War\n\n## Setup\n\n## 21.0 Rules\n\nUse them.\n\n**21.1 Map.** Place it.\n\n21.2 Ratings. Read them.\n"
    found = made(tmp_path, text, "rules.md")
    assert outline(found)[2:] == [
        ("21.0", "Rules", "Use them."),
        ("21.1", "Map", "Map. Place it."),
        ("21.2", "Ratings", "Ratings. Read them."),
    ]


_OF_LIST = '<w:pPr><w:numPr><w:ilvl w:val="{}"/><w:numId w:val="1"/></w:numPr></w:pPr>'
STYLES = f"""<w:style w:styleId="H1"><w:name w:val="heading 1"/>{_OF_LIST.format(0)}</w:style>
<w:style w:styleId="H2"><w:name w:val="Own"/><w:basedOn w:val="H3"/></w:style>
<w:style w:styleId="H3"><w:name w:val="heading 2"/>{_OF_LIST.format(1)}</w:style>"""
NUMBERING = """<w:abstractNum w:abstractNumId="7">
<w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2"/></w:lvl>
</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>"""


def test_word_documents(tmp_path: Path) -> None:
    """Heading styles, automatic numbers, page breaks and tables are read."""
    row = "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in ("1", "miss"))
    body = (
        paragraph("Combat", "H1")
        + paragraph("All of it.", run="<w:b/>")
        + paragraph("Rolls", "H3")
        + f"<w:tbl><w:tr>{row}</w:tr></w:tbl>"
        + '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
        + paragraph("Charges", "H1")
        + paragraph("Go.")
    )
    path = word(tmp_path / "rules.docx", body, {"styles": STYLES, "numbering": NUMBERING})
    found = read(path)
    assert outline(found) == [
        ("3", "Combat", "All of it."),
        ("3.a", "Rolls", "1 | miss"),
        ("4", "Charges", "Go."),
    ]
    assert [(each.level, each.page) for each in found.sections] == [(1, 1), (2, 1), (1, 2)]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("rules.pdf", b"%PDF-1.7\n" + bytes(range(256)), "not a readable PDF"),
        ("rules.pdf", pdf([[Text(50, 700, "3.5 x")]])[:200], "not a readable PDF"),
        ("rules.pdf", pdf([[]]), "ocrmypdf rules.pdf"),
        ("rules.docx", b"PK\x03\x04xxxx", "cannot be read as a Word document"),
        ("rules.doc", b"x", "save it as .docx"),
        ("rules.txt", bytes(range(256)), "is not a text file"),
        ("rules.txt", b"", "is empty"),
        ("rules.txt", b"  \n ", "has no text"),
        ("rules.html", b"<html><script>x", "has no text"),
        ("rules.md", b">" * 5000 + b" x", "has no text"),
    ],
)
def test_unreadable_documents(name: str, content: bytes, says: str, tmp_path: Path) -> None:
    """A document that cannot be read is refused with the reason."""
    with pytest.raises(Refused, match=says):
        made(tmp_path, content, name)


ENTITIES = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


def test_word_documents_that_would_explode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entities and too many unpacked bytes are refused; deep nesting is read."""
    with pytest.raises(Refused, match="XML entities"):
        read(word(tmp_path / "laughs.docx", paragraph("&b;"), head=ENTITIES))
    with pytest.raises(Refused, match=r"the XML in broken\.docx is damaged"):
        read(word(tmp_path / "broken.docx", "<w:p>"))
    deep = "<w:x>" * 5000 + paragraph("deep") + "</w:x>" * 5000
    assert outline(read(word(tmp_path / "deep.docx", deep))) == [("", "Part 1", "deep")]
    monkeypatch.setattr(bounds, "MOST_UNPACKED", 10_000)
    with pytest.raises(Refused, match="unpacked bytes; the limit is 10,000"):
        read(word(tmp_path / "bomb.docx", " " * 20_000))


@pytest.mark.parametrize(
    ("bound", "most", "says"),
    [
        ("MOST_BYTES", 100, "bytes; at most 100"),
        ("MOST_PAGES", 2, "the document has 3 pages; at most 2"),
        ("MOST_OBJECTS", 2, "objects; at most 2"),
        ("MOST_CHARACTERS", 5, "characters; at most 5"),
        ("MOST_SECTIONS", 2, "the document has 3 sections; at most 2"),
    ],
)
def test_bounds_are_named(
    bound: str, most: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A document that exceeds a bound is refused, naming the bound and, where known, the document's count."""
    monkeypatch.setattr(bounds, bound, most)
    pages = [
        [Text(50, 740, f"{number} Fire", 16, True), Text(50, 600, "Fire is simple.")] for number in (1, 2, 3)
    ]
    with pytest.raises(Refused, match=says):
        made(tmp_path, pdf(pages), "rules.pdf")


def test_the_rest_of_a_page_and_of_an_outline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond these bounds the rest is left out, and named."""
    monkeypatch.setattr(bounds, "MOST_ON_A_PAGE", 20)
    monkeypatch.setattr(bounds, "MOST_OUTLINED", 1)
    page = [Text(50, 740, "Movement"), Text(50, 640, "So many words that they are cut off")]
    found = made(tmp_path, pdf([page], [("Movement", 1), ("Fire", 1)]), "rules.pdf")
    assert "1: only the first 20 of 45 characters were read" in doubts(found)
    assert "0: only the first 1 entries of the outline were read" in doubts(found)


def test_a_cyclic_outline_ends(tmp_path: Path) -> None:
    """An outline that leads back to itself is read once."""
    content = pdf([[Text(50, 700, "Movement"), Text(50, 600, "Text.")]], [("Movement", 1), ("Fire", 1)])
    cyclic = content.replace(b"/Next 9 0 R/Dest", b"/Next 8 0 R/Dest")
    assert cyclic != content
    assert [each.title for each in made(tmp_path, cyclic, "rules.pdf").sections] == ["Movement"]
