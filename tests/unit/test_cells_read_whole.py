"""Cells that are only partly read, and gaps between the rows of a chart, are reported when it is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine import Engine
from companion.model import Chart, Part
from companion.render.chart import chart_lines
from companion.render.grid import cell_lines, draw
from companion.render.resolution import odds_lines
from tests.unit.test_loading_faults import CHART, SHORT, changed, loaded, module_of

PARTS = """\
id: volley
title: Volley
cite: "1.1"
page: Sheet
grid: |
  Die | Few | Many
  1-2 | 0   | 1 M1
  3-6 | M1  | {cell}
parts:
  - {{name: killed, without: 0}}
  - {{name: nerve, letter: M, without: 0}}
"""


def volley(folder: Path, cell: str, parts: str = "") -> list[tuple[str, str]]:
    """Messages and corrections of the faults of a chart with this cell, and with these parts if given."""
    text = PARTS.format(cell=cell)
    if parts:
        text = text[: text.index("parts:")] + f"parts: {parts}\n"
    library = loaded(folder, {"tables/xx/charts/volley.yaml": text})
    return [(each.says, each.mend) for each in library.faults]


@pytest.mark.parametrize("cell", ["2 M1", "2", "M3", "-", "M-1 4", "1/2 M1", "2 M12"])
def test_cells_that_are_read_completely(cell: str, tmp_path: Path) -> None:
    """Each word of the cell is read by one part."""
    assert volley(tmp_path, cell) == []


@pytest.mark.parametrize(
    ("cell", "says", "mend"),
    [
        ("2 M", 'no part reads "M": nerve needs a number after its letter', "write M1"),
        ("M", 'no part reads "M"', "write M1"),
        ("2M", '"2M" joins a number and the letter M', "as in 2 M1"),
        ("M1x2", '"M1x2" joins a number and the letter M', "separate them with a space"),
        ("2 R1", 'no part reads "R1"', "a letter for it"),
        ("2 dead", 'no part reads "dead"', "a letter for it"),
        ("2 M1*", '"2 M1*": * has no footnote', "to footnotes:"),
        ("2 M1!", '"M1!" ends with !, which is not a footnote mark', "to footnotes:"),
        ("M1 M2", "two words begin with M", "keep one"),
    ],
)
def test_a_word_that_no_part_reads(cell: str, says: str, mend: str, tmp_path: Path) -> None:
    """The fault names the row and the column."""
    (fault,) = volley(tmp_path, cell)
    assert fault[0].startswith(f'grid row 3-6, column Many: "{cell}": ')
    assert "more)" not in fault[0]
    assert says in fault[0]
    assert mend in fault[1]


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ("[{name: killed}, {name: other}]", 'killed and other both read "0"'),
        ("[{name: n, number: yes}, {name: m, letter: M}]", 'n does not read "1"'),
        ("[{name: m, letter: M}]", 'no part reads "1"'),
    ],
)
def test_parts_that_take_too_much_or_too_little(parts: str, says: str, tmp_path: Path) -> None:
    """Two parts that read the same word, or a word that no part reads."""
    assert any(says in message for message, _ in volley(tmp_path, "2 M1", parts))


def test_a_repeated_mistake_is_reported_once(tmp_path: Path) -> None:
    """A mistake in several cells is one fault; a column of names has no mistakes."""
    grid = "grid: |\n  Die | Name      | Few | Many\n  1   | Foot Guard | 1 M | 2 M\n  2   | Line      | M1  | 3 M\n"
    text = PARTS[: PARTS.index("grid:")] + grid + PARTS[PARTS.index("parts:") :].format()
    library = loaded(tmp_path, {"tables/xx/charts/volley.yaml": text})
    (fault,) = library.faults
    assert 'column Few: "1 M"' in fault.says
    assert "(and in 2 more)" in fault.says


def chart_of(columns: tuple[str, ...], cells: tuple[str, ...], parts: tuple[Part, ...]) -> Chart:
    """A chart with one row."""
    grid = {"rows_title": "", "rows": ("1",), "columns": columns, "cells": (cells,)}
    return Chart("x:x", "", "", "", parts=parts, game="x", **grid)  # type: ignore[arg-type]


def test_a_blank_cell() -> None:
    """A blank cell has no value unless the chart gives one for the dash."""
    for part, value in (
        (Part("a", without="0"), 0),
        (Part("a"), "-"),
        (Part("a", without="0", words={"-": "Normal"}), "Normal"),
    ):
        made = chart_of(("A",), ("-",), (part,))
        assert made.part("a", made.cell("1", "A")) == value


def test_numbers_and_words() -> None:
    """A part without a letter reads the words of a cell, next to a part that reads its number."""
    parts = (Part("losses", without="0", number="yes"), Part("result", without="none"))
    chart = chart_of(("A", "B"), ("m", "2"), parts)
    cells = [chart.cell("1", column) for column in chart.columns]
    assert [(chart.part("losses", each), chart.part("result", each)) for each in cells] == [
        (0, "m"),
        (2, "none"),
    ]


@pytest.mark.parametrize(
    ("rows", "none"),
    [
        (("1-2", "4-4", "5-6"), "row covers 3"),
        (("1-2", "6", "7+"), "row covers 3-5"),
        (("1", "2", "3", "5"), "row covers 4"),
        (("1 or less", "3", "4+"), "row covers 2"),
        (("1", "4", "8"), ""),
        (("hill", "wood", "9"), ""),
        (("1-2", "3", "4+"), ""),
    ],
)
def test_a_gap_between_rows(rows: tuple[str, ...], none: str, tmp_path: Path) -> None:
    """A gap is a fault unless the rows are not dice; a row with - marks a gap in print."""
    grid = "\n".join(f"  {row} | 1" for row in rows)
    text = PARTS[: PARTS.index("grid:")] + f"grid: |\n  Die | All\n{grid}\n"
    messages = [each.says for each in loaded(tmp_path, {"tables/xx/charts/volley.yaml": text}).faults]
    assert messages == ([f"no {none}"] if none else [])


def test_a_gap_between_columns(tmp_path: Path) -> None:
    """Gaps between ranges in columns are faults; single numbers may be names."""
    for columns, messages in (("1-2 | 4 | 5", ["no column covers 3"]), ("1 | 2 | 4", [])):
        text = PARTS[: PARTS.index("grid:")] + f"grid: |\n  Die | {columns}\n  1 | 1 | 2 | 3\n"
        library = loaded(tmp_path / columns[:3], {"tables/xx/charts/volley.yaml": text})
        assert [each.says for each in library.faults] == messages


def test_missing_odds_give_the_reason(tmp_path: Path) -> None:
    """A total beyond the last row is refused in play, and there are no odds."""
    library = loaded(tmp_path, {SHORT["chart"]: changed("chart", "7+   |", "7-8  |").replace("7+:", "7-8:")})
    assert library.faults == ()
    engine = Engine(library)
    answers = {"rating": "A", "range": 1, "shaken": False, "firers": [{"sps": 1}]}
    assert engine.resolve("xx:fire", answers).odds
    short = (
        changed("chart", "7+   |", "7    |").replace("7+:", "'7':").replace("5-6", "5-5").replace("7 ", "6 ")
    )
    assert short != CHART
    library = loaded(tmp_path / "short", {SHORT["chart"]: short.replace("'7'", "'6'")})
    assert library.faults == ()
    resolution = Engine(library).resolve("xx:fire", answers)
    assert resolution.odds == {}
    assert "Table has no dice 7" in resolution.no_odds
    assert odds_lines(resolution, 200)[0].startswith("No odds: some dice rolls have no result: Table has")
    assert module_of(library).charts


def test_words_for_rows_columns_and_cells(tmp_path: Path) -> None:
    """They replace keys on screen, as text and in an answer; other keys are shown without `_`."""
    text = CHART_OF_NAMES.format(words="{on_foot: on foot or dismounted, no_go: prohibited}")
    library = loaded(tmp_path, {"tables/xx/charts/ground.yaml": text})
    assert [str(each) for each in library.faults] == []
    chart = next(each for each in library.modules[0].charts if each.id == "xx:ground")
    module = module_of(library)
    drawn = "\n".join(
        [*chart_lines(chart, module, 80), *draw(chart, 80, (0, 0)).lines, *cell_lines(chart, (1, 0), 80)]
    )
    assert "_" not in drawn
    for words in ("on foot or dismounted", "prohibited", "deep water"):
        assert drawn.count(words) >= 2


def test_words_for_an_unknown_key(tmp_path: Path) -> None:
    """A misspelt key is a fault."""
    library = loaded(
        tmp_path, {"tables/xx/charts/ground.yaml": CHART_OF_NAMES.format(words="{on_fot: on foot}")}
    )
    (fault,) = library.faults
    assert "'on_fot' is not a row, column or cell of the grid" in str(fault)
    assert "did you mean on_foot?" in str(fault)


CHART_OF_NAMES = """\
id: ground
title: Ground
cite: "1.1"
page: Sheet
grid: |
  Hex        | on_foot | mounted
  open       | 1       | 1
  deep_water | no_go   | no_go
words: {words}
"""


@pytest.mark.parametrize(
    ("parts", "says", "mend"),
    [
        ("[{name: killed}, {name: back, letter: b}]", "no cell contains part back: no word in a cell is b", "leave"),
        ("[{name: killed}, {name: nerve, letter: m}]", "no cell contains part nerve", "write letter: M, as in M1"),
        (
            "[{name: killed, number: yes}, {name: nerve, letter: M}, {name: state}]",
            "no cell contains part state: the other parts already read every word",
            "leave the part out",
        ),
    ],
)  # fmt: skip
def test_a_part_that_no_cell_has(parts: str, says: str, mend: str, tmp_path: Path) -> None:
    """Such a part would silently be its `without` everywhere; the correction names a letter in another case."""
    text = PARTS.format(cell="M2").replace("1 M1", "1")
    text = text[: text.index("parts:")] + f"parts: {parts}\n"
    (fault,) = loaded(tmp_path, {"tables/xx/charts/volley.yaml": text}).faults
    assert fault.says.startswith(says)
    assert mend in fault.mend
    assert fault.key == f"parts[{parts.count('{') - 1}]"


def test_a_part_of_numbers_without_a_number(tmp_path: Path) -> None:
    """A part with `number: yes` needs a cell that is a whole number."""
    text = PARTS.format(cell="b").replace("0   | 1 M1", "a   | b   ").replace("M1  |", "c   |")
    text = text[: text.index("parts:")] + "parts: [{name: n, number: yes}, {name: state}]\n"
    (fault,) = loaded(tmp_path, {"tables/xx/charts/volley.yaml": text}).faults
    assert fault.says == "no cell contains part n: no cell is a whole number"


NEEDED = """\
id: needed
title: Needed
cite: "1.1"
page: Sheet
grid: |
  Rating | A   | B         | C
  1-3    | 4+  | 5 or less | -
  4-6    | 2-3 | 1         | 2+
"""


@pytest.mark.parametrize(
    ("column", "cell"),
    [("'A'", ""), ("'B'", "row 1-3, column B reads 5 or less"), ("'C'", "row 1-3, column C reads -")],
)
def test_the_lowest_number_of_a_band(column: str, cell: str, tmp_path: Path) -> None:
    """`least` needs a lowest number in every cell of the columns that may be read; the fault names the first other."""
    step = f'  - {{do: look-up, name: got, chart: needed, column: "{column}", row: dice, take: {{figure: least}}}}\n'
    files = {SHORT["fire"]: changed("fire", "outcome:", f"{step}outcome:")}
    library = loaded(tmp_path, {**files, "tables/xx/charts/needed.yaml": NEEDED})
    assert [cell in fault.says for fault in library.faults] == ([True] if cell else [])
    assert [fault.key.endswith("take.figure") for fault in library.faults] == ([True] if cell else [])


@pytest.mark.parametrize(
    ("cells", "mend"),
    [
        (("4+", "5 or less"), "leave out figure: least, or read a column of numbers and bands only"),
        (("4+", "-"), "write a band that no dice reach into the blank cell, such as 99+"),
        (
            ("4", "-"),
            "add parts: [{name: figure, without: 0}] to the chart, take figure: figure instead, and refuse 0",
        ),
    ],
)
def test_the_mend_of_a_cell_without_a_lowest_number(
    cells: tuple[str, str], mend: str, tmp_path: Path
) -> None:
    """A blank among numbers becomes a part, and one among bands a band; the chart with the part has no fault."""
    grid = f"grid: |\n  Rating | A\n  1-3    | {cells[0]}\n  4-6    | {cells[1]}\n"
    chart = NEEDED[: NEEDED.index("grid:")] + grid
    step = "  - {do: look-up, name: got, chart: needed, column: \"'A'\", row: dice, take: {figure: least}}\n"
    files = {SHORT["fire"]: changed("fire", "outcome:", f"{step}outcome:")}
    (fault,) = loaded(tmp_path, {**files, "tables/xx/charts/needed.yaml": chart}).faults
    assert fault.mend.startswith(mend)
    if "parts:" in mend:
        files = {SHORT["fire"]: changed("fire", "outcome:", f"{step.replace('least', 'figure')}outcome:")}
        chart += "parts: [{name: figure, without: 0}]\n"
        assert loaded(tmp_path / "corrected", {**files, "tables/xx/charts/needed.yaml": chart}).faults == ()
