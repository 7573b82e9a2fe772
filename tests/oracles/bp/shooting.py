"""Shooting: ranges, hits, saves and casualties."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import chart

CLOSE_RANGE = 6
HIT = 4
CLOSE = "close_range_closing_fire_or_skirmishers"
SHOOTING = {
    "artillery_at_column_or_square": 1,
    CLOSE: 1,
    "shooters_shaken_or_disordered": -1,
    "target_skirmishers_deployed_artillery_or_not_clear": -1,
    "artillery_over_half_range": -1,
    "cannon_overhead": -1,
}
HAND_TO_HAND = {
    "charging": 1,
    "won_last_round": 1,
    "shaken_or_disordered": -1,
    "skirmishers": -1,
    "engaged_to_flank_or_rear": -1,
}
FOR_ARTILLERY = {"artillery_at_column_or_square", "artillery_over_half_range", "cannon_overhead"}


@oracle("bp:range")
def weapon_range(answers: Answers, dice: Dice) -> Outcome:
    """Ranges: close range is up to 6 inches; over half range extends to the end of the range."""
    name = answers["weapon"].replace("_", " ").replace("breech loading", "breech-loading")
    reach = int(chart("bp", "ranges")[name.replace("bolt action", "bolt-action")]["Inches"])
    inches = answers["distance_inches"]
    return {
        "in_range": inches <= reach,
        "close": inches <= CLOSE_RANGE,
        "over_half": reach < 2 * inches <= 2 * reach,
        "range": reach,
    }


def needed(modifier: int) -> int:
    """Return the lowest face that hits: a 1 always misses and a 6 always hits."""
    return min(max(HIT - modifier, 2), 6)


@oracle("bp:hit-modifier")
def hit_modifier(answers: Answers, dice: Dice) -> Outcome:
    """Modifiers: each line counts once, in shooting or in combat."""
    lines = SHOOTING if answers["kind"] == "shooting" else HAND_TO_HAND
    conditions = answers.members("conditions")
    if conditions - lines.keys():
        raise Refused("a line of the other kind")
    modifier = sum(lines[each] for each in conditions)
    return {"modifier": modifier, "needed": needed(modifier)}


class Hits(NamedTuple):
    """Results of the dice to hit."""

    hits: int
    sixes: int


def rolled(dice: Dice, number: int, modifier: int, enfiladed: bool) -> Hits:
    """Rolling to hit; an enfilading shooter rolls its misses again."""
    least = needed(modifier)
    faces = dice.faces("faces", f"{number}d6")
    if enfiladed:
        misses = sum(face < least for face in faces)
        faces += dice.faces("faces_again", f"{misses}d6")
    return Hits(sum(face >= least for face in faces), faces.count(6))


@oracle("bp:to-hit")
def to_hit(answers: Answers, dice: Dice) -> Outcome:
    """Rolling to hit: a natural 6 in shooting disorders the target."""
    shooting, modifier = answers["kind"] == "shooting", answers["modifier"]
    hits, sixes = rolled(dice, answers["dice"], modifier, shooting and answers.yes("enfiladed"))
    return {"hits": hits, "disordered": shooting and sixes > 0, "sixes": sixes, "needed": needed(modifier)}


class Losses(NamedTuple):
    """Casualties and other effects of hits on a unit."""

    casualties: int
    total: int
    shaken: bool
    break_test: bool
    excess: int


def saved(answers: Answers, dice: Dice, hits: int, artillery: bool) -> Losses:
    """Saves and casualties: shaken from the stamina up; a new casualty by artillery or beyond stamina needs a test."""
    morale, stamina, before = answers["morale"], answers["stamina"], answers["casualties_before"]
    casualties = sum(face < morale for face in dice.faces("saves", f"{hits}d6"))
    total = before + casualties
    tests = casualties > 0 and (artillery or total > stamina)
    return Losses(casualties, total, total >= stamina, tests, max(0, total - stamina))


@oracle("bp:morale-saves")
def morale_saves(answers: Answers, dice: Dice) -> Outcome:
    """Saves and casualties."""
    artillery = answers["kind"] == "shooting" and answers.yes("artillery")
    return saved(answers, dice, answers["hits"], artillery)._asdict()


@oracle("bp:shoot")
def shoot(answers: Answers, dice: Dice) -> Outcome:
    """SHOOTING: dice, hits, saves and casualties. Closing fire is at close range."""
    artillery, closing = answers.yes("artillery"), answers.yes("closing_fire")
    number = max(0, answers["shooting_score"] + answers.yes("large_unit") + answers["other_dice"])
    conditions: Set[str] = answers.members("conditions")
    if conditions & FOR_ARTILLERY and not artillery:
        raise Refused("a line for artillery")
    if "artillery_over_half_range" in conditions and closing:
        raise Refused("closing fire is at close range")
    if closing:
        conditions |= {CLOSE}
    modifier = sum(SHOOTING[each] for each in conditions)
    hits, sixes = rolled(dice, number, modifier, answers.yes("enfiladed"))
    losses = saved(answers, dice, hits, artillery)
    return {
        "casualties": losses.casualties,
        "disordered": sixes > 0 or answers.yes("target_disordered"),
        "break_test": losses.break_test,
        "shaken": losses.shaken,
        "dice": number,
        "modifier": modifier,
        "hits": hits,
        "total": losses.total,
    }
