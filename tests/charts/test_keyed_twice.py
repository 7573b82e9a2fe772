"""Each chart against a second transcription, keyed from the printed page by other eyes (tests/keyed)."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.model import Chart, Library
from companion.model.chart import holds
from companion.model.procedure import Tally

KEYED = Path(__file__).resolve().parent.parent / "keyed"


class Second(NamedTuple):
    """How a second transcription names things, against how the chart names them."""

    file: str
    chart: str
    rows: dict[str, str] = {}
    columns: dict[str, str] = {}
    cells: Callable[[str], str] = lambda cell: cell


def _none(cell: str) -> str:
    return {"-": "none"}.get(cell, cell)


def _weapon(cell: str) -> str:
    return _none(cell).replace("‘", "'")


def _firepower(cell: str) -> str:
    return cell.removesuffix(" Right")


def _terrain(cell: str) -> str:
    if cell.startswith("Use Road-type"):
        return "road (c)"
    if cell.startswith("Crossing only allowed"):
        return "P (d)"
    return "ne" if cell == "No Effect" else cell


LOB = [
    Second("closing-roll", "closing-roll-table"),
    Second("opening-volley", "opening-volley-table"),
    Second("combat-table", "combat-table"),
    Second("morale-table", "morale-table"),
    Second("additive-morale", "additive-morale-chart", columns={"Town Hex (1.7g)": "Town"}),
    Second(
        "charge-size",
        "charge-size-chart",
        rows={"Lots Bigger (5 or more)": "5 or more", "Bigger (3 or 4)": "3-4", "About Same (2 or less)": "0-2"},
        columns={"Attacker (or same)": "Attacker"},
    ),
    Second("artillery-weapons", "artillery-types", columns={"Canister": "Canister Type"}, cells=_weapon),
    Second("range-shift-small-arms", "small-arms-range-shifts"),
    Second("range-shift-artillery", "artillery-range-shifts"),
    Second("threshold", "threshold-value-chart"),
    Second("command-roll", "command-roll-table"),
    Second("order-distance", "order-distance", rows={
        "Within Command Radius": "within radius",
        "Beyond Command Radius": "beyond radius",
        "Beyond Command Radius and 50 hexes or more away": "beyond, 50 hexes or more",
    }),
    Second("order-awareness", "order-awareness", rows={
        "On Fire": "on_fire", "Normal": "normal", "Not so Sure": "not_so_sure", "Comatose": "comatose",
    }),
    Second("command-radius", "command-radius-chart", rows={
        "Army": "army", "Corps": "corps", "Division": "division", "Brigade": "brigade", "Arty Bn": "artillery_battalion",
    }),
    Second("firepower", "firepower-shifts", rows={
        "Buck ‘n Ball*": "Buck 'n Ball", "Breechloader*": "Breechloader", "Repeater*": "Repeater",
        "Normal Canister*": "Normal Canister", "Dense Canister*": "Dense Canister",
    }, cells=_firepower),
    Second("leader-loss", "leader-loss-table", rows={
        "No Effect": "no_effect", "Captured": "captured", "Wounded": "wounded", "Killed": "killed",
    }, columns={
        "Other Cases": "other", "Capture": "capture",
        "Charge Defender": "charge_defender", "Charge Attacker": "charge_attacker",
    }),
    Second("attack-recovery-base", "attack-recovery-base", rows={
        "Div has no Wrecked or Dead units^1…": "no wrecked or dead units",
        "Div has Wrecked but no Dead units^1…": "wrecked but no dead units",
        "Div has Dead units^1…": "dead units",
    }, columns={"Pass on a": "Pass on"}),
    Second("attack-recovery-second", "attack-recovery-second", columns={"1 or 0": "0-1"}),
    Second("fluke-second", "fluke-stoppage-second", rows={"Roll": "Two dice"}, columns={"2 or less": "0-2"}),
    Second("zero-rule", "zero-rule-chart", cells=lambda cell: cell.removesuffix(" MA").replace("No", "none").lower()),
    Second("slope-table", "slope-table"),
    Second("formation-effects", "formation-effects-chart"),
    Second("activity-effects", "activity-effects-chart", cells=lambda cell: cell.replace("^1", " (1)")),
    Second(
        "morale-state-effects",
        "morale-state-effects-chart",
        rows={"Routed*": "Routed"},
        cells=lambda cell: cell.replace("^1,2", " (1)").replace("^2", " (2)"),
    ),
    Second("terrain-movement", "terrain-effects-on-movement", rows={
        "Clear or Orchard": "clear_or_orchard", "Woods hexside (a)": "woods_hexside", "Thicket": "thicket",
        "Pike or Road": "pike_or_road", "Trail or Railroad": "trail_or_railroad", "Town": "town",
        "Inclined Ground hex with…0 to 2 Slope lines": "inclined_0_2",
        "Inclined Ground hex with…3 or more Slope lines": "inclined_3_plus",
        "Slope hex (without a Inclined Ground symbol)": "slope", "Boulders": "boulders",
        "Vertical Slope": "vertical_slope", "Stream (d)": "stream", "Creek (d)": "creek", "River (d)": "river",
        "Ford": "ford", "Foot Bridge": "foot_bridge", "Marsh (Swamp)": "marsh", "Briar Marsh": "briar_marsh",
    }, columns={
        "Line": "line", "Column, Open Order Capable": "column", "Mounted": "mounted", "Limbered": "limbered",
        "Wagon": "wagon", "Leader": "leader",
    }, cells=_terrain),
]  # fmt: skip


def keyed(game: str, name: str) -> dict[tuple[str, str], str]:
    """(row, column) to cell of a second transcription."""
    with (KEYED / game / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    return {(row[0], column): cell for row in rows for column, cell in zip(head[1:], row[1:], strict=True)}


@pytest.mark.parametrize("second", LOB, ids=lambda each: each.file)
def test_every_cell_is_the_same_twice(second: Second, library: Library) -> None:
    """No cell differs, and neither transcription has one more than the other."""
    chart = library.module("lob").chart(second.chart)
    again = {
        (second.rows.get(row, row), second.columns.get(column, column)): second.cells(cell)
        for (row, column), cell in keyed("lob", second.file).items()
    }
    once = {(row, column): chart.printed(row, column) for row in chart.rows for column in chart.columns}
    assert once == again


def test_small_arms_with_the_printed_double_row_in_two(library: Library) -> None:
    """The sheet's row `CR, S` is kept as two rows with the same figures."""
    chart = library.module("lob").chart("small-arms")
    once = {
        (row, column): chart.printed(row, column) for row in chart.rows for column in ("Max Range", "Notes")
    }
    again = {
        (code, column): _weapon(cell)
        for (row, column), cell in keyed("lob", "small-arms").items()
        for code in row.split(", ")
        if column in ("Max Range", "Notes")
    }
    assert once == again
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
    """A chart that nobody read twice is a fault."""
    read_twice = {second.chart for second in LOB} | {"small-arms"}
    assert {chart.id.partition(":")[2] for chart in library.module("lob").charts} == read_twice


def bands(chart: Chart, column: str) -> list[str]:
    """The cells of a column of bands."""
    return [chart.printed(row, column) for row in chart.rows if chart.printed(row, column) != "-"]


@pytest.mark.parametrize(
    ("name", "lowest", "highest"),
    [("opening-volley-table", 1, 6), ("leader-loss-table", 2, 12), ("zero-rule-chart", 1, 6)],
)
def test_columns_of_bands_cover_the_dice_once(name: str, lowest: int, highest: int, library: Library) -> None:
    """Every fall of the dice is in exactly one band of each column."""
    chart = library.module("lob").chart(name)
    columns = (
        [chart.rows] if name == "zero-rule-chart" else [bands(chart, column) for column in chart.columns]
    )
    for column in columns:
        for roll in range(lowest, highest + 1):
            assert sum(holds(cell, roll) for cell in column) == 1, (column, roll)


class Counted(NamedTuple):
    """A printed modifier, and the line of a calculator that adds it."""

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
    """The second transcription of every modifier."""
    with (KEYED / "lob" / "modifiers.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("counted", MODIFIERS, ids=lambda each: f"{each.procedure}-{each.label}")
def test_every_modifier_has_its_printed_amount_and_mark(counted: Counted, library: Library) -> None:
    """Amount and stars are those of the page."""
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
