"""Leaders and orders."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from tests.oracles import Answers, Dice, Outcome, oracle
from tests.oracles.charts import chart, within

INITIATIVE = {"Bad Move": "bad_move", "No Effect": "no_effect", "Acts on Initiative": "acts"}
SHIFTS = {
    "reserve_no_orders": "Formation has Reserve (no) orders",
    "attack_or_probe": "Attack/Probe order",
    "face_to_face": "Order given face to face",
    "divisional_order_or_cavalry_corps": "Divisional order/Cavalry corps",
    "past_force_modifier": "Past Force modifier",
}
SHIFTS_IN_TEXT = {"general_retreat": "1R", "lee_too_polite": "1L"}
"""From the summary of order types, and from the random event."""
INSTANT_RANGE = 5
ORDER_RATE = 9
"""21.3.3, in cavalry MP."""


@oracle("aor:initiative")
def initiative(answers: Answers, dice: Dice) -> Outcome:
    """Initiative Table, 21.7.2: the column of the rating, one to the left for Confederates under Lee."""
    number = min(answers["rating"], 4)
    if answers.yes("confederate_under_lee"):
        number = max(number - 1, 0)
    column = "4+" if number == 4 else str(number)
    roll = dice.total("dice", "2d6")
    (row,) = (name for name, cells in chart("aor", "initiative").items() if within(cells[column], roll))
    return {"result": INITIATIVE[row], "column": column}


@oracle("aor:order-confidence")
def order_confidence(answers: Answers, dice: Dice) -> Outcome:
    """Order Confidence Check: fails if the die exceeds the rating and the modifiers."""
    rating, order, demoralized = answers["rating"], answers["order"], answers.yes("demoralized")
    if order in ("defend", "delay"):
        if not demoralized:
            return {"check": False, "passed": True}
        rows = ["Demoralized formation on Defense/Delay"]
    else:
        rows = [f"{'Demoralized formation' if demoralized else 'Undemoralized Formation'} on Attack/Probe"]
        if order == "attack" and answers.yes("objective_held"):
            rows.append("Objective is held on Attack (not for Probe)")
    value = rating + sum(int(chart("aor", "confidence")[row]["Modifier"]) for row in rows)
    return {"check": True, "value": value, "passed": dice.total("die", "1d6") <= value}


@oracle("aor:order-compliance")
def order_compliance(answers: Answers, dice: Dice) -> Outcome:
    """Order Compliance Table: ratings and shifts select the column. Each number is the lowest of its row."""
    number = answers["sender"] + answers["recipient"]
    number += sum(_columns(situation) for situation in answers.members("shifts"))
    column = "8+" if number >= 8 else str(max(number, -1))
    roll = dice.total("dice", "2d6")
    result = "R6"
    for row in ("R5", "R4", "C"):
        lowest = chart("aor", "compliance")[row][column]
        if lowest.isdecimal() and roll >= int(lowest):
            result = row
    return {"result": result, "column": column, "accepted": True if result == "C" else None}


def _columns(situation: str) -> int:
    """Column shift of a situation; positive is to the right."""
    text = SHIFTS_IN_TEXT.get(situation) or chart("aor", "compliance-shifts")[SHIFTS[situation]]["Shift"]
    return int(text[:-1] or 1) * (1 if text.endswith("R") else -1)


@oracle("aor:order-transit")
def order_transit(answers: Answers, dice: Dice) -> Outcome:
    """21.3.3: at once within 5 MP, else a ninth of the distance. The player decides how to round it."""
    distance = answers["distance"]
    if distance <= INSTANT_RANGE:
        return {"turns": 0, "instant": True, "at_least": 0, "at_most": 0}
    turns = Fraction(distance, ORDER_RATE)
    rounded = {"exact": turns, "down": floor(turns), "up": ceil(turns)}[answers.get("rounding", "exact")]
    return {"turns": rounded, "instant": False, "at_least": floor(turns), "at_most": ceil(turns)}
