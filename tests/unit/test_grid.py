"""Charts drawn as printed: every cell once, within the width, with shading and footnotes as signs."""

from __future__ import annotations

import msgspec
import pytest

from companion.model import Chart, Game, GameModule, Library
from companion.model.chart import Footnote, Shade
from companion.render.chart import chart_foot, chart_lines, shade_signs
from companion.render.grid import Grid, cell_lines, draw

SMALL = Chart(
    "toy:small",
    "Small Chart",
    "1.0",
    "page 1",
    "Range",
    game="toy",
    rows_title="Die",
    rows=("1", "2-3"),
    columns=("near", "far_off"),
    cells=(("a", "b*"), ("-", "")),
    footnotes=(Footnote("By day only.", "*"), Footnote("One die.")),
    shades=(Shade("hot", "Twice.", "red", (("1", "near"),)),),
)
TOY = GameModule(Game("toy", "Toy", "1", "", ()))


def text_of(grid: Grid, cell: tuple[int, int]) -> str:
    """The drawn text of a cell without the signs around it."""
    parts = [grid.lines[spot.line][spot.start : spot.end] for spot in grid.spots[cell]]
    return "".join("".join(parts).split()).strip("[]<>")


def test_drawn_as_printed() -> None:
    """Titles above, headings at the side, signs for shading, for the cell under the cursor and for the cell read."""
    grid = draw(SMALL, 40, (1, 0), {(0, 1)})
    assert [line.rstrip() for line in grid.lines] == [
        "     │ Range",
        " Die │ near  far off",
        "─────┼──▼────────────",
        " 1   │ a'   [b*]",
        "▶2-3 │>-<",
    ]


def test_cell_in_words() -> None:
    """Row, column, printed text, shading, footnote; blank cells are named as blank."""
    assert cell_lines(SMALL, (0, 0), 60) == ["Die 1, near: a", "  red band: Twice."]
    assert cell_lines(SMALL, (0, 1), 60, read=True) == [
        "Cell used: Die 1, far off: b*",
        "  * By day only.",
    ]
    assert cell_lines(SMALL, (1, 1), 60) == ["Die 2-3, far off: (blank)"]


def test_more_shadings_than_signs() -> None:
    """Each shading has its own sign, however many there are."""
    cells = (("1", "near"),)
    shades = tuple(Shade(f"s{number}", "So.", "red", cells) for number in range(6))
    many = msgspec.structs.replace(SMALL, shades=shades, footnotes=())
    assert len(set(shade_signs(many).values())) == 6
    assert len(chart_foot(many, TOY, 40)) == 6
    assert chart_lines(many, TOY, 40)


@pytest.mark.parametrize("width", [24, 38, 78, 158])
@pytest.mark.parametrize("game", ["lob", "bp", "bar", "pub", "aor"])
def test_every_cell_of_every_chart_can_be_read(library: Library, game: str, width: int) -> None:
    """At each width, every cell is drawn in full together with its column, in lines that fit."""
    for chart in library.module(game).charts:
        for column in range(len(chart.columns)):
            grid = draw(chart, width, (0, column))
            assert column in grid.columns, chart.id
            assert all(len(line) <= width for line in grid.lines), chart.id
            signs = shade_signs(chart)
            for row, key in enumerate(chart.rows):
                for place in grid.columns:
                    printed = chart.printed(key, chart.columns[place])
                    printed += signs.get(chart.shade(key, chart.columns[place]), "")
                    drawn = text_of(grid, (row, place))
                    assert drawn == "".join(printed.split()).strip("[]<>"), (chart.id, key, place)


def test_the_columns_around_the_cell_are_drawn(library: Library) -> None:
    """At 40 columns, the columns on both sides of the cell are drawn, with their headings and the row headings."""
    chart = library.module("lob").chart("combat-table")
    for column in range(2, len(chart.columns) - 2):
        grid = draw(chart, 38, (8, column))
        assert column - 2 in grid.columns
        assert column + 2 in grid.columns
        heads = grid.lines[grid.top - 2]
        assert all(f" {chart.columns[place]} " in f"{heads} " for place in grid.columns)


def test_a_part_of_a_chart_keeps_the_row_heads(library: Library) -> None:
    """A chart that is too wide says which of its columns are drawn."""
    chart = library.module("lob").chart("combat-table")
    first, second = draw(chart, 38, (0, 0)), draw(chart, 38, (0, len(chart.columns) - 1))
    assert first.lines[0] == f"Columns 1 to {first.columns.stop} of {len(chart.columns)}  → more"
    assert second.lines[0].startswith("more ←  Column")
    for grid in (first, second):
        assert all(any(line[1:].startswith(f"{row} ") for line in grid.lines) for row in chart.rows)


def test_hostile_text_is_harmless() -> None:
    """Escape sequences in cells and headings are printed visibly, and cells keep their position."""
    bad = msgspec.structs.replace(
        SMALL,
        rows_title="\x1b[2J",
        rows=("\x1b[31m", "2"),
        columns=("\x07",),
        cells=(("\x1b]0;x\x07",), ("",)),
    )
    grid = draw(bad, 40, (0, 0))
    assert not any("\x1b" in line or "\x07" in line for line in [*grid.lines, *cell_lines(bad, (0, 0), 40)])
    assert ">" + text_of(grid, (0, 0)) == ">1b>]0;x<07"
