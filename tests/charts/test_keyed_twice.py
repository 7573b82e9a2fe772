"""Each chart matches a second, independent transcription of the printed page (tests/keyed)."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.load.cases import second_keyings
from companion.model import Chart, Library
from companion.model.chart import holds
from companion.model.step import Tally

KEYED = Path(__file__).resolve().parent.parent / "keyed"


GAMES = sorted(folder.name for folder in KEYED.iterdir() if folder.is_dir())


def keyed(game: str, name: str) -> dict[tuple[str, str], str]:
    """Cells of a second transcription by (row, column), as keyed."""
    with (KEYED / game / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    return {(row[0], column): cell for row in rows for column, cell in zip(head[1:], row[1:], strict=True)}


@pytest.mark.parametrize(
    ("game", "chart"),
    [(game, chart.partition(":")[2]) for game in GAMES for chart in second_keyings(KEYED, game)],
)
def test_every_cell_is_the_same_twice(game: str, chart: str, library: Library) -> None:
    """Cells agree, and neither transcription has a cell more than the other."""
    kept = library.module(game).chart(chart)
    second = second_keyings(KEYED, game)[kept.id]
    once = {(row, column): kept.printed(row, column) for row in kept.rows for column in kept.columns}
    assert {key: cell for key, cell in once.items() if key not in second.apart} == second.cells


def test_the_printed_double_row_is_two_rows(library: Library) -> None:
    """The sheet's row `CR, S`, Colt or Spencer Rifle, becomes two rows."""
    chart = library.module("lob").chart("small-arms")
    assert {chart.printed("CR", "Name"), chart.printed("S", "Name")} == {"Colt Rifle", "Spencer Rifle"}


def test_depletion_bands_cell_by_cell(library: Library) -> None:
    """The colour bands of the combat table differ from column to column."""
    chart = library.module("lob").chart("combat-table")
    again = {
        key: "" if cell == "none" else cell for key, cell in keyed("lob", "combat-table-shading").items()
    }
    assert {
        (row, column): chart.shade(row, column) for row in chart.rows for column in chart.columns
    } == again


def test_every_chart_has_a_second_transcription(library: Library) -> None:
    """A chart without a second transcription is an error."""
    for game in GAMES:
        assert {chart.id for chart in library.module(game).charts} == set(second_keyings(KEYED, game))


def bands(chart: Chart, column: str) -> list[str]:
    """The cells of a column that lists ranges of dice."""
    return [chart.printed(row, column) for row in chart.rows if chart.printed(row, column) != "-"]


@pytest.mark.parametrize(
    ("name", "lowest", "highest"),
    [("opening-volley-table", 1, 6), ("leader-loss-table", 2, 12), ("zero-rule-chart", 1, 6)],
)
def test_columns_of_bands_cover_the_dice_once(name: str, lowest: int, highest: int, library: Library) -> None:
    """Every total of the dice is in exactly one range of each column."""
    chart = library.module("lob").chart(name)
    columns = (
        [chart.rows] if name == "zero-rule-chart" else [bands(chart, column) for column in chart.columns]
    )
    for column in columns:
        for roll in range(lowest, highest + 1):
            assert sum(holds(cell, roll) for cell in column) == 1, (column, roll)


class Counted(NamedTuple):
    """A printed modifier, and the calculator's line that adds it."""

    chart: str
    text: str
    procedure: str
    label: str


MODIFIERS = [
    Counted("Closing Roll Table", "leader with Morale Value", "closing-roll", "Leader of morale value 2 or better"),
    Counted("Closing Roll Table", "into a Rear hex", "closing-roll", "Into a rear hex"),
    Counted("Closing Roll Table", "is Shaken", "closing-roll", "Moving stack is Shaken"),
    Counted("Closing Roll Table", "frontal artillery", "closing-roll", "Into frontal artillery with canister"),
    Counted("Closing Roll Table", "starts its move", "closing-roll", "Starts adjacent to its charge target, or in breastworks"),
    Counted("Opening Volley Table", "frontal artillery", "opening-volley", "Frontal artillery with canister"),
    Counted("Opening Volley Table", "from Wrecked", "opening-volley", "Wrecked unit fires"),
    Counted("Combat Column Shifts: Other, Target is", "from the Rear", "fire", "Rear"),
    Counted("Combat Column Shifts: Other, Target is", "is DG", "fire", "Target is DG"),
    Counted("Combat Column Shifts: Other, Target is", "Protective Terrain", "fire", "Target uses protective terrain"),
    Counted("Combat Column Shifts: Other, Target is", "Open Order Capable", "fire", "Target is open order capable"),
    Counted("Morale Table", "Shaken or Disorganized", "morale-check", "Shaken or disorganized"),
    Counted("Morale Table", "Wrecked", "morale-check", "Wrecked"),
    Counted("Morale Table", "Rear", "morale-check", "Rear"),
    Counted("Morale Table", "Small (see", "morale-check", "Small"),
    Counted("Morale Table", "Cowardly Legs", "morale-check", "Cowardly legs"),
    Counted("Morale Table", "Night", "morale-check", "Night"),
    Counted("Morale Table", "Artillery or Cav", "morale-check", "Artillery or cavalry"),
    *(
        Counted("Morale Table", "Any one or more", "morale-check", label)
        for label in (
            "Behind a stone wall", "Behind a rock ledge", "On a slope", "In a sunken road", "In boulders", "In breastworks",
        )
    ),
    Counted("Additional Charge Modifiers: Also", "Blood Lusted", "morale-check", "Attacker has blood lust"),
    Counted("Command Roll Table", "Deployment", "command-roll", "Deployment from a move order, or formation in Reserve"),
]  # fmt: skip


def printed_modifiers() -> list[dict[str, str]]:
    """The rows of the second transcription of the modifiers."""
    with (KEYED / "lob" / "modifiers.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("counted", MODIFIERS, ids=lambda each: f"{each.procedure}-{each.label}")
def test_every_modifier_has_its_printed_amount_and_mark(counted: Counted, library: Library) -> None:
    """Amount and stars match the printed page."""
    lines = [
        each
        for each in printed_modifiers()
        if each["chart"] == counted.chart and counted.text in each["text"]
    ]
    assert len(lines) == 1, lines
    modifier = next(
        each
        for step in library.procedure(f"lob:{counted.procedure}").steps
        if isinstance(step, Tally)
        for each in step.modifiers
        if each.label == counted.label
    )
    assert int(modifier.add) == int(lines[0]["value"])
    stars = "".join(char for char in lines[0]["mark"] if char == "*")
    assert modifier.mark == stars
