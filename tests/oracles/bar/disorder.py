"""Chapter 17: Disorder Checks, their modifiers and recovery; Back Up."""

from __future__ import annotations

import re

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import chart

REASONS = {
    "formation_change_non_clear_each": "Formation Change in or through non-clear",
    "terrain_each": "Non-clear terrain moved through",
    "terrain_each_brandywine_american_or_british_light": (
        "Non-clear terrain: Americans and British Light in Brandywine"
    ),
    "charge_terrain_each": "Charge through terrain",
    "rapid_march": "Rapid March",
    "back_up": "Back Up",
    "square_moved": "Square moves",
    "ac_facing_change": "Attack Column changes facing",
    "ac_facing_change_brandywine_american": "Attack Column changes facing: Americans at Brandywine",
    "pass_through_each": "Pass through",
    "pass_through_each_charging_cavalry": "Pass through: Charging Cavalry",
    "reaction_per_mp": "Defender reaction",
    "reaction_all_mp": "Defender reaction needing all MPs",
    "fire_result": "Fire Combat result of D or SP loss, Opportunity Fire or Defensive Fire",
    "unrecalled_pursuit_per_point": "Pursuit without Recall",
    "recovery_in_ezoc": "Recovery in EZOC",
}
WORSE = {"ordered": "disordered", "disordered": "disordered_shaken", "disordered_shaken": "disordered_shaken"}


def added(reason: str) -> int:
    """Disorder Check Summary: the number that a reason adds to the ER, each time."""
    match = re.match(r"[+x]?(\d+)", chart("bar", "disorder")[REASONS[reason]]["ER"])
    assert match
    return int(match[1])


def reaction(mps: int | str) -> int:
    """13.4: 10 for each MP that the reaction costs, 40 if it needs all MPs."""
    return added("reaction_all_mp") if mps == "ALL" else added("reaction_per_mp") * int(mps)


@oracle("bar:disorder-modifier")
def disorder_modifier(answers: Answers, dice: Dice) -> Outcome:
    """17.1c: one check with the sum for all reasons."""
    total = 0
    rows = answers.rows("events")
    for row in rows:
        each = reaction(row["mp"]) if row["what"] == "reaction" else added(row["what"])
        total += each * row.get("count", 1)
    return {"check": bool(rows), "modifier": total}


@oracle("bar:disorder-check")
def disorder_check(answers: Answers, dice: Dice) -> Outcome:
    """17.1g, 17.2c, 17.1h: the modified ER or higher passes; each failure is one step worse; Skirmishers are exempt."""
    state = answers.get("state", "ordered")
    turning = answers.yes("attack_column_turn")
    if answers.yes("skirmish"):
        raise Refused("17.1g: Skirmish units make no Disorder Checks")
    if state == "routed":
        raise Refused("17.0: a Routed unit is Disordered already, and no rule gives a result for its check")
    needed = answers["er"] + answers["modifier"]
    roll = dice.total("dice", "00-99")
    passed = roll >= needed
    outcome = {"passed": passed, "state": state if passed else WORSE[state], "low_roll": roll < 10}
    return {**outcome, "turned": passed} if turning else outcome


@oracle("bar:disorder-recovery")
def disorder_recovery(answers: Answers, dice: Dice) -> Outcome:
    """17.3: automatic with a leader; +10 in an EZOC; 00 to 09 never recovers."""
    if answers.yes("with_leader"):
        return {"recovered": True}
    needed = answers["er"] + (added("recovery_in_ezoc") if answers.yes("ezoc") else 0)
    return {"recovered": dice.total("dice", "00-99") >= max(needed, 10)}


@oracle("bar:back-up")
def back_up(answers: Answers, dice: Dice) -> Outcome:
    """11.7, 7.5b a: costs all MPs; not into an EZOC, nor if Disordered, Out of Command or Routed; +5."""
    formation = answers["formation"]
    if formation == "Skirmish" and answers.yes("disordered") and not answers.yes("routed"):
        raise Refused("17.1g: Skirmish units are never Disordered")
    barred = {"into_ezoc", "disordered", "out_of_command", "routed", "moved"}
    # General Order moves only to the front (8.1g), Unlimbered Artillery only by Prolonge (8.1i)
    if formation in ("GO", "Unlimbered") or any(map(answers.yes, barred)):
        return {"allowed": False, "check": False}
    if formation == "Skirmish":  # 17.1g
        return {"allowed": True, "check": False}
    return {"allowed": True, "check": True, "modifier": added("back_up")}
