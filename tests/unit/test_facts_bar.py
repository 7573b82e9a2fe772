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


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (
            "morale-check cause=pre_close_combat er=30 modifier=0 state=shaken --roll 10",
            "cannot make its rout retreat is captured",
        ),
        (
            "formation-change arm=artillery from=Limbered to=Unlimbered",
            "infantry that is not in March Column is a pass-through",
        ),
        (
            "fire-loss loss=1 target=Line kind_of_fire=opportunity",
            "Failing, it is disordered and ends its move",
        ),
        ("fire-loss loss=1 target=Line kind_of_fire=defensive", "Defensive Fire that gives D or a loss"),
        ("close-combat-modifier COMBAT", "shared as evenly as possible"),
        ("close-combat-modifier COMBAT", "If the result is M, check morale with +10"),
        ("close-combat-modifier COMBAT", "Cavalry may pursue"),
        ("close-combat-modifier COMBAT terrain=woods battle=brandywine", "Brandywine is not on that chart"),
        ("morale-modifier situation=fire terrain=woods battle=brandywine", "Brandywine is not on that chart"),
        (
            "stacking terrain=clear arm=artillery formation=Unlimbered battle=brandywine",
            "artillery SP counts as 8",
        ),
    ],
)
def test_what_follows_is_told(answers: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """13.7d, 10.2c, 12.7f, 13.9d, 13.10b, 14.3b, 14.3d, the games of the TEC, Brandywine 2."""
    combat = "side=attacker arm=cavalry formation=Line enemy_arm=infantry enemy_formation=Line"
    given = answers.replace("COMBAT", combat)
    if "close-combat" in given and "terrain" not in given:
        given += " terrain=clear"
    assert says in told(capsys, "calc", f"bar:{given.split()[0]}", *given.split()[1:])


def test_the_stacking_rate_at_brandywine_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Brandywine 2 calls 8 SPs for each point the stacking rate of the battle."""
    for page in ("stacking-chart", "stacking-limits-brandywine"):
        assert "artillery SP counts as 8 SPs" in told(capsys, "show", f"bar:{page}")
    assert "called the stacking rate of Brandywine" in told(capsys, "show", "bar:stacking-chart")


def test_the_sequence_names_wings_leaders_and_reinforcements(capsys: pytest.CaptureFixture[str]) -> None:
    """6.5a, 11.0, 21.4."""
    told(capsys, "session", "new", "Friday", "--game", "bar")
    assert "Wing Activation" in told(capsys, "turn")
    told(capsys, "turn", "to", "1", "movement")
    page = told(capsys, "turn")
    assert "Reinforcements" in page
    assert "Leaders" in page
