"""Movement costs, Rapid March, Prolonge and Opportunity Charges."""

from __future__ import annotations

from fractions import Fraction

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.bar.stacking import at_brandywine
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
"""17.1g: Skirmishers are never Disordered; leaders are no units."""
HEXES = {
    "clear": "Clear",
    "marsh": "Marsh*",
    "sunken_road": "Sunken Road*",
    "town": "Town",
    "village": "Village*",
    "vineyard": "Vineyard*",
    "walled_farm_or_church": "Walled Farm Walled Church",
    "woods": "Woods*",
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
NOT_AT_ALL: Outcome = {"cost": "P", "disorder_check": False, "general_order": False}


def printed(row: str, column: str) -> str:
    """A cell of the Combined Terrain Effects Chart."""
    return chart("bar", "terrain-effects")[row][COLUMNS[column]]


def starred(row: str) -> bool:
    """Whether the terrain calls for a Disorder Check."""
    return row.endswith("*")


def road_rate(column: str, road: str, battle: str) -> Fraction | None:
    """TEC: the rate of the road; none where the road gives no benefit."""
    if road == "none":
        return None
    half = Fraction(1, 2)
    if road == "minor_road":
        return half if battle == "kolin" else None
    if road == "major_road":
        return Fraction(1, 3) if battle in ("kolin", "none") else half
    return half


@oracle("bar:movement-cost")
def movement_cost(answers: Answers, dice: Dice) -> Outcome:
    """TEC, 11.2c, 11.3b, 11.8a: the hex or its road, the hexsides, +1 in an EZOC, +1 obliquely, twice with a Hook."""
    column, terrain, battle = answers["column"], answers["hex"], answers.get("battle", "none")
    sides = [HEXSIDES[each] for each in sorted(answers.members("hexsides"))]
    rate = road_rate(column, answers.get("road", "none"), battle)
    road_column = column in CAN_BE_ROAD_COLUMN and answers.yes("road_movement")
    row, go = HEXES[terrain], False
    if column == "artillery" and answers.yes("ezoc"):
        return NOT_AT_ALL
    if answers.get("road", "none") == "none" and printed(row, column) == "Road Column Only":
        rate = Fraction(1, 2)
    if rate is not None and road_column:
        return {"cost": rate + extra(answers, column), "disorder_check": False, "general_order": False}
    if rate is not None and column == "leader":
        cells, checked = [str(rate)], []
    else:
        cell = printed(row, column)
        if cell == "OT":
            raise Refused("the other terrain of the hex counts")
        go = cell.endswith("Must go to GO")
        cells, checked = [cell.removesuffix(" Must go to GO")], [row]
    by_leader = column == "leader" and rate is not None
    cells += [each for each in (printed(side, column) for side in sides) if not (by_leader and each == "P")]
    if any(each in ("P", "NA", "Road Column Only") for each in cells):
        return NOT_AT_ALL
    check = column not in NO_DISORDER and any(starred(each) for each in [*checked, *sides])
    if "All" in cells:
        return {"cost": "ALL", "disorder_check": check, "general_order": go}
    cost = sum(map(Fraction, cells), extra(answers, column))
    if column == "infantry_line" and answers.yes("hook"):
        cost *= 2
    return {"cost": cost, "disorder_check": check, "general_order": go}


def extra(answers: Answers, column: str) -> Fraction:
    """11.8a, 11.3b: +1 to enter an EZOC, but not for leaders, and +1 to move obliquely."""
    oblique = {
        "infantry_column": "infantry_attack_column_oblique",
        "infantry_line": "infantry_line_oblique",
    }.get(column)
    total = Fraction(column != "leader" and answers.yes("ezoc"))
    if oblique and answers.yes(oblique):
        if not answers.yes("free_oblique"):
            total += 1
        elif answers.get("battle", "none") in ("none", "brandywine"):
            raise Refused("no Prussians with free oblique moves")
    return total


@oracle("bar:rapid-march")
def rapid_march(answers: Answers, dice: Dice) -> Outcome:
    """11.4: Infantry in Line, Attack, March or Road Column, not Disordered; Brandywine 2: Artillery by road."""
    arm, formation = answers["arm"], answers["formation"]
    able = arm == "infantry" and formation in {"Line", "Hook", "AC", "MC", "RC"}
    if arm == "artillery" and formation == "RC" and at_brandywine(answers):
        able = answers.yes("by_road")
    allowed = able and not answers.yes("disordered")
    return {"allowed": allowed, "disorder_check": allowed}


@oracle("bar:prolonge")
def prolonge(answers: Answers, dice: Dice) -> Outcome:
    """11.6, 17.2d, Brandywine 3: to a Front or Rear hex; FP even after fire, P only without; 2 hexes Battalion guns."""
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
