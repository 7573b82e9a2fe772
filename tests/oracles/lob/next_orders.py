"""Follow-ups that the rules require after orders, movement and sight."""

from __future__ import annotations

from tests.oracles import Answers, Next, Outcome, follow_ups
from tests.oracles.lob.next_steps import Steps


@follow_ups("lob:command-roll")
def after_a_command_roll(answers: Answers, outcome: Outcome) -> Steps:
    """10.0, 10.4c, 10.4d, 10.6, 10.7b, 10.8e.

    A division accepts with its own leader's roll, and his command value also counts in the fluke stoppage checks.
    """
    fluke = {"command_value": answers["command_value"]}
    deployment, reserve = answers.yes("deployment"), answers.yes("reserve")
    if not outcome["yes"]:
        yield "Nothing happens."
        yield "A roll to accept an order may be tried again each turn."
        return
    yield "The Command may deploy" if deployment else "The order is sent, may be issued again"
    if reserve:
        yield "If the roll was to release the Reserve, it may follow the existing orders at once."
        yield Next("lob:fluke-stoppage", fluke)
    if not deployment:
        yield Next("If the order was sent, work out when it arrives.", {"reserve": reserve})
        yield Next("If a corps accepts an order, it relays the order to its divisions.", {"sender": "corps"})
        yield Next("A division that accepts an attack order starts its fluke stoppage checks.", fluke)
        yield "Divisions may not carry out a conditional order until both"
        yield "An artillery battalion whose order is part of this order accepts automatically"


@follow_ups("lob:order-delivery")
def after_an_order_is_sent(answers: Answers, outcome: Outcome) -> Steps:
    """10.0, 10.6a."""
    yield Next("lob:command-roll", {"reserve": answers.yes("reserve")})
    if answers["sender"] == "army":
        yield Next("lob:order-delivery", {"sender": "corps"})
    yield "At night, orders may be given only at midnight."
    yield "The Order of Arrival may prohibit midnight orders."


@follow_ups("lob:fluke-stoppage")
def after_a_fluke_stoppage_roll(answers: Answers, outcome: Outcome) -> Steps:
    """10.7b, 10.8c."""
    if outcome["stoppage"]:
        yield "The division may not advance, even if no enemy is near."
        yield "How far a stopped division must withdraw is not in the sources."
        yield "1 SP is lost for each EZOC hex that the withdrawal enters."
        yield "The division need not form column."
        yield "A division outside command radius should return to command radius."
        yield "Units in Reserve that are part of the stopped Command lose their Reserve status."
        yield "The division's artillery may stay unlimbered and fire if it is outside enemy small arms range."
        yield "Artillery battalions are not affected."
        yield Next("lob:attack-recovery", {"command_value": answers["command_value"]})
    elif outcome["check"]:
        yield "The attack continues."


@follow_ups("lob:attack-recovery")
def after_an_attack_recovery_roll(answers: Answers, outcome: Outcome) -> Steps:
    """10.8c, 10.6."""
    if outcome["recovered"]:
        yield Next("lob:command-roll", {"command_value": answers["command_value"]})
    else:
        yield "Command leaders may already send attack orders to the division."
        yield "The division starts again with the base check next turn."
        yield "Until it recovers, the division may fire in defense and may accept a move order."


@follow_ups("lob:command-radius")
def after_the_command_radius(answers: Answers, outcome: Outcome) -> Steps:
    """10.2, 10.2g."""
    if outcome["within"]:
        yield "A stack that starts its move within command radius may leave the radius without penalty."
    else:
        yield "The unit may stay in place and fire. It may move only back toward command radius."
        yield "The unit may not charge."
        yield "In an EZOC, the unit may change facing and fire."


@follow_ups("lob:zero-rule")
def after_a_zero_roll(answers: Answers, outcome: Outcome) -> Steps:
    """9.1e."""
    yield "Finish everything with this brigade before you roll for the next zero-leader brigade."


@follow_ups("lob:movement-allowance")
def after_the_allowance(answers: Answers, outcome: Outcome) -> Steps:
    """2.2, 3.0e."""
    state = answers.get("state", "Normal")
    if state in ("DG", "R"):
        yield "The unit may choose the voluntary retreat of 10 hexes."
    if state == "DG":
        yield "A DG unit must be in column at the end of that retreat."
    if answers.yes("fire_activity"):
        yield "The unit moves first and fires after its move. It may not charge."


@follow_ups("lob:formation-change")
def after_a_formation_change(answers: Answers, outcome: Outcome) -> Steps:
    """3.1c, 3.1f."""
    if answers["to"] == "unlimbered":
        yield Next("lob:unlimber", {})
    if answers["to"] == "limbered":
        yield "A battery may limber wherever the enemy is, without loss."
    if answers["to"] == "column":
        yield "The column allowance of 8 MPs is only for units that end their move in column."


@follow_ups("lob:unlimber")
def after_unlimbering(answers: Answers, outcome: Outcome) -> Steps:
    """3.1f, 9.1c."""
    if outcome["allowed"]:
        yield "A posted battery may not unlimber before it reaches its posted destination."
    else:
        yield "The battery may not unlimber in this hex."


@follow_ups("lob:movement-cost")
def after_the_cost_of_a_hex(answers: Answers, outcome: Outcome) -> Steps:
    """1.7g, 3.0 and notes c and d of the terrain chart."""
    formation, cost, hexsides = answers["formation"], outcome["cost"], answers.members("hexsides")
    by_road = answers.get("road", "none") != "none" and formation != "line"
    if cost == "P":
        if "river" in hexsides and not by_road and not hexsides & {"ford", "foot_bridge"}:
            yield "A river may also be crossed by ferry."
        return
    if answers["hex"] == "town":
        if formation == "line":
            yield Next("lob:additive-morale", {"new": "Town"})
        elif formation in ("column", "mounted", "limbered", "wagon"):
            yield Next("lob:intersection", {"formation": formation, "intersection": True})
    if cost != "road" and cost >= 2:
        yield "A unit may always move one hex, even if it lacks the MPs."


@follow_ups("lob:intersection")
def after_an_intersection(answers: Answers, outcome: Outcome) -> Steps:
    """1.7g and note c of the terrain chart."""
    formation = answers["formation"]
    if formation in ("line", "unlimbered"):
        yield Next("lob:additive-morale", {"new": "Town"})
    if not outcome["success"] and formation != "unlimbered":
        yield "What a unit that fails the roll must do is not in the sources."


@follow_ups("lob:line-of-sight")
def after_the_line_of_sight(answers: Answers, outcome: Outcome) -> Steps:
    """4.2f, 5.6."""
    if outcome["clear"]:
        yield Next("lob:fire", {"arm": answers["arm"], "range": answers["range"]})
        if answers["arm"] == "artillery" and answers["range"] >= 5:
            yield "Under danger close, the units that are hit take only the losses"
            yield "What danger close is, and which units it covers, is not in the sources."
