"""Chapter 18: Morale Checks and their modifiers; the ER check of Skirmishers."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.bar.fire import never_disordered
from tests.oracles.bar.stacking import at_brandywine
from tests.oracles.bar.terrain import HEXES
from tests.oracles.charts import chart

SITUATIONS = {
    "fire": "Fire result",
    "pre_close_combat": "Pre-Close Combat",
    "retreated_through": "Retreated through",
    "counter_charge": "Counter Charge",
    "opportunity_charge": "Opportunity Charge",
}
FORMATIONS = {
    "GO": "General Order",
    "MC": "March Column",
    "RC": "Road Column",
    "Square": "Square",
}
NOT_CAVALRY = {"Hook", "Square", "Skirmish", "Limbered", "Unlimbered"}
"""8.1a, 8.1d, 8.1f, 8.1h, 8.1i: Formations of Infantry and Artillery."""


def by_formation(formation: str, cavalry: bool, situation: str) -> int:
    """Morale Check Summary: modifier of the Formation, only in the situations listed for it."""
    row = FORMATIONS.get(formation)
    if formation == "AC":
        row = "Attack Column: Cavalry" if cavalry else "Attack Column: Infantry"
    if formation == "Supported Line":
        row = "Cavalry Line supported" if cavalry else "Infantry Line supported"
    if row is None or situation not in SITUATIONS:
        return 0
    return int(chart("bar", "morale-formation")[row][SITUATIONS[situation]] or 0)


def is_routed(answers: Answers) -> bool:
    """8.2c: a unit that Routs changes its Formation to Rout at once."""
    return answers.yes("routed") or answers.get("formation") == "Rout"


def by_state(answers: Answers) -> int:
    """18.6a, 18.6b: Routed replaces all other states; Shaken and Disordered add up."""
    states = {row: int(cells["ER"]) for row, cells in chart("bar", "morale-state").items()}
    if is_routed(answers):
        return states["Routed"]
    return states["Shaken"] * answers.yes("shaken") + states["Disordered"] * answers.yes("disordered")


def by_terrain(terrain: str, formation: str) -> int:
    """TEC: the Morale modifier of the hex."""
    column = "Morale: Skirmishers" if formation == "Skirmish" else "Morale: All Others"
    cell = chart("bar", "terrain-effects")[HEXES[terrain]][column]
    return 0 if cell == "-" else int(cell)


@oracle("bar:morale-modifier")
def morale_modifier(answers: Answers, dice: Dice) -> Outcome:
    """18.6 and Morale Check Summary: Formation in its situations, state, terrain, result M, Rally in an EZOC."""
    situation, formation = answers["situation"], answers.get("formation", "Line")
    states, cavalry = chart("bar", "morale-state"), answers.yes("cavalry")
    if cavalry and formation in NOT_CAVALRY:
        raise Refused(f"Cavalry in {formation}")
    if not is_routed(answers):
        never_disordered(answers)
    total = by_state(answers)
    if not is_routed(answers):
        total += by_formation(formation, cavalry, situation)
    total += by_terrain(answers.get("terrain", "clear"), formation)
    if situation == "close_combat_M":
        total += int(states["Close Combat result M"]["ER"])
    if situation == "rally" and answers.yes("ezoc"):
        total += int(states["Rally in EZOC"]["ER"])
    return {"modifier": total}


@oracle("bar:morale-check")
def morale_check(answers: Answers, dice: Dice) -> Outcome:
    """18.1: the modified ER or higher; Good, Shaken, Routed, eliminated in turn; a result of M Routs and costs 1 SP."""
    cause, state, artillery = answers["cause"], answers.get("state", "good"), answers.yes("artillery")
    needed = answers["er"] + answers["modifier"]
    _refuse(answers, cause, state, artillery)
    if cause == "pre_close_combat" and state == "routed":
        return _routed_defender(answers, artillery)
    if dice.total("dice", "00-99") >= needed:
        return {"passed": True, "state": state, "loss": 0}
    straight = cause == "close_combat_M" or (answers.get("battle") == "leuthen" and answers.yes("bavarian"))
    after = {"good": "routed" if straight else "shaken", "shaken": "routed", "routed": "eliminated"}[state]
    if artillery and after in ("routed", "eliminated") and cause in ("pre_close_combat", "close_combat_M"):
        after = "surrenders"
    if artillery and after == "routed" and not at_brandywine(answers):
        after = "eliminated"
    return {"passed": False, "state": after, "loss": int(after == "routed" and cause == "close_combat_M")}


def _refuse(answers: Answers, cause: str, state: str, artillery: bool) -> None:
    """Refuse checks that the rules do not have."""
    if artillery and state == "routed" and not at_brandywine(answers):
        raise Refused("18.0: Artillery is Good or Shaken")
    if cause == "charge" and (artillery or state == "routed"):
        raise Refused("13.5a, 16.1a: only Cavalry that is not Routed charges")
    if cause == "voluntary_rout" and (state == "routed" or answers.yes("out_of_command")):
        raise Refused("18.7b, 18.7d: only units In Command that are not Routed")


def _routed_defender(answers: Answers, artillery: bool) -> Outcome:
    """18.5c, Brandywine 3: a Routed unit does not check; at Brandywine it loses 1 SP to Infantry or 2 to Cavalry."""
    if not at_brandywine(answers):
        return {"state": "eliminated", "loss": 0}
    if artillery:
        return {"state": "surrenders", "loss": 0}
    attacker = answers.get("attacked_by")
    return {"state": "routed", "loss": None if attacker is None else {"infantry": 1, "cavalry": 2}[attacker]}


@oracle("bar:skirmish-check")
def skirmish_check(answers: Answers, dice: Dice) -> Outcome:
    """8.4e, 11.8c: the ER or higher; to re-form, all units must be next to one hex and may not have moved."""
    if answers["what"] == "reform" and (answers.yes("moved") or not answers.yes("adjacent")):
        raise Refused("8.4e: adjacent to a common hex and not moved")
    needed = answers["er"]
    return {"passed": dice.total("dice", "00-99") >= needed}
