"""Follow-ups that the rules require after combat, morale or Disorder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracles import Answers, Next, Outcome, follow_ups
from tests.oracles.bar.fire import at_brandywine

Steps = Iterator[str | Next]

LINES = {"Line", "Hook"}
SPECIAL_RESULT = "00 to 09 may be a Special Result."
"""17.1, 18.1, 18.3: the lowest ten rolls."""


def in_a_check(formation: Any) -> Any:
    """18.6f: a Line, with a Hook or without, may be Supported, so a Morale Check asks for its Formation."""
    return "?" if formation in LINES else formation


def battle(answers: Answers) -> str:
    """The battle, or `none` for any other battle."""
    return str(answers.get("battle", "none"))


@follow_ups("bar:close-combat-modifier")
def after_the_modifier(answers: Answers, outcome: Outcome) -> Steps:
    """Chapters 13 and 15."""
    side, arm, formation = answers["side"], answers["arm"], answers["formation"]
    terrain, disordered, shaken = answers["terrain"], answers.yes("disordered"), answers.yes("shaken")
    fight = {"battle": battle(answers), "formation": formation, "shaken": shaken, "disordered": disordered}
    if at_brandywine(answers):
        if terrain != "clear" or answers.get("hexside", "none") != "none":
            yield "The terrain modifiers are those of the Seven Years War games."
        if formation == "GO":
            yield "At Brandywine a unit that Advances After Combat out of General Order terrain stays"
    if formation in LINES:
        yield "The CV of a Line is the average CV"
    elif formation not in ("Limbered", "Unlimbered"):
        yield "The CV is that of the top unit in the stack."
    if formation == "Unlimbered":
        yield "A stack of Unlimbered Artillery alone has a CV of 0."
    if disordered:
        yield "Being Disordered halves the SPs"
    if formation == "Square":
        yield "A Square that falls below 3 SPs (6 at Brandywine) becomes a single-hex Line"
    if formation != "Skirmish":
        state = ("disordered_shaken" if shaken else "disordered") if disordered else "ordered"
        yield Next("bar:disorder-check", {"state": state})
    if formation == "Line" and arm in ("infantry", "cavalry"):
        line = "A 2-hex Line may contract" if arm == "infantry" else "A multi-hex Line may contract"
        yield f"{line} for free when it Advances After Combat."
    yield from _of_the_arm(arm, side == "attacker", disordered, shaken)
    yield from _of_the_side(side, shaken, {**fight, "terrain": terrain})
    yield Next("bar:close-combat-modifier", _enemy_stack(answers))
    yield "Read the result on your own Close Combat Table"
    yield "SP losses are shared as evenly as possible"
    check = {**fight, "situation": "close_combat_M", "cavalry": arm == "cavalry", "terrain": terrain}
    yield Next("If the result is M, check morale with +10 to the ER.", check)
    yield "If a unit Routs in Close Combat, Artillery in its stack surrenders."


def _of_the_arm(arm: str, attacks: bool, disordered: bool, shaken: bool) -> Steps:
    if arm == "artillery":
        yield "Artillery alone counts as 1 SP."
        yield "Artillery never Advances After Combat."
    if arm == "cavalry":
        yield "Cavalry is always Disordered after a Close Combat"
        if attacks and disordered:
            yield "Disordered Cavalry may not Charge."
        if not shaken and not disordered:
            yield Next("bar:pursuit", {"disordered": False, "shaken": False})


def _enemy_stack(answers: Answers) -> dict[str, Any]:
    """Answers for the same Close Combat from the enemy's side."""
    known = {
        "side": "defender" if answers["side"] == "attacker" else "attacker",
        "arm": answers["enemy_arm"],
        "formation": answers["enemy_formation"],
        "enemy_arm": answers["arm"],
        "enemy_formation": answers["formation"],
        "round": answers.get("round", 1),
        "hexside": answers.get("hexside", "none"),
        "battle": battle(answers),
    }
    if known["hexside"] in ("regular_slope", "steep_slope", "swedish_fieldworks", "berm"):
        known["defender_upslope_or_behind"] = answers.yes("defender_upslope_or_behind")
    return known


def _of_the_side(side: str, shaken: bool, stack: dict[str, Any]) -> Steps:
    if side == "defender":
        yield "A defending stack takes its losses first from units that are not Artillery"
        return
    yield "An Out of Command unit may not initiate Close Combat"
    if shaken:
        yield "A Shaken unit may not initiate Close Combat."
    artillery = {name: value for name, value in stack.items() if name != "formation"}
    yield Next("An attacking stack may not take losses from Artillery.", {**artillery, "situation": "other"})
    yield "If the attackers are Disordered but all Advance After Combat"


@follow_ups("bar:counter-charge")
def after_a_counter_charge(answers: Answers, outcome: Outcome) -> Steps:
    """13.5, 15.1: Disordered or Routed Cavalry may not Counter Charge, Shaken Cavalry may."""
    if not outcome["allowed"]:
        return
    shaken = answers.yes("shaken")
    carry = {"formation": answers["formation"], "battle": battle(answers)}
    carry |= {"shaken": shaken, "disordered": False}
    check = {**carry, "situation": "counter_charge", "cavalry": True, "routed": False}
    yield Next("bar:morale-modifier", check)
    yield "What a failed attempt means for the Counter Charge is not in the sources."
    yield Next("bar:close-combat-modifier", {**carry, "side": "defender", "arm": "cavalry"})
    yield "After the Close Combat the Cavalry is always Disordered."
    yield "Out of Command Cavalry may Counter Charge too."
    if shaken:
        yield "Shaken Cavalry may Counter Charge."


@follow_ups("bar:opportunity-charge")
def after_an_opportunity_charge(answers: Answers, outcome: Outcome) -> Steps:
    """16.1: no reminders if the charge is forbidden. At 2 hexes the sources leave Facing and Formation open.

    Shaken or Routed Cavalry may not charge (16.1a, 18.4a), so charging Cavalry is neither.
    """
    if outcome["allowed"] is False:
        return
    if outcome["allowed"] is None:
        yield "The sources allow a charge at Facing and Formation Changes in the ZOC of the Cavalry."
    carry = {
        "formation": answers["formation"],
        "disordered": answers.yes("disordered"),
        "shaken": False,
        "battle": battle(answers),
    }
    check = {**carry, "situation": "opportunity_charge", "cavalry": True, "routed": False}
    check["formation"] = in_a_check(answers["formation"])
    yield Next("bar:morale-modifier", check)
    yield "What a failed attempt means for the charge is not in the sources."
    yield Next("bar:close-combat-modifier", {**carry, "side": "attacker", "arm": "cavalry"})
    if answers["enemy_does"] == "moves":
        yield "Moving Cavalry in Line or Attack Column that is charged through a Front hex"
        yield "Moving Cavalry that the charge leaves Disordered but not Routed"
    if answers["formation"] == "Line" and not at_brandywine(answers):
        yield "A Charging Cavalry Line may contract by 1 hex for each hex it charges"
    passed = {"events": [{"what": "charge_terrain_each"}]}
    if answers["distance"] == 2:  # 13.3b
        yield "The Charge must stop as soon as the Cavalry enters an EZOC."
    yield Next("If the Charge passes through terrain or units", passed)  # 13.3f
    yield "After the Close Combat the charging Cavalry is always Disordered."
    yield "If the charging Cavalry cannot take part in Close Combat"  # 13.0 3d
    yield "Out of Command Cavalry may make an Opportunity Charge too."


@follow_ups("bar:defender-reaction")
def after_a_reaction(answers: Answers, outcome: Outcome) -> Steps:
    """Chapter 13, steps 2 to 4. A Routed unit may not react (18.5c)."""
    what, formation = answers["what"], answers["formation"]
    disordered, where = answers.yes("disordered"), battle(answers)
    hindered = {name: answers.yes(name) for name in ("ezoc", "disordered", "out_of_command")}
    if outcome["check"]:
        state = "disordered" if disordered else "ordered"
        turns = (what, formation) == ("facing", "AC")
        carry = {"modifier": outcome["modifier"], "state": state, "attack_column_turn": turns}
        yield Next("bar:disorder-check", carry)
        if turns:  # 9.4
            yield "An Attack Column that fails its check keeps its Facing."
        else:
            yield "Whether a failed check cancels the change is not in the sources."
    if outcome["allowed"]:
        yield "Shaken units may react too."
        if what == "formation":
            yield Next("bar:formation-change", {"from": formation, "battle": where, **hindered})
        else:
            known_to_be = (
                {"american": answers.yes("american")} if formation == "AC" and where == "brandywine" else {}
            )
            yield Next("bar:facing-change", {"formation": formation, **hindered, **known_to_be})
    barred = answers.yes("ezoc") or (disordered and answers.yes("charge"))
    if what == "formation" and formation == "GO" and not barred:  # 8.4e
        yield "A parent unit that can skirmish may break down from General Order, and at Lobositz"
    if formation == "Skirmish":
        if where == "lobositz" and what == "formation":
            yield "Austrian Grenadiers may leave Skirmish at no MP cost."
        retreat = {"situation": "other", "formation": formation, "disordered": disordered}
        words = "If all attackers are Infantry, Skirmish units may Retreat"
        yield Next(words, {**retreat, "routed": False, "battle": where})
    known = {**_after_the_reaction(answers, outcome), "routed": False, "battle": where}
    if formation in ("Line", "AC") and not disordered and not answers.yes("ezoc"):
        yield Next("bar:counter-charge", {**known, "ezoc": False})
    check = {**known, "situation": "pre_close_combat"}
    if "formation" in check:
        check["formation"] = in_a_check(check["formation"])
    yield Next("Next comes the Defender Morale Check.", check)


def _after_the_reaction(answers: Answers, outcome: Outcome) -> dict[str, Any]:
    """Known answers about the defender in steps 3 and 4.

    A Formation Change may give the defender another Formation (13.4), and a failed Disorder Check makes it Disordered
    (17.4a).
    """
    known: dict[str, Any] = {}
    if answers["what"] == "facing" or not outcome["allowed"]:
        known["formation"] = answers["formation"]
    if answers.yes("disordered") or not outcome["check"]:
        known["disordered"] = answers.yes("disordered")
    return known


@follow_ups("bar:disorder-check")
def after_a_disorder_check(answers: Answers, outcome: Outcome) -> Steps:
    """17.1, 17.2, 17.3."""
    if outcome["low_roll"]:
        yield SPECIAL_RESULT
    if outcome.get("turned"):
        yield "The Attack Column may change Facing and pays the cost."
    if outcome["passed"]:
        return
    state = answers.get("state", "ordered")
    effects = {
        "ordered": "The whole stack becomes Disordered.",
        "disordered": "A second Disorder makes a Disordered unit Shaken too.",
        "disordered_shaken": "A stack that is already Disordered and Shaken suffers no further effect.",
    }
    yield effects[state]
    yield "A Disordered unit has half its Movement Allowance"
    yield Next("bar:disorder-recovery", {"er": answers["er"]})


@follow_ups("bar:disorder-recovery")
def after_a_recovery(answers: Answers, outcome: Outcome) -> Steps:
    """17.3."""
    if outcome["recovered"]:
        yield "Remove the Disordered marker."
    else:
        yield "The unit may try again in step 2 of its Command's next activation."
        yield "In a Disorder Recovery a roll of 00 to 09 always fails and is no Special Result."


@follow_ups("bar:morale-modifier")
def after_the_morale_modifier(answers: Answers, outcome: Outcome) -> Steps:
    """Chapter 18."""
    situation, where = answers["situation"], battle(answers)
    formation, shaken = answers.get("formation"), answers.yes("shaken")
    if situation == "rally":
        yield Next("bar:rally", {"battle": where})
    else:
        routed = answers.yes("routed") or formation == "Rout"
        state = "routed" if routed else "shaken" if shaken else "good"
        charges = situation in ("counter_charge", "opportunity_charge")
        carry = {"modifier": outcome["modifier"], "state": state, "battle": where}
        yield Next("bar:morale-check", {**carry, "cause": "charge" if charges else situation})
        if shaken and not routed:
            yield "A unit that is already Shaken Routs if it fails."
    if situation == "close_combat_M":
        yield "A unit that fails loses 1 SP and Routs."
    if situation == "retreated_through":
        yield "Skirmish units that retreat through friendly units cause no Morale Check"
    if formation == "Supported Line":
        yield "A Shaken unit may not give support."
    gone = answers.yes("routed") and formation == "Skirmish"
    if gone and answers.get("terrain", "clear") in ("sunken_road", "vineyard"):
        yield "Whether a Routed Skirmish unit keeps the -10 of Skirmishers here"
    if where == "brandywine" and answers.get("terrain", "clear") != "clear":
        yield "The terrain modifier is that of the Seven Years War games."


@follow_ups("bar:rally")
def after_a_rally(answers: Answers, outcome: Outcome) -> Steps:
    """18.3, 18.7."""
    if outcome["rallied"]:
        yield "Replace the Routed marker with a Shaken and Disordered marker. A Skirmish unit is only Shaken."
        yield "The unit takes any single-hex Formation and any Facing."
    else:
        rally = {"occasion": "rally"} if at_brandywine(answers) else {}
        yield Next("bar:rout-retreat", {"battle": battle(answers), **rally})
    yield "Check each Routed unit of a stack separately."
    if at_brandywine(answers):
        yield "At Brandywine you may decline the check for a unit in Voluntary Rout."
    if outcome["roll.dice"] < 10:
        yield SPECIAL_RESULT


@follow_ups("bar:pursuit")
def after_a_pursuit(answers: Answers, outcome: Outcome) -> Steps:
    """15.2."""
    yield "A Cavalry Line of several hexes must contract to 1 hex before it Pursues."
    if answers["hexes"]:
        yield "The Routed unit loses 1 SP for each hex of the Pursuit."
    yield "A Routed unit is eliminated if the Pursuing Cavalry enters its hex."
    yield "When the Pursuit is over the Cavalry becomes Disordered, whatever happened."
    if outcome["check"]:
        yield Next("bar:disorder-check", {"modifier": outcome["modifier"], "state": "disordered"})


@follow_ups("bar:skirmish-check")
def after_a_skirmish_check(answers: Answers, outcome: Outcome) -> Steps:
    """8.4e, 11.8."""
    passed, reform = outcome["passed"], answers["what"] == "reform"
    if reform:
        yield "The parent unit appears" if passed else "The Skirmish units may not re-form"
    else:
        yield "The Skirmish unit may enter" if passed else "The Skirmish unit may not enter"
    if outcome["roll.dice"] < 10:
        yield SPECIAL_RESULT


@follow_ups("bar:stack-loss")
def after_a_stack_loss(answers: Answers, outcome: Outcome) -> Steps:
    """8.1a, 8.2d, 12.8d."""
    if outcome["artillery"]:
        yield "If Artillery alone fired, from range 4 or more"
    if outcome["infantry"]:
        yield Next("bar:line-hexes", {})
        yield "A Square that falls below 3 SPs"
