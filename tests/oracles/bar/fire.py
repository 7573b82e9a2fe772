"""Fire Combat: firing units, targets and losses."""

from __future__ import annotations

from fractions import Fraction

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.bar.terrain import HEXES
from tests.oracles.charts import chart

FORMATIONS = {
    "Line": "Infantry Line",
    "Hook": "Infantry Line",
    "AC": "Attack Column",
    "MC": "March Column",
    "RC": "Road Column",
    "GO": "General Order",
    "Skirmish": "Skirmish",
    "Square": "Square",
}
"""The rows of the fire charts. A Hook belongs to its Line."""

TERRAIN = {
    **HEXES,
    "regular_slope": "Regular Slope Up & Down",
    "steep_slope": "Steep Slope Up & Down",
    "precipice": "Precipice",
    "swedish_fieldworks": "Swedish Fieldworks*",
    "berm": "Berm",
    "abatis": "Abatis",
    "gentle_slope_up": "Gentle Slope Up",
    "gentle_slope_down": "Gentle Slope Down",
    "stream": "Stream*",
    "creek": "Creek*",
    "creek_or_pond_leuthen": "Creek, Pond (Le)",
    "river_hexside": "River hexside",
}
"""The rows of the Terrain Effects Chart."""


def terrain_row(name: str) -> dict[str, str]:
    """Return a row of the Terrain Effects Chart."""
    return chart("bar", "terrain-effects")[TERRAIN[name]]


def half(number: int) -> int:
    """Half of a number; fractions are rounded up."""
    return (number + 1) // 2


def at_brandywine(answers: Answers) -> bool:
    """Return whether the battle is Brandywine."""
    return bool(answers.get("battle") == "brandywine")


def never_disordered(answers: Answers) -> None:
    """Refuse Skirmish units that are Disordered (17.1g)."""
    if answers.get("formation") == "Skirmish" and answers.yes("disordered"):
        raise Refused("17.1g: Skirmish units are never Disordered")


@oracle("bar:firing-strength")
def firing_strength(answers: Answers, dice: Dice) -> Outcome:
    """12.2a, 17.1g, Fire Combat Chart: SPs up to the limit of the Formation, halved if Disordered."""
    formation, sps = answers["formation"], answers["sps"]
    if formation not in FORMATIONS:
        raise Refused("the fire limit of Artillery is not in the sources")
    battle = "Brandywine" if at_brandywine(answers) else "Seven Years War"
    cell = chart("bar", "fire-limits")[FORMATIONS[formation]][battle]
    if cell == "none":
        raise Refused("12.1a: no Fire Combat")
    never_disordered(answers)
    if formation == "Square":
        sps //= 3
        cell = cell.removeprefix("SPs / 3, max ").removesuffix(" per hexside")
    limit = int(cell)
    firing = min(sps, limit)
    return {"sps": half(firing) if answers.yes("disordered") else firing, "limit": limit}


@oracle("bar:fire-multiple")
def fire_multiple(answers: Answers, dice: Dice) -> Outcome:
    """Fire Combat Chart, 12.6e, terrain chart: -1 for General Order; shares for Disorder, hexside and howitzers."""
    factor = Fraction(1)
    hexside = answers.get("hexside", "none")
    if hexside != "none":
        factor *= Fraction(terrain_row(hexside)["Fire Defense Value"].removeprefix("FM x "))
    if answers.yes("disordered"):
        factor /= 2
    if answers.yes("howitzer_over_friends"):
        factor /= 2
    return {"minus": -1 if answers.yes("general_order") else 0, "factor": factor}


@oracle("bar:fire-target")
def fire_target(answers: Answers, dice: Dice) -> Outcome:
    """10.2b, 12.5e: an artillery SP counts as 4 for size; -10 and no size for Skirmishers."""
    outcome: Outcome = {"modifier": 0}
    if answers.yes("skirmishers"):
        outcome["modifier"] = -10
    else:
        outcome["size"] = answers["sps"] + 4 * answers.get("artillery_sps", 0)
        if not outcome["size"]:
            raise Refused("no target")
    if not at_brandywine(answers):
        outcome["defense"] = int(terrain_row(answers["terrain"])["Fire Defense Value"])
    return outcome


@oracle("bar:fire-loss")
def fire_loss(answers: Answers, dice: Dice) -> Outcome:
    """12.7, 12.8, 17.0, 17.1d, 19.2e: columns and Squares lose 1.5 times as much, guns half to distant guns."""
    printed, target = answers["loss"], answers["target"]
    distant_guns = target == "Unlimbered" and answers.yes("only_artillery_at_4_plus")
    if distant_guns and answers.get("kind_of_fire") == "opportunity":
        raise Refused("12.7: no Opportunity Fire of Artillery beyond 3 hexes")
    row = FORMATIONS.get(target, "")
    loss = printed
    if row in chart("bar", "fire-losses"):
        loss = -(-printed * 3 // 2)
    elif distant_guns:
        loss = printed // 2
        if at_brandywine(answers) and printed:
            loss = max(loss, 1)
    in_reaction = answers.get("kind_of_fire", "segment") != "segment"
    hit = bool(printed) or answers.yes("d_result")
    column_hit = target == "RC" and printed > 0
    eliminated = column_hit and answers.yes("artillery") and not at_brandywine(answers)
    return {
        "loss": None if eliminated else loss,
        "routs": None if eliminated else column_hit,
        "eliminated": eliminated,
        "disorder_check": in_reaction and hit and target != "Skirmish" and not column_hit,
    }
