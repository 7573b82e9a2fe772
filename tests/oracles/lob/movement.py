"""Chapters 1 and 3: smallness, towns, allowances and costs."""

from __future__ import annotations

from fractions import Fraction

from tests.oracles import Answers, Dice, Outcome, oracle
from tests.oracles.charts import chart

COLUMNS = {
    "line": "Line",
    "column": "Column, Open Order Capable",
    "open_order_capable": "Column, Open Order Capable",
    "mounted": "Mounted",
    "limbered": "Limbered",
    "wagon": "Wagon",
    "leader": "Leader",
}
HEXES = {
    "clear": "Clear or Orchard",
    "orchard": "Clear or Orchard",
    "thicket": "Thicket",
    "town": "Town",
    "inclined_0_2": "Inclined Ground hex with…0 to 2 Slope lines",
    "inclined_3_plus": "Inclined Ground hex with…3 or more Slope lines",
    "slope": "Slope hex (without a Inclined Ground symbol)",
    "boulders": "Boulders",
    "marsh": "Marsh (Swamp)",
    "briar_marsh": "Briar Marsh",
}
ROADS = {
    "pike": "Pike or Road",
    "road": "Pike or Road",
    "trail": "Trail or Railroad",
    "railroad": "Trail or Railroad",
}
HEXSIDES = {
    "woods": "Woods hexside (a)",
    "vertical_slope": "Vertical Slope",
    "stream": "Stream (d)",
    "creek": "Creek (d)",
    "river": "River (d)",
    "ford": "Ford",
    "foot_bridge": "Foot Bridge",
}
WATER = {"stream", "creek", "river"}
CROSSINGS = {"ford", "foot_bridge"}
PROHIBITED = "P"


def printed(row: str, formation: str) -> str:
    """The cell of the Terrain Effects on Movement Chart, without its footnote."""
    return chart("lob", "terrain-movement")[row][COLUMNS[formation]].partition(" (")[0]


def is_small(sps: int) -> bool:
    """1.8: a unit or stack of 3 SPs or less is small."""
    return sps <= 3


@oracle("lob:small")
def small(answers: Answers, dice: Dice) -> Outcome:
    """1.8."""
    return {"small": is_small(answers["sps"])}


@oracle("lob:intersection")
def intersection(answers: Answers, dice: Dice) -> Outcome:
    """1.7g and note c of the terrain chart: 4 or more, except for lines, open order and leaders.

    Unlimbered artillery may not move at all (Formation Effects Chart).
    """
    formation = answers["formation"]
    if not answers.yes("intersection"):
        return {"roll_needed": False, "success": True}
    if formation == "unlimbered":
        return {"roll_needed": False, "success": False}
    if formation in {"line", "open_order", "open_order_capable", "leader"}:
        return {"roll_needed": False, "success": True}
    return {"roll_needed": True, "success": dice.total("die", "1d6") >= 4}


@oracle("lob:movement-allowance")
def movement_allowance(answers: Answers, dice: Dice) -> Outcome:
    """3.0, 3.1c: a column has 8 MPs if it ends in column. DG and a fire activity each halve and drop fractions."""
    formation, state = answers["formation"], answers.get("state", "Normal")
    if formation == "column" and not answers.yes("ends_in_column"):
        formation = "line"
    allowance = int(printed("Movement Allowance", formation))
    if state == "R":
        return {"ma": 0}
    if answers.yes("fire_activity"):
        allowance //= 2
    if state == "DG":
        allowance //= 2
    return {"ma": allowance}


@oracle("lob:formation-change")
def formation_change(answers: Answers, dice: Dice) -> Outcome:
    """3.1: the old formation sets the cost; limbering costs the same as unlimbering."""
    left = answers["from"]
    answers["to"]
    return {"mp": int(printed("Formation Change", "limbered" if left == "unlimbered" else left))}


@oracle("lob:unlimber")
def unlimber(answers: Answers, dice: Dice) -> Outcome:
    """3.1f: 5 hexes from the enemy, 4 with an artillery leader."""
    least = 4 if answers.yes("artillery_leader") else 5
    return {"least": least, "allowed": answers["nearest_enemy"] >= least}


@oracle("lob:movement-cost")
def movement_cost(answers: Answers, dice: Dice) -> Outcome:
    """3.0: the hex or the road, plus the hexsides."""
    formation, terrain, road = answers["formation"], answers["hex"], answers.get("road", "none")
    by_road = road != "none" and formation != "line"
    cells = [_hex_cell(formation, terrain, road if by_road else "none")]
    hexsides = set(answers.members("hexsides"))
    if hexsides & CROSSINGS or by_road:
        hexsides -= WATER
    if by_road:
        hexsides.discard("woods")
    cells += [printed(HEXSIDES[each], formation) for each in sorted(hexsides)]
    if any(cell == "P" or cell.startswith("Crossing only") for cell in cells):
        return {"cost": PROHIBITED}
    if "road" in cells:
        return {"cost": "road"}
    return {"cost": sum((Fraction(cell) for cell in cells if cell != "ne"), Fraction(0))}


def _hex_cell(formation: str, terrain: str, road: str) -> str:
    if road != "none":
        return printed(ROADS[road], formation)
    cell = printed(HEXES[terrain], formation)
    if cell.startswith("Use Road-type"):
        # 1.7g: column, mounted and limbered must use the roads; for others the chart has no cost off the road
        return "P" if formation in ("column", "mounted", "limbered") else "road"
    return "1" if cell == "No Effect" else cell
