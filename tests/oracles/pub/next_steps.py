"""Follow-ups that the rules require."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracles import Answers, Next, Outcome, follow_ups

Steps = Iterator[str | Next]

COMMAND_RANGE = Next("pub:distance", {"what": "Command Range"})
SIDES = ("attacker", "defender")
BROKEN = "If no opposing pieces are left in contact or in FoF, the combat is broken."


@follow_ups("pub:alter-turn-order")
def after_altering(answers: Answers, outcome: Outcome) -> Steps:
    """Definition of altering, Types, Playing a Turn."""
    by_army = answers.yes("army_commander")
    yield "Flip the Army HQ name side up." if by_army else "Flip this HQ name side up."
    if outcome["success"]:
        yield "Delay Move, only if this Command's own chit was just pulled"
        yield Next("Move Now: the Command moves", {})
        yield Next("pub:alter-turn-order", {})
    else:
        yield Next("pub:movement", {})
        if not by_army:
            yield Next("pub:alter-turn-order", {"army_commander": True})


@follow_ups("pub:bombardment")
def after_a_bombardment(answers: Answers, outcome: Outcome) -> Steps:
    """Bombardment by artillery, Applying Hits, Unit Quality."""
    target, retreats = answers.group("target"), outcome["target.must_retreat"]
    if target.get("state", "fresh") == "fresh" != outcome["target.state"]:
        yield "Flip the target to Spent."
    if retreats:
        yield Next("pub:retreat-check", {"state": "spent", "bombarded": True})
    else:
        yield Next(
            "If the target is still in the FoF of the artillery when the cup is empty", {"mode": "fire"}
        )
        yield Next("If no move created that Fire Fight", {"mode": "fire"})
    if outcome["hits"] and target.get("quality") == "elite":
        yield "The Elite target has absorbed a hit."
    if outcome["hits"] and target.get("quality") == "militia":
        yield "The first hit on the Militia target counted as 2."
    yield from _in_buildings(target, "target")
    yield "The artillery has fired instead of moving."


@follow_ups("pub:combat-round")
def after_a_round(answers: Answers, outcome: Outcome) -> Steps:
    """Process, Artillery Fires First, Applying Hits, Unit Quality."""
    for side, other in (SIDES, SIDES[::-1]):
        yield from _of_side(side, other, answers, outcome)
    yield from _in_buildings(answers.group("defender"), "Defender")
    if outcome["broken"]:
        left = {side: _piece(side, answers, outcome) for side in SIDES if not _gone(side, outcome)}
        yield _joined(answers.get("round", 1) + 1, left)
        yield BROKEN
        return
    for side, words in (
        ("defender", "The Defender retreats (the Defender decides first)."),
        ("attacker", "The Defender stays, the Attacker retreats."),
    ):
        state = "fresh" if outcome[f"{side}.state"] == "fresh" else "spent"
        yield Next(words, {"voluntary": True, "state": state})
    yield Next("pub:combat-round", _next_round(answers, outcome))


def _in_buildings(piece: Answers, name: str) -> Steps:
    """Terrain Effects: pieces in Buildings become Spent."""
    if piece.yes("in_buildings") and piece.get("state", "fresh") == "fresh":
        yield f"Pieces in Buildings become Spent. If the {name} should be Spent"


def _gone(side: str, outcome: Outcome) -> bool:
    return bool(outcome[f"{side}.must_retreat"]) or outcome[f"{side}.state"] == "destroyed"


def _joined(number: int, left: dict[str, dict[str, Any]]) -> Next:
    """Definition of a Combat: pieces behind a lead piece that is gone may join in the next round, `number`.

    The combat continues, so earlier hits and the retreat of the remaining piece still count. The new piece may fight
    from another side and in the other way (Combat Example), so its answers, the kind of combat and the flanks are
    unknown.
    """
    return Next("pub:combat-round", {"round": number, **left})


def _of_side(side: str, other: str, answers: Answers, outcome: Outcome) -> Steps:
    """Effects of hits on a side."""
    piece, guns = answers.group(side), answers.group(other)["type"] == "artillery"
    name, hits = side.capitalize(), outcome[f"{other}_hits"]
    destroyed, retreats = outcome[f"{side}.state"] == "destroyed", outcome[f"{side}.must_retreat"]
    if guns and piece["type"] != "artillery" and (destroyed or retreats):
        yield f"The {name} may not fire back"
    first = hits > 0 and not piece.yes("first_hit_taken")
    if first and piece.get("quality") == "elite":
        yield f"The Elite {name} has absorbed its first hit."
    if first and piece.get("quality") == "militia":
        yield f"The first hit on the Militia {name} counted as 2."
    if destroyed:
        if _level(piece, hits) == 2:
            yield f"Hits force the {name}, artillery in Melee, to retreat."
        yield Next(f"Remove the {name}.", {})
    elif piece.get("state", "fresh") == "fresh" != outcome[f"{side}.state"]:
        yield f"Flip the {name} to Spent."
    if retreats:
        yield Next(f"The {name} must turn about and retreat 1/3 of a move.", {"state": "spent"})


def _level(piece: Answers, hits: int) -> int:
    """Applying Hits: the steps from Fresh."""
    counted = hits
    if hits and not piece.yes("first_hit_taken"):
        counted += {"elite": -1, "militia": 1}.get(piece.get("quality", "regular"), 0)
    return ["fresh", "spent", "retreated"].index(piece.get("state", "fresh")) + counted


def _piece(side: str, answers: Answers, now: Outcome) -> dict[str, Any]:
    """Answers about a piece that stays, in its current state; only a Defender has Cover (Terrain Effects)."""
    piece = answers.group(side)
    terrain = ("cover", "in_buildings") if side == "defender" else ()
    return {
        "type": piece["type"],
        "state": now[f"{side}.state"],
        "quality": piece.get("quality", "regular"),
        "first_hit_taken": now[f"{side}.first_hit_taken"],
        **{name: piece.yes(name) for name in ("road_column", *terrain)},
    }


def _next_round(answers: Answers, outcome: Outcome) -> dict[str, Any]:
    """Process: answers for the next round of the same combat, with the current state of the pieces."""
    sides = {side: _piece(side, answers, outcome) for side in SIDES}
    for side, piece in sides.items():
        piece["can_fire"] = answers.group(side).yes("can_fire", True)
    flags = ("attacker_on_defender_flank", "defender_on_attacker_flank", "attack_across_river")
    return {
        "round": answers.get("round", 1) + 1,
        "mode": answers["mode"],
        **sides,
        **{name: answers.yes(name) for name in flags},
    }


@follow_ups("pub:combat")
def after_a_combat(answers: Answers, outcome: Outcome) -> Steps:
    """Retreat, Ineffective Command, Definition of a Combat."""
    for side in SIDES:
        fate, name = outcome[side], side.capitalize()
        if fate == "retreats":
            yield Next(f"The {name} must turn about and retreat 1/3 of a move.", {"state": "spent"})
        if fate == "leaves":
            yield Next(f"The {name} retreats voluntarily", {"state": "spent", "voluntary": True})
        if fate == "destroyed":
            yield Next(f"Remove the {name}.", {})
    yield from _in_buildings(answers.group("defender"), "Defender")
    now = {f"{side}.state": outcome[f"{side}_state"] for side in SIDES}
    now |= {f"{side}.first_hit_taken": outcome[f"_{side}.first_hit_taken"] for side in SIDES}
    left = {side: _piece(side, answers, now) for side in SIDES if outcome[side] == "holds"}
    yield _joined(outcome["rounds"] + 1, left)
    yield BROKEN


@follow_ups("pub:command-size")
def after_the_size(answers: Answers, outcome: Outcome) -> Steps:
    """Reassignment, Command Size Limits."""
    if outcome["legal"]:
        yield "Write down which pieces are attached to the Command."
    if answers["pieces"] < 2:
        yield "Add pieces to the Command: a Command must have at least 2 pieces."
    if answers["pieces"] > outcome["most"]:
        yield f"Take pieces out of the Command: it may have at most {outcome['most']} pieces."


@follow_ups("pub:distance")
def after_a_distance(answers: Answers, outcome: Outcome) -> Steps:
    """Uses of each distance."""
    what = answers["what"]
    if what == "Field of Fire":
        yield Next("pub:combat-round", {"mode": "fire"})
    if what in ("Field of Fire", "Line of Sight"):
        yield Next("pub:line-of-sight", {})
    if what == "Command Range":
        yield "A piece that begins its move within this distance of its HQ, or of an Army HQ, may attack."
        yield Next("pub:alter-turn-order", {"army_commander": True, "in_command_range": True})
    if what == "Baggage Train for a Rally":
        yield Next("pub:rally", {"baggage_trains": True, "baggage_in_reach": True})
    if what == "Order in one turn":
        yield Next("pub:order-delay", {})
    texts = {
        "Reserve behind its HQ": "Pieces in Reserve count as at the HQ or up to this far behind the HQ.",
        "Location across": "A Command may move and attack within its Location without orders.",
        "Shift of an unclear enemy piece": "You may move the unclear piece up to this far.",
    }
    if what in texts:
        yield texts[what]


@follow_ups("pub:ineffective")
def after_the_losses(answers: Answers, outcome: Outcome) -> Steps:
    """Ineffective Command."""
    if outcome["ineffective"]:
        yield "Pieces of this Command may no longer Rally."


@follow_ups("pub:line-of-sight")
def after_the_line_of_sight(answers: Answers, outcome: Outcome) -> Steps:
    """ID Type, Bombardment, Hidden Reserves, FoF."""
    if outcome["clear"]:
        yield "If you ask for the type of an enemy piece, the opponent must reveal it"
        yield Next("pub:bombardment", {})
        yield "With Hidden Reserves, all pieces in the Reserve of a Spotted HQ must go onto the board"
    else:
        yield "The opponent need not reveal the type of the piece."
        yield "The target is not in FoF"


def after_a_move(answers: Answers) -> Steps:
    """Road Column, Command Range, How to Attack, Terrain Effects."""
    if answers.yes("road_column"):
        yield "On the road the piece may not pass through friendly pieces"
    yield COMMAND_RANGE
    yield Next("pub:combat-round", {})
    if answers.yes("road_column"):
        yield "If the piece is in Buildings on its road, the rules do not say whether it becomes Spent."
    else:
        yield "If the piece is in Buildings, flip it to Spent."


def thirds_spent(answers: Answers) -> int:
    """Count the thirds of a move that changes and terrain cost: Moving, Road Column, Reduced."""
    turns, changes = int(answers["facing_changes"]), int(answers["road_column_changes"])
    off_road = max(turns - 1, 0) + answers.yes("difficult")
    return changes if answers.yes("road_column") else changes + off_road


@follow_ups("pub:march")
def after_a_march(answers: Answers, outcome: Outcome) -> Steps:
    """Moving, Road Column, Reduced: changes that cost more than the move; then as after a move."""
    if thirds_spent(answers) > 3:
        yield "The changes cost more than the whole move."
    yield from after_a_move(answers)


@follow_ups("pub:movement")
def after_the_share(answers: Answers, outcome: Outcome) -> Steps:
    """Moving, Rates of March."""
    names = ("facing_changes", "road_column_changes")
    facing, column = (answers[name] for name in names)
    on_road, difficult = answers.yes("road_column"), answers.yes("difficult")
    if thirds_spent(answers) > 3:
        yield "The changes cost more than the whole move."
    if outcome["share"] > 0:
        carry = {"facing_changes": facing, "road_column_changes": column}
        yield Next("pub:march", {**carry, "road_column": on_road, "difficult": difficult})
    yield from after_a_move(answers)


@follow_ups("pub:order-delay")
def after_the_delay(answers: Answers, outcome: Outcome) -> Steps:
    """SOP, Move Vs Attack."""
    yield "Until then the Command may deploy, move and attack within its Location without orders."
    yield "What the Command does with an earlier order until then is not in the sources."
    yield "When the order takes effect: a Command on an order to move must halt when it meets the enemy."


@follow_ups("pub:rally")
def after_a_rally(answers: Answers, outcome: Outcome) -> Steps:
    """Rally to Fresh, Optional Baggage Trains, Moving, Bombardment: by Fresh artillery that has not moved."""
    if outcome["can_rally"]:
        yield "Instead of moving, turn the piece to its Fresh side."
        yield "The piece may not move this turn, and artillery may not bombard."
        if outcome["uses_train"]:
            yield "The Baggage Train used may not Rally another piece this turn."
        return
    if answers.yes("moved"):
        return
    if answers.yes("in_contact"):
        yield "Whether the piece may move out of contact is not in the sources."
    else:
        yield Next("pub:movement", {})
    other_arm = answers.yes("baggage_trains") and answers["type"] != "artillery"
    if answers["state"] == "fresh" and not other_arm:
        yield Next("pub:bombardment", {"state": "fresh", "moved": False})


@follow_ups("pub:retreat-check")
def after_a_retreat(answers: Answers, outcome: Outcome) -> Steps:
    """Retreat, Applying Hits, Bombardment, Definition of a Combat.

    The next round follows from the combat, where the round and the remaining piece are known.
    """
    after, by_guns = outcome["state_after"], not answers.yes("voluntary") and answers.yes("bombarded")
    if after == "spent":
        if answers["state"] == "fresh":
            yield "Flip the piece to Spent."
        yield "Turn the piece about and move it back 1/3 of a move"
        yield "Ignore terrain costs for the retreat."
        if answers.yes("friends"):
            yield "The piece may retreat farther to get past the friendly pieces."
        if not by_guns:
            yield "One more hit in this combat destroys the piece."
    if after == "stays":
        yield "Leave the piece where it is, Spent."
    if after == "destroyed":
        yield Next("pub:ineffective", {})
    if not by_guns:
        yield "A piece behind the retreating or destroyed piece may join the combat in the next round."
        yield BROKEN


@follow_ups("pub:withdrawal")
def after_a_withdrawal(answers: Answers, outcome: Outcome) -> Steps:
    """Cavalry Withdrawal, Retreat, Process."""
    if outcome["may_withdraw"]:
        yield Next("pub:retreat-check", {"voluntary": True})
        sides = {"attacker": {"type": "infantry"}, "defender": {"type": "cavalry"}}
        yield Next("If the cavalry stays, resolve the combat.", {"mode": "melee", **sides})
        return
    piece = {"type": answers["type"], "road_column": answers.yes("road_column")}
    if answers.yes("defending"):
        yield Next("Resolve the combat.", {"defender": piece})
    else:
        yield Next("Resolve the combat. After each round the Attacker may retreat", {"attacker": piece})
