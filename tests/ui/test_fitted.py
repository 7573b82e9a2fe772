"""Every rule, chart and calculator fits its panels: no line is cut off or outdented, and no word is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from textual.content import Content

from companion.engine import Engine
from companion.load.places import Places
from companion.model import Chart, GameModule, Library, Resolution
from companion.render.calculator import sections
from companion.render.chart import cell_text, chart_foot
from companion.render.grid import cell_lines, draw
from companion.ui.widgets.about_calculator import about_calculator
from companion.ui.widgets.ledger import Notes, ledger_rows, odds_rows
from companion.ui.widgets.lines import Lines
from companion.ui.widgets.rule_text import GUTTER, rule_text
from companion.workspace.context import AppContext
from tests.conftest import json_lines
from tests.looks.fitted import ENDLESS, faults, plain
from tests.looks.tour import SIZES
from tests.ui.helpers import calculator, press, started, type_in

pytestmark = pytest.mark.slow

GAMES = ("lob", "bp", "bar", "pub", "aor")
WIDTHS = {
    "#preview": (55,),
    "#text": (70, 75, 37),
    "#chart": (84, 76, 38),
    "#cell": (84, 76, 38),
    "#calculator-about": (56, 76, 38),
    "#odds-text": (49, 32),
    "#answer": (49, 32),
}
"""Widths of the panels in columns at 120x40, 80x24 and 40x20; a small screen has fewer panels."""


@pytest.fixture
def context(places: Places) -> Iterator[AppContext]:
    """Return a context with the included games."""
    opened = AppContext.open(places, "lob")
    yield opened
    opened.close()


def _at(lines: Lines, width: int, gutter: int = 0) -> list[str]:
    return faults(plain(lines.at(ENDLESS)), plain(lines.at(width)), width, gutter)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_fits(context: AppContext, game: str) -> None:
    """A rule fits its own screen, and the panel beside the search results."""
    for entry in context.library.module(game).entries:
        lines = rule_text(context, entry.id)
        for width in (*WIDTHS["#text"], *WIDTHS["#preview"]):
            assert not _at(lines, width, GUTTER), f"{entry.id} at {width}"


@pytest.mark.parametrize("game", GAMES)
def test_the_description_of_every_calculator_fits(context: AppContext, game: str) -> None:
    """The summary fits the panel beside the list of calculators, or below it."""
    module = context.library.module(game)
    for procedure in module.procedures:
        lines = about_calculator(procedure, module)
        for width in WIDTHS["#calculator-about"]:
            assert not _at(lines, width), f"{procedure.id} at {width}"


@pytest.mark.parametrize("game", GAMES)
def test_every_chart_fits(context: AppContext, game: str) -> None:
    """The cells on all pages fit, and so do the line about each cell and the text below the chart."""
    module = context.library.module(game)
    for chart in module.charts:
        for width in WIDTHS["#chart"]:
            foot = faults(chart_foot(chart, module, ENDLESS), chart_foot(chart, module, width), width)
            assert not [*foot, *_pages(chart, width)], f"{chart.id} at {width}"
        for width in WIDTHS["#cell"]:
            for cell in (
                (row, column) for row in range(len(chart.rows)) for column in range(len(chart.columns))
            ):
                assert not faults(cell_lines(chart, cell, ENDLESS), cell_lines(chart, cell, width), width), (
                    chart.id
                )


def _pages(chart: Chart, width: int) -> Iterator[str]:
    """Yield the faults of a chart's pages: lines that are too long, cells with lost text."""
    column = 0
    while column < len(chart.columns):
        grid = draw(chart, width, (0, column))
        yield from (f"too long: {line}" for line in grid.lines if len(line) > width)
        for cell, spots in grid.spots.items():
            drawn = "".join(grid.lines[spot.line][spot.start : spot.end] for spot in spots)
            printed = cell_text(chart, chart.rows[cell[0]], chart.columns[cell[1]])
            if re.sub(r"[\s<>]", "", drawn) != re.sub(r"[\s<>]", "", printed):
                yield f"lost: {printed}, drawn as {drawn}"
        column = grid.columns.stop


@pytest.mark.parametrize("game", GAMES)
def test_every_calculator_fits_before_and_after_the_roll(engine: Engine, library: Library, game: str) -> None:
    """Odds, ledger and the panels below them fit, for the longest worked example of each calculator."""
    module = library.module(game)
    examples: dict[str, dict[str, Any]] = {}
    for kind in ("calculations", "own"):
        for case in json_lines(f"{game}-{kind}.jsonl"):
            longest = examples.get(case["procedure"])
            if "outcome" in case and (longest is None or len(str(longest)) < len(str(case))):
                examples[case["procedure"]] = case
    assert examples.keys() == {procedure.id for procedure in module.procedures}
    for name, case in examples.items():
        for rolls in (None, case.get("rolls")):
            resolution = engine.resolve(name, case["inputs"], rolls)
            for width in WIDTHS["#answer"]:
                assert not _answer_faults(resolution, module, width), f"{name} at {width}"


def _answer_faults(resolution: Resolution, module: GameModule, width: int) -> list[str]:
    procedure = next(each for each in module.procedures if each.id == resolution.procedure)
    notes = Notes({}, {}, False)
    found = [
        fault
        for section in sections(resolution, procedure, module)
        for fault in faults(section.lines(ENDLESS), section.lines(width), width)
    ]
    if resolution.totals:
        endless, drawn = (_lines(ledger_rows(resolution, notes, columns)) for columns in (ENDLESS, width))
        found += faults(endless, drawn, width)
    if resolution.odds:
        endless, drawn = (_lines(odds_rows(resolution.odds, (), "", columns)) for columns in (ENDLESS, width))
        without = ([_FRACTION.sub("", line) for line in lines] for lines in (endless, drawn))
        found += faults(next(without), next(without), width)
    return found


_FRACTION = re.compile(r" +\d+(/\d+)?$")
"""The fraction after a percentage, shown only where there is room."""


def _lines(text: Content) -> list[str]:
    return text.plain.split("\n")


@pytest.mark.parametrize("size", SIZES)
async def test_panels_have_these_widths(places: Places, size: tuple[int, int]) -> None:
    """`WIDTHS` equals the widths measured in the app."""
    place = SIZES.index(size)
    async with started(places, size) as pilot:
        widths = {}

        def measure(*names: str) -> None:
            for name in names:
                widget = pilot.app.screen.query_one(name)
                widths[name] = widget.content_size.width if widget.region.area else 0

        await type_in(pilot, "3.5")
        measure("#preview")
        await press(pilot, "enter")
        measure("#text")
        await press(pilot, "escape escape f6")
        await type_in(pilot, "terrain")
        await press(pilot, "enter")
        measure("#chart", "#cell")
        await press(pilot, "escape escape escape f2")
        measure("#calculator-about")
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2")
        measure("#odds-text", "#answer")
    assert widths == {name: columns[place] if place < len(columns) else 0 for name, columns in WIDTHS.items()}
