"""Movement costs, Rapid March, Prolonge and Opportunity Charges."""

from __future__ import annotations

from fractions import Fraction

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.bar.stacking import at_brandywine
from tests.oracles.bar.terrain import HEXES
from tests.oracles.charts import chart

COLUMNS = {
    "infantry_line": "Infantry in Line",
    "infantry_column": "Infantry in March Column, Road Column, Attack Column",
    "cavalry_line": "Cavalry in Line",
    "cavalry_column": "Cavalry in March Column, Road Column, Attack Column",
    "artillery": "Artillery",
    "skirmish": "Skirmish",
    "leader": "Leaders",
}
CAN_BE_ROAD_COLUMN = {"infantry_column", "cavalry_column", "artillery"}
NO_DISORDER = {"skirmish", "leader"}
"""17.1g: Skirmishers are never Disordered; leaders are not units."""
GROUND = {
    **HEXES,
    "stream_graben_hex": "Stream/Graben hex",
    "river_hex": "River hex",
    "pond": "Pond",
}
HEXSIDES = {
    "gentle_slope_down": "Gentle Slope Down",
    "gentle_slope_up": "Gentle Slope Up",
    "regular_slope": "Regular Slope Up & Down",
    "steep_slope": "Steep Slope Up & Down",
    "precipice": "Precipice",
    "swedish_fieldworks": "Swedish Fieldworks*",
    "berm": "Berm",
    "abatis": "Abatis",
    "stream": "Stream*",
    "creek": "Creek*",
    "creek_or_pond_leuthen": "Creek, Pond (Le)",
    "river_hexside": "River hexside",
}
ROAD_COLUMN_ONLY = "Road Column Only"
TO_GENERAL_ORDER = " Must go to GO"
OBLIQUE = {"infantry_column": "infantry_attack_column_oblique", "infantry_line": "infantry_line_oblique"}
FREE_OBLIQUE = {"kolin", "zorndorf", "leuthen", "lobositz"}
"""Battles with Prussian Infantry that moves obliquely at no cost."""
NOT_AT_ALL: Outcome = {"cost": "P", "disorder_check": False, "general_order": False}


def printed(row: str, column: str) -> str:
    """A cell of the Combined Terrain Effects Chart."""
    return chart("bar", "terrain-effects")[row][COLUMNS[column]]


def road_rate(road: str, battle: str, road_column_only: bool) -> Fraction | None:
    """TEC, notes 1 and 2: the rate by road; None without a road, or if the road gives no benefit."""
    if road == "minor_road" and battle != "kolin":
        return None
    if road == "major_road" and battle in ("kolin", "none"):
        return Fraction(1, 3)
    return Fraction(1, 2) if road != "none" or road_column_only else None


@oracle("bar:movement-cost")
def movement_cost(answers: Answers, dice: Dice) -> Outcome:
    """TEC, 11.2c, 11.8: by road only the road's rate; leaders pay it instead of the hex, and also pay the hexsides."""
    column, terrain = answers["column"], answers["hex"]
    cell, more = printed(GROUND[terrain], column), extra(answers, column)
    if cell == "OT":
        raise Refused("the other terrain of the hex counts")
    if column == "artillery" and answers.yes("ezoc"):
        return NOT_AT_ALL
    rate = road_rate(answers.get("road", "none"), answers.get("battle", "none"), cell == ROAD_COLUMN_ONLY)
    if rate is not None and column in CAN_BE_ROAD_COLUMN and answers.yes("road_movement"):
        return {"cost": rate + more, "disorder_check": False, "general_order": False}
    sides = {HEXSIDES[each] for each in answers.members("hexsides")}
    if rate is not None and column == "leader":
        cell = str(rate)
        sides = {side for side in sides if printed(side, column) != "P"}
    marsh = at_brandywine(answers) and terrain == "marsh" and (rate is None or column != "leader")
    if marsh and column == "artillery":
        return NOT_AT_ALL
    cells = [cell.removesuffix(TO_GENERAL_ORDER), *(printed(side, column) for side in sides)]
    if not {"P", "NA", ROAD_COLUMN_ONLY}.isdisjoint(cells):
        return NOT_AT_ALL
    starred = sum(row.endswith("*") for row in [GROUND[terrain], *sides])
    return {
        "cost": "ALL" if "All" in cells else sum(map(Fraction, cells), more) * (1 + hooked(answers, column)),
        "disorder_check": starred > 0 and column not in NO_DISORDER,
        "_starred": starred,
        "general_order": in_brandywine_marsh(column) if marsh else cell.endswith(TO_GENERAL_ORDER),
    }


def in_brandywine_marsh(column: str) -> bool | None:
    """TEC stacking: Infantry requires General Order in a marsh; of Cavalry the sources do not say so (None)."""
    return None if column.startswith("cavalry") else column.startswith("infantry")


def hooked(answers: Answers, column: str) -> bool:
    """8.1a: all costs are doubled while a Hook is in place."""
    return column == "infantry_line" and answers.yes("hook")


def extra(answers: Answers, column: str) -> int:
    """11.8a, 11.3b: +1 to enter an EZOC, but not for leaders, and +1 for Infantry that moves obliquely."""
    total = int(column != "leader" and answers.yes("ezoc"))
    if column not in OBLIQUE or not answers.yes(OBLIQUE[column]):
        return total
    if not answers.yes("free_oblique"):
        return total + 1
    if answers.get("battle", "none") not in FREE_OBLIQUE:
        raise Refused("no Prussians who move obliquely at no cost")
    return total


@oracle("bar:rapid-march")
def rapid_march(answers: Answers, dice: Dice) -> Outcome:
    """11.4: Infantry in Line, Attack, March or Road Column, not Disordered; Brandywine 2: Artillery by road."""
    arm, formation = answers["arm"], answers["formation"]
    if formation == "Skirmish" and answers.yes("disordered"):
        raise Refused("17.1g: Skirmish units are never Disordered")
    able = arm == "infantry" and formation in {"Line", "Hook", "AC", "MC", "RC"}
    if arm == "artillery" and formation == "RC" and at_brandywine(answers):
        able = answers.yes("by_road")
    allowed = able and not answers.yes("disordered")
    return {"allowed": allowed, "disorder_check": allowed}


@oracle("bar:prolonge")
def prolonge(answers: Answers, dice: Dice) -> Outcome:
    """11.6, 17.2d, Brandywine 3: to a Front or Rear hex; FP even after fire, P only without; Battalion guns 2 hexes."""
    brandywine, marked = at_brandywine(answers), answers["marked"]
    able = brandywine or marked == "FP" or (marked == "P" and not answers.yes("fired"))
    barred = answers.yes("disordered") or answers.yes("to_flank")
    barred |= answers.yes("into_ezoc") and not answers.yes("friends_there")
    barred |= brandywine and answers.yes("italics")
    allowed = able and not barred
    hexes = 2 if brandywine and answers.yes("battalion_guns") else 1
    return {"allowed": allowed, "hexes": hexes if allowed else 0}


@oracle("bar:opportunity-charge")
def opportunity_charge(answers: Answers, dice: Dice) -> Outcome:
    """16.1a: Line or Attack Column at units in the ZOC, at a moving unit 2 hexes away if no enemy is in the ZOC."""
    formation, distance, does = answers["formation"], answers["distance"], answers["enemy_does"]
    if formation == "GO":
        raise Refused("the sources do not say")
    if distance > 2:
        raise Refused("out of reach")
    if formation in ("MC", "RC") or answers.yes("shaken") or answers.yes("routed"):
        return {"allowed": False}
    if answers.yes("disordered"):
        return {"allowed": distance == 1 and answers.yes("in_front")}
    if distance == 1:
        return {"allowed": True}
    if answers.yes("enemy_in_zoc"):
        return {"allowed": False}
    return {"allowed": True if does == "moves" else None}
