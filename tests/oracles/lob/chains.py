"""Whole shots (5.6, 6.1) and whole charges (7.0)."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Missing, Outcome, Refused, oracle
from tests.oracles.lob.fire import fired
from tests.oracles.lob.losses import (
    closing_modifier,
    closing_needed,
    leader_loss_of,
    volley_column,
    volley_loss,
)
from tests.oracles.lob.morale import Check, charge_modifier, covered
from tests.oracles.lob.movement import is_small


def leader_check(dice: Dice, column: str, sharpshooter: bool) -> str:
    """9.1a: the fate of the leader."""
    return leader_loss_of(column, min(dice.total("dice", "2d6") + sharpshooter, 12))


def end_of(side: str, state: str, retreat: int) -> str:
    """Final result of the stack that checked morale. Losses follow the retreat, even if they eliminate it."""
    if state == "BL":
        return f"{side} has blood lust"
    if not retreat:
        return f"{side} holds"
    if state == "R":
        return f"{side} routs"
    return f"{side} retreats, disorganized" if state == "DG" else f"{side} retreats"


@oracle("lob:shot")
def shot(answers: Answers, dice: Dice) -> Outcome:
    """5.6: losses, leader loss and a morale check, in this order."""
    target = answers.group("target")
    arm, sps = answers.get("target_arm", "infantry"), answers["target_sps"]
    rating, state = answers["rating"], answers.get("state", "Normal")
    leader = answers["leader_morale"] if answers.yes("target_leader") else 0
    guns = arm == "artillery" or target.yes("artillery")
    table = fired(answers, dice, state == "DG", guns)
    losses = table["losses"]
    outcome = {
        "table_result": table["result"],
        "fire_losses": losses,
        "depletion": table["depletion"],
        "target_cbf": table["target_cbf"],
    }
    if not table["morale_check"]:
        return {**outcome, "end": "no effect"}
    if table["leader_loss_check"] and answers.yes("target_leader"):
        by_sharpshooters = answers["arm"] == "small_arms" and answers.yes("sharpshooter")
        outcome["leader"] = leader_check(dice, "other", by_sharpshooters)
        leader = leader if outcome["leader"] == "no_effect" else 0
    if losses >= sps:
        return {**outcome, "end": "target destroyed"}
    terrain = {
        "boulder" if each == "boulders" else each for each in target.members("protective") - {"trench"}
    }
    check = Check(
        rating=rating,
        cause=answers["arm"],
        hexes=answers["range"],
        leader=leader,
        state=state,
        arm=arm,
        adjacent=answers["range"] == 1,
        wrecked=answers.yes("wrecked"),
        rear=target.yes("rear"),
        small=is_small(sps),
        cowardly_legs=answers.yes("cowardly_legs"),
        night=answers.yes("night"),
        capable=target.yes("open_order_capable"),
        open_order=answers.yes("open_order"),
        covered=answers.yes("on_slope")
        or covered(terrain, answers.yes("attack_orders"), answers.yes("through_protected_side"), False),
        charge=0,
    )
    result = check.result(dice.total("dice", "2d6"))
    return {
        **outcome,
        "result": result["result"],
        "target_state": result["state"],
        "retreat": result["retreat"],
        "losses": losses + result["losses"],
        "end": end_of("target", result["state"], result["retreat"]),
    }


@oracle("lob:charge")
def charge(answers: Answers, dice: Dice) -> Outcome:
    """7.0: closing roll, opening volley, loss of the defender, morale check."""
    attacking = answers.yes("attacker_leader")
    leader = answers["leader_morale"] if attacking else 0
    sps, capable = answers["attacker_sps"], answers.yes("defender_open_order_capable")
    needed = closing_needed(answers["rating"])
    mounted, rear = (
        answers.yes("mounted"),
        answers.yes("rear") and not capable,
    )  # 3.3: capable units have no rear
    total = answers.get("defender_total_sps", answers["defender_sps"] or None)
    if total is None:
        raise Missing(
            "defender_total_sps"
        )  # no SP can fire: smallness and destruction depend on all SPs (1.8)
    if total < answers["defender_sps"]:
        raise Refused("more SPs can fire than there are")
    if mounted and answers.yes("defender_open_order") and not capable:
        raise Refused("7.4: no mounted charge at open order that is not capable")
    own_volley = answers.yes("volley", True) and answers.yes("fired_by_charged_unit", True)
    withdraws = capable and not mounted and own_volley
    _answered_before_the_dice(answers, own_volley)
    if answers.yes("enemy_can_fire", True):
        modifier = closing_modifier(answers, leader, answers.yes("starts_adjacent"), rear)
        if dice.total("die", "1d6") + modifier < needed:
            return {"end": "does not close"}
    # 9.4e: withdraws if it would have to fire the opening volley itself; 7.4: not from a mounted charge
    if withdraws:
        return {"end": "defender withdraws"}
    outcome: Outcome = {"attacker_loss": _volley(answers, dice)}
    if outcome["attacker_loss"] and attacking:
        outcome["attacking_leader"] = leader_check(
            dice, "charge_attacker", answers.yes("volley_sharpshooter")
        )
        leader = leader if outcome["attacking_leader"] == "no_effect" else 0
    if outcome["attacker_loss"] >= sps:
        return {**outcome, "end": "attacker eliminated"}
    return _defended(answers, dice, outcome, leader, total, rear)


def _answered_before_the_dice(answers: Answers, own_volley: bool) -> None:
    """Read all answers before the closing roll, as the calculator asks for them even if the charge cannot succeed."""
    answers["defender_rating"]
    if answers.yes("defender_leader"):
        answers["defender_leader_morale"]
    if answers.yes("volley", True) and not own_volley:
        answers["volley_range"]


def _volley(answers: Answers, dice: Dice) -> int:
    """5.4: the attacker's losses in SPs."""
    if not answers.yes("volley", True):
        return 0
    own = answers.yes("fired_by_charged_unit", True)
    start = "Charge" if own else str(answers["volley_range"])
    column = volley_column(start, answers.yes("volley_canister"), answers.yes("volley_wrecked"))
    return volley_loss(column, dice.total("die", "1d6"))


def _defended(answers: Answers, dice: Dice, outcome: Outcome, leader: int, total: int, rear: bool) -> Outcome:
    """7.0, steps 2 and 3."""
    terrain = answers.members("terrain")
    protected_side = answers.yes("through_protected_side")
    behind_works = "breastworks" in terrain and protected_side and not rear
    defending = answers.yes("defender_leader")
    own_leader = answers["defender_leader_morale"] if defending else 0
    loss = 0 if is_small(answers["attacker_sps"]) or behind_works else 1
    if loss and defending:
        outcome["defending_leader"] = leader_check(dice, "charge_defender", False)
        own_leader = own_leader if outcome["defending_leader"] == "no_effect" else 0
    outcome["defender_loss"] = loss
    if loss >= total:
        return {**outcome, "end": "defender destroyed"}
    check = Check(
        rating=answers["defender_rating"],
        cause="charge",
        hexes=1,
        leader=own_leader,
        state=answers.get("state", "Normal"),
        arm=answers.get("target_arm", "infantry"),
        adjacent=True,
        wrecked=answers.yes("wrecked"),
        rear=rear,
        small=is_small(total),
        cowardly_legs=answers.yes("cowardly_legs"),
        night=answers.yes("night"),
        capable=answers.yes("defender_open_order_capable"),
        open_order=answers.yes("defender_open_order"),
        covered=covered(
            terrain, answers.yes("attack_orders"), protected_side, answers.yes("fire_from_lower")
        ),
        charge=charge_modifier(
            answers["attacker_sps"] - outcome["attacker_loss"],
            max(answers["defender_sps"] - loss, 0),
            answers.yes("attacker_blood_lusted"),
            leader,
        ),
    )
    result = check.result(dice.total("dice", "2d6"))
    return {
        **outcome,
        "defender_loss": loss + result["losses"],
        "result": result["result"],
        "defender_state": result["state"],
        "retreat": result["retreat"],
        "end": end_of("defender", result["state"], result["retreat"]),
    }
