"""How to Resolve Combat, and Bombardment."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import chart

STATES = ["fresh", "spent", "retreated", "destroyed"]
"""Applying Hits: each hit is one step."""
HIT = 4
"""Rolling Results."""


@dataclass(frozen=True)
class Piece:
    """A piece in a combat."""

    type: str
    state: str
    quality: str
    hit_before: bool
    """Whether the piece has already taken its first hit of the combat."""
    must_retreat: bool = False

    @property
    def gone(self) -> bool:
        """Whether the piece leaves the combat because of hits."""
        return self.must_retreat or self.state == "destroyed"

    @property
    def end(self) -> str:
        """Final state of the piece."""
        return "retreats" if self.must_retreat else self.state


def piece(answers: Answers, kind: str) -> Piece:
    """The piece that the answers describe."""
    state, quality = answers.get("state", "fresh"), answers.get("quality", "regular")
    return Piece(kind, state, quality, answers.yes("first_hit_taken"))


def after(target: Piece, hits: int, mode: str) -> Piece:
    """Applying Hits, Unit Quality: Elite ignores the first hit of the combat, for Militia it counts as 2.

    In Melee, artillery is destroyed if hits force it to retreat.
    """
    if hits == 0:
        return target
    counted = hits
    if not target.hit_before:
        counted += {"elite": -1, "regular": 0, "militia": 1}[target.quality]
    target = replace(target, hit_before=True)
    if counted == 0:
        return target
    state = STATES[min(STATES.index(target.state) + counted, 3)]
    if state == "retreated" and not (target.type == "artillery" and mode == "melee"):
        return replace(target, state="spent", must_retreat=True)
    return replace(target, state="destroyed" if state == "retreated" else state)


@dataclass(frozen=True)
class Terms:
    """The kind of combat, and the modifiers of one round."""

    mode: str
    attacker_modifier: int
    defender_modifier: int


def terms(answers: Answers, number: int) -> Terms:
    """Terrain Effects: flanked counts once, for any number of reasons; so does Cover."""
    attacker, defender = answers.group("attacker"), answers.group("defender")
    buildings = defender.yes("in_buildings")
    attacker_flanked = (
        answers.yes("defender_on_attacker_flank")
        or attacker.yes("road_column")
        or (answers.yes("attack_across_river") and number == 1)
    )
    defender_flanked = not buildings and (
        answers.yes("attacker_on_defender_flank") or defender.yes("road_column")
    )
    modifier = defender_flanked - attacker_flanked
    return Terms(answers["mode"], modifier - (buildings or defender.yes("cover")), -modifier)


def dice_of(kind: str, mode: str) -> int:
    """Rolling Results: the number of dice by type."""
    return int(chart("pub", "dice")[kind.capitalize()][f"{mode.capitalize()} Dice"])


def allow(mode: str, *pieces: Piece) -> None:
    """Definition of a Combat: refuse a Fire Fight if no piece has a FoF; cavalry never has one."""
    if mode == "fire" and all(each.type == "cavalry" for each in pieces):
        raise Refused("no piece has a FoF")


def hits_of(dice: Dice, name: str, number: int, modifier: int) -> int:
    """Each die of 4 or more, after modifiers, is a hit."""
    return sum(face + modifier >= HIT for face in dice.faces(name, f"{number}d6"))


@dataclass(frozen=True)
class Fought:
    """A round of combat."""

    attacker: Piece
    defender: Piece
    attacker_hits: int
    defender_hits: int


def fought(dice: Dice, now: Terms, attacker: Piece, defender: Piece, numbers: tuple[int, int]) -> Fought:
    """Process, Artillery Fires First: at the same time, but artillery before other types."""
    guns = attacker.type == "artillery", defender.type == "artillery"
    attacks, defends = numbers
    if guns == (False, True):
        defender_hits = hits_of(dice, "defender_roll", defends, now.defender_modifier)
        attacker = after(attacker, defender_hits, now.mode)
        attacker_hits = (
            0 if attacker.gone else hits_of(dice, "attacker_reply", attacks, now.attacker_modifier)
        )
        return Fought(attacker, after(defender, attacker_hits, now.mode), attacker_hits, defender_hits)
    attacker_hits = hits_of(dice, "attacker_roll", attacks, now.attacker_modifier)
    defender = after(defender, attacker_hits, now.mode)
    silent = guns == (True, False) and defender.gone
    defender_hits = 0 if silent else hits_of(dice, "defender_roll", defends, now.defender_modifier)
    return Fought(after(attacker, defender_hits, now.mode), defender, attacker_hits, defender_hits)


@oracle("pub:combat-round")
def combat_round(answers: Answers, dice: Dice) -> Outcome:
    """Process: one round between two pieces."""
    now = terms(answers, answers.get("round", 1))
    sides = answers.group("attacker"), answers.group("defender")
    attacker, defender = (piece(each, each["type"]) for each in sides)
    allow(now.mode, attacker, defender)
    attacks, defends = (dice_of(each["type"], now.mode) * each.yes("can_fire", True) for each in sides)
    end = fought(dice, now, attacker, defender, (attacks, defends))
    outcome: Outcome = {
        "attacker_modifier": now.attacker_modifier,
        "defender_modifier": now.defender_modifier,
        "attacker_dice": attacks,
        "defender_dice": defends,
        "attacker_needs": HIT - now.attacker_modifier,
        "defender_needs": HIT - now.defender_modifier,
        "attacker_hits": end.attacker_hits,
        "defender_hits": end.defender_hits,
        "broken": end.attacker.gone or end.defender.gone,
    }
    for name, each in (("attacker", end.attacker), ("defender", end.defender)):
        outcome |= {
            f"{name}_end": each.end,
            f"{name}.state": each.state,
            f"{name}.must_retreat": each.must_retreat,
            f"{name}.first_hit_taken": each.hit_before,
        }
    return outcome


@oracle("pub:combat")
def combat(answers: Answers, dice: Dice) -> Outcome:
    """Process: rounds until hits break the combat, or a side retreats by choice, the Defender first."""
    mode = answers["mode"]
    attacker, defender = (piece(each, each["type"]) for each in map(answers.group, ("attacker", "defender")))
    numbers = dice_of(attacker.type, mode), dice_of(defender.type, mode)
    allow(mode, attacker, defender)
    defender_last, attacker_last = _last(answers, "defender"), _last(answers, "attacker")
    number = 0
    while True:
        number += 1
        end = fought(dice, terms(answers, number), attacker, defender, numbers)
        attacker, defender = end.attacker, end.defender
        if attacker.gone or defender.gone:
            break
        if number == defender_last:
            return _ended(number, attacker, replace(defender, state="spent"), leaver="defender")
        if number == attacker_last:
            return _ended(number, replace(attacker, state="spent"), defender, leaver="attacker")
    return _ended(number, attacker, defender)


def _last(answers: Answers, side: str) -> int:
    """The round after which a side retreats by choice, 0 if it does not."""
    return int(answers[f"{side}_rounds"]) if answers.yes(f"{side}_leaves") else 0


def _ended(number: int, attacker: Piece, defender: Piece, leaver: str = "") -> Outcome:
    outcome: Outcome = {"rounds": number}
    for name, each in (("attacker", attacker), ("defender", defender)):
        outcome[name] = "leaves" if name == leaver else each.end if each.gone else "holds"
        outcome[f"{name}_state"] = each.state
        outcome[f"_{name}.first_hit_taken"] = each.hit_before
    return outcome


@oracle("pub:bombardment")
def bombardment(answers: Answers, dice: Dice) -> Outcome:
    """Bombardment: Fresh artillery that has not moved rolls its Fire Dice; no target is destroyed."""
    if answers.get("state", "fresh") != "fresh":
        raise Refused("the artillery is not Fresh")
    for each in ("moved", "outside_fof", "unseen"):
        if answers.yes(each):
            raise Refused(each)
    target = answers.group("target")
    buildings = target.yes("in_buildings")
    flanked = not buildings and (answers.yes("on_target_flank") or target.yes("road_column"))
    modifier = flanked - (buildings or target.yes("cover"))
    hits = hits_of(dice, "shot", dice_of("artillery", "fire"), modifier)
    end = after(piece(target, ""), hits, "fire")
    if end.state == "destroyed":
        end = replace(end, state="spent", must_retreat=True)
    return {
        "target_end": end.end,
        "hits": hits,
        "modifier": modifier,
        "needed": HIT - modifier,
        "target.state": end.state,
        "target.must_retreat": end.must_retreat,
    }
