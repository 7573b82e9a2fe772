"""Follow-ups that the rules require."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracles import Answers, Next, Outcome, follow_ups

Steps = Iterator[str | Next]

COMMANDERS = {"commander_on_foot", "commander_mounted"}
BRIGADE_COMMANDER = Next("After all units of the brigade have moved, the brigade commander may move once", {})
WORSE_TO_HIT = "unit has -1 to hit, in shooting and in hand-to-hand combat."


@follow_ups("bp:blunder")
def after_a_blunder(answers: Answers, outcome: Outcome) -> Steps:
    """Blunder table, Charge Responses."""
    if outcome["moves"]:
        yield Next("Make the move that the blunder gives.", {"moves": outcome["moves"]})
        yield Next("bp:charge-responses", {})
    yield "National rules may change the blunder."
    yield "Whether the commander may give more orders after a blunder is not in the sources."
    yield BRIGADE_COMMANDER


@follow_ups("bp:command-roll")
def after_a_command_roll(answers: Answers, outcome: Outcome) -> Steps:
    """Commander Orders."""
    result, moves, formation = outcome["result"], outcome["moves"], answers["formation"]
    if result == "success":
        number = "1 move." if moves == 1 else f"{moves} moves."
        yield Next(f"The ordered units have won {number}", {"moves": moves})
        yield Next("bp:charge-responses", {})
        yield "If the order was Follow me or Rally, the commander joins the unit."
        yield Next("bp:command-roll", {"staff_rating": answers["staff_rating"]})
    elif result == "fail":
        yield "The commander may give no more orders."
        if formation.startswith("march_column"):
            yield Next("A unit in march column or limbered artillery gets a free move", {"moves": 1})
    else:
        yield Next("bp:blunder", {})
        yield "National rules may change the blunder."
    yield BRIGADE_COMMANDER


@follow_ups("bp:may-be-ordered")
def after_a_look_at_a_unit(answers: Answers, outcome: Outcome) -> Steps:
    """Command phase, Initiative Orders, Disordered Units, Lacking Initiative."""
    near, lacks = answers.yes("in_proximity"), answers.yes("lacks_initiative")
    if answers.yes("engaged"):
        yield "The unit fights in the Hand-to-hand phase without an order."
        if answers.yes("disordered"):
            yield "Whether a disordered unit may retreat out of hand-to-hand combat is not in the sources."
        return
    if answers.yes("disordered"):
        yield "The unit may retreat, but only away from all enemy units."
        yield "If the unit does not retreat, it loses its disorder"
        yield "When disorder ends and how far the unit may retreat are not in the sources."
        if near:
            yield "Near an enemy unit, the disordered unit may retreat only in its rear arc."
        return
    if near and (answers.yes("already_ordered") or not answers.yes("initiative_used")):
        yield "The unit may move only forward in its front arc, or retreat in its rear arc"
    if outcome["initiative_move"]:
        yield Next("bp:move", {"moves": 1})
        if lacks:
            yield "Whether a unit that lacks initiative may make an initiative move is not in the sources."
    if outcome["may_be_ordered"]:
        yield Next("bp:command-roll", {"enemy_within_12_inches": near})
        if lacks:
            yield "The unit may receive only some orders."


@follow_ups("bp:move")
def after_a_move(answers: Answers, outcome: Outcome) -> Steps:
    """Proximity, Charge Responses, Traversing fire, Commander Orders."""
    if answers["type"] in COMMANDERS:
        yield "A brigade commander may move once, after all units of his brigade."
        yield "Terrain for commanders is not in the sources."
        return
    yield "If an enemy unit is within 12 inches, the unit may move only forward in its front arc"
    yield BRIGADE_COMMANDER
    if outcome["allowed"]:
        yield Next("bp:traversing-fire-check", {})
        if answers["type"] in ("infantry", "cavalry"):
            yield Next("bp:charge-responses", {})


@follow_ups("bp:charge-responses")
def after_a_charge(answers: Answers, outcome: Outcome) -> Steps:
    """Closing fire, Charge Responses."""
    if outcome["closing_fire"]:
        by_guns = answers["charged_arm"] == "artillery"
        yield Next("bp:shoot", {"closing_fire": True, "artillery": by_guns})
    elif answers["charged_as"] == "other":
        yield "The unit may not fire again"
    else:
        yield "Warbands, skirmishers and units in march column may not give closing fire."
    if outcome["counter_charge"] or outcome["turn_and_face"] or outcome["evade"]:
        yield "How a counter charge, a turn or an evade is carried out is not in the sources."
    yield Next("bp:hit-modifier", {"kind": "combat"})


@follow_ups("bp:closing-fire-check")
def after_the_closing_fire_check(answers: Answers, outcome: Outcome) -> Steps:
    """Closing fire, Charge Responses, Traversing fire."""
    fired = answers.yes("fired_this_turn")
    if outcome["may_fire"]:
        yield Next("bp:shoot", {"closing_fire": True})
    elif answers.yes("charged"):
        yield Next("bp:charge-responses", {"charged_as": answers["troops"], "fired_this_turn": fired})
    else:
        yield Next("bp:traversing-fire-check", {"fired_this_turn": fired})


@follow_ups("bp:traversing-fire-check")
def after_the_traversing_fire_check(answers: Answers, outcome: Outcome) -> Steps:
    """Traversing fire."""
    if outcome["may_fire"]:
        yield Next("bp:shoot", {})


@follow_ups("bp:range")
def after_a_range(answers: Answers, outcome: Outcome) -> Steps:
    """Shooting: choosing the target, modifiers."""
    if not outcome["in_range"]:
        yield "The unit may not shoot at this target with this weapon."
    conditions = set()
    artillery = answers["weapon"].endswith("artillery")
    if outcome["close"]:
        yield "At close range the unit has +1 to hit."
        conditions.add("close_range_closing_fire_or_skirmishers")
    if artillery and outcome["over_half"]:
        yield "Artillery over half range has -1 to hit."
        conditions.add("artillery_over_half_range")
    if outcome["in_range"]:
        yield "The unit must shoot at the closest enemy"
        yield Next("bp:shoot", {"artillery": artillery, "conditions": frozenset(conditions)})
        yield Next("bp:hit-modifier", {"kind": "shooting", "conditions": frozenset(conditions)})


@follow_ups("bp:hit-modifier")
def after_the_modifiers(answers: Answers, outcome: Outcome) -> Steps:
    """Rolling to hit."""
    text = "Roll to hit." if answers["kind"] == "shooting" else "Roll to hit for this unit."
    yield Next(text, {"kind": answers["kind"], "modifier": outcome["modifier"]})


@follow_ups("bp:to-hit")
def after_the_dice_to_hit(answers: Answers, outcome: Outcome) -> Steps:
    """Saves, Disordered Units, Combat."""
    kind, hits = answers["kind"], outcome["hits"]
    if hits:
        carry: dict[str, Any] = {"kind": kind, "hits": hits}
        if kind == "shooting":
            carry["disordered"] = outcome["disordered"]
        yield Next("bp:morale-saves", carry)
    if outcome["disordered"]:
        yield Next("bp:may-be-ordered", {"disordered": True})
        yield f"A disordered {WORSE_TO_HIT}"
    if kind == "combat":
        yield Next("bp:to-hit", {"kind": kind})
        yield Next("bp:hand-to-hand", {})


def tested(answers: Answers, outcome: Outcome, kind: str, excess: int, by_guns: bool | None) -> Next:
    """Break test: answers that it receives. Only in shooting does it matter whether artillery caused it."""
    carry: dict[str, Any] = {"kind": kind, "excess_casualties": excess}
    carry["disordered"] = outcome.get("disordered", answers.yes("disordered"))
    return Next("bp:break-test", carry if by_guns is None else {**carry, "artillery_casualties": by_guns})


@follow_ups("bp:morale-saves")
def after_saves(answers: Answers, outcome: Outcome) -> Steps:
    """Break test, Combat result."""
    shooting, excess = answers["kind"] == "shooting", outcome["excess"]
    if outcome["break_test"]:
        by_guns = answers.yes("artillery") if shooting else None
        yield tested(answers, outcome, "shooting" if shooting else "hand_to_hand", excess, by_guns)
    elif shooting and outcome["shaken"] and outcome["casualties"]:
        test = tested(answers, outcome, "shooting", excess, None)
        yield test._replace(what="If this was closing fire, the public sheets call for a break test")
    if outcome["shaken"]:
        yield f"A shaken {WORSE_TO_HIT}"
    if not shooting:
        yield Next("bp:hand-to-hand", {})


@follow_ups("bp:shoot")
def after_shooting(answers: Answers, outcome: Outcome) -> Steps:
    """Break test, Disordered Units, Closing fire."""
    excess = max(0, outcome["total"] - answers["stamina"])
    closing, shaken = answers.yes("closing_fire"), outcome["shaken"]
    if outcome["break_test"]:
        by_guns = answers.yes("artillery")
        yield tested(answers, outcome, "shooting", excess, by_guns)
    elif closing and shaken and outcome["casualties"]:
        test = tested(answers, outcome, "shooting", excess, None)
        yield test._replace(what="The public sheets call for a break test when closing fire leaves")
    disordered = outcome["disordered"]
    if disordered:
        yield Next("bp:may-be-ordered", {"disordered": True})
    if disordered or shaken:
        yield f"A shaken or disordered {WORSE_TO_HIT}"
    if closing:
        yield "Finish saves and break tests before the next unit moves."


@follow_ups("bp:break-test")
def after_a_break_test(answers: Answers, outcome: Outcome) -> Steps:
    """Break test, Disordered Units."""
    result = outcome["result"]
    if result == "breaks":
        yield Next("bp:break-test", {})
        yield "What a broken unit must do is not in the sources."
    if result.startswith("retires"):
        yield "How far a retiring unit moves is not in the sources."
    if result == "retires_disordered":
        yield Next("bp:may-be-ordered", {"disordered": True})
        yield f"A disordered {WORSE_TO_HIT}"
    yield "The table of results is unconfirmed."


@follow_ups("bp:hand-to-hand")
def after_hand_to_hand(answers: Answers, outcome: Outcome) -> Steps:
    """Break test: cases c and d; Combat."""
    carry = {"kind": "hand_to_hand"}
    sides = {"Each shaken unit of your side": "own", "Each shaken enemy unit": "enemy"}
    if outcome["result"] == "drawn":
        shaken = [words for words, side in sides.items() if answers.group(side).yes("shaken")]
        yield from (Next(f"{words} takes a break test after a draw", carry) for words in shaken)
        if not shaken:
            yield "Neither side is shaken: the draw alone calls for no break test."
    else:
        beaten = "enemy unit" if outcome["result"] == "won" else "unit of your side"
        yield Next(f"Each beaten {beaten} takes a break test", carry)
        yield Next("bp:hit-modifier", {"kind": "combat", "conditions": frozenset({"won_last_round"})})
    yield Next("Each unit that has new casualties, and more casualties than its stamina", carry)
    yield "How each side moves after the combat is not in the sources."
    yield "Go on to the next engagement."
