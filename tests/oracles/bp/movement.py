"""Moves, charge responses, and fire at moving units."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import chart

MOVERS = {
    "wagon": "wagons",
    "manhandled_battalion_gun": "manhandled battalion guns",
}
"""Names in the chart that differ from the names of the answers."""
TERRAIN_INCHES = 6
"""Inches that an obstacle costs, or a building."""
NO_MOVE = {"inches": 0, "allowed": False}


@oracle("bp:move")
def move(answers: Answers, dice: Dice) -> Outcome:
    """Moves: the inches of the type for each remaining move, halved by the ground, less 6 for obstacle and building."""
    who, ground = answers["type"], answers["ground"]
    obstacles = answers.yes("crosses_obstacle") + answers.yes("enters_building")
    commander = who.startswith("commander")
    foot_or_horse = who in ("infantry", "cavalry")
    skirmishing = foot_or_horse and answers.yes("skirmishing")
    if commander and (ground != "open" or obstacles):
        raise Refused("terrain for commanders is not in the sources")
    if ground == "rough" and not foot_or_horse:
        raise Refused("rough ground for guns and wagons is not in the sources")
    moves = 1 if commander else answers["moves"] - answers["formation_changes"]
    if moves < 0:
        raise Refused("each formation change takes a move")
    if ground == "woods" and not (who == "infantry" and skirmishing):
        return NO_MOVE
    inches = moves * int(chart("bp", "moves")[MOVERS.get(who, who.replace("_", " "))]["Inches"])
    if ground == "woods" or (ground == "rough" and not skirmishing):
        inches //= 2
    left = inches - obstacles * TERRAIN_INCHES
    return {"inches": left, "allowed": True} if left >= 0 else NO_MOVE


def gives_closing_fire(answers: Answers, kind: str) -> bool:
    """Closing fire: not by warband, skirmishers or march column; once a turn, together with traversing fire."""
    return kind == "other" and not answers.yes("fired_this_turn")


@oracle("bp:closing-fire-check")
def closing_fire_check(answers: Answers, dice: Dice) -> Outcome:
    """Closing fire: a charged unit may fire."""
    fires = gives_closing_fire(answers, answers["troops"])
    return {"may_fire": answers.yes("charged") and fires}


@oracle("bp:traversing-fire-check")
def traversing_fire_check(answers: Answers, dice: Dice) -> Outcome:
    """Traversing fire: at an enemy within 12 inches that crosses half the frontage; once a turn with closing fire."""
    crossed = answers.yes("in_proximity") and answers.yes("half_frontage")
    return {"may_fire": crossed and not answers.yes("fired_this_turn")}


@oracle("bp:charge-responses")
def charge_responses(answers: Answers, dice: Dice) -> Outcome:
    """Charge Responses: cavalry evades infantry, skirmishers evade units that are not skirmishers."""
    kind, charger = answers["charged_as"], answers["charger_arm"]
    cavalry = answers["charged_arm"] == "cavalry"
    skirmishers = kind == "skirmishers"
    open_to = {
        "stand": True,
        "closing_fire": gives_closing_fire(answers, kind),
        "counter_charge": cavalry,
        "turn_and_face": cavalry and answers.yes("space_to_turn"),
        "evade": (cavalry and charger == "infantry")
        or (skirmishers and not answers.yes("charger_skirmishers")),
    }
    return {**open_to, "responses": sorted(name for name, may in open_to.items() if may)}
