"""What the compendium of Battles from the Age of Reason prints, as players meet it on the command line."""

from __future__ import annotations

import json
import re

import pytest

from companion.cli import main

pytestmark = pytest.mark.usefixtures("own_folders")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints, in one line."""
    try:
        main(arguments)
    except SystemExit as end:
        assert end.code in (0, None)
    return " ".join(capsys.readouterr().out.split())


CHARTS = (
    "close-combat-modifiers",
    "disorder-check-summary",
    "fire-limits",
    "fire-losses",
    "line-of-command-costs",
    "morale-check-summary",
    "morale-states",
    "rout-distance",
    "stacking-any-terrain",
    "stacking-limits",
    "stacking-limits-brandywine",
    "terrain-effects-chart",
)


@pytest.mark.parametrize("chart", CHARTS)
def test_a_chart_shows_words_and_no_keys(chart: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No name such as line_against_ac is shown."""
    assert re.findall(r"[A-Za-z]+_[A-Za-z_]+", told(capsys, "show", f"bar:{chart}")) == []


def test_the_terrain_chart_is_a_compilation(capsys: pytest.CaptureFixture[str]) -> None:
    """The closing note of the chart: it compiles the four games and updates the older ones."""
    page = told(capsys, "show", "bar:tec")
    assert "[CHART]" not in page
    assert "compilation made for the compendium, not a printed chart" in page


def test_leaders_pay_other_terrain_on_a_minor_road(capsys: pytest.CaptureFixture[str]) -> None:
    """TEC, Minor Road (Le): OT in the column of leaders."""
    assert "Leaders always" not in told(capsys, "show", "bar:tec")
    answer = json.loads(
        told(
            capsys,
            "calc",
            "bar:movement-cost",
            "column=leader",
            "hex=woods",
            "road=minor_road",
            "battle=leuthen",
            "--json",
        )
    )
    assert answer["outcome"]["cost"] == 1


def test_no_side_is_named_first(capsys: pytest.CaptureFixture[str]) -> None:
    """No source says who begins."""
    told(capsys, "session", "new", "Friday", "--game", "bar")
    where = told(capsys, "turn")
    assert "Side A" in where
    assert "First player" not in where


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("road-column-11.2c", "negates the costs of the other terrain in its hex"),
        ("disordered-13.3f", "adds 20 for each occurrence"),
        ("skirmish-8.4e", "Breaking down into skirmishers has no MP cost"),
    ],
)
def test_a_conflict_of_the_sources_is_shown(
    entry: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """11.2c and the TEC; 13.3f and 10.4b; 8.4e and 11.8a."""
    assert says in told(capsys, "show", f"bar:{entry}")


def test_brandywine_7_speaks_of_road_movement_only(capsys: pytest.CaptureFixture[str]) -> None:
    """Brandywine 7: units in Road Column that use Road Movement."""
    page = told(capsys, "calc", "bar:movement-cost", "column=infantry_line", "hex=woods", "battle=brandywine")
    assert "Brandywine has different costs for Road Columns on Road Movement" in page
