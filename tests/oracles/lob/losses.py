"""Opening volleys, closing rolls and losses of leaders and SPs in a charge."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, oracle
from tests.oracles.charts import band, chart

COLUMNS = {
    "other": "Other Cases",
    "capture": "Capture",
    "charge_defender": "Charge Defender",
    "charge_attacker": "Charge Attacker",
}
VOLLEY_COLUMNS = ["3", "2", "1", "Charge", "Shift Only"]


def leader_loss_of(column: str, total: int) -> str:
    """9.1a: the Leader Loss Table."""
    table = chart("lob", "leader-loss")
    rows = {row: table[row][COLUMNS[column]] for row in table}
    found = band(rows.values(), total)
    (row,) = (row for row, cell in rows.items() if cell == found)
    return row.lower().replace(" ", "_")


@oracle("lob:leader-loss")
def leader_loss(answers: Answers, dice: Dice) -> Outcome:
    """9.1a: two dice, +1 for fire by sharpshooters; 13 counts as 12. A charge column needs a side with a loss."""
    column = answers["column"]
    if column.startswith("charge") and not answers.yes("side_has_loss"):
        return {"check": False}
    total = min(dice.total("dice", "2d6") + answers.yes("sharpshooter"), 12)
    return {"check": True, "modified_roll": total, "result": leader_loss_of(column, total)}


def volley_column(start: str, canister: bool, wrecked: bool) -> str:
    """5.4: canister shifts right, wrecked units left; the table ends at 3 and at Shift Only."""
    place = VOLLEY_COLUMNS.index(start) + canister - wrecked
    return VOLLEY_COLUMNS[min(max(place, 0), len(VOLLEY_COLUMNS) - 1)]


def volley_loss(column: str, die: int) -> int:
    """5.4: the loss next to the roll."""
    table = chart("lob", "opening-volley")
    found = band([table[row][column] for row in table], die)
    (row,) = (row for row in table if table[row][column] == found)
    return int(row)


@oracle("lob:opening-volley")
def opening_volley(answers: Answers, dice: Dice) -> Outcome:
    """5.4, 5.4a: the charge column applies only to the charged unit itself."""
    own = answers.yes("charge") and answers.yes("fired_by_charged_unit")
    start = "Charge" if own else str(answers["range"])
    column = volley_column(start, answers.yes("frontal_canister"), answers.yes("wrecked"))
    loss = volley_loss(column, dice.total("die", "1d6"))
    return {"loss": loss, "column": column, "leader_loss_check": loss > 0}


@oracle("lob:charge-loss")
def charge_loss(answers: Answers, dice: Dice) -> Outcome:
    """7.0, step 2: 1 SP, unless the attacker is small or the defender in breastworks is charged from the front."""
    spared = answers.yes("attacker_small") or answers.yes("defender_in_breastworks_charged_from_front")
    return {"defender_loss": 0 if spared else 1, "leader_loss_check": not spared}


def closing_needed(rating: str) -> int:
    """3.5: the Closing Roll Table."""
    row = rating if rating in "ABC" else "D or worse"
    return int(chart("lob", "closing-roll")[row]["Success"].removesuffix("+"))


def closing_modifier(answers: Answers, leader: int, adjacent: bool, rear: bool) -> int:
    """3.5: the modifiers of a closing roll; -3 once, and only for the first charge of a turn."""
    modifier = (leader >= 2) + rear - answers.yes("shaken") - answers.yes("frontal_canister")
    if (adjacent or answers.yes("from_breastworks")) and answers.yes("first_charge", True):
        modifier -= 3
    return modifier


@oracle("lob:closing-roll")
def closing_roll(answers: Answers, dice: Dice) -> Outcome:
    """3.5, 3.5a: one die against morale, unless no enemy can fire or the mover is open order capable."""
    needed = closing_needed(answers["rating"])
    leader = answers["leader_morale"]
    if not answers.yes("enemy_can_fire", True) or answers.yes("open_order_capable"):
        return {"success": True, "automatic": True}
    adjacent = answers.yes("starts_adjacent_to_charge_target")
    modifier = closing_modifier(answers, leader, adjacent, answers.yes("into_rear"))
    total = dice.total("die", "1d6") + modifier
    return {
        "success": total >= needed,
        "modifier": modifier,
        "needed": needed,
        "die_needed": needed - modifier,
        "modified_roll": total,
        "automatic": False,
    }
