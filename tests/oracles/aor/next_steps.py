"""Follow-ups that the rules require."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles import Answers, Next, Outcome, follow_ups

Steps = Iterator[str | Next]

TABLE_ENDS = 24
"""The Fire Table has columns from 1 to 24."""
TRAINS = {"corps_train", "army_train"}
COMBAT_UNITS = {"infantry", "cavalry", "artillery"}


@follow_ups("aor:combat-strength")
def after_a_strength(answers: Answers, outcome: Outcome) -> Steps:
    """Fire Table, Attack, cavalry charges."""
    strength, kind = outcome["strength"], answers["kind"]
    if strength < 1:
        yield "The attack has no strength left."
    elif strength > TABLE_ENDS:
        yield "The Fire Table ends at 24."
    else:
        text = (
            "Resolve the charge as your series rules say." if kind == "charge" else "Roll on the Fire Table"
        )
        yield Next(text, {"strength": strength})
    if kind == "bombardment":
        yield "Foot artillery that bombards may do nothing in the Formation Movement Segment."
        yield "On Attack orders, bombardment alone counts as attacking for at most two turns."
    if kind == "charge":
        yield "The enemy may countercharge"
        yield "A cavalry formation on Attack orders has met its duty to attack with this charge."


@follow_ups("aor:fire")
def after_fire(answers: Answers, outcome: Outcome) -> Steps:
    """21.2.1, 21.6, 21.12."""
    if outcome["hits"]:
        yield f"Apply the result {outcome['hits']} to the target as your series rules say."
        yield "If the target loses its first step, put a D marker on it."
        yield Next("aor:morale-modifier", {})
        yield Next("aor:demoralization", {})
        yield Next("aor:victory-points", {})


@follow_ups("aor:morale-modifier")
def after_the_morale(answers: Answers, outcome: Outcome) -> Steps:
    """21.2.1, Defend, Reserve (no orders)."""
    morale = outcome["morale"]
    if answers.yes("disruption_recovery"):
        yield f"Try to recover with morale {morale}."
        yield "If the unit recovers, flip its counter to the front."
        return
    yield f"Make the disruption or retreat check with morale {morale}."
    yield "If the unit becomes disrupted, flip its counter to the back."
    yield "If a retreat takes the leader out of the 3 hexes around his Defend or Delay target"
    if answers.yes("reserve_order"):
        yield "If units in the leader's hex retreat, or the leader is displaced, his formation's order"


@follow_ups("aor:initiative")
def after_initiative(answers: Answers, outcome: Outcome) -> Steps:
    """Sequence of Play."""
    if outcome["result"] == "bad_move":
        yield "The leader makes a Bad Move."
    if outcome["result"] == "acts":
        yield "The leader may act on his own."
    yield Next("aor:order-confidence", {"rating": answers["rating"]})


@follow_ups("aor:order-confidence")
def after_a_confidence_check(answers: Answers, outcome: Outcome) -> Steps:
    """Order Confidence Check."""
    if outcome["passed"]:
        yield "The formation continues with its order this turn."
    else:
        yield "The formation fails its check."


@follow_ups("aor:order-compliance")
def after_compliance(answers: Answers, outcome: Outcome) -> Steps:
    """Summary of Order Types; 21.7.1: Meade has a rating of 4, Sickles and Howard of 1."""
    if outcome["result"] == "C":
        yield "The formation follows the new order from now on."
        yield "On a Defend order, the leader must now move to the target hex."
    else:
        yield f"Apply {outcome['result']} as 20.7 and 12.2 of your series rules say."
    if (outcome["roll.dice"], answers["sender"], answers["recipient"]) == (2, 4, 1):
        yield "If the order is from Meade to Sickles, Sickles may be given a Bad Move"
        yield "If the order is from Meade to Howard, the same applies"


@follow_ups("aor:order-transit")
def after_transit(answers: Answers, outcome: Outcome) -> Steps:
    """Order Compliance Table."""
    if outcome["instant"]:
        yield Next("The order arrives at once.", {})
        return
    yield Next("When the order arrives, check compliance.", {})
    if answers.get("rounding", "exact") == "exact" and outcome["at_least"] != outcome["at_most"]:
        yield f"The delay is {outcome['at_least']} or {outcome['at_most']} turn"
    if answers["distance"] > 15:
        yield "The Range overview prints an order range of 15 MPs."


@follow_ups("aor:demoralization")
def after_demoralization(answers: Answers, outcome: Outcome) -> Steps:
    """Morale Modifiers, Order Confidence Check, General retreat."""
    if outcome["demoralized"]:
        yield Next("aor:morale-modifier", {})
        yield Next("aor:order-confidence", {"demoralized": True})
        yield Next("aor:general-retreat-allowed", {})


@follow_ups("aor:general-retreat-allowed")
def after_a_look_at_the_losses(answers: Answers, outcome: Outcome) -> Steps:
    """General retreat."""
    if outcome["allowed"]:
        yield "Send the General Retreat order to all subordinates and to the HQ."
        yield Next("aor:order-compliance", {})
        yield "A formation that complies moves as on Fall Back."
    else:
        yield f"The army needs {outcome['least_losses']} loss"


@follow_ups("aor:union-succession")
def after_the_succession(answers: Answers, outcome: Outcome) -> Steps:
    """21.6.1, 21.7.1, Command Politics."""
    meade, lost, on_map = answers["meade"], answers.members("lost"), answers.members("on_map")
    if meade == "commands":
        return
    if outcome["waiting"]:
        yield "The commander named above leads the army only until the senior successor arrives"
    if "reynolds" not in lost:
        return
    yield "The successor of Reynolds at Union I Corps has a rating of 3."
    if meade != "not_arrived":
        return
    if "hancock" not in on_map | lost:
        yield "Hancock must arrive at hex G no later than five turns after the loss of Reynolds."
    offended = ({"slocum", "sedgwick"} & on_map) - lost
    if "hancock" in on_map and answers.yes("command_politics"):
        if offended:
            yield "The commander named above leads the army until Meade arrives."
        yield "Howard is now also subject to the Bad Move rule for Sickles."


@follow_ups("aor:leader-casualty")
def after_a_casualty(answers: Answers, outcome: Outcome) -> Steps:
    """Leader Casualty, 21.6.1, 21.7.1."""
    wounded = outcome["result"] == "wounded"
    yield "Write down the leader's name." if wounded else "Remove the leader from the game."
    yield Next("aor:union-succession", {})
    yield "If he was Reynolds, his successor at Union I Corps has a rating of 3."
    yield "If he was Reynolds, and neither Meade nor Hancock is on the map, write down the turn."
    yield "For any other leader, your series rules say who replaces him."


@follow_ups("aor:hidden-movement")
def after_hidden_movement(answers: Answers, outcome: Outcome) -> Steps:
    """21.8.3, Hidden Movement (25.5)."""
    if outcome["result"] == "revealed":
        yield "The force may enter the map as a Hidden Force"
    else:
        yield f"The force stays hidden. Its next turn is turn {answers['turn_of_hiding'] + 1} of hiding."


@follow_ups("aor:line-of-sight")
def after_the_line_of_sight(answers: Answers, outcome: Outcome) -> Steps:
    """21.4, 21.5, 21.8.1."""
    if answers["range"] > outcome["reach"]:
        seen = "In rain, visibility is" if answers.yes("rain") else "This unit sees"
        yield f"The target is too far away. {seen} {outcome['reach']} hexes."
    if outcome["blocked"]:
        hills = answers.yes("viewer_on_hill") and answers.yes("target_on_hill")
        yield "From hill to hill, woods on a hill" if hills else "Every type of hex except clear blocks"
    if outcome["sees"]:
        yield "If the target is a Hidden Force and a movement or combat phase is beginning, reveal"


@follow_ups("aor:movement-allowance")
def after_the_allowance(answers: Answers, outcome: Outcome) -> Steps:
    """21.3.2, 21.4, 21.9, March, Defend, Reserve."""
    unit = answers["unit"]
    if unit == "cavalry" and not answers.yes("disrupted") and not answers.yes("in_enemy_zoc"):
        yield "The cavalry must keep out of enemy ZOCs this whole turn."
    if unit in {"infantry", "artillery"} | TRAINS:
        yield "In rain, each hex not moved by road costs 1 extra MP."
    if unit == "aide":
        yield "The refit does not say whether an aide pays the extra MP of rain"
    if unit in COMBAT_UNITS:
        yield "Only March, Fall back and General retreat orders allow the road or trail rate."
        yield "Take terrain costs from the printed sheet."
    if unit == "artillery":
        yield "Foot artillery that has bombarded may do nothing in the Formation Movement Segment."
    if unit == "leader":
        yield "The leader of a formation in Reserve may not move."
        yield "On Defend, the leader must come closer to his target each turn."
    if unit in TRAINS:
        yield Next("aor:supply-line", {})


@follow_ups("aor:stacking")
def after_stacking(answers: Answers, outcome: Outcome) -> Steps:
    """21.3.5."""
    if outcome["number_of_units"] > 3:
        yield "The hex may hold no more than 3 units."
    if outcome["line_units"] > 2:
        yield "The hex may hold no more than 2 infantry or cavalry units."
    if outcome["line_points"] > 8:
        yield "The infantry and cavalry in the hex may have no more than 8 strength points together."


@follow_ups("aor:supply-line")
def after_the_supply_line(answers: Answers, outcome: Outcome) -> Steps:
    """21.6.2, 21.9, 21.12."""
    if answers["length"] > 15:
        yield "The supply line may be no longer than 15 hexes."
    if not answers.yes("passable"):
        yield "The supply line may run only through terrain that infantry can enter."
    if answers["train"] == "own_corps" and answers.yes("stuart"):
        yield "To remove a low ammo marker, Stuart's units may draw supply only from the A NVa Supply"
    if answers["train"] == "other_corps":
        yield "A unit may draw supply only from its own corps train or the army train."
    if not answers.yes("train_in_supply"):
        yield "The train must itself be in supply."
    only_ammo = (
        answers["train"] == "own_corps"
        and answers.yes("stuart")
        and answers["length"] <= 15
        and answers.yes("passable")
        and answers.yes("train_in_supply")
    )
    if outcome["in_supply"]:
        yield "The unit may draw supply."
    elif only_ammo:
        yield "The refit limits Stuart's supply only for the low ammo marker."
    else:
        yield Next("aor:victory-points", {})
        yield "The other effects of being out of supply are not in the sources"


@follow_ups("aor:rain")
def after_the_rain_roll(answers: Answers, outcome: Outcome) -> Steps:
    """21.4, 21.12, 21.17.1."""
    result, last = outcome["result"], answers["time"] == "00:00"
    if outcome["roll_due"] and not answers.yes("rain_starts"):
        yield "The Confederate player rolls a die at the end of the turn."
    if result == "no_rain" and not last:
        yield "Roll for rain again at the end of the next turn."
    if result in ("no_rain", "rain") and last:
        yield Next("The Battle ends with this turn.", {})
    if result == "rain":
        yield Next("aor:line-of-sight", {"rain": True})
        yield Next("aor:movement-allowance", {})
        yield "Make no more rolls for rain."
    if result == "game_over":
        yield Next("Both players count their victory points.", {})


@follow_ups("aor:random-event")
def after_an_event(answers: Answers, outcome: Outcome) -> Steps:
    """Random Events Tables."""
    followed: dict[str, list[str | Next]] = {
        "leader_casualty": [Next("Select one leader of this side on the map at random", {})],
        "corps_leader_casualty": [Next("Once a game: select a Union corps commander at random", {})],
        "order_lost": [
            "Select at random one order in transit of this side that was not given face to face.",
            "The OC may send the lost order again in any Command Phase of his side.",
        ],
        "loose_cannon": [
            "Select one infantry division or cavalry brigade of this side at random.",
            "The Bad Move takes effect without a compliance check.",
        ],
        "heat_rain": [
            "On July 1-3, in a turn from 12:00 to 17:00: go directly to the next turn.",
            "If Heat/Rain was also rolled in the turn before, ignore this one.",
        ],
        "lee_too_polite": [Next("aor:order-compliance", {})],
        "meade_too_cautious": ["If Meade commands the army, he may not issue Attack or Probe orders"],
        "faulty_reconnaissance": [
            "A Confederate force in Hidden Movement must reverse its order.",
            "Without such a force: select at random one Confederate force in column on a road.",
        ],
        "command_politics": [
            Next("aor:union-succession", {}),
            "If Meade is the army commander, arrived or not, and Hancock does not lead the army",
            "If Hooker or McClellan commands the army: he may not issue orders",
            "If Meade is a casualty: the refit does not say",
        ],
        "stuart_arrives_or_leader_wakes_up": [
            "Once a game, before the 12:00 turn of July 2: Stuart arrives",
            "Once a game, from the 12:00 turn of July 2 on: select Ewell, Hill or Lee at random.",
        ],
    }
    yield from followed.get(outcome["event"], [])


@follow_ups("aor:victory-points")
def after_the_points(answers: Answers, outcome: Outcome) -> Steps:
    """21.12."""
    yield "Work out the points of the other side in the same way."
    yield "Which total wins is not in the sources"
