"""Chapters 8 and 9: Formation Changes, Facing Changes, the length of a Line."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.bar.combat import FORMATIONS
from tests.oracles.bar.disorder import added
from tests.oracles.bar.fire import at_brandywine

ALL = "ALL"
STARRED = {
    ("AC", "MC"),
    ("MC", "AC"),
    ("Line", "MC"),
    ("MC", "Line"),
    ("MC", "RC"),
    ("RC", "MC"),
    ("Limbered", "RC"),
    ("RC", "Limbered"),
}
"""Formation Changes that non-clear terrain affects."""
WHOLE = {
    ("Line", "Square"),
    ("MC", "Square"),
    ("Square", "Line"),
    ("Square", "MC"),
    ("GO", "Line"),
    ("GO", "MC"),
}
"""Formation Changes that take the entire Movement Allowance everywhere."""
RE_FORMED = {"Line", "Hook", "MC", "AC"}
"""Formations that Skirmishers may take when they re-form."""
LEAST_FOR_TWO = {"3_rank": 5, "4_rank": 7}
"""8.1a: SPs of a Line of 2 hexes."""


@oracle("bar:line-hexes")
def line_hexes(answers: Answers, dice: Dice) -> Outcome:
    """8.1a: Infantry 2 hexes with 5, 7 or (Brandywine) 9 SPs; Cavalry 4 SPs in each of up to 5 hexes."""
    sps = answers["sps"]
    if answers.get("arm", "infantry") == "cavalry":
        return {"hexes": 1 if at_brandywine(answers) else max(1, min(5, sps // 4))}
    least = 9 if at_brandywine(answers) else LEAST_FOR_TWO[answers["ranks"]]
    return {"hexes": 2 if sps >= least else 1}


def longest(arm: str, formation: str, brandywine: bool) -> int:
    """8.1: the greatest length of a Formation in hexes."""
    if formation == "RC":
        return 30
    if formation not in ("Line", "Hook", "MC"):
        return 1
    if arm == "infantry":
        return 2
    return 1 if brandywine else 5


def whole_allowance(answers: Answers) -> str:
    """The cost of all MPs, which units with half MPs or spent MPs may not pay."""
    if answers.yes("disordered") or answers.yes("out_of_command") or answers.yes("moved"):
        raise Refused("17.2a, 7.5b a: the entire Movement Allowance is not available")
    return ALL


@oracle("bar:formation-change")
def formation_change(answers: Answers, dice: Dice) -> Outcome:
    """8.3 to 8.6: the list of Formation Changes; an ER check only when re-forming."""
    return {"er_check": False, **_changed(answers)}


def austrian_light(answers: Answers) -> str:
    """Lobositz 1: `grenadiers`, `grenzers`, or `none` for other units."""
    return str(answers.get("austrian_light", "none")) if answers.get("battle") == "lobositz" else "none"


def _changed(answers: Answers) -> Outcome:
    """8.3 to 8.6, 11.8a: the cost of a Formation Change, and its Disorder Check."""
    arm, change = answers["arm"], (answers["from"], answers["to"])
    old, new = answers.get("from_hexes", 1), answers.get("to_hexes", 1)
    brandywine = at_brandywine(answers)
    for formation, hexes in zip(change, (old, new), strict=True):
        if formation not in FORMATIONS[arm]:
            raise Refused(f"no {arm} in {formation}")
        if hexes > longest(arm, formation, brandywine):
            raise Refused(f"{formation} is never that long")
    if arm == "infantry" and austrian_light(answers) == "grenzers":
        raise Refused("Lobositz 1: Grenzers are always in Skirmish")
    ezoc = 1 if answers.yes("ezoc") and arm != "artillery" else 0
    if "Skirmish" in change:
        return _skirmish(answers, change, ezoc)
    if change[0] == "GO" and new > 1:
        raise Refused("8.1g: a single-hex Formation")
    if change in STARRED and (non_clear := answers.get("non_clear", 0)):
        if change[0] == "RC":
            _kinks(answers, old, new)
        modifier = added("formation_change_non_clear_each") * non_clear
        return {"cost": whole_allowance(answers), "disorder_check": modifier}
    if change in WHOLE:
        return {"cost": whole_allowance(answers)}
    if change in (("Line", "MC"), ("MC", "Line")):
        return {"diagram_plus": abs(old - new) + ezoc}
    return {"cost": _cost(answers, change, old, new) + ezoc}


def _kinks(answers: Answers, old: int, new: int) -> int:
    """8.4: the new Formation occupies hexes of the Road Column that are in line."""
    kinks: int = answers.get("kinks", 0)
    if new + kinks > old:
        raise Refused("the Road Column does not have that many hexes")
    return kinks


def _cost(answers: Answers, change: tuple[str, str], old: int, new: int) -> int:
    """8.4, 8.5: cost in MPs of a change that does not need all of them."""
    if change in (("Line", "Hook"), ("Hook", "Line")):
        return 1
    if change == ("AC", "MC"):
        return int(new)
    if change == ("MC", "AC"):
        return int(old)
    if change == ("Limbered", "Unlimbered"):
        if answers.yes("ezoc"):
            raise Refused("may not Unlimber in an EZOC")
        return 2
    if change == ("Unlimbered", "Limbered"):
        if answers.yes("fired"):
            raise Refused("8.5a: fired Artillery may not Limber")
        return 2
    if change in STARRED:  # into or out of Road Column
        kinks = _kinks(answers, old, new) if change[0] == "RC" else 0
        return max(1, abs(old - new)) + 2 * kinks
    raise Refused("8.4: no such Formation Change")


def _skirmish(answers: Answers, change: tuple[str, str], ezoc: int) -> Outcome:
    """8.4e, Lobositz 1: breaking down is free, re-forming needs an ER check before any move."""
    if change[0] == change[1]:
        raise Refused("8.4: no change")
    if change[1] == "Skirmish":
        return {"cost": 0}
    if answers.yes("disordered"):
        raise Refused("17.1g: Skirmish units are never Disordered")
    if change[1] not in RE_FORMED:
        raise Refused("8.4e: no Road Column, Square or General Order")
    if austrian_light(answers) == "grenadiers":
        return {"cost": 0}
    if answers.yes("moved"):
        raise Refused("8.4e: the Skirmish units must not have moved yet")
    return {"cost": ezoc, "er_check": True}


@oracle("bar:facing-change")
def facing_change(answers: Answers, dice: Dice) -> Outcome:
    """Chapter 9, 11.8a, 17.1h: wheeling and reversing; the cost of other turns depends on the diagram."""
    formation = answers["formation"]
    hexes = answers.get("hexes", 1) if formation == "Line" else 1
    if formation in ("Hook", "Square") or hexes > longest("cavalry", "Line", False):
        raise Refused("9.7: a Hook may not turn; a Square faces all round; a Line has at most 5 hexes")
    if formation == "Skirmish" and answers.yes("disordered"):
        raise Refused("17.1g: Skirmish units are never Disordered")
    outcome: Outcome = {"disorder_check": formation == "AC"}
    if formation == "AC":
        reason = "ac_facing_change_brandywine_american" if answers.yes("american") else "ac_facing_change"
        outcome["check_modifier"] = added(reason)
    if answers.yes("reverse"):
        if formation in ("GO", "Skirmish", "Unlimbered"):
            raise Refused("no rule for reversing")
        return {**outcome, "cost": whole_allowance(answers)}
    if formation == "Unlimbered":
        if answers.yes("fired_or_prolonged"):
            raise Refused("9.5: not after fire or Prolonge")
        return outcome
    ezoc = 1 if answers.yes("ezoc") and formation != "Limbered" else 0
    if formation == "RC" and answers.yes("by_road"):
        return {**outcome, "cost": 0}
    if hexes > 1:
        terrain = answers["terrain_cost"]
        outcome["disorder_check"] = bool(terrain) and answers.yes("starred")
        return {**outcome, "cost": answers["hexpoints"] + answers["hexes_entered"] + terrain + ezoc}
    return {**outcome, "diagram_plus": ezoc}
