"""The compendium of Battles from the Age of Reason, as players read it on the command line."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from companion.cli import main
from companion.engine import Engine
from companion.model import Library, Refused

pytestmark = pytest.mark.usefixtures("games_are_read_once")


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Output of a command, joined into one line."""
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
    """Keys such as line_against_ac are not shown."""
    assert re.findall(r"[A-Za-z]+_[A-Za-z_]+", output(capsys, "show", f"bar:{chart}")) == []


def test_the_terrain_chart_is_a_compilation(capsys: pytest.CaptureFixture[str]) -> None:
    """The closing note of the chart says that it compiles the four games and updates the older ones."""
    page = output(capsys, "show", "bar:tec")
    assert "[CHART]" not in page
    assert "compilation made for the compendium, not a printed chart" in page


def test_leaders_pay_other_terrain_on_a_minor_road(capsys: pytest.CaptureFixture[str]) -> None:
    """TEC, Minor Road (Le): OT in the column for leaders."""
    assert "Leaders always" not in output(capsys, "show", "bar:tec")
    answer = json.loads(
        output(
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
    """No source says which side begins."""
    output(capsys, "session", "new", "Friday", "--game", "bar")
    where = output(capsys, "turn")
    assert "of either side" in where
    assert "First player" not in where
    assert "Side A" not in where


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
    assert says in output(capsys, "show", f"bar:{entry}")


def test_brandywine_7_speaks_of_road_movement_only(capsys: pytest.CaptureFixture[str]) -> None:
    """Brandywine 7: units in Road Column that use Road Movement."""
    page = output(
        capsys, "calc", "bar:movement-cost", "column=infantry_line", "hex=woods", "battle=brandywine"
    )
    assert "Brandywine has different costs for Road Columns on Road Movement" in page


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (
            "morale-check cause=pre_close_combat er=30 modifier=0 state=shaken --roll 10",
            "cannot make its Rout Retreat is captured",
        ),
        (
            "formation-change arm=artillery from=Limbered to=Unlimbered",
            "Infantry that is not in March Column is a Pass Through",
        ),
        (
            "fire-loss loss=1 target=Line kind_of_fire=opportunity",
            "the unit is Disordered and must stop",
        ),
        ("fire-loss loss=1 target=Line kind_of_fire=defensive", "Defensive Fire that gives D or a loss"),
        ("fire-loss loss=1 target=Line kind_of_fire=defensive", "The fire itself adds nothing to the ER"),
        ("disorder-modifier events.1.what=fire_result", "makes its check at once"),
        (
            "firing-strength formation=Line sps=4",
            "only if it is on top of the stack. (Unlimbered Artillery 10.3e)",
        ),
        (
            "formation-change arm=artillery from=Limbered to=RC to_hexes=4",
            "other hexes of a longer Road Column lie",
        ),
        ("formation-change arm=infantry from=MC to=RC to_hexes=2", "other hexes of a longer Road Column lie"),
        (
            "formation-change arm=infantry from=MC to=AC from_hexes=2",
            "which of the old hexes the Attack Column occupies",
        ),
        (
            "formation-change arm=infantry from=AC to=MC to_hexes=2",
            "becomes the head of the new March Column",
        ),
        ("formation-change arm=artillery from=Unlimbered to=Limbered", "must leave the hex in the same move"),
        ("road-column-length sps=4 artillery=yes", "Limbered Artillery occupies a single hex."),
        (
            "morale-check cause=charge er=40 modifier=0 --roll 20",
            "(Failed charge attempt)",
        ),
        ("morale-check cause=retreated_through er=40 modifier=0 state=routed --roll 50", "(Rout 19.2b)"),
        ("skirmish-check what=enter_ezoc er=40 --roll 05", "(Special Result 00-09)"),
        ("back-up formation=Line", "-> bar:opportunity-charge"),
        ("close-combat-modifier COMBAT", "Read the result on your own Close Combat Table"),
        ("close-combat-modifier COMBAT", "in its stack surrenders. (Unlimbered Artillery 14.2d)"),
        ("counter-charge formation=AC", "-> bar:close-combat-modifier"),
        ("defender-reaction what=facing formation=Line mps=2", "Defender Morale Check"),
        ("defender-reaction what=facing formation=Line mps=2", "(Failed reaction check)"),
        ("disorder-check er=40 modifier=0 --roll 20", "-> bar:disorder-recovery"),
        ("disorder-modifier events.1.what=recovery_in_ezoc", "-> bar:disorder-recovery"),
        ("facing-change formation=Line ezoc=yes", "-> bar:opportunity-charge"),
        ("fire-loss loss=2 target=Unlimbered", "-> bar:stack-loss"),
        ("fire-loss loss=2 target=Hook", "-> bar:line-hexes"),
        (
            "fire-loss loss=1 target=Line kind_of_fire=opportunity",
            "end its move in an illegal stack. (Rout 12.7g)",
        ),
        ("formation-change arm=infantry from=Line to=Hook", "all movement costs are doubled"),
        ("formation-change arm=infantry from=Line to=MC", "(Formation Change Diagram)"),
        ("line-of-command leader=command path.1.kind=hex", "(Command Ranges)"),
        ("morale-check cause=fire er=40 modifier=0 --roll 05", "(Special Result 00-09)"),
        ("morale-modifier situation=counter_charge formation=AC cavalry=yes", "-> bar:morale-check"),
        ("movement-cost column=artillery hex=clear ezoc=yes", "-> bar:prolonge"),
        ("opportunity-charge formation=Line distance=1 enemy_does=moves", "(Disordered 16.2d)"),
        ("prolonge marked=FP", "may not change Facing this turn. (Unlimbered Artillery 9.5)"),
        ("rally modified_er=60 --roll 03", "(Special Result 00-09)"),
        ("rapid-march arm=infantry formation=Line", "(Rapid March distance)"),
        ("rout-retreat arm=infantry", "causes no Opportunity Fire and no Opportunity Charge"),
        (
            "stacking terrain=woods arm=infantry formation=AC",
            "end its move in an illegal stack. (Rout 12.7g)",
        ),
        (
            "disorder-modifier events.1.what=pass_through_each",
            "passed through is Routed, only the moving unit checks",
        ),
        ("disorder-modifier events.1.what=pass_through_each", "(Disordered 10.4c)"),
        ("firing-strength formation=Line sps=4", "A limit for Cavalry in Line is not in the sources"),
        ("fire-multiple hexside=berm", "slopes or works is rounded is not in the sources"),
        ("fire-multiple disordered=yes", "Keep fractions of the Fire Multiple of a Disordered unit"),
        (
            "formation-change arm=infantry from=Line to=MC from_hexes=2 to_hexes=2",
            "7 SPs if it uses 4 Rank Lines",
        ),
        (
            "formation-change arm=cavalry from=Line to=MC from_hexes=2 to_hexes=2",
            "at least 4 SPs. (March Column 8.1c)",
        ),
        ("facing-change formation=MC hexes=2", "must be in a straight line of hexes. (March Column 9.3)"),
        ("facing-change formation=RC ezoc=yes", "Artillery in Road Column does not add the +1"),
        (
            "facing-change formation=GO american=yes",
            "American Infantry has its own Facing Change Costs diagram",
        ),
        ("close-combat-modifier COMBAT disordered=yes", "(Disordered 13.1a)"),
        ("close-combat-modifier COMBAT", "except by an Opportunity Charge. (Command 13.1a)"),
        (
            "defender-reaction what=formation formation=Skirmish mps=0 battle=lobositz",
            "(Skirmish Lobositz 1)",
        ),
        ("movement-cost column=leader hex=clear road=road hexsides=stream", "A leader pays them"),
        ("movement-cost column=leader hex=clear road=major_road", "1/3 MP is the rate of Kolin"),
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
def test_follow_ups_are_shown(answers: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """13.7d, 10.2c, 12.7f, 13.9d, 13.10b, 14.3b, 14.3d, the games of the TEC, Brandywine 2."""
    combat = "side=attacker arm=cavalry formation=Line enemy_arm=infantry enemy_formation=Line"
    given = answers.replace("COMBAT", combat)
    if "close-combat" in given and "terrain" not in given:
        given += " terrain=clear"
    assert says in output(capsys, "calc", f"bar:{given.split()[0]}", *given.split()[1:])


def test_no_range_is_shown_unless_one_was_entered(capsys: pytest.CaptureFixture[str]) -> None:
    """The sources give no Command Ranges, so no total is shown without one."""
    page = output(capsys, "calc", "bar:line-of-command", "leader=army", "path.1.road=yes")
    assert "Total: 1/2 point" in page
    assert "Range:" not in page
    assert "cannot be checked: enter the Command Range" in page


def test_missing_sps_are_not_zero(capsys: pytest.CaptureFixture[str]) -> None:
    """Without SPs the calculator computes only the modifier."""
    combat = ("side=attacker", "arm=cavalry", "formation=Line", "enemy_arm=infantry", "enemy_formation=Line")
    page = output(capsys, "calc", "bar:close-combat-modifier", *combat, "terrain=clear")
    assert "SPs that count: not worked out (no SPs entered)" in page


def test_artillery_in_a_brandywine_road_column_is_a_conflict(capsys: pytest.CaptureFixture[str]) -> None:
    """10.2b: each SP counts as 8, but 2 SPs fill a hex with a limit of 8."""
    page = output(capsys, "calc", "bar:road-column-length", "sps=4", "artillery=yes", "battle=brandywine")
    assert "Hexes: 2" in page
    assert "By this figure 1 artillery SP would fill a hex" in page


def test_the_stacking_rate_at_brandywine_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Brandywine 2 calls 8 SPs per point the stacking rate of the battle."""
    for page in ("stacking-chart", "stacking-limits-brandywine"):
        assert "artillery SP counts as 8 SPs" in output(capsys, "show", f"bar:{page}")
    assert "called the stacking rate of Brandywine" in output(capsys, "show", "bar:stacking-chart")


def test_the_sequence_names_wings_leaders_and_reinforcements(capsys: pytest.CaptureFixture[str]) -> None:
    """6.5a, 11.0, 21.4."""
    output(capsys, "session", "new", "Friday", "--game", "bar")
    output(capsys, "turn", "to", "1", "place-markers")
    assert "Wing Activation" in output(capsys, "turn")
    output(capsys, "turn", "to", "1", "movement")
    page = output(capsys, "turn")
    assert "Reinforcements" in page
    assert "Leaders" in page


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("march-column-mc-to-road-column-rc", "A new Road Column longer than the old Formation"),
        ("limbered-to-road-column-rc", "A new Road Column longer than the old Formation"),
        ("limbered-artillery-limbered-to-road-column-rc", "A new Road Column longer than the old Formation"),
        ("attack-column-tec", "Cavalry stacking in a Sunken Road"),
        ("march-column-tec", "Cavalry stacking in a Sunken Road"),
        ("road-column-11.2c", "The chart gives Road Columns costs for hexsides"),
        ("disordered-8.6", "Formation Changes without an asterisk"),
        ("disordered-17.2a", "How halves and thirds are rounded"),
        ("disordered-17.2a-close-combat", "How halves and thirds are rounded"),
        ("command-7.5b-a", "How halves and thirds are rounded"),
        ("zoc-ezoc-16.1a", "An Opportunity Charge at a unit that enters the ZOC"),
        ("road-column-11.2c", "Walled Church only in Road Column"),
        ("rout-19.2e", "Artillery that would Rout in the Morale Check before Close Combat"),
        ("march-column-8.4", "Formations that re-formed Skirmishers may take"),
        ("march-column-8.4", "Breaking down into Skirmish units from March Column"),
        ("road-column-9.6a", "Facing Changes of a Road Column that moves by road"),
        ("rout-19.2b", "A Routed unit that other units retreat through"),
        ("infantry-line-8.1a", "A Line with a Hook in fire, stacking and Close Combat"),
        ("stacking-limits", "The sources list no Hook"),
        ("stacking-limits-brandywine", "The sources say so for Attack Column"),
        ("rout-distance", "using this column is our reading"),
        ("fire-limits", "They give none for Cavalry in Line"),
        ("disorder-check-summary", "In a Formation Change all non-clear terrain counts"),
    ],
)
def test_a_conflict_is_named_at_each_affected_entry(
    entry: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """8.1e, 8.4, 8.6, 11.2c, 19.2e and the stacking lists: each affected entry names the conflict."""
    assert says in output(capsys, "show", f"bar:{entry}")


@pytest.mark.parametrize(
    ("term", "says"),
    [
        ("Disordered", "except an Opportunity Charge at an enemy unit already in a Front hex"),
        ("Wing Leader", "and to Independent units"),
        ("Voluntary Rout", "that are In Command and not Routing"),
        ("Captured", "fails the Defender Morale Check"),
        ("Limited Activation", "At Brandywine units may also enter Voluntary Rout"),
    ],
)
def test_a_term_keeps_its_conditions(term: str, says: str, library: Library) -> None:
    """16.1a, 7.0, 18.7b, 13.7d and Brandywine 3."""
    found = [each.means for each in library.module("bar").terms if each.term == term]
    assert says in found[0]


FOOT: dict[str, Any] = {"arm": "infantry", "moved": True}
LATE: dict[str, Any] = {"reverse": True, "formation": "MC", "out_of_command": True}


@pytest.mark.parametrize(
    ("procedure", "answers", "says"),
    [
        (
            "formation-change",
            {**FOOT, "from": "Line", "to": "MC", "non_clear": 1},
            "Through non-clear terrain",
        ),
        ("formation-change", {**FOOT, "from": "Line", "to": "Square"}, "into or out of Square"),
        ("formation-change", {**FOOT, "from": "GO", "to": "Line"}, "Leaving General Order"),
        ("facing-change", LATE, "An Out of Command unit may not"),
    ],
)
def test_a_refusal_names_its_own_reason(
    procedure: str, answers: dict[str, Any], says: str, engine: Engine
) -> None:
    """8.6, 8.1d, 8.1g and 7.5b: what costs the entire allowance, and which unit has less."""
    with pytest.raises(Refused, match=says):
        engine.resolve(f"bar:{procedure}", answers, None)


def test_the_state_is_handed_over_to_the_morale_check(engine: Engine) -> None:
    """18.1c: a Shaken unit Routs, so the check must not start from Good Morale again."""
    found = engine.resolve("bar:morale-modifier", {"situation": "fire", "shaken": True}, None)
    assert [each.carry["state"] for each in found.next if each.procedure == "bar:morale-check"] == ["shaken"]


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("fire-limit-chart", "In Line and General Order, the SPs"),
        ("disorder-check-chart", "Opportunity Fire or Defensive Fire"),
        ("disorder-check-chart", "during the move"),
        ("tec", "ends its move as soon as it enters"),
        ("limbered-artillery-11.4", "for its entire move"),
        ("limbered-artillery-18.0", "At Brandywine, Artillery that would Rout does Rout"),
        ("unlimbered-artillery-18.0", "At Brandywine, Artillery that would Rout does Rout"),
        ("unlimbered-artillery-11.6", "At Brandywine, all Artillery may both Fire and Prolonge"),
        ("unlimbered-artillery-8.5a", "At Brandywine, all Artillery may both Fire and Prolonge"),
        ("limbered-artillery-tec", "Except at Brandywine"),
        ("unlimbered-artillery-tec", "Except at Brandywine"),
        ("disordered-17.1c", "after Opportunity Fire"),
        ("rout-18.3f", "terrain also counts in a Rally Check"),
        ("failed-charge-attempt-not-in-the-sources", "is read as any failed Morale Check"),
        ("rout-brandywine-3", "may go into Voluntary Rout"),
        ("captured-units-not-in-the-sources", "enters the hex of a Captured unit"),
        ("command-6.5a", "successful roll for Initiative"),
    ],
)
def test_an_entry_names_its_scope_and_exceptions(
    entry: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each entry states the conditions and exceptions that limit it."""
    assert says in " ".join(output(capsys, "show", f"bar:{entry}").split())


@pytest.mark.parametrize(("er", "needed"), [(5, 10), (10, 10), (30, 30)])
def test_a_recovery_needs_at_least_10(er: int, needed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A roll of 00 to 09 fails whatever the ER (17.3d), so no lower target is shown."""
    page = json.loads(output(capsys, "calc", "bar:disorder-recovery", f"er={er}", "--roll", "50", "--json"))
    assert page["needed"] == needed


def test_a_routed_unit_is_no_longer_shaken(capsys: pytest.CaptureFixture[str]) -> None:
    """Its state adds only +15, and Shaken units are not mentioned."""
    answers = ("situation=fire", "routed=yes", "shaken=yes", "disordered=yes")
    page = output(capsys, "calc", "bar:morale-modifier", *answers)
    assert "Added to the ER: 15" in page
    assert "the Routed marker replaces the Shaken marker" in page
    assert "already Shaken" not in page


def test_a_formation_in_small_letters(capsys: pytest.CaptureFixture[str]) -> None:
    """Choices ignore case."""
    page = output(capsys, "calc", "bar:morale-modifier", "situation=fire", "formation=supported line")
    assert "Added to the ER: -10" in page


@pytest.mark.parametrize("rule", ["zoc-ezoc-11.8a", "skirmish-8.4e", "skirmish-lobositz-1"])
def test_both_readings_of_skirmishers_that_change_in_an_ezoc(rule: str, library: Library) -> None:
    """Free changes of Skirmishers and Grenadiers, and the +1 MP in an EZOC, are recorded with each rule."""
    module = library.module("bar")
    entry = next(each for each in module.entries if each.id == f"bar:{rule}")
    about = [each for each in module.conflicts if entry.id in each.bites]
    for name in ("ezoc-formation-change", "re-forming-cost"):
        (conflict,) = [each for each in about if each.id.endswith(name)]
        cites = {reading.cite for reading in conflict.readings}
        assert {"ZOC & EZOC 11.8a", "Skirmish 8.4e", "Skirmish Lobositz 1"} <= cites
