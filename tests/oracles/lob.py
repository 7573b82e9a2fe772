"""Line of Battle 2.0."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, oracle


@oracle("lob:small")
def small(answers: Answers, dice: Dice) -> Outcome:
    """1.8: a unit or stack of 3 SPs or less is small."""
    return {"small": answers["sps"] <= 3}


@oracle("lob:intersection")
def intersection(answers: Answers, dice: Dice) -> Outcome:
    """1.7g and note c of the terrain chart: 4 or more, except for lines, open order and leaders.

    Unlimbered artillery may not move at all (Formation Effects Chart).
    """
    if not answers.yes("intersection"):
        return {"roll_needed": False, "success": True}
    if answers["formation"] == "unlimbered":
        return {"roll_needed": False, "success": False}
    if answers["formation"] in {"line", "open_order", "open_order_capable", "leader"}:
        return {"roll_needed": False, "success": True}
    return {"roll_needed": True, "success": dice.total("die", "1d6") >= 4}
