"""How the Pieces Move, Rates of March and Line of Sight."""

from __future__ import annotations

from fractions import Fraction

from tests.oracles import Answers, Dice, Outcome, oracle
from tests.oracles.charts import chart

THIRD = Fraction(1, 3)
SHARES = {
    "Field of Fire": "Field of Fire",
    "Line of Sight": "LOS",
    "Command Range": "Command range",
    "Baggage Train for a Rally": "Baggage Train to Rally",
    "Reserve behind its HQ": "Reserve, at or behind the HQ",
    "Order in one turn": "Order effective 1 turn later",
    "Location across": "Location diameter",
    "Shift of an unclear enemy piece": "Relocated unclear piece",
}
"""Distances by their names in the keyed chart."""
RATES = {"Foot": "Foot", "Mounted": "Mounted", "Cavalry": "Mounted"}
"""A cavalry move is a Mounted move."""


@oracle("pub:movement")
def movement(answers: Answers, dice: Dice) -> Outcome:
    """Moving, Road Column, Reduced: the remaining part of a move."""
    left = _left(answers)
    return {"share": max(left, Fraction(0)), "left": left}


@oracle("pub:march")
def march(answers: Answers, dice: Dice) -> Outcome:
    """Rates of March: the share of the move, at the rate of the piece."""
    share = max(_left(answers), Fraction(0))
    return {"distance": answers["rate"] * share, "share": share}


def _left(answers: Answers) -> Fraction:
    """The part of a move that is left; below 0 if the changes cost more than the whole move.

    A third for each change of facing except the first, for each change of Road Column, and once for terrain.
    Along a road in Road Column, facing and terrain cost nothing, and the remaining move is doubled.
    """
    thirds: int = answers["road_column_changes"]
    facing, on_road = answers["facing_changes"], answers.yes("road_column")
    if not on_road:
        thirds += max(facing - 1, 0) + answers.yes("difficult")
    left = 1 - thirds * THIRD
    return left * 2 if on_road else left


@oracle("pub:distance")
def distance(answers: Answers, dice: Dice) -> Outcome:
    """Rates of March: most distances are a share of a Foot or Mounted move."""
    row = chart("pub", "shares")[SHARES[answers["what"]]]
    share = Fraction(row["Share"])
    return {"length": answers["rate"] * share, "move": RATES[row["Move"]], "share": share}


@oracle("pub:line-of-sight")
def line_of_sight(answers: Answers, dice: Dice) -> Outcome:
    """Line of Sight: 1 Foot move, 3/8 inch into Woods and Buildings, up to the crest of a Hill, past no obstacle."""
    place = answers["target_in"]
    clear = not answers.yes("beyond_foot_move")
    if place in ("woods", "buildings"):
        clear = clear and not answers.yes("deep")
    if place == "hill":
        clear = clear and not answers.yes("beyond_crest")
    seen = [_seen_over(each, answers.yes("on_hill")) for each in answers.rows("obstacles")]
    return {"clear": clear and all(seen)}


def _seen_over(obstacle: Answers, on_hill: bool) -> bool:
    """From a Hill, over Woods, Buildings and lower Hills that are closer to the viewer than to the target."""
    low = obstacle["kind"] in ("woods", "buildings", "lower_hill")
    return on_hill and low and obstacle.yes("nearer_to_you")
