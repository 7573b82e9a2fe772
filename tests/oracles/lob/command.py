"""Chapter 10, the Zero Rule and loss recovery."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import band, chart

LEVELS = {
    "army": "Army",
    "corps": "Corps",
    "division": "Division",
    "brigade": "Brigade",
    "artillery_battalion": "Arty Bn",
}
AWARENESS = {"on_fire": "On Fire", "normal": "Normal", "not_so_sure": "Not so Sure", "comatose": "Comatose"}
GRACE_TURNS = 8
"""Fluke Stoppage Table: no rolls on the first 8 turns of a scenario."""


def radius(level: str) -> int:
    """10.2: command radius in hexes."""
    return int(chart("lob", "command-radius")[LEVELS[level]]["Hex Range"])


@oracle("lob:command-radius")
def command_radius(answers: Answers, dice: Dice) -> Outcome:
    """10.2: whether the distance is within the command radius, and no enemy zone blocks it."""
    reach = radius(answers["level"])
    return {"radius": reach, "within": answers["hexes"] <= reach and not answers.yes("blocked")}


@oracle("lob:command-roll")
def command_roll(answers: Answers, dice: Dice) -> Outcome:
    """10.6: two dice and the command value; +2, once, to deploy and for a Reserve."""
    value = answers["command_value"]
    if answers.yes("has_hq", True) and not answers.yes("stacked_with_hq", True):
        raise Refused("a leader who has an HQ must be stacked with it")
    modifier = value + (2 if answers.yes("deployment") or answers.yes("reserve") else 0)
    total = dice.total("dice", "2d6") + modifier
    result = chart("lob", "command-roll")[band(chart("lob", "command-roll"), total)]["Result"]
    accepted = result == "Yes"
    return {"yes": accepted, "accepted": accepted, "modifier": modifier, "modified_roll": total}


@oracle("lob:order-delivery")
def order_delivery(answers: Answers, dice: Dice) -> Outcome:
    """10.6a: awareness of the army commander, and distance, halved for a unit in Reserve; 10.2: zones may block it."""
    sender, hexes = answers["sender"], answers["hexes"]
    reach = radius(sender)
    if hexes <= reach and not answers.yes("blocked"):
        row = "Within Command Radius"
    elif hexes < 50:
        row = "Beyond Command Radius"
    else:
        row = "Beyond Command Radius and 50 hexes or more away"
    turns = int(chart("lob", "order-distance")[row]["Turns"])
    if sender == "army":
        turns += int(chart("lob", "order-awareness")[AWARENESS[answers["awareness"]]]["Turns"])
    return {"turns": turns // 2 if answers.yes("reserve") else turns, "radius": reach}


@oracle("lob:fluke-stoppage")
def fluke_stoppage(answers: Answers, dice: Dice) -> Outcome:
    """10.7b: a base check with modifiers, then a second roll by command value."""
    turn = answers["turn"]
    if turn <= GRACE_TURNS or not _reinforcements_roll(answers, turn):
        return {"check": False, "stoppage": False}
    value, night = answers["command_value"], answers.yes("night")
    base = dice.total("base_dice", "2d6") - answers.yes("original_leader_lost")
    if night:
        base -= 2
    elif answers.yes("reserve"):
        base += 2
    outcome = {"check": True, "base": base, "base_pass": base >= 6}
    if base >= 6:
        return {**outcome, "stoppage": False}
    row = chart("lob", "fluke-second")["Roll"]
    needed = int(row[str(value) if value >= 3 else "2 or less"].removesuffix("+"))
    second = dice.total("second_dice", "2d6") - night
    return {**outcome, "second": second, "needed": needed, "stoppage": second < needed}


def _reinforcements_roll(answers: Answers, turn: int) -> bool:
    """10.7b: from the command phase after entry; in RSS games from 8 turns after entry."""
    entry = answers.get("reinforcement_entry_turn", 0)
    if entry == 0:
        return True
    return bool(turn >= entry + 8 if answers.yes("rss_game") else turn > entry)


@oracle("lob:attack-recovery")
def attack_recovery(answers: Answers, dice: Dice) -> Outcome:
    """10.8c: only infantry and cavalry count as wrecked or dead units; automatic at the first twilight."""
    value = answers["command_value"]
    if answers.yes("first_twilight"):
        return {"recovered": True, "automatic": True}
    counted = {"infantry", "cavalry"}
    if counted & answers.members("dead"):
        row = "Div has Dead units^1…"
    elif counted & answers.members("wrecked"):
        row = "Div has Wrecked but no Dead units^1…"
    else:
        row = "Div has no Wrecked or Dead units^1…"
    base_needed = int(chart("lob", "attack-recovery-base")[row]["Pass on a"].removesuffix("+"))
    passed = dice.total("base_dice", "2d6") >= base_needed
    outcome = {"automatic": False, "base_needed": base_needed, "base_pass": passed}
    if not passed:
        return {**outcome, "recovered": False}
    second = chart("lob", "attack-recovery-second")["Attack Recovery"]
    needed = int(second[str(value) if value >= 2 else "1 or 0"].removesuffix("+"))
    recovered = dice.total("second_dice", "2d6") >= needed
    return {**outcome, "second_needed": needed, "recovered": recovered}


@oracle("lob:zero-rule")
def zero_rule(answers: Answers, dice: Dice) -> Outcome:
    """9.1e: one die for each brigade with a zero leader under attack orders."""
    allowance = answers["ma"]
    results = chart("lob", "zero-rule")
    result = results[band(results, dice.total("die", "1d6"))]["Result"]
    share = {"No MA": "none", "Half MA": "half", "Full MA": "full"}[result]
    return {"result": share, "ma": {"none": 0, "half": allowance // 2, "full": allowance}[share]}


@oracle("lob:loss-recovery")
def loss_recovery(answers: Answers, dice: Dice) -> Outcome:
    """9.3: the greater of 1 SP and 25% of the losses; none for sharpshooters or in Reserve."""
    losses = answers["losses"]
    if losses == 0 or answers.yes("sharpshooter") or answers.yes("in_reserve"):
        return {"recovered": 0}
    return {"recovered": max(1, losses // 4)}
