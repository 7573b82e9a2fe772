"""Hand-to-hand combat and break tests."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, oracle
from tests.oracles.charts import band, chart


def score(side: Answers) -> int:
    """Combat result: the casualties caused and the supports, square and building of a side."""
    supports = ("rear_support", "left_flank_supported", "right_flank_supported")
    points: int = side["casualties_caused"] + sum(side.yes(each) for each in supports)
    points += 3 * side.yes("square_against_cavalry")
    if side.yes("in_building"):
        points += side["building_bonus"]
    return points


@oracle("bp:hand-to-hand")
def hand_to_hand(answers: Answers, dice: Dice) -> Outcome:
    """Combat result: the higher score wins."""
    own, enemy = score(answers.group("own")), score(answers.group("enemy"))
    result = "drawn" if own == enemy else "won" if own > enemy else "lost"
    return {"result": result, "own_score": own, "enemy_score": enemy}


@oracle("bp:break-test")
def break_test(answers: Answers, dice: Dice) -> Outcome:
    """Break test: 2d6, -1 for each excess casualty, for disorder and for artillery casualties in shooting."""
    kind, arm = answers["kind"], answers["arm"]
    modifier = -answers["excess_casualties"] - answers.yes("disordered")
    if kind == "shooting":
        modifier -= answers.yes("artillery_casualties")
    value = dice.total("dice", "2d6") + modifier
    results = chart("bp", "break-test")
    result = results[band(results, value)][f"{kind.replace('_to_', '-to-')}: {arm}"]
    return {"result": result.replace(" ", "_"), "value": value, "modifier": modifier}
