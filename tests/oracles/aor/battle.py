"""Fire, strengths and morale."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import chart

ATTACKS = {"assault": "Assault", "bombardment": "Bomb.", "charge": "Charge"}
TERRAIN = {
    "light_woods_orchard": "Lt Woods/Orchards",
    "hills": "Hills",
    "slope": "Slope+",
    "town": "Town",
    "rough": "Rough",
    "woods": "Woods",
    "creek": "Creek",
    "protected": "Protected",
    "bridge": "Bridge",
}
STACKED_TARGET = 25
"""Combat modifiers: bombardment of stacked targets that are not artillery, in percent."""
CONDITIONS = {
    "step_loss": "Step loss",
    "demoralized_formation": "Demoralized formation",
    "fired_at_by_artillery_in_assault": "Fired at by artillery in assault",
    "flank_attack": "Flank attack",
    "stacked_with_leader_wc_oc": "Stacked with its leader, WC, or OC",
    "in_terrain_that_reduces_attackers": "In terrain that reduces attackers",
    "adjacent_to_undisrupted_enemy": "Adjacent to undisrupted enemy unit",
}
ARTILLERY_MORALE = 5


@oracle("aor:fire")
def fire(answers: Answers, dice: Dice) -> Outcome:
    """Fire Table, 21.2.1: the better Combat Rating adds the difference, the worse one subtracts it."""
    row = chart("aor", "fire")[str(answers["strength"])]
    difference = answers["own_morale"] - answers["enemy_morale"]
    total = dice.total("dice", "2d6") + difference
    column = min(max(total, 2), 12)
    return {"hits": int(row[str(column)]), "modified_roll": total, "read_roll": column}


@oracle("aor:combat-strength")
def combat_strength(answers: Answers, dice: Dice) -> Outcome:
    """Terrain Effects, 21.2.2, 21.3.4: the sum of all percentages, halvings, then one rounding with halves up."""
    strength, kind = Fraction(answers["strength"]), answers["kind"]
    percent = _terrain_percent(answers, kind)
    if kind == "bombardment":
        percent += STACKED_TARGET * answers.yes("stacked_target")
    else:
        percent += answers.get("other_percent", 0)
    exact = max(strength * (100 + percent) / 100, Fraction(0))
    if kind != "charge":
        for halving in ("damaged_artillery", "beyond_half_range"):
            exact /= 2 if answers.yes(halving) else 1
    return {"strength": floor(exact + Fraction(1, 2)), "percent": percent, "exact": exact}


def _terrain_percent(answers: Answers, kind: str) -> int:
    """Slopes count upward only, and marked terrain does not count for fire from woods into woods."""
    terrain = answers.get("terrain", "clear")
    if terrain == "clear" or (terrain == "slope" and not answers.yes("upslope")):
        return 0
    cell = chart("aor", "terrain")[TERRAIN[terrain]][ATTACKS[kind]]
    if cell == "N/A":
        raise Refused("cavalry may not charge here")
    if cell == "NE" or (cell.endswith("*") and answers.yes("from_woods")):
        return 0
    return int(cell.rstrip("%*"))


@oracle("aor:morale-modifier")
def morale_modifier(answers: Answers, dice: Dice) -> Outcome:
    """Morale Modifiers, 21.2.2: artillery has 5 and no step loss; the rows with a dot are for recovery only."""
    morale, artillery = answers["morale"], answers.yes("artillery")
    if artillery and morale != ARTILLERY_MORALE:
        raise Refused("artillery has a morale of 5")
    modifier = -1 if answers.yes("reserve_order") and not answers.yes("disruption_recovery") else 0
    for condition in answers.members("conditions"):
        value, _, dot = chart("aor", "morale")[CONDITIONS[condition]]["Modifier"].partition(" ")
        if (dot and not answers.yes("disruption_recovery")) or (condition == "step_loss" and artillery):
            continue
        modifier += int(value)
    return {"morale": morale + modifier, "modifier": modifier}
