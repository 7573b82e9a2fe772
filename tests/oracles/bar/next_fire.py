"""Follow-ups that the rules require after fire, the length of a Line, a morale check, a rout or the Line of Command."""

from __future__ import annotations

from tests.oracles import Answers, Next, Outcome, follow_ups
from tests.oracles.bar.fire import at_brandywine
from tests.oracles.bar.next_steps import LINES, SPECIAL_RESULT, Steps, battle, in_a_check


@follow_ups("bar:firing-strength")
def after_the_strength(answers: Answers, outcome: Outcome) -> Steps:
    """Fire Combat Chart, 10.3e, 12.1, 12.3d."""
    formation, disordered, where = answers["formation"], answers.yes("disordered"), battle(answers)
    carry = {"general_order": formation == "GO", "disordered": disordered, "battle": where}
    yield Next("bar:fire-multiple", carry)
    yield Next("bar:fire-target", {"battle": where})
    if formation in LINES | {"GO"}:
        yield "The SPs that fire must come from the top unit or units of the stack."
    if formation == "AC":
        yield "The SPs that fire must come from the top unit of the stack."
    if formation == "GO":
        yield "General Order takes 1 off the Fire Multiple."
    if disordered:
        yield "A Disordered unit also halves its Fire Multiple."
    if formation == "Square":
        yield "The Square fires this many SPs into each of 3 hexes"
        yield "A Square may not fire into the Front hexes of Artillery stacked with it."
    if formation == "Line":
        yield "The limit of a Line is given for Infantry."
    if formation in LINES:
        yield "A 2-hex Line may divide its fire between 2 hexes."
        yield "Unlimbered Artillery stacked with a Line may fire only if it is on top"
    if formation in LINES | {"Square"}:
        yield "Unlimbered Artillery in the hex fires on its own."


@follow_ups("bar:fire-multiple")
def after_the_multiple(answers: Answers, outcome: Outcome) -> Steps:
    """Fire Combat Chart, 12.6e."""
    hexside, howitzer = answers.get("hexside", "none") != "none", answers.yes("howitzer_over_friends")
    disordered = answers.yes("disordered")
    yield "Read the Fire Multiple on your own Fire Combat Chart"
    if disordered:
        yield "Keep fractions of the Fire Multiple of a Disordered unit."
    if howitzer:
        yield "Keep fractions of the Fire Multiple of howitzers"
        yield "Howitzers may fire over friendly units only if"
    if hexside:
        yield "How a Fire Multiple cut by slopes or works is rounded"
        if at_brandywine(answers):
            yield "The figure for the hexside is that of the Seven Years War games."
    if answers.yes("general_order") and (hexside or howitzer or disordered):
        yield "Whether the -1 or the multiplication comes first"
    yield Next("bar:fire-target", {"battle": battle(answers)})


@follow_ups("bar:fire-target")
def after_the_target(answers: Answers, outcome: Outcome) -> Steps:
    """10.2b, 12.5e."""
    if answers.yes("skirmishers"):
        yield "Use no other size modifier against Skirmishers."
    else:
        yield "The modifier for target size is not in the sources."
        if at_brandywine(answers) and answers.get("artillery_sps", 0):
            yield "Each artillery SP counts as 4 SPs for target size."
    if at_brandywine(answers):
        yield "The Fire Defense Values of Brandywine are not in the sources."
    yield Next("bar:fire-loss", {"battle": battle(answers)})


def as_it_routs(answers: Answers) -> dict[str, str]:
    """Brandywine 2, 3: the length of a retreat depends on its occasion, and Artillery may retreat."""
    if not at_brandywine(answers):
        return {"battle": battle(answers)}
    arm = {"arm": "artillery"} if answers.yes("artillery") else {}
    return {"battle": "brandywine", "occasion": "other", **arm}


@follow_ups("bar:fire-loss")
def after_the_loss(answers: Answers, outcome: Outcome) -> Steps:
    """11.5g, 12.7f, 12.8, 13.9d, 17.0, 19.2e, 8.2d."""
    target, kind, where = answers["target"], answers.get("kind_of_fire", "segment"), battle(answers)
    if outcome["disorder_check"]:
        yield Next("bar:disorder-modifier", {"events": [{"what": "fire_result"}]})
    if kind == "opportunity" and outcome["disorder_check"]:
        yield "If the check fails, the unit is Disordered and must stop."
        guns = target in ("Limbered", "Unlimbered")
        arm = {"arm": "artillery"} if guns or (target == "RC" and answers.yes("artillery")) else {}
        yield Next("bar:stacking", {"formation": target, "battle": where, **arm})
    if kind == "defensive":
        yield "An attacker that becomes Shaken in the Defensive Fire Segment"
    if outcome["eliminated"]:
        yield "Artillery in Road Column that takes a numbered result is eliminated."
    elif outcome["routs"]:
        yield Next("bar:rout-retreat", as_it_routs(answers))
        if kind == "opportunity":
            yield "The target's move is over."
    else:
        yield Next(
            "bar:morale-modifier", {"situation": "fire", "formation": in_a_check(target), "battle": where}
        )
    distant_guns = target == "Unlimbered" and answers.yes("only_artillery_at_4_plus")
    if distant_guns:
        yield "The loss is halved for Unlimbered Artillery only."
    if not outcome["loss"]:
        return
    if target in ("AC", "MC", "RC") and not outcome["eliminated"]:
        yield "Take the losses from the top unit of the stack."
    if target in ("Unlimbered", "Square", *LINES) and not distant_guns:
        yield Next("bar:stack-loss", {"loss": outcome["loss"]})
    if target in LINES:
        yield Next("bar:line-hexes", {"battle": where})
    if target == "Square":
        yield "A Square that falls below 3 SPs"


@follow_ups("bar:line-hexes")
def after_the_hexes(answers: Answers, outcome: Outcome) -> Steps:
    """8.1a, 11.5."""
    cavalry, hexes = answers.get("arm", "infantry") == "cavalry", outcome["hexes"]
    longest = (1 if at_brandywine(answers) else 5) if cavalry else 2
    if hexes > 1:
        yield (
            "Each hex must have at least 4 SPs." if cavalry else "An odd SP counts as being in the right hex"
        )
        yield "To extend in movement, pay 1 MP per hex"
    if hexes < longest:
        yield "A longer Line must contract to this number of hexes at once"


@follow_ups("bar:line-of-command")
def after_the_line(answers: Answers, outcome: Outcome) -> Steps:
    """7.4, 7.5b."""
    army, reached = answers["leader"] == "army", outcome["in_command"]
    if not army and answers.yes("out_of_command"):
        yield "An Out of Command Command Leader has a range of 1 hex."
    if reached is None:
        yield "Compare the LOC points with the leader's Command Range"
    if reached is not False:
        return
    if army or answers.yes("out_of_command"):
        yield "A Command Leader to whom no LOC reaches may roll for Initiative"
    if army:
        yield "A Wing Leader to whom no LOC reaches may roll for Initiative"
    yield "An Independent unit to which no LOC is traced may roll for Initiative."
    yield "The Initiative roll itself is not in the sources."
    yield "Place an Out of Command marker on a unit that stays unreached."


@follow_ups("bar:morale-check")
def after_a_morale_check(answers: Answers, outcome: Outcome) -> Steps:
    """18.1, 18.4, 18.5c, 19.2, 13.7d, 14.2d; Leuthen 3; Brandywine 3."""
    cause, before, after = answers["cause"], answers.get("state", "good"), outcome["state"]
    artillery, where = answers.yes("artillery"), battle(answers)
    in_close_combat = cause in ("pre_close_combat", "close_combat_M")
    failed = outcome.get("passed") is False
    if cause == "pre_close_combat" and before == "routed" and after == "routed":
        carry = {"occasion": "close_combat", "enemy": answers["attacked_by"], "battle": where}
        yield Next("bar:rout-retreat", carry)
    if artillery and in_close_combat and after == "surrenders":
        yield "Artillery that would Rout because of Close Combat surrenders"
    if artillery and failed and after == "eliminated" and before != "routed":
        yield "Artillery that would Rout from any cause but Close Combat is eliminated."
    if failed and before == "routed" and after == "eliminated":
        yield "A second Rout eliminates a Routed unit."
    if failed and after == "routed":
        yield Next("bar:rout-retreat", as_it_routs(answers))
        if cause == "pre_close_combat":
            yield "A defender that fails this check and cannot make its Rout Retreat is captured."
        if in_close_combat:
            yield "If a unit Routs in Close Combat, Artillery in its stack surrenders."
    if failed and cause == "charge":
        yield "What a failed attempt means for the charge is not in the sources"
    if cause == "retreated_through" and before == "routed" and after == "routed":
        yield Next("bar:rout-retreat", as_it_routs(answers))
    if failed and after == "shaken":
        yield "The whole stack becomes Shaken."
    if after == "shaken":
        yield "A Shaken unit moves and fires normally."
    if failed and before != "routed" and where == "leuthen" and answers.yes("bavarian"):
        yield "At Leuthen a failed check Routs Bavarian and Württemberger units at once."
    if outcome.get("roll.dice", 99) < 10:
        yield SPECIAL_RESULT


@follow_ups("bar:rout-retreat")
def after_a_rout_retreat(answers: Answers, outcome: Outcome) -> Steps:
    """19.2; Brandywine 2 and 3."""
    brandywine, artillery = at_brandywine(answers), answers["arm"] == "artillery"
    occasion = answers.get("occasion", "other") if brandywine else "other"
    voluntary = answers.yes("voluntary") and occasion in ("movement", "rally")
    if voluntary:
        yield "The unit may retreat any number of hexes up to this length."
    if occasion == "movement":
        if voluntary:
            yield "In the Rally Phase the unit may retreat up to 4 more hexes"
        else:
            yield "You choose whether the unit retreats now."
    made = answers.get("hexes_retreated")
    if made is not None and made < outcome["hexes"] and not artillery and occasion == "other":
        yield "If the unit Routed because it failed its Defender Morale Check and cannot retreat, it is Captured."
    if not brandywine:
        yield "The unit may not retreat into or through an EZOC."
        yield "Artillery that would Rout is eliminated, or surrenders if the Rout came from Close Combat."
    if artillery:
        yield "Artillery that would Rout in Close Combat surrenders instead."
        yield "Crossing non-clear terrain or hexsides may cost Artillery SPs."
    yield Next("bar:morale-modifier", {"situation": "retreated_through", "battle": battle(answers)})
    if not brandywine or (voluntary and occasion == "movement"):
        yield "If the unit goes into Voluntary Rout now, each stack of its Command that is In Command"  # 18.7b
    yield "A Routed unit that another unit retreats into or through makes its Rout Retreat again."
    yield "Retreating units may not split up."
    if occasion == "other" or (
        voluntary and occasion == "movement"
    ):  # otherwise it is already in Rout Formation
        yield "A multi-hex Formation that Routs must first collapse into one of the hexes it occupied."
    yield "A Rout Retreat is not movement."
    yield "Direction rules of the retreat (19.2g) are not in the sources"
