"""Follow-ups that the rules require after fire, charges and morale checks."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles import Answers, Next, Outcome, follow_ups
from tests.oracles.charts import chart
from tests.oracles.lob.movement import is_small

Steps = Iterator[str | Next]

MARKERS = {
    "BL": "with blood lust (BL)",
    "Sh": "Shaken (SH): -1 to its closing rolls, +1 to its morale checks",
    "DG": "disorganized (DG): half its SPs in fire, half its movement, +1 to its morale checks",
    "R": "routed (R): no fire, no ZOC, and no move except the 10-hex retreat",
}
"""6.2."""
UNSUCCESSFUL = "After an unsuccessful charge, another unit may join the attacking stack and then fire."
"""5.2c."""
ORIGINAL_LEADER = "A division that lost its original leader has -1 in its fluke stoppage base checks"


def marked(who: str, before: str, after: str) -> Steps:
    """6.2: the marker for a new state."""
    if after != before and after in MARKERS:
        yield f"Mark the {who} {MARKERS[after]}"


def retreats(who: str, arm: str, hexes: int, losses: int, harmless: bool) -> Steps:
    """6.1, 6.3, 6.5: consequences of a retreat. `harmless`: small or open order capable before the retreat."""
    if not hexes:
        return
    yield f"The {who} retreats {hexes} {'hex' if hexes == 1 else 'hexes'}{', then loses' if losses else '.'}"
    yield "Each EZOC hex entered in the retreat costs 1 SP"
    if arm == "artillery":
        yield "Place a cowardly legs marker in the hex that the artillery left, unless it was unlimbered."
        yield "Unlimbered artillery limbers as part of the retreat."
        yield "Retreating artillery has no effect on other units, unless"
        yield "After the retreat, the battery may stay where it is"
        return
    yield f"Place a cowardly legs marker in the hex that the {who} left."
    if harmless:
        yield "The retreat affects no other stacks"
    else:
        yield "If the retreat displaces units, only the displaced units suffer the morale penalty."


@follow_ups("lob:morale-check")
def after_a_morale_check(answers: Answers, outcome: Outcome) -> Steps:
    """6.0 to 6.5, 7.3c, 5.2c."""
    state, retreat = answers.get("state", "Normal"), outcome["retreat"]
    harmless = answers.yes("small") or answers.yes("open_order_capable")
    yield from retreats("stack", answers.get("target_arm", "infantry"), retreat, outcome["losses"], harmless)
    if outcome["losses"]:
        yield "If the losses after the retreat destroy the stack, place a cowardly legs marker"
    yield from marked("stack", state, outcome["state"])
    if outcome["state"] == "R":
        yield "A routed unit affects other units stacked with it"
    if answers["cause"] == "charge":
        yield "The attacker may advance after combat" if retreat else UNSUCCESSFUL
    rolled = outcome["result"]
    if state == "BL" and rolled not in ("BL", "-"):
        yield "A stack with blood lust ignores the retreat and the losses"
    if _blood_lust_denied(answers, outcome):
        yield "Blood lust needs a stack next to the unit that fired or charged."


def _blood_lust_denied(answers: Answers, outcome: Outcome) -> bool:
    """Whether the table reads blood lust but the stack may not have it (6.2), so that the cell has no effect."""
    total = str(min(max(outcome["modified_roll"], 2), 14))
    return chart("lob", "morale-table")[total][answers["rating"]] == "BL" and outcome["result"] != "BL"


@follow_ups("lob:shot")
def after_a_shot(answers: Answers, outcome: Outcome) -> Steps:
    """As after fire (5.6), a leader loss (9.1) and a morale check (6.1)."""
    target, arm, sps = answers.group("target"), answers["arm"], answers["target_sps"]
    end = outcome["end"]
    yield from _before_fire(target, answers["range"])
    yield from _by_artillery(arm, answers["range"], end != "no effect")
    if outcome["depletion"]:
        yield f"Deplete one firing battery of {outcome['depletion']}."
    if end == "no effect":
        return
    leader = outcome.get("leader")
    if leader not in (None, "no_effect"):
        yield f"The leader is {leader}. Promote or replace him."
        yield ORIGINAL_LEADER
    if end == "target destroyed":
        yield "Place a cowardly legs marker in the target hex, unless another unit remains there."
        if leader == "no_effect":
            yield "The leader may be left without combat units."
        return
    if outcome["target_cbf"]:
        yield f"Set the target's CBF level to {outcome['target_cbf']}."
    taken = outcome["losses"] - outcome["fire_losses"]
    harmless = is_small(sps) or target.yes("open_order_capable")
    yield from retreats("target", answers.get("target_arm", "infantry"), outcome["retreat"], taken, harmless)
    if outcome["retreat"] and outcome["losses"] >= sps:
        yield "The losses after the retreat take the target's last SP."
        yield "Place a cowardly legs marker in the hex where the target is destroyed"
    yield from marked("target", answers.get("state", "Normal"), outcome["target_state"])
    if outcome["target_state"] == "R":
        yield "The routed unit affects other units stacked with it"


def _before_fire(target: Answers, hexes: int) -> Steps:
    """9.4e, within the 3 hexes of an opening volley."""
    if target.yes("open_order_capable") and hexes <= 3:
        yield "If this fire would trigger the target's opening volley, the target must withdraw 2 hexes"
        yield "An active unit that fires without having moved or changed facing causes no withdrawal."


def _by_artillery(arm: str, hexes: int, effective: bool) -> Steps:
    """4.2f, 9.1c."""
    if arm == "artillery":
        yield "An artillery leader may allow a second or third artillery shot at this target hex"
        if hexes >= 5 and effective:
            yield "Under danger close, the units that are hit take only the losses"
            yield "What danger close is, and which units it covers, is not in the sources."


@follow_ups("lob:fire")
def after_fire(answers: Answers, outcome: Outcome) -> Steps:
    """5.6."""
    target, arm, hexes = answers.group("target"), answers["arm"], answers["range"]
    checks = outcome["morale_check"]
    yield from _before_fire(target, hexes)
    yield from _by_artillery(arm, hexes, checks)
    if outcome["leader_loss_check"]:
        by_sharpshooters = arm == "small_arms" and answers.yes("sharpshooter")
        yield Next("lob:leader-loss", {"column": "other", "sharpshooter": by_sharpshooters})
    if checks:
        carry = {
            "cause": arm,
            "range": hexes,
            "rear": target.yes("rear"),
            "open_order_capable": target.yes("open_order_capable"),
            "terrain": frozenset(
                {"boulders": "boulder"}.get(each, each) for each in target.members("protective") - {"trench"}
            ),
        }
        yield Next("lob:morale-check", {**carry, "state": "DG"} if target.yes("dg") else carry)
    if outcome["losses"]:
        yield "If the losses destroy the target, place a cowardly legs marker"
    if target.yes("artillery") and checks:
        yield f"Set the target's CBF level to {outcome['target_cbf']}."
    if outcome["depletion"]:
        yield f"Deplete one firing battery of {outcome['depletion']}."


@follow_ups("lob:charge")
def after_a_charge(answers: Answers, outcome: Outcome) -> Steps:
    """7.0."""
    end = outcome["end"]
    attacking, defending = outcome.get("attacking_leader"), outcome.get("defending_leader")
    lost = [each for each in (attacking, defending) if each not in (None, "no_effect")]
    if attacking in lost:
        yield f"The attacking leader is {attacking}. Promote or replace him."
    if defending in lost:
        yield f"The defending leader is {defending}. Promote or replace him."
    if lost:
        yield ORIGINAL_LEADER
    capable = answers.yes("defender_open_order_capable") and not answers.yes("mounted")
    if capable and end not in ("does not close", "defender withdraws"):
        yield "If this charge would trigger the defender's own opening volley, the defender must withdraw 2 hexes"
    if end == "does not close":
        yield "No charge takes place. If the closing roll had to succeed, the attacker falls back."
        yield UNSUCCESSFUL
    elif end == "defender withdraws":
        yield "The defender withdraws 2 hexes."
        yield "The active unit may still advance into the vacated hex"
    elif end == "attacker eliminated":
        yield "The charge ends. The defender makes no morale check."
        yield "Place a cowardly legs marker in the attacker's hex, unless another unit remains there."
        if attacking == "no_effect":
            yield "The attacking leader may be left without combat units."
    elif end == "defender destroyed":
        yield "Place a cowardly legs marker in the defender's hex, unless another unit remains there."
        yield "The attacker may advance after combat"
        if defending == "no_effect":
            yield "The defending leader may be left without combat units."
    else:
        yield from _after_the_check(answers, outcome)


def _after_the_check(answers: Answers, outcome: Outcome) -> Steps:
    """7.0, step 3."""
    retreat, state = outcome["retreat"], outcome["defender_state"]
    all_sps = answers.get("defender_total_sps", answers["defender_sps"])
    first = 1 if "defending_leader" in outcome else 0
    if not answers.yes("defender_leader"):
        first = int(not _spared(answers))
    harmless = is_small(all_sps) or answers.yes("defender_open_order_capable")
    losses = outcome["defender_loss"]
    yield from retreats("defender", answers.get("target_arm", "infantry"), retreat, losses - first, harmless)
    if retreat and all_sps > 0 and losses >= all_sps:
        yield "The losses after the retreat take the defender's last SP."
        yield "Place a cowardly legs marker in the hex where the defender is destroyed"
    yield from marked("defender", answers.get("state", "Normal"), state)
    if state == "R":
        yield "The routed unit affects other units stacked with it"
    yield "The attacker may advance after combat" if retreat else UNSUCCESSFUL


def _spared(answers: Answers) -> bool:
    """7.0, step 2: whether the defender loses nothing."""
    rear = answers.yes("rear") and not answers.yes("defender_open_order_capable")
    works = "breastworks" in answers.members("terrain") and answers.yes("through_protected_side")
    return is_small(answers["attacker_sps"]) or (works and not rear)


@follow_ups("lob:opening-volley")
def after_an_opening_volley(answers: Answers, outcome: Outcome) -> Steps:
    """7.0, 2.2, 5.3b, 6.5a, 9.1a."""
    charge = answers.yes("charge")
    if outcome["loss"]:
        column = "charge_attacker" if charge else "other"
        yield Next("lob:leader-loss", {"column": column, "side_has_loss": charge})
        yield "If the loss destroys the stack, place a cowardly legs marker"
    if charge:
        if outcome["loss"]:
            yield "If the loss eliminates the attacker, the charge ends."
        goes_on = (
            "If the attacker survives, continue the charge" if outcome["loss"] else "Continue the charge"
        )
        yield Next(goes_on, {})
    else:
        yield Next("lob:fire", {"range": answers["range"]})
    yield "If another unit later joins units that have fired, and then fires too, it triggers another"


@follow_ups("lob:charge-loss")
def after_a_charge_loss(answers: Answers, outcome: Outcome) -> Steps:
    """7.0, step 2."""
    if outcome["leader_loss_check"]:
        yield Next("lob:leader-loss", {"column": "charge_defender", "side_has_loss": True})
        yield "If the loss destroys the defender, place a cowardly legs marker"
    yield Next("lob:morale-check", {"cause": "charge", "adjacent": True})


@follow_ups("lob:charge-size-modifier")
def after_the_size_modifier(answers: Answers, outcome: Outcome) -> Steps:
    """7.0g."""
    sizes = {name: answers[name] for name in ("attacker_sps", "defender_sps")}
    yield Next("lob:morale-check", {"cause": "charge", "charge": sizes})


@follow_ups("lob:closing-roll")
def after_a_closing_roll(answers: Answers, outcome: Outcome) -> Steps:
    """3.5c, 5.4, 7.0, 7.0f, 9.4e."""
    if not outcome["success"]:
        yield "If the roll had to succeed, the stack falls back."
        return
    asked = answers.yes("enemy_can_fire", True) and not answers.yes("open_order_capable")
    yield Next("lob:opening-volley", {"frontal_canister": asked and answers.yes("frontal_canister")})
    yield "An open order capable target withdraws 2 hexes instead of firing an opening volley"
    yield Next("lob:charge-loss", {})
    if answers["leader_morale"] and not outcome["automatic"]:
        yield "A leader who took part in this closing roll should also take part in a second closing roll"


@follow_ups("lob:additive-morale")
def after_a_new_state(answers: Answers, outcome: Outcome) -> Steps:
    """6.2a."""
    yield from marked("stack", answers["current"], outcome["state"])
    if outcome["state"] == "Normal" != answers["current"]:
        yield "Remove the stack's morale marker."
    if outcome["ignore_retreat_and_loss"]:
        yield "A stack with blood lust ignores the retreat and the losses"


@follow_ups("lob:leader-loss")
def after_a_leader_loss(answers: Answers, outcome: Outcome) -> Steps:
    """9.1b, 10.7b."""
    result = outcome.get("result", "no_effect")
    if result != "no_effect":
        yield "Promote or replace the leader."
    if result in ("wounded", "killed"):
        yield ORIGINAL_LEADER
