"""Close Combat: its modifiers, the reaction of the defender, the Counter Charge."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.bar.disorder import reaction
from tests.oracles.bar.fire import at_brandywine, half, never_disordered, terrain_row
from tests.oracles.charts import chart

FORMATIONS = {
    "infantry": {"Line", "Hook", "AC", "MC", "RC", "GO", "Square", "Skirmish"},
    "cavalry": {"Line", "AC", "MC", "RC", "GO"},
    "artillery": {"RC", "Limbered", "Unlimbered"},
}
"""Chapter 8: the Formations of each arm."""
NEVER_ATTACK = {"Hook", "MC", "RC", "Square", "Skirmish", "Limbered", "Unlimbered"}
"""13.1: Formations that may not initiate Close Combat."""
UPHILL = {"regular_slope", "steep_slope", "swedish_fieldworks", "berm"}
"""Hexsides that help a defender only on one side of them."""


def value(row: str) -> int:
    """Return a modifier of the Close Combat chart."""
    return int(chart("bar", "close-combat")[row]["CV"])


@oracle("bar:close-combat-modifier")
def close_combat_modifier(answers: Answers, dice: Dice) -> Outcome:
    """13.10, 16.2c, terrain chart: the sum of all modifiers, and half of the SPs if Disordered; 17.1g."""
    defends = answers["side"] == "defender"
    _possible(answers["arm"], answers["formation"], attacks=not defends)
    _possible(answers["enemy_arm"], answers["enemy_formation"], attacks=defends)
    never_disordered(answers)
    total = _by_formation(answers, defends) + _by_terrain(answers, defends)
    if answers.yes("shaken"):
        total += value("Shaken")
    total += _charge(answers)
    sps = 1 if answers["arm"] == "artillery" else answers.get("sps")  # 13.10a: 1 SP if alone
    if sps is not None and answers.yes("disordered"):
        sps = half(sps)
    return {"modifier": total, "sps": sps}


def _charge(answers: Answers) -> int:
    """13.1b, 16.2c: Cavalry charges in Line and Attack Column only."""
    charge = answers.get("charge", "none")
    if charge == "none" or answers["arm"] != "cavalry" or answers["formation"] not in ("Line", "AC"):
        return 0
    return value("Cavalry Charge: Light" if charge == "light" else "Cavalry Charge: Medium or Heavy")


def _possible(arm: str, formation: str, attacks: bool) -> None:
    """Refuse a Formation that the arm does not have, or that may not attack."""
    if formation not in FORMATIONS[arm]:
        raise Refused(f"no {arm} in {formation}")
    if attacks and formation in NEVER_ATTACK:
        raise Refused("13.1: may not initiate Close Combat")


def _by_formation(answers: Answers, defends: bool) -> int:
    """13.10c: the modifiers for the Formations of both sides."""
    arm, formation, enemy = answers["arm"], answers["formation"], answers["enemy_arm"]
    line = formation in ("Line", "Hook")
    total = 0
    if line and answers["enemy_formation"] == "AC":
        total += value("Line against Attack Column (Enfilade)")
    if line and arm == "infantry" and enemy == "cavalry" and answers.get("round", 1) >= 2:
        total += value("Infantry Line vs Cavalry in second and later rounds")
    if formation == "Square" and enemy in ("infantry", "cavalry"):
        total += value(f"Square vs {enemy.title()}")
    if not defends:
        return total
    columns = {"MC": "March Column", "RC": "Road Column", "Limbered": "Limbered"}
    if formation in columns:
        total += value(f"{columns[formation]} defending")
    if formation == "Skirmish":
        clear = f"in Clear vs {enemy.title()}"
        where = clear if answers["terrain"] == "clear" else "in non-Clear vs Infantry or Cavalry"
        total += value(f"Skirmish defending {where}")
    return total


def _by_terrain(answers: Answers, defends: bool) -> int:
    """Terrain Effects Chart with notes 3 and 4."""
    total = 0
    hexside = answers.get("hexside", "none")
    counts = hexside not in UPHILL or answers.yes("defender_upslope_or_behind")
    rows = [terrain_row(answers["terrain"])]
    if hexside != "none" and counts:
        rows.append(terrain_row(hexside))
    for row in rows:
        cell = row["Close Combat: D" if defends else "Close Combat: A"]
        if cell == "P":
            raise Refused("prohibited")
        against_column = answers["enemy_formation"] == "AC"
        if " if attacker is in AC" in cell:
            cell = cell.split()[1 if against_column else 0]
        total += 0 if cell == "-" else int(cell)
    return total


@oracle("bar:counter-charge")
def counter_charge(answers: Answers, dice: Dice) -> Outcome:
    """13.5a: Cavalry in Line or Attack Column, not Disordered, Routed or in an EZOC; Shaken Cavalry may."""
    if answers["formation"] == "GO":
        raise Refused("13.5a names no General Order")
    barred = any(map(answers.yes, ("disordered", "routed", "ezoc")))
    return {"allowed": answers["formation"] in ("Line", "AC") and not barred}


@oracle("bar:defender-reaction")
def defender_reaction(answers: Answers, dice: Dice) -> Outcome:
    """13.4: not in an EZOC; not against a Charge if Disordered; 10 for each MP, 40 for all MPs."""
    what, formation, all_mps = answers["what"], answers["formation"], answers.yes("all_mps")
    if answers.yes("routed") or (what, formation) == ("facing", "Square"):
        raise Refused("13.4 does not cover Routed units, and a Square has no Facing")
    never_disordered(answers)
    disordered = answers.yes("disordered")
    barred = (
        answers.yes("ezoc")
        or (disordered and answers.yes("charge"))
        or (all_mps and (disordered or answers.yes("out_of_command")))  # 7.5b a, 17.2a
        or (what == "facing" and formation == "Hook")  # 9.7
        or (what == "formation" and formation in ("GO", "Skirmish"))  # 8.4e; 8.4f: only by moving out
    )
    if barred:
        return {"allowed": False, "check": False}
    if formation == "Skirmish":  # 17.1g
        return {"allowed": True, "check": False}
    turns = (what, formation) == ("facing", "AC") and at_brandywine(answers)
    american = 10 if turns and answers.yes("american") else 0  # Brandywine 2
    return {
        "allowed": True,
        "check": True,
        "modifier": reaction("ALL" if all_mps else answers["mps"]) + american,
    }
