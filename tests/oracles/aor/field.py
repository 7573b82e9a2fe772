"""Movement, stacking, supply and sight."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, oracle
from tests.oracles.charts import chart

MOVERS = {
    "infantry": "Combat units but cavalry",
    "artillery": "Combat units but cavalry",
    "cavalry": "Cavalry",
    "leader": "Leaders",
    "aide": "Aides",
    "corps_train": "Corps train units",
    "army_train": "Army train",
}
SUPPLY_LINE = 15
"""21.9."""


@oracle("aor:movement-allowance")
def movement_allowance(answers: Answers, dice: Dice) -> Outcome:
    """21.3.2, 21.9: cavalry has 9 if it is not disrupted and keeps out of enemy ZOCs."""
    row = chart("aor", "movement")[MOVERS[answers["unit"]]]
    hampered = answers.yes("disrupted") or answers.yes("in_enemy_zoc")
    return {"mp": int(row["MPs" if hampered else "undisrupted, out of enemy ZOCs the whole turn"])}


@oracle("aor:stacking")
def stacking(answers: Answers, dice: Dice) -> Outcome:
    """21.3.5: 3 units; at most 2 of them infantry or cavalry, with 8 points together."""
    units = answers.rows("units")
    guns = [each["strength"] for each in units if each["type"] == "artillery"]
    line = [each["strength"] for each in units if each["type"] != "artillery"]
    return {
        "legal": len(units) <= 3 and len(line) <= 2 and sum(line) <= 8,
        "number_of_units": len(units),
        "line_units": len(line),
        "line_points": sum(line),
        "gun_points": sum(guns),
    }


@oracle("aor:supply-line")
def supply_line(answers: Answers, dice: Dice) -> Outcome:
    """21.9, 21.6.2: 15 hexes to a train of its own corps or army; Stuart reloads at the army train only."""
    length, train = answers["length"], answers["train"]
    reached = length <= SUPPLY_LINE and answers.yes("passable")
    allowed = train == "army" or (train == "own_corps" and not answers.yes("stuart"))
    return {"in_supply": reached and allowed and answers.yes("train_in_supply")}


@oracle("aor:line-of-sight")
def line_of_sight(answers: Answers, dice: Dice) -> Outcome:
    """21.5, 21.4: 5 hexes, 7 from a hill, 2 in rain. From hill to hill only woods on a hill block sight."""
    hexes, between = answers["range"], answers.members("between")
    on_hill = answers.yes("viewer_on_hill")
    reach = 7 if on_hill else 5
    if answers.yes("rain"):
        reach = 2
    blocked = bool(between & {"woods_on_hill"} if on_hill and answers.yes("target_on_hill") else between)
    return {"sees": hexes <= reach and not blocked, "reach": reach, "blocked": blocked}
