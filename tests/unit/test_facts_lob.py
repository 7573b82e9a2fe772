"""Facts of Line of Battle that were once wrong, missing or undisclosed, checked against the printed source."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Engine
from companion.engine.answers import take_answers
from companion.model import Library, Sequence
from companion.model.event import ClockSetting, Light
from companion.play.clock import Position, clock_names, moments
from companion.play.prompts import holds
from companion.render.turn import step_counts

CHARGE: dict[str, Any] = {"rating": "B", "attacker_sps": 6, "defender_rating": "B", "defender_sps": 4}
FIRE: dict[str, Any] = {"arm": "small_arms", "range": 1, "firers": [{"sps": 6, "weapon": "R"}]}
GUNS: dict[str, Any] = {
    "arm": "artillery",
    "ammo": "shell",
    "range": 4,
    "firers": [{"sps": 4, "weapon": "N"}],
}
SHOT: dict[str, Any] = {**FIRE, "rating": "C", "target_sps": 5}
CHECK: dict[str, Any] = {"rating": "C", "cause": "small_arms", "range": 1, "leader_morale": 0}
FLUKE: dict[str, Any] = {"turn": 9, "command_value": 2}
MORNING = ClockSetting(
    1, 240, lights=(Light(240, "night"), Light(300, "twilight"), Light(345, "day"), Light(1140, "twilight"))
)
"""Turn 1 at 04:00; twilight from 05:00 to 05:45, and again in the evening."""


@pytest.mark.parametrize(
    ("procedure", "answers", "rolls", "cite", "words"),
    [
        ("fire", {**FIRE, "target": {"open_order_capable": True}}, [7], "9.4e", "withdraw 2 hexes"),
        ("shot", {**SHOT, "target": {"open_order_capable": True}}, [2], "9.4e", "withdraw 2 hexes"),
        ("charge", {**CHARGE, "defender_open_order_capable": True}, [5], "9.4e", "withdraws 2 hexes"),
        ("charge", {**CHARGE, "target_arm": "artillery"}, [5, 1, 12], "6.3f", "may not unlimber"),
        ("charge", {**CHARGE, "defender_sps": 2}, [5, 1, 12], "6.1", "last SP"),
        ("shot", {**SHOT, "target_arm": "artillery"}, [7, 12], "6.3f", "may not unlimber"),
        ("morale-check", CHECK, [8], "6.3d", "displace"),
        ("morale-check", CHECK, [8], "6.3d", "Open order capable units are not affected"),
        ("morale-check", {**CHECK, "target_arm": "artillery"}, [8], "6.3f", "may not unlimber"),
        ("fluke-stoppage", FLUKE, [2, 2], "10.7b", "1 SP is lost for each EZOC hex"),
        ("fluke-stoppage", FLUKE, [2, 2], "10.7b", "need not form column"),
        ("fluke-stoppage", FLUKE, [2, 2], "10.7b", "should return"),
        ("intersection", {"intersection": True, "formation": "unlimbered"}, None, "1.7g", "DG"),
        ("command-roll", {"command_value": 0}, [5], "10.0", "tried again"),
        ("movement-cost", {"hex": "thicket", "formation": "line"}, None, "3.0", "always move one hex"),
        ("charge", {**CHARGE, "defender_open_order_capable": True}, [5], "9.4e", "is in the EZOC of another"),
        ("charge", CHARGE, [5, 1, 12], "7.3c", "may advance"),
        ("charge", CHARGE, [5, 1, 12], "6.3d", "displaces"),
        ("charge", {**CHARGE, "defender_sps": 3}, [5, 1, 12], "6.3d", "affects no other stacks"),
        ("charge", CHARGE, [5, 1, 5], "5.2c", "unsuccessful"),
        ("closing-roll", {"rating": "C", "leader_morale": 2}, [6], "7.0f", "second closing roll"),
        ("closing-roll", {"rating": "C", "leader_morale": 0}, [6], "7.0", "no opening volley"),
        ("opening-volley", {"range": 1}, [6], "6.5a", "cowardly legs"),
        ("opening-volley", {"range": 1}, [1], "2.2", "may then fire"),
        ("morale-check", CHECK, [8], "6.2", "Shaken"),
        ("morale-check", CHECK, [12], "6.2", "half its SPs"),
        ("morale-check", {**CHECK, "wrecked": True}, [12], "6.0a", "stacked with it"),
        ("fire", GUNS, [2], "9.1c", "second or third"),
        ("fire", FIRE, [9], "6.5a", "cowardly legs"),
        ("shot", SHOT, [7, 9], "6.2", "Shaken"),
        ("command-roll", {"command_value": 4}, [8], "10.8e", "automatically"),
        ("command-roll", {"command_value": 4}, [8], "10.4d", "both"),
        ("order-delivery", {"sender": "corps", "hexes": 5}, None, "10.6a", "midnight"),
        ("order-delivery", {"sender": "army", "awareness": "normal", "hexes": 5}, None, "10.0", "relays"),
        ("fluke-stoppage", FLUKE, [2, 2], "10.8c", "attack recovery"),
        ("attack-recovery", {"command_value": 2}, [2], "10.8c", "move order"),
        ("movement-cost", {"hex": "town", "formation": "line"}, None, "1.7g", "DG"),
        ("command-radius", {"level": "brigade", "hexes": 9}, None, "10.2", "may not charge"),
        ("unlimber", {"nearest_enemy": 3}, None, "3.1f", "may not unlimber"),
        ("closing-roll", {"rating": "C", "leader_morale": 0}, [6], "5.4", "before the charge or fire"),
        ("morale-check", CHECK, [12], "6.2", "+1 to its morale checks"),
        (
            "movement-cost",
            {"hex": "clear", "formation": "line", "hexsides": ["river"]},
            None,
            "3.0",
            "by ferry",
        ),
        ("command-radius", {"level": "brigade", "hexes": 5}, None, "10.2g", "may leave the radius"),
        ("command-roll", {"command_value": 4, "reserve": True}, [8], "10.6", "may be acted upon"),
        (
            "order-delivery",
            {"sender": "corps", "hexes": 5},
            None,
            "10.6a",
            "twilight turn of that morning instead",
        ),
        ("charge", {**CHARGE, "target_arm": "artillery"}, [5, 1, 12], "6.3f", "stacked together at the end"),
        ("shot", {**SHOT, "target_arm": "artillery"}, [7, 12], "6.3f", "stacked together at the end"),
        ("morale-check", {**CHECK, "target_arm": "artillery"}, [8], "6.3f", "stacked together at the end"),
        ("attack-recovery", {"command_value": 2}, [2], "10.8c", "may already send attack orders"),
        (
            "movement-cost",
            {"hex": "town", "formation": "line"},
            None,
            "1.7g",
            "does not name open order",
        ),
    ],
)
def test_follow_ups_are_shown(
    engine: Engine, procedure: str, answers: dict[str, Any], rolls: list[int] | None, cite: str, words: str
) -> None:
    """The follow-up that the source requires, with its rule."""
    found = engine.resolve(f"lob:{procedure}", answers, rolls)
    assert found.done
    assert [each.says for each in found.next if each.cite == cite and words in each.says]


def test_a_charge_that_costs_both_leaders_mentions_their_divisions_once(engine: Engine) -> None:
    """Fluke Stoppage Table: -1 for an original division leader who is wounded or killed, on either side."""
    answers = {**CHARGE, "attacker_leader": True, "leader_morale": 1}
    both = {**answers, "defender_leader": True, "defender_leader_morale": 1}
    for given, rolls in ((answers, [5, 6, 12, 5]), (both, [5, 6, 12, 12, 5])):
        texts = [
            each.says for each in engine.resolve("lob:charge", given, rolls).next if each.cite == "10.7b"
        ]
        assert len(texts) == 1


def test_a_destroyed_target_has_no_counter_battery_marker(engine: Engine) -> None:
    """Combat Table: the level belongs to the target, which no longer exists."""
    answers = {**SHOT, "target_sps": 2, "target_arm": "artillery"}
    found = engine.resolve("lob:shot", answers, [12])
    assert found.outcome["end"] == "target destroyed"
    assert not [each for each in found.next if "CBF" in each.says]


@pytest.mark.parametrize("level", [0, 1])
def test_a_shot_without_effect_sets_no_level_of_counter_battery_fire(engine: Engine, level: int) -> None:
    """Combat Table: only m or better raises the level."""
    answers = {**SHOT, "target_arm": "artillery", "target": {"cbf": level}}
    assert not [each for each in engine.resolve("lob:shot", answers, [2]).next if "CBF" in each.says]


@pytest.mark.parametrize(("cause", "range_", "lust"), [("artillery", 1, True), ("small_arms", 2, False)])
def test_blood_lust_needs_an_adjacent_enemy(engine: Engine, cause: str, range_: int, lust: bool) -> None:
    """Morale Table: only if the checking stack is adjacent to the unit that fired, so at range 1."""
    answers = {**CHECK, "rating": "A", "cause": cause, "range": range_}
    assert (engine.resolve("lob:morale-check", answers, [2]).outcome["state"] == "BL") is lust


@pytest.mark.parametrize("row", ["briar_marsh", "foot_bridge"])
def test_a_row_of_the_terrain_chart_is_called_as_printed(library: Library, row: str) -> None:
    """Terrain Effects on Movement Chart: Briar Marsh and Foot Bridge."""
    chart = library.module("lob").chart("terrain-effects-on-movement")
    assert chart.read(row) == row.replace("_", " ")


@pytest.mark.parametrize(
    ("procedure", "words"),
    [
        ("fire", "column, mounted or limbered"),
        ("shot", "2 hexes (2.3)"),
        ("line-of-sight", "both hexes are occupied"),
        ("shot", "More than 8 SPs fire as 8 SPs"),
        ("shot", "before the losses of the fire"),
        ("fire", "only leaders (5.2c)"),
        ("command-roll", "may not deploy early"),
        ("fire", "may not fire together (5.3b)"),
    ],
)
def test_a_limit_is_noted(library: Library, procedure: str, words: str) -> None:
    """Formation Effects Chart; 2.3; Slope Table page; Combat Table; 5.2c; 5.3b; 10.4b."""
    assert words in " ".join(library.procedure(f"lob:{procedure}").notes)


@pytest.mark.parametrize(
    ("procedure", "words"),
    [
        ("fire", "More than 8 SPs"),
        ("shot", "More than 8 SPs"),
        ("shot", "wounded or killed by the fire"),
        ("charge", "wounded or killed in the charge"),
        ("order-delivery", "sender's command radius"),
        ("movement-cost", "slope without inclined ground symbol"),
        ("line-of-sight", "only the tallest counts"),
        ("opening-volley", "Outside a charge"),
        ("order-delivery", "from its arrival at corps HQ"),
    ],
)
def test_a_choice_of_the_companion_is_called_a_reading(library: Library, procedure: str, words: str) -> None:
    """No source says so: the readings behind a result are shown as readings."""
    (found,) = [each for each in library.procedure(f"lob:{procedure}").notes if words in each]
    assert "(a reading)" in found


@pytest.mark.parametrize(
    ("procedure", "answers", "rolls", "words"),
    [
        ("morale-check", {**CHECK, "terrain": ["stone_wall"], "attack_orders": True}, [7], "attack orders"),
        ("morale-check", {**CHECK, "terrain": ["breastworks"]}, [7], "protected side"),
        ("morale-check", {**CHECK, "terrain": ["sunken_road"]}, [7], "protected side"),
        ("fire", {**GUNS, "target": {"protective": ["stone_wall"]}}, [7], "against artillery fire"),
        ("loss-recovery", {"losses": 8, "in_reserve": True}, None, "follow an order"),
        (
            "closing-roll",
            {"rating": "C", "leader_morale": 0, "from_breastworks": True, "first_charge": False},
            [6],
            "first charge",
        ),
    ],
)
def test_modifiers_limited_only_by_clarifications_are_marked(
    engine: Engine, procedure: str, answers: dict[str, Any], rolls: list[int] | None, words: str
) -> None:
    """3.5, 5.6, 6.1, 9.3: the sheet prints the modifier, and a clarification limits it."""
    found = engine.resolve(f"lob:{procedure}", answers, rolls)
    (line,) = [each for each in found.ledger if words in each.because]
    assert "(community reading)" in line.because


@pytest.mark.parametrize("procedure", ["command-roll", "order-delivery"])
def test_orders_that_create_a_reserve_may_need_no_relay(library: Library, procedure: str) -> None:
    """10.4c, erratum: a relay only under attack orders, and none for a brigade of a division Command."""
    (found,) = [each for each in library.procedure(f"lob:{procedure}").notes if "creates a Reserve" in each]
    assert "only if the Command is under attack orders" in found
    assert "10.4c" in found


@pytest.mark.parametrize(
    ("procedure", "name"), [("morale-check", "small"), ("charge-loss", "attacker_small")]
)
def test_smallness_is_judged_before_the_losses(library: Library, procedure: str, name: str) -> None:
    """6.3d: combat losses make no unit small until after its retreat."""
    (found,) = [each for each in library.procedure(f"lob:{procedure}").inputs if each.name == name]
    assert "before the losses" in found.help


def test_the_required_reserve_is_fully_described(library: Library) -> None:
    """Fluke Stoppage Reserves; 10.7c: formed like any Reserve, one for each division."""
    procedure = library.procedure("lob:fluke-stoppage")
    (found,) = [each for each in procedure.inputs if each.name == "reserve"]
    assert "10.4c" in found.help
    notes = " ".join(procedure.notes)
    assert "must have its own Reserve" in notes
    assert "still off the map" in notes


def test_the_reserve_of_a_small_division_must_be_in_order(library: Library) -> None:
    """Fluke Stoppage Reserves: a full-strength regiment that is not DG or R."""
    (found,) = [each for each in library.procedure("lob:fluke-stoppage").inputs if each.name == "reserve"]
    assert "not DG or routed" in found.help


@pytest.mark.parametrize(
    ("chart", "words"),
    [
        ("charge-size-chart", "+1 if the attacker is blood lusted"),
        ("slope-table", "Units block only at range 4 or less"),
    ],
)
def test_a_chart_includes_the_rest_of_its_box(library: Library, chart: str, words: str) -> None:
    """Additional Charge Modifiers, Also; Slope Table page, units."""
    assert words in " ".join(each.text for each in library.module("lob").chart(chart).footnotes)


@pytest.mark.parametrize(("hex_entered", "formation"), [("boulders", "limbered"), ("thicket", "wagon")])
def test_a_prohibited_hex_is_not_offered_as_the_one_hex_a_unit_may_move(
    engine: Engine, hex_entered: str, formation: str
) -> None:
    """The chart's P (Terrain Effects on Movement) is not followed by anything that allows the move."""
    found = engine.resolve("lob:movement-cost", {"hex": hex_entered, "formation": formation})
    assert found.outcome["cost"] == "P"
    assert found.next == ()


def test_no_fire_beyond_an_opening_volley_makes_skirmishers_withdraw(engine: Engine) -> None:
    """9.4e: beyond opening volley range, which ends at 3, there is no withdrawal."""
    answers = {**FIRE, "range": 4, "target": {"open_order_capable": True}}
    assert not [each for each in engine.resolve("lob:fire", answers, [7]).next if each.cite == "9.4e"]


def test_a_shot_asks_once_whether_the_target_is_disorganized(library: Library) -> None:
    """Its state says so, for the column as for morale."""
    inputs = {each.name: each for each in library.procedure("lob:shot").inputs}
    assert "state" in inputs
    assert "dg" not in {field.name for field in inputs["target"].fields}


def test_a_target_of_artillery_keeps_its_own_level_of_counter_battery_fire(engine: Engine) -> None:
    """Combat Table: m or better adds 1 to the level that the target has, and its arm says that it is artillery."""
    answers = {**SHOT, "target_arm": "artillery", "target": {"cbf": 1}}
    assert engine.resolve("lob:shot", answers, [7, 7]).outcome["target_cbf"] == 2


@pytest.mark.parametrize(
    ("procedure", "answers", "never"),
    [
        ("closing-roll", {"rating": "C", "leader_morale": 0, "enemy_can_fire": False}, "shaken"),
        ("closing-roll", {"rating": "C", "leader_morale": 0}, "first_charge"),
        ("morale-check", {**CHECK, "range": 2}, "adjacent"),
        ("morale-check", {**CHECK, "terrain": ["boulder"]}, "attack_orders"),
        ("fire", GUNS, "firers.1.open_order_capable"),
        ("fluke-stoppage", {"turn": 8}, "command_value"),
        ("fluke-stoppage", FLUKE, "rss_game"),
    ],
)
def test_a_question_without_effect_is_not_asked(
    library: Library, procedure: str, answers: dict[str, Any], never: str
) -> None:
    """No answer to this question can change the result."""
    asked = take_answers(library.procedure(f"lob:{procedure}").inputs, answers).asked
    assert asked
    assert never not in asked


@pytest.mark.parametrize("hexes", [6, 30, 60])
def test_each_line_of_the_distance_shows_its_own_turns(engine: Engine, hexes: int) -> None:
    """Order Delivery: 1 within radius, 2 beyond it, 3 beyond it at 50 hexes or more."""
    found = engine.resolve("lob:order-delivery", {"sender": "corps", "hexes": hexes})
    lines = {each.label: each.value for each in found.ledger if each.label.startswith("Distance")}
    assert list(lines.values()) == [1, 2, 3]


def _sequence(library: Library) -> Sequence:
    sequence = library.module("lob").sequence
    assert sequence is not None
    return sequence


def test_removals_come_first_in_the_game_turn(library: Library) -> None:
    """9.1a: the very first step of the game turn, so only in the first player's Command Phase, for both sides."""
    sequence = _sequence(library)
    sides = {}
    for place, moment in enumerate(moments(sequence)):
        names = clock_names(sequence, None, Position(1, place))
        for step in moment.phase.steps:
            if step.title == "Order of Arrival removals":
                sides[moment.side] = step_counts(step, names)
                assert "both sides" in step.says
                assert moment.phase.steps[0] == step
    assert sides == {"First player": True, "Second player": False}


def test_the_sequence_lists_exceptions(library: Library) -> None:
    """Night Orders; Loss Recovery Chart; 9.3."""
    sequence = _sequence(library)
    (night,) = [each for each in sequence.reminders if each.id == "night-orders"]
    assert "may prohibit them" in night.says
    steps = {step.title: step.says for phase in sequence.phases for step in phase.steps}
    assert "Sharpshooter units and units in Reserve recover none" in steps["Loss recovery"]


def test_the_sequence_marks_what_only_the_crib_notes_say(library: Library) -> None:
    """The sheet prints only Rally; the notes say how markers are removed."""
    (rally,) = [each for each in _sequence(library).phases if each.id == "rally"]
    assert all("community notes" in each for each in rally.allows)
    assert "community notes" in rally.steps[0].says


def test_all_divisions_recover_in_the_morning_twilight(library: Library) -> None:
    """Attack Recovery Table; 10.8c: the twilight before dawn."""
    sequence = _sequence(library)
    (reminder,) = [each for each in sequence.reminders if each.id == "twilight-recovery"]
    readings = {}
    for turn in (1, 3, 6, 60):
        names = clock_names(sequence, MORNING, Position(turn, 0))
        readings[names["time"]] = holds(reminder.when, names)
    assert readings == {"04:00": False, "05:00": True, "05:45": False, "19:15": False}


CLOSING_READINGS = ("closing-minus-three", "closing-leader", "opening-volley-wrecked")
FIRE_READINGS = (
    "dg-fire-rounding",
    "fire-limit",
    "threshold-mixed",
    "stone-walls",
    "canister-range",
    "shift-ends",
)
MORALE_READINGS = (
    "leader-loss-13",
    "morale-ends",
    "blood-lust-leader",
    "morale-loss-leader",
    "open-order-rear",
)
"""Readings of the calculators that make up the two complete walks."""


@pytest.mark.parametrize(
    ("conflict", "bites"),
    [
        ("grace-new-orders", "lob:fluke-stoppage"),
        ("skedaddle-limbering", "lob:10.9"),
        ("relay-roll", "lob:10.4d"),
        ("crest-town", "lob:line-of-sight"),
        ("twilight-turns", "lob:2.3"),
        ("town-off-road", "lob:movement-cost"),
        ("shift-ends", "lob:fire"),
        ("leader-loss-13", "lob:leader-loss"),
        ("same-hill-ground", "lob:4.2c"),
        ("obstacle-below", "lob:line-of-sight"),
        ("column-not-kept", "lob:3.1c"),
        ("two-halvings", "lob:movement-allowance"),
        ("mounted-charge-sizes", "lob:charge"),
        ("mounted-charge-sizes", "lob:7.0g"),
        ("wagon-intersections", "lob:intersection"),
        ("charge-sizes", "lob:charge-loss"),
        ("open-order-rear", "lob:closing-roll"),
        ("threshold-mixed", "lob:firepower-shifts"),
        *((conflict, "lob:charge") for conflict in (*CLOSING_READINGS, *MORALE_READINGS)),
        *((conflict, "lob:shot") for conflict in (*FIRE_READINGS, *MORALE_READINGS)),
    ],
)
def test_a_conflict_of_the_sources_is_shown_at_each_affected_place(
    library: Library, conflict: str, bites: str
) -> None:
    """The conflict has at least two readings, and names the one that is used."""
    found = {each.id: each for each in library.module("lob").conflicts_of(bites)}
    assert len(found[conflict].readings) > 1


@pytest.mark.parametrize(
    "term",
    [
        *(
            "Initiative",
            "Rally",
            "Danger close",
            "Open order capable",
            "Cowardly legs",
            "Twilight",
            "Wrecked",
        ),
        *(
            "Closing roll",
            "Opening volley",
            "Zone of control",
            "Same Hill",
            "Stone wall",
            "Maximum fire limit",
        ),
        *("Fluke stoppage", "Skedaddle", "Bolt", "Lock down", "Intersection", "River", "Mounted flexibility"),
    ],
)
def test_topics_missing_from_the_sources_are_listed(library: Library, term: str) -> None:
    """The series rulebook is not a source: rolls and distances that only it prints are listed as missing."""
    (found,) = [each for each in library.module("lob").terms if each.term == term]
    assert "not in the sources" in found.means


def test_a_rule_links_to_each_gap(library: Library) -> None:
    """A rule links to each topic that no source covers, in a point by the companion."""
    entries = library.module("lob").entries
    gaps = {each.id for each in entries if each.gap}
    linked = {
        gap
        for each in entries
        for point in each.points
        for gap in gaps
        if each.number and point.authority == "companion" and f"[[{gap}]]" in point.text
    }
    assert linked == gaps


def test_the_command_roll_is_not_offered_for_initiative(library: Library) -> None:
    """10.10: initiative is a separate roll."""
    assert "initiative" not in " ".join(library.procedure("lob:command-roll").asked)


def test_early_deployment_takes_initiative(library: Library) -> None:
    """10.10b; the +2 of the Command Roll Table is for deployment from a move order."""
    (found,) = [each for each in library.module("lob").terms if each.term == "Deployment"]
    assert "early on a command roll" not in found.means
    assert "10.10b" in found.means


def test_the_credits_say_what_the_clarifications_are(library: Library) -> None:
    """Their first paragraph describes them as answers from a forum, standing and last errata."""
    credited = library.module("lob").game.credits
    for each in ("ConsimWorld", "unofficial", "revised", "designer", "players", "25 April 2018"):
        assert each in credited


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("lob:3.0", "critical exits"),
        ("lob:3.0", "slope hex without the inclined ground symbol has no effect"),
        ("lob:3.0a", "bridge, a ford or a ferry"),
    ],
)
def test_the_entry_repeats_the_fact_of_the_chart(library: Library, entry: str, words: str) -> None:
    """Terrain Effects on Movement Chart."""
    (found,) = [each for each in library.module("lob").entries if each.id == entry]
    assert words in " ".join(point.text for point in found.points)
