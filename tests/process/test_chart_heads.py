"""`companion new-chart`: a second line of column headings is one only if the author says so, and no row is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Chart
from tests.process.conftest import CommandResult, Say

BODY = "3 or less;0;0;1\n4-6;0;1;2\n7+;1;2;3\n"
TWO = f"Column;A;B;C\nFigures firing;1-4;5-8;9+\n{BODY}"


class Sheets:
    """Makes charts of the game `ford` from a spreadsheet with this text."""

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self.say = say

    def run(self, text: str, *answers: str, ending: str = ".csv") -> CommandResult:
        """Run new-chart with these answers."""
        path = self.folder / f"sheet{ending}"
        path.write_text(text)
        given = ("cite=2.1", "page=Card", "id=made", "title=Made", *answers)
        options = [word for answer in given for word in ("--answer", answer)]
        return self.say("new-chart", str(path), "--game", "ford", *options)

    @property
    def chart(self) -> Chart:
        """The chart that was made."""
        library = read_library(Places((self.folder / "mine",), self.folder, self.folder))
        assert library.faults == ()
        return next(chart for chart in library.module("ford").charts if chart.id == "ford:made")


@pytest.fixture
def sheets(tmp_path: Path, say: Say, own_game: Callable[[], Path]) -> Sheets:
    """A maker of charts in a new game."""
    own_game()
    return Sheets(tmp_path, say)


@pytest.mark.parametrize("ending", [".csv", ".md"])
def test_bands_below_letters(ending: str, sheets: Sheets) -> None:
    """A number finds the column, the player reads both headings, and each of them is compared with the file."""
    text = TWO
    if ending == ".md":
        first, *rest = TWO.splitlines()
        text = "\n".join((first.replace(";", "|"), "-|-|-|-", *(line.replace(";", "|") for line in rest)))
    answer = sheets.run(text, ending=ending)
    assert answer.status == 0, answer
    chart = sheets.chart
    assert (chart.columns_title, chart.rows_title) == ("Figures firing", "")
    assert (chart.columns, chart.rows) == (("1-4", "5-8", "9+"), ("3 or less", "4-6", "7+"))
    assert [chart.read(column) for column in chart.columns] == ["A 1-4", "B 5-8", "C 9+"]
    assert chart.cell(chart.row_key(5), chart.column_key(8)) == 1
    assert "19 cells in sheet" in answer.out
    assert "Rows 1 and 2 are both headings of the columns." in answer.out
    assert "Left out: A1 Column." in answer.out


def test_no_keeps_the_row(sheets: Sheets) -> None:
    """With the answer `no`, the second line stays a row of words above the bands."""
    answer = sheets.run(TWO, "heads=no")
    assert answer.status == 0, answer
    assert sheets.chart.rows == ("Figures firing", "3 or less", "4-6", "7+")
    assert sheets.chart.columns == ("A", "B", "C")


@pytest.mark.parametrize(
    ("lines", "columns", "names"),
    [
        ("Range;Close;Middle;Long\nDice;0-6;7-12;13-18", "Close 0-6,Middle 7-12,Long 13-18", ("Dice", "Range")),
        ("Figures;1-4;5-8;9+\nColumn;A;B;C", "A 1-4,B 5-8,C 9+", ("", "Figures")),
        (";Close;Middle;Long\nScore;9+;4-8;0-3", "Close 9+,Middle 4-8,Long 0-3", ("Score", "")),
        (";Near;Middle;Far\nInches;0 to 6;7 to 12;13 to 18", "Near 0-6,Middle 7-12,Far 13-18", ("", "Inches")),
        ("Column;1;2;3\nMen;1-4;5-8;9+", "1 1-4,2 5-8,3 9+", ("", "Men")),
    ],
    ids=["dice below", "letters below", "falling", "written as bands", "numbers above"],
)  # fmt: skip
def test_second_lines_that_are_headings(
    lines: str, columns: str, names: tuple[str, str], sheets: Sheets
) -> None:
    """Enter joins two lines of headings; the words of the corners decide which name the rows and columns."""
    answer = sheets.run(f"{lines}\n{BODY}")
    assert answer.status == 0, answer
    chart = sheets.chart
    assert ",".join(map(chart.read, chart.columns)) == columns
    assert (chart.rows_title, chart.columns_title) == names
    assert len(chart.rows) == 3


@pytest.mark.parametrize(
    ("lines", "columns"),
    [
        ("Dice;Close;Long\nInches;0-6;6-12\n1-3;1;0\n4-6;2;1", "Close 0-6,Long 6-12"),
        ("Weapon;Close;Long\nInches;0-6;7-12\nMusket;1;0\nRifle;2;1", "Close 0-6,Long 7-12"),
        ("Dice;A;B\nTarget;Line;Square\n1-3;1;0\n4-6;2;1", "A Line,B Square"),
    ],
    ids=["the bands overlap", "all rows have words", "words"],
)
def test_second_lines_that_may_be_rows(lines: str, columns: str, sheets: Sheets) -> None:
    """Without an answer nothing is written."""
    sheets.run(f"{lines}\n").refused(2, "--answer heads=yes")
    assert sheets.run(f"{lines}\n", "heads=yes").status == 0
    assert ",".join(map(sheets.chart.read, sheets.chart.columns)) == columns


@pytest.mark.parametrize(
    "text",
    [
        "Dice;1-2;3-5;6+\n3 or less;0;0;1\n4-6;0;1;2\n7+;1;2;3",
        "Dice;A;B;C\nNatural 2;0;0;0\n3-6;0;1;2\n7+;1;2;3",
        "Dice;A;B;C\nNatural 2;jam;jam;jam\n3-6;0;1;2\n7+;1;2;3",
        "Dice;A;B;C\nNatural 2;jam;miss;hit\n3-6;0;1;2\n7+;1;2;3",
        "Dice;Foot;Horse;Guns\nDouble;Hold;Retreat;Rout\n3-6;0;1;2\n7+;1;2;3",
        "Target;A;B;C\nOpen;2-6;3-6;4-6\nCover;3-6;4-6;5-6\nWall;6;6;6",
        "Target;A;B;C\nOpen;1-2;3-4;5-6\nCover;1-3;4-5;6\nWall;1;2;3-6",
        "Dice;A;B;C\nMinimum;1;2;3\n1-3;1;1;2\n4-6;2;2;3",
        "Men;1-4;5-8;9+\nLeast;1;2;3\n1-3;1;1;2\n4-6;2;2;3",
        "Weapon;Near;Middle;Far\nBow;0-6;8-12;14-20\nSling;4;8;10\nDart;2;4;6",
        "Range;0-6;7-12;13-18\nMusket;1-4;5-6;7-8\nRifle;1;2;3\nBow;2;2;2",
        "Column;A;B\nMen;1-4;5-8\n1+;3;4",
    ],
    ids=lambda text: text.splitlines()[1],
)  # fmt: skip
def test_first_rows_that_are_rows(text: str, sheets: Sheets) -> None:
    """No row is taken as a heading, and nothing is asked."""
    sheets.run(f"{text}\n", "heads=yes").refused(2, "unknown question")
    answer = sheets.run(f"{text}\n")
    assert answer.status == 0, answer
    head, *rows = text.splitlines()
    assert list(sheets.chart.columns) == head.split(";")[1:]
    assert [list(cells) for cells in sheets.chart.cells] == [row.split(";")[1:] for row in rows]


def test_a_band_that_is_a_row_too(sheets: Sheets) -> None:
    """A row or cell would be shown with the letter of the column, so that the joined headings are the columns."""
    answer = sheets.run("Column;A;B\nMen;1-3;4-6\n1-3;1;0\n4-6;2;1\n")
    assert answer.status == 0, answer
    assert (sheets.chart.columns, sheets.chart.words) == (("A 1-3", "B 4-6"), {})
    assert "Changed (two headings joined): B2 1-3 -> A 1-3, C2 4-6 -> B 4-6" in answer.out
    assert "11 cells in sheet.csv were compared with the chart; all match." in answer.out


@pytest.mark.parametrize(
    ("heads", "columns", "shown"),
    [
        ("A 1-4;B 5-8;C 9+", ("1-4", "5-8", "9+"), ["A 1-4", "B 5-8", "C 9+"]),
        ("Musket 1-4;Rifle 1-6;Gun 2-5", ("Musket 1-4", "Rifle 1-6", "Gun 2-5"), None),
        ("Round 1;Round 2;Round 3", ("Round 1", "Round 2", "Round 3"), None),
    ],
)
def test_headings_that_end_in_bands(
    heads: str, columns: tuple[str, ...], shown: list[str] | None, sheets: Sheets
) -> None:
    """Headings that end in bands are found by number if each column's band continues the previous one."""
    answer = sheets.run(f"Dice;{heads}\n{BODY}")
    assert answer.status == 0, answer
    assert sheets.chart.columns == columns
    assert [sheets.chart.read(column) for column in columns] == (shown or list(columns))
    assert "16 cells" in answer.out


@pytest.mark.parametrize(
    ("corner", "rows", "columns"),
    [
        ("Column", "", "Column"),
        ("Column: Men", "", "Men"),
        ("Dice \\ Men", "Dice", "Men"),
        ("Men / Dice", "Dice", "Men"),
        ("Foot/Horse", "Foot/Horse", ""),
        ("Men", "Men", ""),
    ],
)
def test_what_a_corner_names(corner: str, rows: str, columns: str, sheets: Sheets) -> None:
    """A corner names the columns, the rows or both; a single word names the rows."""
    assert sheets.run(f"{corner};x;y\n1-3;1;0\n4-6;2;1\n").status == 0
    assert (sheets.chart.rows_title, sheets.chart.columns_title) == (rows, columns)


FIRE = """\
---
title: More
document: rules
authority: rule
---

# 9 Guns

- The Fire Chart is not for guns.

# 10 The volley

- Roll 2D6.
- fire chart - figures lost

| Column Figures | A 1-4 | B 5-8 | C 9+ |
|---|---|---|---|
| 3 or less | 0 | 0 | 1 |
| 4-6 | 0 | 1 | 2 |
| 7+ | 1 | 2 | 3 |

# 11 Shots

- Use the Shot Chart, and for cannon the Cannon Shot Chart.
"""


@pytest.mark.parametrize(
    ("title", "named", "rule", "rows"),
    [
        ("FIRE CHART - figures lost (1D10 and modifiers)", "Fire Chart", "10 The volley", "1D10"),
        ("FIRE CHART", "Fire Chart", "10 The volley", ""),
        ("Shot", "Shot Chart", "10 The volley", ""),
        ("LOSSES OF MEN - one throw", "Losses of Men", "10 The volley", ""),
        ("LOSSES OF MEN: one throw", "Losses of Men", "10 The volley", ""),
    ],
)
def test_enter_from_the_title_to_the_end(
    title: str, named: str, rule: str, rows: str, sheets: Sheets, typed: Callable[..., None]
) -> None:
    """The name is that of the rules or in small letters, the rule has the same table, and the title may have dice."""
    (sheets.folder / "mine/rulebook/ford/02-more.md").write_text(FIRE)
    path = sheets.folder / "sheet.csv"
    path.write_text(f"{title};;;\n{TWO}")
    typed("", "", "", "Card", "", *([] if rows else [""]), "yes")
    answer = sheets.say("new-chart", str(path), "--game", "ford")
    shown = " ".join(answer.out.split())
    assert answer.status == 0, answer
    assert "Join them: A 1-4, B 5-8, C 9+? [Enter: yes]" in shown
    assert f"[Enter: {named}]" in shown and f"[Enter: {rule}]" in shown
    assert "One name for all columns (A 1-4, B 5-8, C 9+), such as Range for near and far" in shown
    assert "[Enter: Figures firing]" in shown
    assert ("[Enter: 2D6]" in shown) is not bool(rows)
    library = read_library(Places((sheets.folder / "mine",), sheets.folder, sheets.folder))
    chart = next(chart for chart in library.module("ford").charts if chart.title == named)
    assert chart.rows_title == (rows or "2D6")


def test_a_title_that_two_tables_begin_with(sheets: Sheets, typed: Callable[..., None]) -> None:
    """A title that two tables begin with is not cut before its dash, so the two charts differ."""
    tables = "\n".join(f"LOSSES OF MEN - {name}\nDice;A\n1-3;0\n4-6;1\n" for name in ("GUNS", "HORSE"))
    (sheets.folder / "sheet.csv").write_text(tables)
    typed("1", "", "2.1", "Card", "yes")
    answer = sheets.say("new-chart", str(sheets.folder / "sheet.csv"), "--game", "ford")
    assert "[Enter: Losses of Men - Guns]" in " ".join(answer.out.split()), answer


def test_a_corner_that_does_not_name_the_columns(sheets: Sheets) -> None:
    """The answer `-` leaves the columns without a name, and the corner then names the rows."""
    answer = sheets.run(TWO, "columns=-")
    assert answer.status == 0, answer
    assert (sheets.chart.rows_title, sheets.chart.columns_title) == ("Figures firing", "")
    assert "18 cells" in answer.out


def test_the_words_of_a_chart_that_is_made_again(sheets: Sheets) -> None:
    """A chart that is made again gets new words for its columns, and keeps the words written by hand."""
    sheets.run(TWO)
    path = sheets.folder / "mine/tables/ford/charts/made.yaml"
    path.write_text(
        path.read_text().replace('words: {"1-4"', 'words: {"7+": many, "1-4"').replace("A 1-4", "X 1-4")
    )
    assert sheets.chart.read("1-4") == "X 1-4"
    assert sheets.run(TWO, "replace=yes").status == 0
    assert [sheets.chart.read(key) for key in ("1-4", "7+")] == ["A 1-4", "many"]


@pytest.mark.parametrize(
    ("heads", "rule", "name"),
    [
        ("3 or less;4-6", "Chart A gives the score for weapon and range.", "Range"),
        ("3 or less;4-6", "Chart A gives the score. The range counts.", "none"),
        ("Close;Long range", "They fire.", "Range"),
        ("Close;Deep", "They fire.", "none"),
        ("Elite;Raw", "Elite: the Guard. Raw: all others.", "Volley"),
        ("Elite;Raw", "Elite and Raw troops fire.", "none"),
    ],
)
def test_columns_that_are_ranges(
    heads: str, rule: str, name: str, sheets: Sheets, typed: Callable[..., None]
) -> None:
    """Enter calls them Range if they are words for it or distances of a chart read by range; else by the rule's name.

    The rule must explain each of them.
    """
    head = FIRE.partition("# 10")[0]
    (sheets.folder / "mine/rulebook/ford/02-more.md").write_text(f"{head}# 10 Volley\n\n- {rule}\n")
    path = sheets.folder / "sheet.csv"
    path.write_text(f"Chart A;;\nWeapon;{heads}\nMusket;3;4\nRifle;4;5\n")
    typed("", "10", "Card", KeyboardInterrupt)
    shown = " ".join(sheets.say("new-chart", str(path), "--game", "ford").out.split())
    assert f"such as Range for near and far [Enter: {name}]" in shown


def test_the_name_of_the_game_before_the_title(sheets: Sheets, typed: Callable[..., None]) -> None:
    """Enter takes the part after the dash, with the rule that names it."""
    head = FIRE.partition("# 10")[0]
    rules = f"{head}# 10 Volley\n\n- Use the Volley Effect Chart.\n"
    (sheets.folder / "mine/rulebook/ford/02-more.md").write_text(rules)
    path = sheets.folder / "sheet.csv"
    path.write_text("Pipes and Drums - Volley Effect Chart;\nDice;Loss\n1-3;1\n4-6;2\n")
    typed("", "", KeyboardInterrupt)
    shown = " ".join(sheets.say("new-chart", str(path), "--game", "ford").out.split())
    assert "[Enter: Volley Effect Chart]" in shown
    assert "[Enter: 10 Volley]" in shown
