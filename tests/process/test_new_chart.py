"""`companion new-chart`: a spreadsheet becomes a chart, compared cell by cell."""

from __future__ import annotations

import datetime
import io
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.load.library import read_library
from companion.load.places import Places
from companion.load.sheet_files import read_sheets
from companion.load.workbooks import merged_ranges
from companion.load.yaml_text import yaml_text
from companion.model import Chart, Refused
from tests.conftest import ROOT
from tests.process.conftest import CommandResult, Say
from tests.process.test_asking import asked

ANSWERS = ("--answer", "cite=2.1", "--answer", "page=Card", "--answer", "id=made")


class Maker:
    """Makes charts of the game `ford` in its own folder."""

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self.say = say

    def run(self, content: str | bytes | Path, *answers: str, ending: str = ".csv") -> CommandResult:
        """Run new-chart on a file with this content and these answers."""
        path = content if isinstance(content, Path) else self.folder / f"sheet{ending}"
        if not isinstance(content, Path):
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        options = [word for answer in answers for word in ("--answer", answer)]
        return self.say("new-chart", str(path), "--game", "ford", *ANSWERS, *options)

    @property
    def chart(self) -> Chart:
        """The chart that was made, as the companion reads it."""
        library = read_library(Places((self.folder / "mine",), self.folder, self.folder))
        assert library.faults == ()
        return next(chart for chart in library.module("ford").charts if chart.id == "ford:made")

    def made(self, content: str | bytes | Path, *answers: str, ending: str = ".csv") -> Chart:
        """Run new-chart, and return the chart."""
        answer = self.run(content, *answers, ending=ending)
        assert answer.status == 0, answer
        self.out = answer.out
        return self.chart


@pytest.fixture
def maker(tmp_path: Path, say: Say, own_game: Callable[[], Path]) -> Maker:
    """A maker of charts in a new game."""
    own_game()
    return Maker(tmp_path, say)


PLAIN = "Dice,1-2,3-5,6+\n5 or less,0,0,1\n6-8,0,1,1\n9+,1,1,2\n"


def test_a_plain_table(maker: Maker) -> None:
    """Every text is the same, and the file can be edited as the guide describes it."""
    chart = maker.made(PLAIN)
    assert (chart.rows_title, chart.columns, chart.rows) == (
        "Dice",
        ("1-2", "3-5", "6+"),
        ("5 or less", "6-8", "9+"),
    )
    assert chart.cells == (("0", "0", "1"), ("0", "1", "1"), ("1", "1", "2"))
    assert (chart.title, chart.cite, chart.page) == ("Sheet", "2.1", "Card")
    assert "16 cells in sheet.csv were compared with the chart; all match." in maker.out
    assert "Changed" not in maker.out
    written = yaml.safe_load((maker.folder / "mine/tables/ford/charts/made.yaml").read_text())
    assert list(written) == ["id", "title", "cite", "page", "grid"]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_separators_and_encodings(separator: str, encoding: str, maker: Maker) -> None:
    """Every separator and encoding gives the same chart; a guessed encoding is reported."""
    text = f"Größe{separator}1–2{separator}3+\r\n1{separator}0{separator}\r\n2{separator}1{separator}½\r\n"
    chart = maker.made(text.encode(encoding))
    assert (chart.rows_title, chart.columns, chart.cells) == (
        "Größe",
        ("1-2", "3+"),
        (("0", "-"), ("1", "½")),
    )
    assert ("was read as Windows-1252" in maker.out) is (encoding == "cp1252")


def test_a_separator_that_excel_names(maker: Maker) -> None:
    """The line `sep=;` is not part of the table."""
    assert maker.made("sep=;\nDice;1;2\n1;2,5;0\n2;1;1\n").columns == ("1", "2")


@pytest.mark.parametrize(
    ("printed", "key"),
    [
        ("2 – 3", "2-3"),
        ("2 to 3", "2-3"),
        ("2,3", "2-3"),
        ("4 +", "4+"),
        ("≥4", "4+"),
        (">= 4", "4+"),
        (">3", "4+"),
        ("4 and up", "4+"),
        ("4 or more", "4 or more"),
        ("≤ 1", "1 or less"),
        ("<2", "1 or less"),
        ("1 or fewer", "1 or fewer"),
        ("up to 1", "1 or less"),
        ("1-", "1 or less"),
        ("2 or 3", "2-3"),
        ("2 and 3", "2-3"),
        ("2, 3 or 4", "2-4"),
        ("2 or 4", "2 or 4"),
        ("2/3", "2/3"),
        ("-5 to -3", "-5 to -3"),
        ("−5 to −3", "-5 to -3"),
        ("-5--3", "-5 to -3"),
        ("-3 to -5", "-5 to -3"),
        ("-2 to 1", "-2 to 1"),
        ("-2 or less", "-2 or less"),
        ("≤ −2", "-2 or less"),
        ("+2 to +3", "2-3"),
        ("+4 or more", "+4 or more"),
        ("−2", "-2"),
        ("In the open", "In the open"),
    ],
)
def test_headings_of_rows(printed: str, key: str, maker: Maker) -> None:
    """Bands are written as charts have them, and each change is listed with its cell."""
    assert maker.made(f'Dice;A\n"{printed}";1\n').rows == (key,)
    assert (f"A2 {printed} -> {key}" in " ".join(maker.out.split())) is (printed != key)


def test_titles_notes_and_marks(maker: Maker) -> None:
    """A title above, a heading over the columns, a mark explained below, and a note."""
    table = ";Men;\nDice;1-2;3+\n1-3;0;1*\n4-6;1;2\n"
    text = f";;\nFire Table;;\n;;\n{table};;\n* The captain is hit.;;\nOnly by day, in good weather.;;\n"
    chart = maker.made(text, "title=Fire")
    assert (chart.title, chart.columns_title, chart.columns) == ("Fire", "Men", ("1-2", "3+"))
    assert [(note.mark, note.text) for note in chart.footnotes] == [
        ("*", "The captain is hit."),
        ("", "Only by day, in good weather."),
    ]


def test_letters_that_a_note_explains_are_marks(maker: Maker) -> None:
    """The letter stands after a space in every cell that ends with it; else the note stays as it is."""
    chart = maker.made("Dice;A;B\n1;3+ c;5+\n2;4+;6+\nc = canister, four dice\n")
    assert [(note.mark, note.text) for note in chart.footnotes] == [("c", "canister, four dice")]
    assert (chart.cell("1", "A"), chart.marks("1", "A")) == ("3+", ("c",))
    chart = maker.made("Dice;A;B\n1;3+ c;5+\n2;arc;6+\nc = canister, four dice\n", "replace=yes")
    assert [(note.mark, note.text) for note in chart.footnotes] == [("", "c = canister, four dice")]


def test_a_mark_without_a_note_is_asked(maker: Maker) -> None:
    """The refusal names the option, and nothing is written."""
    maker.run("Dice;A\n1;0\n2;1†\n").refused(2, "answers are missing", "--answer 'footnote-†=")
    assert not (maker.folder / "mine/tables/ford/charts/made.yaml").exists()
    chart = maker.made("Dice;A\n1;0\n2;1†\n", "footnote-†=Only once.")
    assert [(note.mark, note.text) for note in chart.footnotes] == [("†", "Only once.")]
    assert maker.run("Dice;A\n1;0\n", "id=other", "footnote-†=Only once.").status == 2


NOTES = "Dice;A;B\n1;0*;2\n2;1†;3**\n\n"
MIXED = "- = no effect. * Once in a turn, see 2.1. † = not at night, ** Hit."


@pytest.mark.parametrize(
    ("notes", "found"),
    [
        (MIXED, [("*", "Once in a turn, see 2.1."), ("†", "not at night"), ("**", "Hit."), ("", "- = no effect.")]),
        ("** Hit.\n* Once.\n† Never.\n* Once.", [("*", "Once."), ("†", "Never."), ("**", "Hit.")]),
    ],
    ids=["one line", "longer mark first"],
)  # fmt: skip
def test_marks_within_a_note(notes: str, found: list[tuple[str, str]], maker: Maker) -> None:
    """Each mark takes its own sentence of a note, is not asked, and no text appears twice."""
    chart = maker.made(f"{NOTES}{notes}\n")
    assert [(note.mark, note.text) for note in chart.footnotes] == found


def test_a_note_that_mentions_a_mark(maker: Maker, typed: Callable[..., None]) -> None:
    """Enter takes the note as the footnote; a number times another is no mark, and own words leave the note."""
    (maker.folder / "sheet.csv").write_text("Dice;A\n1;0*\n2;1\n\nAdd 2 * 3 men.\nMen marked * are hit.\n")
    for answer, rest in (("", []), ("They die.", ["Men marked * are hit."])):
        typed(answer, "Ranges", "2.1", "Card", "yes")
        run = maker.say("new-chart", str(maker.folder / "sheet.csv"), "--game", "ford", "--answer", "id=made")
        assert "in your own words (for example The captain may be hit.) [Enter: Men marked * are hit.]" in (
            " ".join(run.out.split())
        )
        notes = [(note.mark, note.text) for note in maker.chart.footnotes]
        marked = ("*", answer or "Men marked * are hit.")
        assert notes == [marked, ("", "Add 2 * 3 men."), *(("", note) for note in rest)]
        (maker.folder / "mine/tables/ford/charts/made.yaml").unlink()


def test_a_note_below_another_table(maker: Maker) -> None:
    """A mark without a note of its own takes that of another table of the page."""
    text = "Weapon;near;far\nmusket;4;6*\n\nGuns\nWeapon;near;far\nhowitzer;3;5\n\n* Not at night.\n"
    chart = maker.made(text, "table=1")
    assert [(note.mark, note.text) for note in chart.footnotes] == [("*", "Not at night.")]


def test_several_facts_in_a_cell(maker: Maker) -> None:
    """Parts get the names that the author gives; facts written together are separated."""
    chart = maker.made("Dice;A;B\n1;2M1;M2\n2;1;-\n", "parts=yes", "part=loss", "part-M=Nerve test")
    assert chart.cells == (("2 M1", "M2"), ("1", "-"))
    read = [[chart.part(name, chart.cell("1", column)) for name in ("loss", "nerve_test")] for column in "AB"]
    assert read == [[2, 1], [0, 2]]
    assert "B2 2M1 -> 2 M1" in maker.out


@pytest.mark.parametrize("cell", ["2d6", "d6", "Rout at once", "A1"])
def test_texts_that_are_not_several_facts(cell: str, maker: Maker) -> None:
    """Dice, words and names stay as they are, without a question."""
    chart = maker.made(f"Dice;A;B\n1;{cell};0\n2;1;-\n")
    assert (chart.cells[0][0], chart.parts) == (cell, ())


def test_rows_that_have_two_headings(maker: Maker) -> None:
    """Two columns of headings are joined if the author says so; a heading is repeated for the rows below."""
    text = "Arm;Range;Hits\nFoot;1;3\n;2;2\nHorse;1;1\n;2;0\n"
    maker.run(text).refused(2, "--answer join-rows=yes")
    chart = maker.made(text, "join-rows=yes")
    assert (chart.rows_title, chart.rows) == ("Arm Range", ("Foot 1", "Foot 2", "Horse 1", "Horse 2"))
    assert chart.cells == (("3",), ("2",), ("1",), ("0",))


@pytest.mark.parametrize(
    ("rows", "is_asked"),
    [
        ("Foot;line;3\n;column;2\nHorse;line;1\n", False),
        ("Foot;line;3\nFoot;column;2\nHorse;line;1\n", True),
        ("Foot;line;3\n;2;2\nHorse;line;1\n", True),
    ],
    ids=["words below one heading", "the heading repeated", "a number"],
)
def test_two_headings_that_are_plain(rows: str, is_asked: bool, maker: Maker) -> None:
    """A heading printed once above rows that words name is joined with them; otherwise the author is asked."""
    answer = maker.run(f"Arm;Form;Hits\n{rows}")
    assert ("--answer join-rows=yes" in answer.err) is is_asked
    if not is_asked:
        assert maker.chart.rows == ("Foot line", "Foot column", "Horse line")
        assert "B2 line -> Foot line" in answer.out


def test_gaps_are_asked(maker: Maker) -> None:
    """A number that no row has is a blank row of the print, or a mistake."""
    text = "Dice;A\n1-2;0\n4-6;1\n"
    maker.run(text).refused(2, "--answer gaps=yes")
    maker.run(text, "gaps=no").refused(2, "no row covers 3", "nothing was written")
    chart = maker.made(text, "gaps=yes")
    assert (chart.rows, chart.cells) == (("1-2", "3", "4-6"), (("0",), ("-",), ("1",)))


def test_a_slash_between_two_rolls(maker: Maker) -> None:
    """`5/6` is a band where the other rows leave just these numbers out."""
    assert maker.made("Dice;A\n1-4;0\n5/6;1\n").rows == ("1-4", "5-6")
    (maker.folder / "mine/tables/ford/charts/made.yaml").unlink()
    assert maker.made("Odds;A\n1/2;0\n1;1\n2;3\n").rows == ("1/2", "1", "2")


def test_bands_of_negative_numbers(maker: Maker) -> None:
    """A difference from minus to plus is found in its row, and a gap is named in words."""
    text = "Difference;A\n-6 or less;a\n-5 to -3;b\n-2 to -1;c\n0;d\n+1 to +3;e\n4+;f\n"
    chart = maker.made(text)
    found = "".join(str(chart.cell(chart.row_key(value), "A")) for value in range(-7, 6))
    assert found == "aabbbccdeeeff"
    (maker.folder / "mine/tables/ford/charts/made.yaml").unlink()
    answer = maker.run("Difference;A\n-6 or less;a\nminus 5;b\n0;d\n1;e\n", "gaps=no")
    answer.refused(2, "no row covers -5 to -1", "add -5 to -1 with -")


def test_rows_that_are_no_numbers_are_named(maker: Maker, typed: Callable[..., None]) -> None:
    """The question about a gap names the rows of words, and does not suggest an answer."""
    (maker.folder / "sheet.csv").write_text("Total;A\n7+;0\n5 resp. 6;1\n4 or less;2\n")
    typed("", "2.1", "Card", "no")
    answer = maker.say("new-chart", str(maker.folder / "sheet.csv"), "--game", "ford")
    shown = " ".join(answer.out.split())
    assert "No row has 5-6. Read as words, not as numbers: '5 resp. 6'." in shown
    assert "so that nothing happens there? (yes or no)" in shown


def test_a_chart_is_made_again(maker: Maker, typed: Callable[..., None]) -> None:
    """A chart of the same title is replaced after a yes only; its id and the keys written by hand stay."""
    maker.made(PLAIN, "title=Fire")
    path = maker.folder / "mine/tables/ford/charts/made.yaml"
    path.write_text(path.read_text() + "ends: clamp\n")
    corrected = PLAIN.replace("1,1,2", "1,1,3")
    maker.run(corrected, "title=FIRE").refused(2, "answers are missing", "--answer replace=yes")
    maker.run(corrected, "title=FIRE", "replace=no").refused(2, "ford:made already exists")
    assert maker.chart.cells[2] == ("1", "1", "2")
    chart = maker.made(corrected, "title=FIRE", "replace=yes")
    assert (chart.title, chart.ends, chart.cells[2]) == ("FIRE", "clamp", ("1", "1", "3"))
    assert "replaced " in maker.out
    (maker.folder / "sheet.csv").write_text(corrected.replace("1,1,3", "1,1,4"))
    typed("Fire", "yes", "", "", "", "yes")
    answer = maker.say("new-chart", str(maker.folder / "sheet.csv"), "--game", "ford")
    assert "FIRE exists already (ford:made, in" in " ".join(answer.out.split()), answer
    assert (maker.chart.title, maker.chart.cite, maker.chart.cells[2]) == ("Fire", "2.1", ("1", "1", "4"))
    typed("Fire", "no", "2.1", "Card", "", "yes")
    answer = maker.say("new-chart", str(maker.folder / "sheet.csv"), "--game", "ford")
    assert answer.status == 0, answer
    assert (path.parent / "fire-chart.yaml").is_file() and maker.chart.title == "Fire"


def test_signs_that_change_are_quoted(maker: Maker) -> None:
    """A dash in a cell can be told from the arrow beside it."""
    maker.made("Dice;A\n1;—\n2;1\n")
    assert 'Changed (a plain hyphen): B2 "—" -> "-"' in maker.out


def test_a_number_that_stands_alone(maker: Maker) -> None:
    """`6 only` is the number 6, which a die can need."""
    chart = maker.made("Weapon;A;B\nMusket;4+;6 only\nRifle;3+;5+\n")
    assert chart.cells[0] == ("4+", "6")
    assert "Changed (a number that dice can show): C2 6 only -> 6" in maker.out


def test_a_cell_with_a_line_break_is_one_line(maker: Maker) -> None:
    """The change is named; the chart has a space in place of the break, in a heading and in a cell."""
    chart = maker.made('Dice;"Close\nup to 3";Far\n1;"see\n2.1";-\n2;1;4\n')
    assert chart.columns == ("Close up to 3", "Far")
    assert chart.cells[0] == ("see 2.1", "-")
    assert "on one line, with single spaces): B1 Close / up to 3 -> Close up to 3" in maker.out


def test_decimal_numbers_are_asked(maker: Maker) -> None:
    """They are fractions, or text such as the number of a rule."""
    text = "Dice;A\n1;0.5\n2;2.0\n"
    maker.run(text).refused(2, "--answer fractions=yes")
    assert maker.made(text, "fractions=yes").cells == (("1/2",), ("2",))


def test_several_tables(maker: Maker) -> None:
    """A file with several tables needs a choice; the notes stay with their table."""
    text = "Fire\nDice;A\n1-3;0\n4-6;1\nThis one is for fire only.\n\nMelee\nState;A\nsteady;2\nshaken;3\n"
    maker.run(text).refused(2, "--answer table=1")
    chart = maker.made(text, "table=2")
    assert (chart.title, chart.rows, chart.footnotes) == ("Melee", ("steady", "shaken"), ())


def test_an_empty_row_within_a_table(maker: Maker) -> None:
    """Empty rows and columns between bands are left out."""
    chart = maker.made("Dice;;A\n;;\n1-3;;0\n;;\n4-6;;1\n")
    assert (chart.rows, chart.cells) == (("1-3", "4-6"), (("0",), ("1",)))


def test_a_markdown_table(maker: Maker) -> None:
    """The heading above the table is its title; one of several tables is chosen by it."""
    table = "| Dice | **1-2** | 3+ |\n|---|:-:|---|\n| 1 | 0 | 3\\* |\n| 2 | a \\| b | 1 |\n"
    text = f"# Fire\n\n{table}\n## Other {{.x}}\n\na | b\n--|--\n1 | 2\n"
    maker.run(text, ending=".md").refused(2, "--answer sheet=Fire")
    chart = maker.made(text, "sheet=fire", "footnote-*=Twice.", ending=".md")
    assert (chart.title, chart.columns) == ("Fire", ("1-2", "3+"))
    assert chart.cells == (("0", "3*"), ("a / b", "1"))


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("Fire ##", "Fire"),
        ("Fire {", "Fire {"),
        ("Fire {a} b}", "Fire {a} b}"),
        ("C# {.x} ", "C#"),
        ("{.x}", ""),
    ],
)
def test_the_heading_of_a_markdown_table(heading: str, title: str, tmp_path: Path) -> None:
    """Number signs and attributes at its end are left out."""
    (tmp_path / "x.md").write_text(f"# {heading}\n\n | a | b |\n | --- |:-: \n| 1 | 2 |\n")
    (sheet,) = read_sheets(tmp_path / "x.md")
    assert sheet.name == title


@pytest.mark.parametrize(
    ("content", "ending", "says"),
    [
        ("", ".csv", "no columns"),
        ("alone\n", ".csv", "no columns"),
        ("a;b\n", ".csv", "no chart found"),
        ("no table", ".md", "has no table"),
        ("x", ".ods", "save it as .xlsx or .csv"),
        ("x", ".pdf", "unsupported file type; use .csv"),
        (b"a;b\0\xff\n1;2\n", ".csv", "is not a text file"),
        ("Dice;A\n1-3;0\n3-6;1\n", ".csv", "bands overlap at 3"),
        ("Dice;A\n" + "1;0\n" * 2001, ".csv", "more than 2000 rows"),
        ("Dice" + ";1" * 300 + "\n1;2\n", ".csv", "the limit is 2000 rows and 200 columns"),
        ('Dice;A\n1;"' + "x" * 200_000 + '"\n', ".csv", "is not CSV"),
        ('sep="\nDice;A\n', ".csv", "no chart found"),
        ("sep=\r\r\nDice;A\n", ".csv", "no chart found"),
    ],
    ids=lambda given: str(given)[:20],
)  # fmt: skip
def test_files_without_a_chart(content: str | bytes, ending: str, says: str, maker: Maker) -> None:
    """A file without a chart is refused with one line that gives the reason, and no chart is written."""
    maker.run(content, ending=ending).refused(2, says)
    assert not (maker.folder / "mine/tables/ford/charts/made.yaml").exists()


def test_a_file_that_is_too_long(maker: Maker) -> None:
    """A file that is larger than 4 MB is refused."""
    maker.run(b"x" * 4_000_001).refused(2, "larger than 4 MB")


def test_answers_that_are_not_allowed(maker: Maker) -> None:
    """Unknown rules, taken ids and unknown games are refused with what is allowed."""
    maker.run(PLAIN, "cite=9.9").refused(2, "--answer cite: unknown rule 9.9")
    maker.run(PLAIN, "id=fire-table").refused(2, "ford:fire-table already exists")
    maker.run(PLAIN, "id=Fire Table").refused(2, "is not a valid id")
    maker.run(PLAIN, "colour=red").refused(2, "unknown question", "columns")
    maker.run(PLAIN, "colour").refused(2, "write NAME=TEXT")
    path = str(maker.folder / "sheet.csv")
    maker.say("new-chart", path, "--game", "chess").refused(
        1, "unknown game chess", "companion new-game chess"
    )
    maker.say("new-chart", "nowhere.csv", "--game", "ford").refused(2, "nowhere.csv cannot be read")
    maker.made(PLAIN)
    maker.run(PLAIN, "replace=no").refused(2, "ford:made already exists")


def test_the_heading_of_a_rule_stands_for_its_number(maker: Maker) -> None:
    """In any case of letters; a heading that no rule has is refused."""
    maker.run(PLAIN, "cite=no such heading").refused(2, "unknown rule no such heading")
    rules = (maker.folder / "mine/rulebook/ford/01-rules.md").read_text()
    number, title = re.findall(r"^#+ ([\d.]+) (.+)$", rules, re.MULTILINE)[-1]
    assert maker.made(PLAIN, f"cite={title.upper()}").cite == number


@pytest.mark.parametrize(
    ("heading", "title", "cite"),
    [
        ("## 2.2 Results of the Test", "Results of the Test", "2.2"),
        ("## 2.2. Results", "Results", "2.2"),
        ("## 9.9 Results", "9.9 Results", ""),
        ("## 2 Pounders", "2 Pounders", ""),
        ("2.2 Results of the Test", "Results of the Test", "2.2"),
        ("**2.2 Results**", "Results", "2.2"),
        ("## 2.2 Results\n\nRoll two dice", "Results", "2.2"),
        ("Morale of both sides", "Morale of both sides", ""),
        ("The first line of a\nlonger paragraph", "Chapter", ""),
        ("Roll two dice.", "Chapter", ""),
    ],
)
def test_the_number_in_the_heading_of_a_chapter(
    heading: str, title: str, cite: str, maker: Maker, typed: Callable[..., None]
) -> None:
    """Enter takes it as the rule, and the title is without it; the number of no rule stays in the title.

    A short line above the table is its heading if it has no other.
    """
    path = maker.folder / "chapter.md"
    path.write_text(f"{heading}\n\n| Dice | A |\n|---|---|\n| 1 | 9 |\n| 2 | 8 |\n")
    typed("", *([""] if cite else ["", "2.1"]), "", "", "yes")
    answer = maker.say("new-chart", str(path), "--game", "ford")
    assert answer.status == 0, answer
    assert f"Title of the chart (for example Fire Table) [Enter: {title}]" in answer.out
    library = read_library(Places((maker.folder / "mine",), maker.folder, maker.folder))
    (chart,) = (chart for chart in library.module("ford").charts if chart.title == title)
    assert chart.cite == (cite or "2.1")
    assert ("An answer is required" in answer.out) is not bool(cite)


def test_the_document(maker: Maker) -> None:
    """The JSON output has the path of the chart, the number of compared texts, and every change."""
    (maker.folder / "sheet.csv").write_text("Dice;A\n1–2;0\n3;\n")
    answer = maker.say(
        "new-chart", str(maker.folder / "sheet.csv"), "--game", "ford", *ANSWERS, "--json"
    ).json
    assert answer == {
        "file": str(maker.folder / "mine/tables/ford/charts/made.yaml"),
        "compared": 5,
        "changes": [
            {"cell": "A2", "file": "1–2", "chart": "1-2", "why": "a plain hyphen"},
            {"cell": "B3", "file": "", "chart": "-", "why": "empty"},
        ],
    }


def test_in_a_terminal(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions come with an example, `?` explains, a wrong answer is asked again, Enter goes on."""
    (maker.folder / "sheet.csv").write_text("Dice;A;B\n1;0;1*\n2;1;2\n")
    command = ["new-chart", str(maker.folder / "sheet.csv"), "--game", "ford"]
    given = ["The captain is hit.", "Made", "9.9", "?", "2.1", "Card", "Men", "yes", "\x04"]
    status, output = asked(command, given)
    assert status == 0, output
    assert "to? No rule names Made: type a number or a heading (for example 1.0)" in " ".join(output.split())
    assert "unknown rule 9.9" in output
    assert "The printed number of the rule" in output
    assert "footnotes:" in output
    assert maker.chart.columns_title == "Men"


def test_another_sheet_is_chosen_at_the_question(maker: Maker, typed: Callable[..., None]) -> None:
    """The chart is compared with the sheet that was chosen, not with the first one."""
    (maker.folder / "sheet.md").write_text(
        "# Fire\n\n| Dice | A |\n|---|---|\n| 1 | 9 |\n| 2 | 8 |\n\n"
        "# Morale\n\n| Dice | B |\n|---|---|\n| 1 | 0 |\n| 2 | 3 |\n"
    )
    typed("2", "Made", "2.1", "", "", "yes")
    answer = maker.say("new-chart", str(maker.folder / "sheet.md"), "--game", "ford")
    assert answer.status == 0, answer
    assert maker.chart.columns == ("B",)


def next_command(answer: CommandResult) -> list[str]:
    """The words of the command that makes the next chart; empty if none is named."""
    named = re.search(r"Next: companion (new-chart .*?) Then: ", " ".join(answer.out.split()))
    return shlex.split(named[1]) if named else []


def test_the_tables_that_are_left(maker: Maker, typed: Callable[..., None]) -> None:
    """Each run gives the command for the next table, until all are charts; Enter takes the next one, too."""
    tables = {
        "Fire": "| Dice | A |\n|---|---|\n| 1 | 9 |\n| 2 to 3 | 2M1 |",
        "Morale": "| Dice | B |\n|---|---|\n| 1 | 0 |\n| 2 | |",
        "Pay": "| Rank | C |\n|---|---|\n| Guard | 5 |\n| Line | 6 |",
    }
    path = maker.folder / "the sheet.md"
    path.write_text("\n\n".join(f"# {title}\n\n{table}" for title, table in tables.items()))
    parts = ("--answer", "parts=yes", "--answer", "part=loss", "--answer", "part-M=nerve")
    typed("fire", "Guns", "2.1", "Card", "yes")
    answer = maker.say("new-chart", str(path), "--game", "ford", *parts)
    assert "Not made yet: Morale, Pay." in answer.out, answer
    assert next_command(answer)[-1] == "sheet=Morale"
    typed("", "Tests", "2.1", "Card", "yes")
    answer = maker.say("new-chart", str(path), "--game", "ford")
    assert "1 Fire, 2 Morale, 3 Pay [Enter: Morale]" in " ".join(answer.out.split()), answer
    assert "Not made yet: Pay." in answer.out
    typed("Wages", "2.1", "Card", "yes")
    answer = maker.say(*next_command(answer))
    assert answer.status == 0 and "Not made yet" not in answer.out, answer
    assert "Next: companion new-calculator --game ford" in answer.out
    made = {path.stem for path in (maker.folder / "mine/tables/ford/charts").iterdir()}
    assert made >= {"guns", "tests", "wages"}


def test_the_sheet_that_rules_name(maker: Maker, typed: Callable[..., None]) -> None:
    """Its name is the title, and not the longer text above the table, if a rule names a chart so."""
    (maker.folder / "mine/rulebook/ford/02-more.md").write_text(
        "---\ntitle: More\ndocument: rules\nauthority: rule\n---\n\n# 9 Guns\n\n- Read the Ranges chart.\n"
    )
    path = maker.folder / "Ranges.csv"
    path.write_text("Reference Sheet\n\nDice;A\n1;9\n2;8\n")
    typed("", "", "Card", "yes")
    answer = maker.say("new-chart", str(path), "--game", "ford")
    assert "[Enter: Ranges]" in answer.out and "[Enter: 9 Guns]" in answer.out, answer


@pytest.mark.parametrize(
    ("above", "title", "rule"),
    [
        ("CHART A - RANGES, in inches", "Chart A", "9 Guns"),
        ("CHART A - RANGES, in inches (rule 9.1)", "Chart A", "9.1 Mortars"),
        ("Ranges of mortars (rules 9 to 9.1)", "Ranges of mortars (rules 9 to 9.1)", ""),
    ],
)
def test_the_rule_of_a_lettered_chart(
    above: str, title: str, rule: str, maker: Maker, typed: Callable[..., None]
) -> None:
    """The rule in brackets after the title counts, or the rule that names Chart A; Chart B is another one."""
    (maker.folder / "mine/rulebook/ford/02-more.md").write_text(
        "---\ntitle: More\ndocument: rules\nauthority: rule\n---\n\n# 8 Horse\n\n- Read Chart B, a chart of horses.\n\n"
        "# 9 Guns\n\n- Read the range on Chart A.\n\n## 9.1 Mortars\n\n- They fire high.\n"
    )
    path = maker.folder / "Sheet1.csv"
    path.write_text(f"{above}\n\nDice;A\n1;9\n2;8\n")
    typed("", *([] if rule else ["9"]), "", "Card", "yes")
    out = maker.say("new-chart", str(path), "--game", "ford").out
    assert f"[Enter: {title}]" in " ".join(out.split()), out
    assert f"[Enter: {rule}]" in out if rule else "No rule names" in out


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ("To hit, by gun and range in inches (2.1)\n\nGun;1-3;4+\nBig;4;5\nTiny;5;6\n", "Range in inches"),
        ("To hit\n\nDice;Raw;Line;Elite\n1;4;5;6\n2;5;6;7\n", "Class"),
        ("To hit\n\nDice;Raw;Line;Noble\n1;4;5;6\n2;5;6;7\n", ""),
    ],
)
def test_the_name_of_the_columns(content: str, title: str, maker: Maker) -> None:
    """The title of the chart names its rows and columns, or a rule lists the columns."""
    (maker.folder / "mine/rulebook/ford/02-more.md").write_text(
        "---\ntitle: More\ndocument: rules\nauthority: rule\n---\n\n# 9 Class\n\n- Troops are Raw, Line or Elite.\n"
    )
    assert maker.made(content).columns_title == title


def test_a_rule_names_the_columns(maker: Maker) -> None:
    """The sentence that tells the player to read the chart says under what."""
    (maker.folder / "mine/rulebook/ford/02-more.md").write_text(
        "---\ntitle: More\ndocument: rules\nauthority: rule\n---\n\n# 9 Nerve\n\n"
        "- Throw the dice, and read the Made Chart under the reason for the test.\n"
    )
    assert maker.made("Dice;Shot;Hurt\n1;4;5\n2;5;6\n", "title=Made").columns_title == "Reason for the test"


def test_a_band_with_a_remark(maker: Maker) -> None:
    """The dice find the row by its number, and players read the remark; if a cell is the same number, it is a word."""
    chart = maker.made("Won by;A;B\n0 (draw);1;2\n1-2;4;5\n3+;6;7\n")
    assert (chart.rows, chart.read("0")) == (("0", "1-2", "3+"), "0 (draw)")
    (maker.folder / "mine/tables/ford/charts/made.yaml").unlink()
    assert maker.made("Won by;A;B\n0 (draw);1;2\n1-2;0;5\n3+;6;7\n").rows == ("0 (draw)", "1-2", "3+")


def test_a_number_with_its_distance(maker: Maker) -> None:
    """`to 6": 4+` is the number 4+; the distances of a row are a note."""
    chart = maker.made('Weapon;Near;Far\nBow;"to 6"": 4+";"5+ up to 12"""\nGun;3+;-\n')
    assert chart.cells == (("4+", "5+"), ("3+", "-"))
    assert [note.text for note in chart.footnotes] == ['Bow: Near to 6", Far up to 12".']
    assert 'Changed (the distance is in a note): B2 to 6": 4+ -> 4+' in maker.out


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        ("Successes;A\nNone;x\n1;y\n2 or better;z\n", ("0", "1", "2+")),
        ("Difference;A\n-3 or worse;x\n-2 to 0;y\n+1 or better;z\n", ("-3 or less", "-2 to 0", "1+")),
        ("Total;A\nLess than 0;x\n0 to 8;y\nover 8;z\n", ("-1 or less", "0-8", "9+")),
        ("Guns;A\nNone;x\nLight;y\nHeavy;z\n", ("None", "Light", "Heavy")),
    ],
)
def test_words_for_bands(content: str, rows: tuple[str, ...], maker: Maker) -> None:
    """Beside numbers from 1 on, None is 0; `or worse`, `or better`, `less than` and `over` are open ends."""
    assert maker.made(content).rows == rows


def test_a_chart_corrected_by_hand_is_made(maker: Maker) -> None:
    """Its title is that of the table, although its cells differ; another title or other headings do not count."""
    for titles, is_left in (("Pay", False), ("Wages", True)):
        text = f"Fire\nDice;A\n1;0\n2;1\n\n{titles}\nRank;C\nGuard;5\nLine;6\n"
        if titles == "Pay":
            maker.run(text.replace("Guard;5\nLine;6", "Scout;5\nHorse;6"), "table=2", "id=pay", "title=Pay")
        answer = maker.run(text, "table=1", f"id={titles.lower()}-fire", f"title=Guns {titles}")
        assert (f"Not made yet: {titles}." in answer.out) is is_left, answer


def test_the_tables_of_a_page_that_are_left(maker: Maker, typed: Callable[..., None]) -> None:
    """Of a page with a chart, the other tables are named, and the command has the number of the first."""
    text = "Fire\nDice;A\n1-3;0\n4-6;1\n\nMelee\nState;A\nsteady;2\nshaken;3\n"
    answer = maker.run(text, "table=1", "title=Guns")
    assert "Not made yet: Melee." in answer.out
    assert next_command(answer)[-1] == "table=2"
    typed("", "2.1", "Card", "yes")
    answer = maker.say(*next_command(answer))
    assert answer.status == 0 and "Not made yet" not in answer.out, answer


@pytest.mark.parametrize(("end", "status"), [(EOFError, 2), (KeyboardInterrupt, 130)])
@pytest.mark.parametrize("answers", [0, 3, 4])
def test_a_stop_leaves_nothing(
    end: type[BaseException], status: int, answers: int, maker: Maker, typed: Callable[..., None]
) -> None:
    """Ctrl+D and Ctrl+C end the questions, and no file is left."""
    (maker.folder / "sheet.csv").write_text(PLAIN)
    before = sorted((maker.folder / "mine").rglob("*"))
    typed(*["", "2.1", "Card", ""][:answers], end)
    answer = maker.say("new-chart", str(maker.folder / "sheet.csv"), "--game", "ford")
    assert (answer.status, answer.err.count("nothing was written")) == (status, int(end is EOFError))
    assert sorted((maker.folder / "mine").rglob("*")) == before


def test_the_last_question_can_be_declined(maker: Maker, typed: Callable[..., None]) -> None:
    """The file is shown before it is written."""
    (maker.folder / "sheet.csv").write_text(PLAIN)
    typed("Made", "2.1", "Card", "", "no")
    answer = maker.say("new-chart", str(maker.folder / "sheet.csv"), "--game", "ford")
    assert "5 or less | 0" in answer.out
    assert (answer.status, answer.err) == (2, "companion: nothing was written\n")
    assert not (maker.folder / "mine/tables/ford/charts/made.yaml").exists()


def test_back_in_a_terminal(maker: Maker, typed: Callable[..., None]) -> None:
    """`<` asks the previous question again, also from the last one; Enter takes the earlier answer."""
    (maker.folder / "sheet.csv").write_text("Dice;A;B\n1;0;1*\n2;1;2\n")
    typed("<", "The captain is hit.", "Wrong", "<", "Made", "2.1", "", "Men", "<", "Range", "<", "", "yes")
    answer = maker.say("new-chart", str(maker.folder / "sheet.csv"), "--game", "ford")
    assert answer.status == 0, answer
    assert "This is the first question." in answer.out
    assert "[Enter: Wrong; type - for Sheet]" in answer.out
    assert "[Enter: Range; type - for none]" in " ".join(answer.out.split())
    assert answer.out.count("What does * mean?") == 2
    chart = maker.chart
    assert (chart.title, chart.columns_title, chart.footnotes[0].text) == (
        "Made",
        "Range",
        "The captain is hit.",
    )


def test_enter_takes_what_the_title_tells(maker: Maker, typed: Callable[..., None]) -> None:
    """The rule of the same heading, the document of this rule, and an id that nothing has."""
    rules = (maker.folder / "mine/rulebook/ford/01-rules.md").read_text()
    number, title = re.findall(r"^#+ ([\d.]+) (.+)$", rules, re.MULTILINE)[-1]
    (maker.folder / "sheet.csv").write_text(f"{title};;\n\n{PLAIN.replace(',', ';')}")
    for ending in ("", "-chart", "-2"):
        typed("", *(["no"] if ending else []), "", "", "", "yes")
        answer = maker.say("new-chart", str(maker.folder / "sheet.csv"), "--game", "ford")
        assert answer.status == 0, answer
        library = read_library(Places((maker.folder / "mine",), maker.folder, maker.folder))
        slug = title.lower().replace(" ", "-")
        chart = next(chart for chart in library.module("ford").charts if chart.id == f"ford:{slug}{ending}")
        assert (chart.title, chart.cite) == (title, number)
        assert chart.page.endswith(f", {number}")


# Excel


@pytest.fixture
def book() -> Any:
    """An empty workbook."""
    return pytest.importorskip("openpyxl").Workbook()


def saved(book: Any, folder: Path) -> Path:
    """Write a workbook, and return its path."""
    path = folder / "sheet.xlsx"
    book.save(path)
    return path


def fill(book: Any, rows: list[list[Any]]) -> Any:
    """Put rows on the first page, and return it."""
    for row in rows:
        book.active.append(row)
    return book.active


def date(cell: Any, month: int, day: int, shown: str = "d-mmm") -> None:
    """Make a cell the date that Excel makes of a band."""
    cell.value, cell.number_format = datetime.datetime(2026, month, day), shown


def test_a_workbook(maker: Maker, book: Any) -> None:
    """In a workbook, numbers become whole and merged cells are filled; changed cells are reported."""
    page = fill(
        book,
        [
            ["Fire Table"],
            [],
            [None, "Dice", "1-2", "3+"],
            [None, 1, 0, 1.0],
            [None, "2–3", 1, None],
            [None, 4, 2],
        ],
    )
    page.merge_cells("A1:D1")
    page.merge_cells("C6:D6")
    chart = maker.made(saved(book, maker.folder), "replace=no")
    assert (chart.title, chart.rows, chart.columns) == ("Fire Table", ("1", "2-3", "4"), ("1-2", "3+"))
    assert chart.cells == (("0", "1"), ("1", "-"), ("2", "2"))
    for told in ("B5 2–3 -> 2-3", "D5 (empty) -> -", "Merged cells C6:D6: each becomes 2"):
        assert told in maker.out


def test_titles_of_groups_of_rows(maker: Maker, book: Any) -> None:
    """A cell merged across all columns is no row of the chart; what is left out is named."""
    rows: list[list[Any]] = [["Weapon", "near", "far"], ["Small arms"], ["musket", 4, 6], ["Guns"]]
    page = fill(book, [*rows, ["howitzer", 3, 5], ["mortar", 2, 2]])
    for cells in ("A2:C2", "A4:C4", "B6:C6"):
        page.merge_cells(cells)
    chart = maker.made(saved(book, maker.folder))
    assert chart.rows == ("musket", "howitzer", "mortar")
    assert (
        "Left out, as titles of groups of rows or lines without a table: A2 Small arms, A4 Guns." in maker.out
    )


@pytest.mark.parametrize("heads", ["", "Weapon;near;far\n"])
def test_tables_that_are_one_chart(heads: str, maker: Maker) -> None:
    """Tables of a page can become one chart, without their titles and repeated headings."""
    text = f"Weapon;near;far\nmusket;4;6\nrifle;3;5\n\nGuns\n{heads}howitzer;3;5\nmortar;2;-\n"
    chart = maker.made(text, "table=3", "title=Ranges")
    assert (chart.columns, chart.rows) == (("near", "far"), ("musket", "rifle", "howitzer", "mortar"))
    assert "Left out, as titles of groups of rows or lines without a table: A5 Guns." in maker.out
    maker.run(text, "table=4").refused(2, "--answer table")


@pytest.mark.parametrize(
    ("more", "is_asked"),
    [
        ("howitzer;3;-\nmortar;2;5\n", False),
        ("Guns\nhowitzer;3;-\nmortar;2;5\n", False),
        ("howitzer;6;6\nmortar;2;5\n", False),
        ("Guns;5;3\nmortar;2;5\n", True),
        ("howitzer;3;5;-\nmortar;2;5;-\n", True),
    ],
    ids=["a blank", "a title", "the same number twice", "numbers that fall", "one column more"],
)
def test_rows_that_lack_headings(more: str, is_asked: bool, maker: Maker) -> None:
    """Rows after an empty row belong to the table above if their first row cannot be one of headings."""
    answer = maker.run(f"Weapon;near;far;\nmusket;4;6;\nrifle;3;5;\n\n{more}", "title=Ranges")
    assert ("--answer table=1" in answer.err) is is_asked
    if not is_asked:
        assert maker.chart.rows == ("musket", "rifle", "howitzer", "mortar")
        assert ("A5 Guns." in answer.out) is ("Guns" in more)


@pytest.mark.parametrize(
    ("row", "is_row"), [("howitzer;3;5", True), ("howitzer;3;-", True), ("Howitzer;near;far", False)]
)
def test_a_row_between_empty_rows(row: str, is_row: bool, maker: Maker) -> None:
    """A single row with numbers belongs to the table above it, as do the notes below the row."""
    text = f"Weapon;near;far\nmusket;4;6\nrifle;3;5\n\n{row}\n\nAll of them fire once in a turn.\n"
    chart = maker.made(text)
    assert chart.rows == (("musket", "rifle", "howitzer") if is_row else ("musket", "rifle"))
    assert [note.text for note in chart.footnotes] == ["All of them fire once in a turn."]
    assert ("or lines without a table: A5 Howitzer." in maker.out) is not is_row


@pytest.mark.parametrize("month_first", [True, False])
def test_bands_that_became_dates(month_first: bool, maker: Maker, book: Any) -> None:
    """Bands that Excel made dates are restored; ascending bands show whether the month is first."""
    page = fill(book, [["Dice", "A"], ["1", 0], [None, 1], [None, 2]])
    for cell, (low, high) in ((page["A3"], (2, 3)), (page["A4"], (4, 5))):
        date(cell, *((low, high) if month_first else (high, low)))
    assert maker.made(saved(book, maker.folder)).rows == ("1", "2-3", "4-5")
    where = "A3 2026-02-03 -> 2-3" if month_first else "A3 2026-03-02 -> 2-3"
    assert f"Changed (Excel had turned it into a date): {where}" in maker.out


def test_a_band_that_became_a_month(maker: Maker, book: Any) -> None:
    """6-31 is June 1931."""
    page = fill(book, [["Dice", "A"], [None, 0]])
    page["A2"].value, page["A2"].number_format = datetime.datetime(1931, 6, 1), "mmm-yy"
    assert maker.made(saved(book, maker.folder)).rows == ("6-31",)


def test_dates_that_may_be_either(maker: Maker, book: Any) -> None:
    """If dates give ascending bands in neither order, the author is asked which order they have."""
    page = fill(book, [["Dice", "A"], ["x", None], ["y", None]])
    date(page["B2"], 2, 3)
    date(page["B3"], 3, 2)
    path = saved(book, maker.folder)
    maker.run(path).refused(2, "--answer dates=month")
    assert maker.made(path, "dates=day").cells == (("3-2",), ("2-3",))


@pytest.mark.parametrize(
    ("cell", "key"), [("02. Mrz", "2-3"), ("3-Feb", "2-3"), ("Feb-03", "2-3"), ("02.03.2026", "2-3")]
)
def test_dates_in_csv(cell: str, key: str, maker: Maker) -> None:
    """Bands that a CSV file has as dates are restored, whatever country's date format it uses."""
    assert maker.made(f"Dice;A\n1;0\n{cell};1\n").rows == ("1", key)


@pytest.mark.parametrize("cell", ["3.1.12", "3.5.", "1/2", "40.50.2026", "1 May", "See 2-3", "Mar"])
def test_texts_that_are_no_dates(cell: str, maker: Maker) -> None:
    """Texts that are not dates, such as rule numbers, fractions and words, stay unchanged."""
    assert maker.made(f"Dice;A\n1;{cell}\n").cells == ((cell,),)
    assert "a date" not in maker.out


def test_two_lines_of_headings(maker: Maker, book: Any) -> None:
    """A heading over all columns is their title; several are joined with the headings below."""
    page = fill(book, [["Dice", "Range", None, None], [None, 1, 2, 3], [1, 0, 1, 2]])
    page.merge_cells("B1:D1")
    chart = maker.made(saved(book, maker.folder), "columns=")
    assert (chart.rows_title, chart.columns_title, chart.columns) == ("Dice", "Range", ("1", "2", "3"))
    page.unmerge_cells("B1:D1")
    page["B1"].value, page["D1"].value = "Foot", "Horse"
    page.merge_cells("B1:C1")
    (maker.folder / "mine/tables/ford/charts/made.yaml").unlink()
    assert maker.made(saved(book, maker.folder)).columns == ("Foot 1", "Foot 2", "Horse 3")


def test_the_right_page(maker: Maker, book: Any) -> None:
    """Of several pages that are not empty one is chosen."""
    fill(book, [["Dice", "A"], [1, 0]])
    book.create_sheet("Empty")
    path = saved(book, maker.folder)
    assert maker.made(path).columns == ("A",)
    book.create_sheet("Melee").append(["Dice", "B"])
    book["Melee"].append([1, "25%"])
    path = saved(book, maker.folder)
    maker.run(path, "id=other").refused(2, "--answer sheet=Sheet")
    (maker.folder / "mine/tables/ford/charts/made.yaml").unlink()
    assert maker.made(path, "sheet=Melee").title == "Melee"


def test_percentages_and_formulas(maker: Maker, book: Any) -> None:
    """A percentage is read as Excel shows it; a formula without its value is refused."""
    page = fill(book, [["Dice", "A"], [1, 0.25]])
    page["B2"].number_format = "0%"
    path = saved(book, maker.folder)
    assert maker.made(path).cells == (("25%",),)
    page["B2"].value = "=1+1"
    maker.run(saved(book, maker.folder), "id=other").refused(2, "cell B2 has a formula without a value")


def rewritten(path: Path, name: str, change: Any) -> Path:
    """Change a part of a workbook."""
    parts = {part: zipfile.ZipFile(path).read(part) for part in zipfile.ZipFile(path).namelist()}
    parts[name] = change(parts[name])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    return path


PAGE = "xl/worksheets/sheet1.xml"
MERGED = b'</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
HUGE = b'numFmtId="%d"' % 10**30
TURNED = b'</sheetData><!--<mergeCell ref="A9999999:ZZZ1"/><mergeCell ref="A1:GR5000"/>-->'
"""A range from its last row to its first one does not make up for one that is too large."""


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("bomb.xml", lambda _: b"0" * 30_000_000, "unpacked bytes; the limit is 20,000,000"),
        (PAGE, lambda text: text.replace(b"</sheetData>", MERGED), "merged cells"),
        (PAGE, lambda text: text.replace(b"</sheetData>", TURNED), "merged cells"),
        ("xl/styles.xml", lambda text: text.replace(b'numFmtId="0"', HUGE), "as an Excel workbook"),
        (PAGE, lambda text: b'<!DOCTYPE a [<!ENTITY b "c">]>' + text, "an XML declaration that workbooks do not use"),
        (PAGE, lambda text: text.replace(b'r="B2"', b'r="XFC2"'), "extends beyond"),
        (PAGE, lambda text: text.replace(b'<row r="2"', b'<row r="1048576"'), "extends beyond"),
        (PAGE, lambda text: text[:200], "cannot be read as an Excel workbook"),
        ("xl/workbook.xml", lambda _: b"", "cannot be read as an Excel workbook"),
        ("[Content_Types].xml", lambda text: text.replace(b"sheet.main", b""), "as an Excel workbook (OSError)"),
    ],
    ids=["bomb", "merged", "turned", "huge number", "entity", "wide", "long", "cut", "empty", "no workbook"],
)  # fmt: skip
def test_hostile_workbooks(name: str, change: Any, says: str, maker: Maker, book: Any) -> None:
    """Each limit is checked before anything large is made."""
    fill(book, [["Dice", "A"], [1, 0]])
    path = saved(book, maker.folder)
    with zipfile.ZipFile(path, "a") as archive:
        if name not in archive.namelist():
            archive.writestr(name, b"")
    maker.run(rewritten(path, name, change)).refused(2, says)


@pytest.mark.parametrize(("last", "is_refused"), [("GR100", False), ("GR101", True)])
def test_the_most_merged_cells(last: str, is_refused: bool, tmp_path: Path) -> None:
    """20,000 cells may be merged, here 200 columns and 100 rows."""
    text = b'<mergeCell ref="A1:%s"/>' % last.encode()
    if is_refused:
        with pytest.raises(Refused, match="more than 20000 merged cells"):
            merged_ranges(text, tmp_path / "book.xlsx")
    else:
        assert merged_ranges(text, tmp_path / "book.xlsx") == [(0, 0, 99, 199)]


@pytest.mark.parametrize(
    ("name", "begins", "repeated", "times", "ends"),
    [
        ("sheet.xlsx", b"", b"<mergeCell ", 1_500_000, b""),
        ("sheet.md", b"# x\n\n| a |\n", b" ", 2_000_000, b"x|\n"),
        ("sheet.md", b"# x", b" ", 2_000_000, b"x\n"),
    ],
    ids=["tags", "rule", "heading"],
)
def test_text_made_to_be_searched_for_long(
    name: str, begins: bytes, repeated: bytes, times: int, ends: bytes, tmp_path: Path
) -> None:
    """Text made for slow searches is read once, in another process, since no search can be stopped."""
    path = tmp_path / name
    content = begins + repeated * times + ends
    path.write_bytes(content)
    if name.endswith(".xlsx"):
        pytest.importorskip("openpyxl")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("x.xml", content)
    script = "import sys, pathlib; from companion.load.sheet_files import read_sheets as read; "
    script += "read(pathlib.Path(sys.argv[1]))"
    run = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, cwd=ROOT, timeout=120
    )
    assert "companion.errors.Refused" in run.stderr


def test_a_file_that_is_no_workbook(maker: Maker) -> None:
    """A renamed text file and a damaged archive are refused as workbooks."""
    pytest.importorskip("openpyxl")
    maker.run("Dice;A\n1;0\n", ending=".xlsx").refused(2, "cannot be read as an Excel workbook")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.xml", b"x" * 1000)
    raw = bytearray(buffer.getvalue())
    raw[40:44] = b"\xff\xff\xff\xff"
    assert maker.run(bytes(raw), ending=".xlsx").status == 2


@pytest.mark.parametrize(
    ("place", "byte", "says"),
    [
        (8, 1, "sheet.xlsx is encrypted"),
        (8, 64, "sheet.xlsx is encrypted"),
        (10, 99, "unsupported compression"),
    ],
)
def test_a_workbook_that_is_packed_otherwise(
    place: int, byte: int, says: str, maker: Maker, book: Any
) -> None:
    """Flags and packing are those of the directory at the end of the file."""
    raw = bytearray(saved(fill(book, [["Dice", "A"], [1, 0]]).parent, maker.folder).read_bytes())
    raw[raw.index(b"PK\x01\x02") + place] = byte
    maker.run(bytes(raw), ending=".xlsx").refused(2, says)


def test_without_the_package(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without openpyxl, one line names the extra to install, the same as in the documentation."""
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    maker.run("x", ending=".xlsx").refused(2, "pip install 'tabletop-companion[import]'")
    for page in ("README.md", "docs/import.md", "docs/authoring.md"):
        commands = re.findall(r"pip install '.*?\[import\]'", (ROOT / page).read_text())
        assert set(commands) == {"pip install 'tabletop-companion[import]'"}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("| 0   | 0   | 1", "| 0   | 2   | 1", "C2 is '0' in the file but '2' in the chart"),
        ("| 1-2 | 3-5", "| 1-2 | 3-4", "C1 is '3-5' in the file but '3-4' in the chart"),
        ("6-8 ", "6-7 ", "A3 is '6-8' in the file but '6-7' in the chart"),
    ],
)
def test_a_wrong_text_is_noticed(
    old: str, new: str, says: str, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chart that differs from the file in a cell, a column or a row is not written."""

    def wrong(*given: Any) -> str:
        text = yaml_text(*given)
        assert old in text
        return (
            text.replace(old, new)
            .replace("3-4 | 6+", "3-4 | 5+")
            .replace("9+ ", "8+ " if "6-7" in new else "9+ ")
        )

    monkeypatch.setattr("companion.cli.new_chart.yaml_text", wrong)
    maker.run(PLAIN).refused(2, says, "nothing was written")
    assert not (maker.folder / "mine/tables/ford/charts/made.yaml").exists()
