"""Command: orders, blunders, and what a unit may do without an order."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, oracle
from tests.oracles.charts import chart

BLUNDER = 12
FORMATIONS = {
    "attack_column": 1,
    "march_column_or_limbered_off_road": 1,
    "march_column_or_limbered_on_road": 2,
    "other": 0,
}
"""Command roll modifiers of the formations."""


def moves_won(below: int) -> int:
    """Commander Orders: moves for a roll this far below the modified staff rating."""
    if below < 0:
        return 0
    rows = ["modified SR or 1 under", "2 less than modified SR", "3 or more less than modified SR"]
    row = rows[0] if below <= 1 else rows[1] if below == 2 else rows[2]
    return int(chart("bp", "command-roll")[row]["Result"].split()[0])


@oracle("bp:command-roll")
def command_roll(answers: Answers, dice: Dice) -> Outcome:
    """Commander Orders: 2d6, at most the modified staff rating; a 12 is always a blunder."""
    target = answers["staff_rating"] + FORMATIONS[answers["formation"]] + answers["modifier"]
    target -= answers.get("distance_inches", 0) // 12 + answers.yes("enemy_within_12_inches")
    total = dice.total("dice", "2d6")
    if total == BLUNDER:
        return {"result": "blunder", "moves": 0, "target": target}
    moves = moves_won(target - total)
    return {"result": "success" if moves else "fail", "moves": moves, "target": target}


@oracle("bp:blunder")
def blunder(answers: Answers, dice: Dice) -> Outcome:
    """Blunder table: the player looks up the moves, and answers whether they are those of the order."""
    moves = answers["moves"]
    if not moves:
        return {"result": "does_not_move", "moves": 0}
    obeys = answers.yes("as_ordered")
    return {"result": "does_as_ordered" if obeys else "moves_as_the_table_says", "moves": moves}


@oracle("bp:may-be-ordered")
def may_be_ordered(answers: Answers, dice: Dice) -> Outcome:
    """Command phase: engaged units fight, disordered ones retreat, all others get one order or one initiative move."""
    if answers.yes("engaged"):
        return {"may_be_ordered": False, "initiative_move": False, "may": ["fight"]}
    if answers.yes("disordered"):
        return {"may_be_ordered": False, "initiative_move": False, "may": ["retreat_from_all_enemies"]}
    free = not answers.yes("already_ordered") and not answers.yes("initiative_used")
    initiative = free and answers.yes("in_proximity")
    may = ["initiative_move"] * initiative + ["receive_an_order"] * free
    return {"may_be_ordered": free, "initiative_move": initiative, "may": may}
