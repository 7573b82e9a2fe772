"""Follow-ups that the rules require after movement, Formation or stacking."""

from __future__ import annotations

from tests.oracles import Answers, Next, Outcome, follow_ups
from tests.oracles.bar.fire import at_brandywine
from tests.oracles.bar.next_changes import PASS_THROUGH
from tests.oracles.bar.next_steps import Steps, battle


@follow_ups("bar:back-up")
def after_backing_up(answers: Answers, outcome: Outcome) -> Steps:
    """11.7, 16.1, 17.1: a Disordered unit may not Back Up, so a unit that makes the check is Ordered before."""
    formation = answers["formation"]
    if outcome["check"]:
        yield Next("bar:disorder-check", {"modifier": outcome["modifier"], "state": "ordered"})
    if outcome["allowed"]:
        yield Next("bar:opportunity-charge", {"enemy_does": "moves", "battle": battle(answers)})
        yield "Which hex it may Back Up into, and how far, is not in the sources."
        if formation == "Skirmish":
            yield "Skirmish units make no Disorder Checks."
    if formation == "Unlimbered":
        flags = {name: answers.yes(name) for name in ("disordered", "into_ezoc")}
        yield Next("bar:prolonge", {**flags, "battle": battle(answers)})


@follow_ups("bar:disorder-modifier")
def after_the_reasons(answers: Answers, outcome: Outcome) -> Steps:
    """17.1, 17.3, 9.3, 13.4, 15.2, 16.2. Reasons that arise during a move are checked once, at its end."""
    whats = {row["what"] for row in answers.rows("events")}
    reactions = {"reaction", "reaction_per_mp", "reaction_all_mp"}
    apart = reactions | {"recovery_in_ezoc", "unrecalled_pursuit_per_point"}
    turns = {"ac_facing_change", "ac_facing_change_brandywine_american"}
    charges = {"charge_terrain_each", "pass_through_each_charging_cavalry"}
    passes = {"pass_through_each", "pass_through_each_charging_cavalry"}
    if whats == {"recovery_in_ezoc"}:
        yield Next("bar:disorder-recovery", {"ezoc": True})
    elif whats:
        turned = bool(whats & turns)
        yield Next("bar:disorder-check", {"modifier": outcome["modifier"], "attack_column_turn": turned})
    if whats - apart:
        yield "Skirmish units make no Disorder Checks."
        if "fire_result" not in whats and whats - turns:
            yield "Make one check at the end of the move"
    if "fire_result" in whats:
        yield "The unit fired on makes its check at once."
    if whats & turns:
        yield "An Attack Column makes its check before it changes Facing. Work out the check for the rest of its move"
    if whats & charges:
        yield "Charging Cavalry makes the check in the final hex of its Charge."
    if whats & reactions:
        yield "Make the check of a reaction before the Close Combat."
    if "unrecalled_pursuit_per_point" in whats:
        yield "Make the check at the end of the Pursuit."
    if whats & passes:
        yield "Both the moving units and the units passed through must check."
        yield "A unit may move or turn among units of its own type and Formation"


@follow_ups("bar:prolonge")
def after_prolonging(answers: Answers, outcome: Outcome) -> Steps:
    """8.5c, 10.2d, 11.6: guns marked FP may fire and Prolonge, guns marked P may not; at Brandywine all may."""
    if outcome["allowed"]:
        yield "The guns keep their Facing, and may not change Facing this turn."
        yield "If the guns Prolonge out of an EZOC, the enemy may answer"
        yield "In a hex with Infantry or Unlimbered Artillery, the guns must have the same Facing"
        yield "The guns may end their turn stacked only with"
        if answers["marked"] != "FP" and not at_brandywine(answers):
            yield "Guns marked P may not fire and Prolonge in the same turn."


@follow_ups("bar:rapid-march")
def after_a_rapid_march(answers: Answers, outcome: Outcome) -> Steps:
    """11.4, 17.1."""
    arm, formation, allowed = answers["arm"], answers["formation"], outcome["allowed"]
    on_foot = arm == "infantry" and formation in ("Line", "Hook", "AC", "MC", "RC")
    if allowed:
        yield "How much farther the unit may move is not in the sources."
        yield Next("bar:disorder-modifier", {"events": [{"what": "rapid_march"}]})
        if arm == "infantry":
            yield "Out of Command Infantry may Rapid March too."
    guns = arm == "artillery" and formation == "RC" and at_brandywine(answers) and answers.yes("by_road")
    if answers.yes("disordered") and on_foot:
        yield "A Disordered unit may not Rapid March."
    if answers.yes("disordered") and guns:
        yield "The sources bar Disordered Infantry from Rapid March."
    if arm == "cavalry":
        yield "Cavalry may not Rapid March in any Formation."
    if formation == "Skirmish":
        yield "Skirmish units may not Rapid March."
    if arm == "artillery" and not guns:
        yield "Artillery may Rapid March only at Brandywine"
    if arm == "infantry" and not on_foot and formation != "Skirmish":
        yield "Infantry may Rapid March only in Line, Attack Column, March Column or Road Column."


@follow_ups("bar:road-column-length")
def after_the_length(answers: Answers, outcome: Outcome) -> Steps:
    """8.1e."""
    yield "Put SPs left over in the rearmost hex."
    old = "hex as far as it reaches" if answers.yes("artillery") else "hexes as far as they reach"
    start = "A new Road Column keeps the head and the Facing of the old Formation."
    yield f"{start} It must lie in the old {old}."
    if outcome["hexes"] > 1:
        yield "The sources do not say where the other hexes lie"


@follow_ups("bar:square-allowed")
def after_a_square(answers: Answers, outcome: Outcome) -> Steps:
    """8.1d, 17.1."""
    if answers.get("terrain", "clear") not in ("clear", "orchard"):
        yield "A Square may be formed only in Clear and Orchard."
    if answers["sps"] < outcome["needed"]:
        yield "A Square that falls below this number of SPs becomes a single-hex Line"
    if outcome["allowed"]:
        yield Next("bar:formation-change", {"arm": "infantry", "to": "Square", "battle": battle(answers)})
        yield "A Square that moves must make a Disorder Check."


@follow_ups("bar:stacking")
def after_stacking(answers: Answers, outcome: Outcome) -> Steps:
    """Chapter 10."""
    arm, formation = answers["arm"], answers["formation"]
    if formation == "Limbered":
        yield "Limbered Artillery may end its move stacked only with"
    if formation == "Unlimbered":
        yield "Unlimbered Artillery may stack only with"
    if arm == "cavalry" and formation in ("AC", "MC", "Line"):
        yield "A lone Cavalry Regiment, if it occupies 1 hex, is free of this limit."
    shares = {"Line", "Hook", "Square", "MC"} | ({"AC"} if at_brandywine(answers) else set())  # 10.2c, 10.2d
    if arm == "artillery" or (arm == "infantry" and formation in shares):
        if at_brandywine(answers):
            yield "At Brandywine, stacked with Infantry, each artillery SP counts as 8 SPs."
        else:
            yield "Stacked with Infantry each artillery SP counts as 4 SPs."
    if arm == "artillery":
        yield "Artillery and Cavalry may not end a move in the same hex."
    yield Next("bar:disorder-modifier", PASS_THROUGH)
    yield _illegal_stack(answers)
    if formation != "Skirmish":
        yield "If one unit of a stack is Disordered, all its units become Disordered."
    yield "If one unit of a stack is Shaken, the entire stack is Shaken."


def _illegal_stack(answers: Answers) -> str | Next:
    """12.7g, 19.2e: the moving unit Routs; Artillery is eliminated instead, except at Brandywine.

    At Brandywine the length of the Rout Retreat depends on its occasion, here the Rout itself, and on whether
    Artillery is Unlimbered.
    """
    arm = answers["arm"]
    if not at_brandywine(answers):
        if arm == "artillery":
            return "Artillery that is forced to end its move in an illegal stack is eliminated."
        return Next("bar:rout-retreat", {"battle": battle(answers), "arm": arm})
    carry = {"battle": "brandywine", "arm": arm, "occasion": "other"}
    if arm == "artillery":
        carry["unlimbered"] = answers["formation"] == "Unlimbered"
    return Next("bar:rout-retreat", carry)
