"""Black Powder states what its sheet prints and discloses open choices; words are typed from the sheet."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from companion.engine import Engine
from companion.model import GameModule, Library
from tests.process.test_cli import companion

pytestmark = pytest.mark.usefixtures("games_are_read_once")

READINGS = {
    "follow-me-proximity": ["example-orders"],
    "disorder-ends": ["disordered-units", "may-be-ordered"],
    "enfilade-range": ["enfiladed-targets", "to-hit", "shoot"],
    "shaken-beyond-stamina": ["shooting-morale-saves-and-casualties", "morale-saves", "shoot"],
    "no-new-casualty": ["combat-saves-casualties-and-break-test", "shoot", "hand-to-hand"],
    "artillery-casualty": ["break-test"],
    "free-move": ["move"],
}
"""Choices that the sheet leaves open, and the rules and calculators that must disclose them."""
CARRY_OUT = "Commander Orders: carrying out the moves"
COMMANDERS = "Commander Orders: brigade and army commander movement"
RESPONSES = "Charge Responses (pg 65)"
BREAKS = "Break test: when and modifiers"
COMBAT = "Combat: saves, casualties and break test"


@pytest.fixture
def game(library: Library) -> GameModule:
    """The shipped game."""
    return library.module("bp")


def points(game: GameModule, ident: str) -> dict[str, str]:
    """Authority of each point of a rule, by its text."""
    found = next(each for each in game.entries if each.id == f"bp:{ident}")
    return {point.text: point.authority for point in found.points}


@pytest.mark.parametrize(
    ("conflict", "where"), [(key, at) for key, places in READINGS.items() for at in places]
)
def test_a_choice_is_disclosed_at_each_affected_place(game: GameModule, conflict: str, where: str) -> None:
    """The conflict has at least two readings."""
    found = next(each for each in game.conflicts if each.id == conflict)
    assert f"bp:{where}" in found.bites
    assert len(found.readings) >= 2


@pytest.mark.parametrize("order", ["Follow me", "Rally"])
def test_the_commander_must_be_in_proximity(game: GameModule, order: str) -> None:
    """Sheet: last order, joins unit, must be in proximity; it concerns the commander and gives no distance."""
    text_of_order = next(text for text in points(game, "example-orders") if text.startswith(f"{order}:"))
    assert "the commander must be in proximity and joins the unit" in text_of_order
    assert "last order" in text_of_order
    assert "it must be in proximity" not in text_of_order
    meaning = next(each.means for each in game.terms if each.term == order)
    assert "How near is not in the sources" in meaning


@pytest.mark.parametrize(("disordered", "removed"), [("yes", True), ("no", False)])
def test_the_calculator_says_when_disorder_is_removed(disordered: str, removed: bool) -> None:
    """Sheet: a unit that retreats will not remove its disorder."""
    shown = companion("calc", "bp:may-be-ordered", f"disordered={disordered}").stdout
    assert ("If the unit does not retreat, it loses its disorder (a reading)" in shown) is removed


def test_the_end_of_disorder_is_a_reading(game: GameModule) -> None:
    """The sheet only implies this."""
    authorities = [
        who for text, who in points(game, "disordered-units").items() if "loses its disorder" in text
    ]
    assert authorities == ["reading"]
    meaning = next(each.means for each in game.terms if each.term == "Disordered")
    assert "if it does not retreat, it loses its disorder" in meaning


def test_enfilade_is_at_short_or_close_range_for_both_kinds(game: GameModule) -> None:
    """Sheet: ranked firearms or artillery (short or close range only)."""
    first = next(iter(points(game, "enfiladed-targets")))
    assert "only for ranked firearms or artillery that shoot at short or close range" in first


@pytest.mark.parametrize(
    "ident", ["shooting-morale-saves-and-casualties", "combat-saves-casualties-and-break-test"]
)
def test_a_unit_beyond_its_stamina_is_shaken_too(game: GameModule, ident: str) -> None:
    """Sheet: casualties equal to stamina, shaken; in excess, a break test."""
    texts = points(game, ident)
    assert not any("exactly" in text for text in texts)
    assert [who for text, who in texts.items() if "beyond its stamina is shaken too" in text] == ["reading"]


def test_the_blunder_does_not_explain_the_file_format() -> None:
    """How to write a chart belongs in the authoring guide."""
    shown = companion("calc", "bp:blunder", "moves=2").stdout
    assert not any(word in shown for word in (".yaml", "grid:", "cite:", "parted by"))


def test_the_last_question_of_the_command_roll_mentions_the_distance(library: Library) -> None:
    """Distance and a near enemy are optional answers, so the question after them mentions both."""
    asked = {each.name: each for each in library.procedure("bp:command-roll").inputs}
    assert "distance" in asked["modifier"].help
    assert "near enemy" in asked["modifier"].help


def test_the_blunder_asks_for_the_missing_table(library: Library) -> None:
    """Sheet: roll on blunder table. The sheet does not print the table."""
    asked = library.procedure("bp:blunder").inputs[0]
    assert "not in the sources" in asked.help


def test_the_sheet_lists_no_orders_for_a_unit_without_initiative(game: GameModule) -> None:
    """Sheet: limited to what order they can receive. The companion says that the sheet does not list these orders."""
    texts = points(game, "lacking-initiative")
    assert [who for text, who in texts.items() if "not in the sources" in text] == ["companion"]
    assert not any("says which orders" in text for text in texts)


class Due(NamedTuple):
    """Result of a calculator, and the follow-up that the sheets require."""

    procedure: str
    answers: dict[str, Any]
    rolls: list[int]
    says: str
    cite: str
    opens: str = ""
    carry: dict[str, Any] = {}


ORDER: dict[str, Any] = {"staff_rating": 8, "formation": "other", "modifier": 0}
HITS: dict[str, Any] = {"kind": "shooting", "hits": 1, "morale": 4, "stamina": 3, "casualties_before": 3}
SHOT: dict[str, Any] = {
    "shooting_score": 1,
    "other_dice": 0,
    "morale": 4,
    "stamina": 3,
    "casualties_before": 0,
}
TEST: dict[str, Any] = {"kind": "shooting", "arm": "infantry", "excess_casualties": 0}
CHARGED: dict[str, Any] = {"charged_arm": "infantry", "charged_as": "other", "charger_arm": "cavalry"}
LOST: dict[str, Any] = {"own": {"casualties_caused": 1}, "enemy": {"casualties_caused": 2}}
DRAWN: dict[str, Any] = {"own": {"casualties_caused": 1}, "enemy": {"casualties_caused": 1}}
WALK: dict[str, Any] = {"type": "infantry", "moves": 1, "formation_changes": 0, "ground": "open"}

DUE = [
    Due("command-roll", ORDER, [8], "have won 1 move", CARRY_OUT, "move", {"moves": 1}),
    Due("command-roll", ORDER, [5], "have won 3 moves", CARRY_OUT, "move", {"moves": 3}),
    Due("command-roll", ORDER, [5], "charged unit may respond", RESPONSES, "charge-responses"),
    Due("command-roll", ORDER, [5], "Follow me or Rally", "Example orders"),
    Due("command-roll", ORDER, [5], "may order more units", "Commander Orders", "command-roll", {"staff_rating": 8}),
    Due("command-roll", ORDER, [9], "next commander", "Commander Orders"),
    Due("command-roll", ORDER, [9], "brigade commander may move once", COMMANDERS, "move"),
    Due("command-roll", ORDER, [12], "blunder table", "Blunder table", "blunder"),
    Due("command-roll", ORDER, [12], "National rules may change", "National rules"),
    Due("blunder", {"moves": 1}, [], "charged unit may respond", RESPONSES, "charge-responses"),
    Due("blunder", {"moves": 0}, [], "brigade commander may move once", COMMANDERS, "move"),
    Due("may-be-ordered", {"in_proximity": True}, [], "1 move on initiative", "Initiative Orders", "move",
        {"moves": 1}),
    Due("may-be-ordered", {"engaged": True}, [], "without an order", "Command phase: what needs no order"),
    Due("move", WALK, [], "charged unit may respond", RESPONSES, "charge-responses"),
    Due("move", WALK, [], "may give traversing fire", "Traversing fire", "traversing-fire-check"),
    Due("move", WALK, [], "brigade commander may move once", COMMANDERS, "move"),
    Due("charge-responses", CHARGED, [], "at close range", "Closing fire", "shoot",
        {"closing_fire": True, "artillery": False}),
    Due("charge-responses", CHARGED, [], "+1 to hit", "Hand-to-hand modifiers", "hit-modifier", {"kind": "combat"}),
    Due("charge-responses", {**CHARGED, "charged_as": "warband"}, [], "may not give closing fire", "Closing fire"),
    Due("charge-responses", {**CHARGED, "fired_this_turn": True}, [], "once per turn", "Closing fire"),
    Due("closing-fire-check", {"charged": True, "troops": "warband"}, [], "another charge response", RESPONSES,
        "charge-responses", {"charged_as": "warband", "fired_this_turn": False}),
    Due("closing-fire-check", {"troops": "other"}, [], "traversing fire", "Traversing fire", "traversing-fire-check",
        {"fired_this_turn": False}),
    Due("range", {"weapon": "smoothbore_musket", "distance_inches": 19}, [], "may not shoot", "Ranges in inches"),
    Due("range", {"weapon": "smoothbore_artillery", "distance_inches": 25}, [], "Shoot at the target",
        "Shooting: rolling to hit", "shoot", {"artillery": True, "conditions": ["artillery_over_half_range"]}),
    Due("range", {"weapon": "smoothbore_musket", "distance_inches": 6}, [], "modifiers alone", "Shooting modifiers",
        "hit-modifier", {"kind": "shooting", "conditions": ["close_range_closing_fire_or_skirmishers"]}),
    Due("to-hit", {"kind": "shooting", "dice": 1, "modifier": 0}, [6], "one save for each hit",
        "Shooting: morale saves and casualties", "morale-saves", {"kind": "shooting", "hits": 1, "disordered": True}),
    Due("to-hit", {"kind": "combat", "dice": 1, "modifier": 0}, [4], "one save for each hit", COMBAT, "morale-saves",
        {"kind": "combat", "hits": 1}),
    Due("to-hit", {"kind": "combat", "dice": 1, "modifier": 0}, [3], "at the same time", "Combat", "to-hit",
        {"kind": "combat"}),
    Due("morale-saves", {**HITS, "disordered": True}, [1], "takes a break test", "Shooting: break test", "break-test",
        {"kind": "shooting", "excess_casualties": 1, "disordered": True, "artillery_casualties": False}),
    Due("morale-saves", {**HITS, "casualties_before": 2}, [1], "public sheets call for", BREAKS, "break-test",
        {"kind": "shooting", "excess_casualties": 0, "disordered": False}),
    Due("morale-saves", {**HITS, "kind": "combat"}, [1], "takes a break test", COMBAT, "break-test",
        {"kind": "hand_to_hand", "excess_casualties": 1, "disordered": False}),
    Due("morale-saves", {**HITS, "kind": "combat"}, [4], "who has won", "Combat result modifiers", "hand-to-hand"),
    Due("morale-saves", HITS, [1], "A shaken unit has -1 to hit", "Shooting modifiers"),
    Due("shoot", {**SHOT, "closing_fire": True}, [1], "before the next unit moves", "Closing fire"),
    Due("shoot", {**SHOT, "casualties_before": 2}, [4, 1], "-1 to hit", "Shooting modifiers"),
    Due("shoot", SHOT, [6, 4], "may only retreat", "Disordered Units", "may-be-ordered", {"disordered": True}),
    Due("hand-to-hand", LOST, [], "Each beaten unit of your side", BREAKS, "break-test", {"kind": "hand_to_hand"}),
    Due("hand-to-hand", LOST, [], "+1 to hit in the next round", "Hand-to-hand modifiers", "hit-modifier",
        {"kind": "combat", "conditions": ["won_last_round"]}),
    Due("hand-to-hand", DRAWN, [], "calls for no break test", BREAKS),
    Due("hand-to-hand", DRAWN, [], "new casualties, and more casualties than its stamina", COMBAT, "break-test",
        {"kind": "hand_to_hand"}),
    Due("hand-to-hand", DRAWN, [], "next engagement", "Combat"),
    Due("break-test", TEST, [4], "supported this unit", BREAKS, "break-test"),
    Due("break-test", TEST, [4], "broken unit", "Broken and retiring units"),
    Due("break-test", TEST, [5], "may receive no order", "Disordered Units", "may-be-ordered", {"disordered": True}),
    Due("break-test", TEST, [5], "-1 to hit", "Shooting modifiers"),
]  # fmt: skip


@pytest.mark.parametrize("due", DUE, ids=lambda each: f"{each.procedure}: {each.says}")
def test_follow_ups_of_the_sheets(due: Due, engine: Engine) -> None:
    """Each follow-up has its rule and its calculator."""
    found = engine.resolve(f"bp:{due.procedure}", due.answers, due.rolls)
    follow = next(each for each in found.next if due.says in each.says and each.cite == due.cite)
    assert follow.procedure == (f"bp:{due.opens}" if due.opens else "")
    assert follow.carry == due.carry


@pytest.mark.parametrize("rolls", [[9], [12]], ids=["fails", "blunder"])
def test_no_more_orders_are_offered_after_a_failure(rolls: list[int], engine: Engine) -> None:
    """Sheet: failed order, move on to next commander."""
    found = engine.resolve("bp:command-roll", ORDER, rolls)
    assert not [each for each in found.next if each.procedure == "bp:command-roll"]


def texts_of_steps(game: GameModule, phase: str) -> dict[str, str]:
    """Text of the steps of a phase, by title."""
    assert game.sequence is not None
    found = next(each for each in game.sequence.phases if each.id == phase)
    return {step.title: step.says for step in found.steps}


def test_misses_at_an_enfiladed_target_are_rolled_again_before_the_saves(game: GameModule) -> None:
    """Sheet: re-roll all misses; saves are for every hit."""
    steps = list(texts_of_steps(game, "shooting"))
    assert steps.index("Enfilade") < steps.index("Shooting")


def test_the_closest_enemy_binds_only_a_unit_that_shoots(game: GameModule) -> None:
    """Sheet: the selected unit shoots the closest enemy unit, and may ignore a target that is not clear."""
    assert any(
        text.startswith("A unit that shoots must") for text in points(game, "shooting-choosing-the-target")
    )
    assert game.sequence is not None
    allows = next(each.allows for each in game.sequence.phases if each.id == "shooting")
    assert any("A unit that shoots must" in text and "may or must ignore" in text for text in allows)


def test_the_sequence_names_who_gives_no_closing_fire(game: GameModule) -> None:
    """Sheet: unless warband, skirmisher or march column."""
    step = texts_of_steps(game, "command")["Closing fire"]
    assert all(kind in step for kind in ("warband", "skirmishers", "march column"))


def test_a_natural_6_disorders_in_the_sequence_too(game: GameModule) -> None:
    """Sheet: natural 6s always hit and make the target disordered."""
    assert "natural 6 also disorders" in texts_of_steps(game, "shooting")["Shooting"]


@pytest.mark.parametrize("unit", ["disordered", "engaged"])
def test_who_may_make_no_initiative_move_is_a_reading(game: GameModule, unit: str) -> None:
    """Sheet: units in proximity may; the disordered may retreat; the engaged receive no orders, it says no more."""
    authorities = {
        who for text, who in points(game, "initiative-orders").items() if f"{unit} unit may not" in text
    }
    assert authorities == {"reading"}
    found = next(each for each in game.conflicts if each.id == "who-has-initiative")
    assert "bp:may-be-ordered" in found.bites


def test_who_all_other_units_are_is_a_reading(game: GameModule) -> None:
    """Sheet: all other units may receive a single move order, in a line below Initiative Orders."""
    authorities = [who for text, who in points(game, "all-other-units").items() if "not in proximity" in text]
    assert authorities == ["reading"]


def test_case_b_is_about_closing_fire_in_both_parts(game: GameModule) -> None:
    """Public sheet: shaken, or artillery casualties from closing fire."""
    texts = points(game, "break-test-when-and-modifiers")
    assert [who for text, who in texts.items() if "one that closing fire leaves shaken" in text] == [
        "reading"
    ]


def test_deducting_six_inches_from_the_move_is_a_reading(game: GameModule) -> None:
    """Public sheet: crossing an obstacle 6; entering a building 6."""
    authorities = [
        who
        for text, who in points(game, "moves-through-terrain").items()
        if "come off the unit's move" in text
    ]
    assert authorities == ["reading"]


REJECTED = {
    "command-distance": "each 12 inches begun",
    "evade": "One case",
    "plus-one-once": "Each of the three",
    "fire-once": "each of the two",
    "obstacle-six": "whole move",
    "disorder-ends": "No line says",
}
"""Words of rejected readings, by conflict."""


@pytest.mark.parametrize("ident", REJECTED)
def test_a_rejected_reading_is_not_shown_as_the_one_used(game: GameModule, ident: str) -> None:
    """The authority `reading` is shown as the reading used here."""
    found = next(each for each in game.conflicts if each.id == ident)
    assert [each.authority for each in found.readings if REJECTED[ident] in each.says] not in (
        [],
        ["reading"],
    )


def test_only_the_brigade_commander_is_said_to_move_once(game: GameModule) -> None:
    """Sheet: the brigade commander can move once; the army commander may move."""
    meaning = next(each.means for each in game.terms if each.term == "Army commander")
    assert "may move without a roll" in meaning
    shown = companion("calc", "bp:move", "type=commander_mounted", "ground=open").stdout
    assert "army commander may move after all" in " ".join(shown.split())


MARKED = [
    ("commander-orders", "sequence in which the commanders act", "reading"),
    ("disordered-units", "whether or not an enemy unit", "reading"),
    ("commander-orders-brigade-and-army-commander-movement", "The army commander may move once", "reading"),
    (
        "commander-orders-brigade-and-army-commander-movement",
        "A brigade commander moves up to",
        "clarification",
    ),
    ("moves-in-inches", "a brigade commander may move", "clarification"),
    ("moves-in-inches", "The army commander may move", "reading"),
    ("command-roll-modifiers", "count the free move as 1 move", "reading"),
    ("closing-fire", "once, not +2", "reading"),
    ("combat-saves-casualties-and-break-test", "no new casualty", "reading"),
    ("break-test-when-and-modifiers", "when artillery casualties alone call for the test", "reading"),
    ("break-test-results-unconfirmed", "use the table for shooting", "reading"),
]
"""Rule, words of a point, and its authority: the sheet, or the companion if the sheet leaves a choice."""


@pytest.mark.parametrize(("ident", "words", "authority"), MARKED, ids=lambda each: each[:40])
def test_a_point_has_the_right_authority(game: GameModule, ident: str, words: str, authority: str) -> None:
    """The authority agrees with the sheet and the public sheets, sentence by sentence."""
    assert [who for text, who in points(game, ident).items() if words in text] == [authority]


TOLD = [
    ("move", ["type=infantry", "moves=1", "formation_changes=0", "ground=open"], "as 2 (a reading)"),
    ("may-be-ordered", ["disordered=yes"], "no enemy unit within 12 inches is a reading"),
    (
        "break-test",
        ["kind=shooting", "arm=infantry", "excess_casualties=0", "--roll", "7"],
        "counting the -1 is a reading",
    ),
]
"""Calculator, answers, and the reading that it must disclose."""


@pytest.mark.parametrize(("procedure", "answers", "words"), TOLD, ids=lambda each: str(each)[:20])
def test_a_calculator_discloses_its_readings(procedure: str, answers: list[str], words: str) -> None:
    """Open questions of the sheets are not shown as printed rules."""
    shown = companion("calc", f"bp:{procedure}", *answers).stdout
    assert words in " ".join(shown.split())


def test_the_free_move_of_one_move_is_a_reading(engine: Engine, library: Library) -> None:
    """Public sheet: march column and limbered artillery get a free move. Its length is not printed."""
    found = engine.resolve(
        "bp:command-roll", {**ORDER, "formation": "march_column_or_limbered_off_road"}, [11]
    )
    follow = next(each for each in found.next if "free move" in each.says)
    assert (follow.carry, "a reading" in follow.says) == ({"moves": 1}, True)
    asked = {each.name: each for each in library.procedure("bp:move").inputs}
    assert "A free move counts as 1 move here (a reading)" in asked["moves"].help


def test_the_winner_has_plus_one_in_any_next_round(engine: Engine) -> None:
    """Public sheet: won the last round +1; the sheet does not limit it to the same combat."""
    assert not any("this combat" in each.says for each in engine.resolve("bp:hand-to-hand", LOST, []).next)


def test_dice_are_split_only_among_several_enemies(game: GameModule) -> None:
    """Sheet: if applicable split toward enemy units."""
    assert (
        "A unit that fights several enemy units"
        in texts_of_steps(game, "hand-to-hand")["Fight an engagement"]
    )


@pytest.mark.parametrize("order", ["Follow me", "Rally"])
def test_nearness_to_the_unit_is_a_reading(game: GameModule, order: str) -> None:
    """Sheet: must be in proximity. The sheet does not say to whom."""
    meaning = next(each.means for each in game.terms if each.term == order)
    assert "near the unit (a reading)" in meaning
    assert "(a reading)" in texts_of_steps(game, "command")["Follow me and Rally"]


def test_shaken_beyond_stamina_is_a_reading_in_the_conflict_too(game: GameModule) -> None:
    """Sheet: casualties equal to stamina, shaken."""
    found = next(each for each in game.conflicts if each.id == "shaken-beyond-stamina")
    assert [each.authority for each in found.readings if "is shaken too" in each.says] == [
        "reading",
        "clarification",
    ]


def test_other_rules_may_affect_the_choice_of_units_either_way(game: GameModule) -> None:
    """Sheet: national and terrain rules may impact this."""
    assert any("may affect the choice" in text for text in points(game, "commander-orders-choosing-units"))


@pytest.mark.parametrize(
    ("disordered", "words"), [(True, "It may not move forward"), (False, "only forward")]
)
def test_a_disordered_unit_near_the_enemy_is_not_sent_forward(
    disordered: bool, words: str, engine: Engine
) -> None:
    """Sheet: the disordered may retreat away from all enemy units; in proximity, forward or back by arc."""
    found = engine.resolve("bp:may-be-ordered", {"in_proximity": True, "disordered": disordered}, [])
    texts = [each.says for each in found.next if each.cite == "Command phase: proximity"]
    assert len(texts) == 1
    assert words in texts[0]
