"""Stacking limits, lengths of Road Columns, Squares, losses of stacks and the Line of Command."""

from __future__ import annotations

from fractions import Fraction

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import chart

COLUMNS = {"AC": "Column", "MC": "Column", "Line": "Line", "Hook": "Line", "GO": "General Order"}
"""The columns of Infantry and Cavalry on the stacking chart; a Line with a Hook stacks as a Line."""
ALLOWED = {
    "infantry": {"Line", "Hook", "AC", "MC", "RC", "GO", "Square", "Skirmish"},
    "cavalry": {"Line", "AC", "MC", "RC", "GO"},
    "artillery": {"RC", "Limbered", "Unlimbered"},
}
"""The Formations that each arm can take (8.1)."""
SQUARE_TERRAIN = {"clear", "orchard"}


def at_brandywine(answers: Answers) -> bool:
    """Whether the battle is Brandywine."""
    return bool(answers.get("battle") == "brandywine")


def any_terrain(row: str, brandywine: bool) -> int:
    """A limit that is the same in every terrain."""
    return int(chart("bar", "stacking-any-terrain")[row]["Brandywine" if brandywine else "Seven Years War"])


def limit_by_terrain(terrain: str, column: str, brandywine: bool) -> str:
    """A cell of the stacking chart; empty where the sources give no limit."""
    rows = chart("bar", "stacking-brandywine" if brandywine else "stacking")
    return rows.get(terrain.replace("_", " ").title(), {}).get(column, "")


@oracle("bar:stacking")
def stacking(answers: Answers, dice: Dice) -> Outcome:
    """TEC: the limit for terrain, arm and Formation; one limit for Road Column, Skirmish and Square everywhere."""
    terrain, arm, formation, brandywine = (
        answers["terrain"],
        answers["arm"],
        answers["formation"],
        at_brandywine(answers),
    )
    if formation not in ALLOWED[arm]:
        raise Refused(f"{arm} in {formation}")
    if formation == "RC":
        return {
            "limit": any_terrain(
                "Road Column: Artillery" if arm == "artillery" else "Road Column", brandywine
            )
        }
    if formation == "Skirmish":
        return {"limit": any_terrain("Skirmish", brandywine)}
    if formation == "Square":
        if terrain not in SQUARE_TERRAIN:
            raise Refused("a Square only in Clear and Orchard")
        return {"limit": any_terrain("Square", brandywine)}
    column = "Artillery" if arm == "artillery" else f"{arm.title()} {COLUMNS[formation]}"
    cell = limit_by_terrain(terrain, column, brandywine)
    if cell in ("", "GO required", "Prohibited"):
        raise Refused(f"{column} in {terrain}: {cell or 'no limit'}")
    return {"limit": cell if cell == "1 unit" else int(cell)}


@oracle("bar:road-column-length")
def road_column_length(answers: Answers, dice: Dice) -> Outcome:
    """8.1e, 10.2b: 4 SPs per hex (Brandywine 8), 1 artillery SP (Brandywine 2); the rest is in the last hex."""
    row = "Road Column: Artillery" if answers.yes("artillery") else "Road Column"
    each = any_terrain(row, at_brandywine(answers))
    return {"hexes": -(-answers["sps"] // each), "a_hex": each}


@oracle("bar:square-allowed")
def square_allowed(answers: Answers, dice: Dice) -> Outcome:
    """8.1d: 3 SPs in the hex (Brandywine 6), in Clear or Orchard."""
    needed = 6 if at_brandywine(answers) else 3
    return {
        "needed": needed,
        "allowed": answers["sps"] >= needed and answers.get("terrain", "clear") in SQUARE_TERRAIN,
    }


@oracle("bar:stack-loss")
def stack_loss(answers: Answers, dice: Dice) -> Outcome:
    """12.8e: losses alternate between Infantry and Artillery, starting with Infantry."""
    each = ["artillery" if number % 2 else "infantry" for number in range(answers["loss"])]
    return {"infantry": each.count("infantry"), "artillery": each.count("artillery")}


KINDS = {
    "hex": "per hex",
    "friendly_unit_to_friendly_unit": "friendly unit hex to friendly unit hex",
    "unit_not_being_activated": "hex occupied by a unit not being Activated",
    "regimental_integrity": "Regimental Integrity",
    "multi_hex_unit": "multi-hex unit",
}

SAME_UNIT = {"regimental_integrity", "multi_hex_unit"}
"""6.2: further hexes of a unit that counts as one."""


def points(hex_: Answers, leader: str) -> Fraction:
    """7.2b, 7.3b: the LOC points of a hex."""
    costs = chart("bar", "line-of-command")
    if leader == "army":
        return Fraction(costs["contiguous Road hex" if hex_.yes("road") else "per hex"]["Army Leader"])
    cell = costs[KINDS[hex_.get("kind", "hex")]]["Command Leader"]
    return Fraction(0 if cell == "No cost" else cell)


@oracle("bar:line-of-command")
def line_of_command(answers: Answers, dice: Dice) -> Outcome:
    """7.2d, 7.3b, 7.5b: the LOC points of the hexes within the range; no EZOC without a friendly unit."""
    leader, path = answers["leader"], answers.rows("path", least=1)
    cost = sum((points(each, leader) for each in path), Fraction(0))
    reach: Fraction | None = None if answers.get("range") is None else Fraction(answers["range"])
    if leader == "army" and reach is not None and answers.get("wing_range") is not None:
        reach += Fraction(answers["wing_range"], 2 if at_brandywine(answers) else 1)
    if any(each.yes("ezoc") for each in path):
        return {"cost": cost, "in_command": False}
    if leader == "command" and answers.yes("out_of_command"):
        return {
            "cost": cost,
            "in_command": sum(each.get("kind", "hex") not in SAME_UNIT for each in path) <= 1,
        }
    return {"cost": cost, "in_command": None if reach is None else cost <= reach}
