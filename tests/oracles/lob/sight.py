"""Chapter 4: line of sight."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import chart

HEIGHTS = {"woods": 3, "orchard": 1, "town": 2, "crest": 1}
"""Slope Table page: levels that a feature adds to an obstacle."""


def slope_of(diff: int, hexes: int) -> int:
    """4.1: the Slope Table; below 0 counts as 0."""
    row = "10+" if diff >= 10 else str(max(diff, 0))
    return int(chart("lob", "slope-table")[row]["16+" if hexes >= 16 else str(hexes)])


@oracle("lob:slope")
def slope(answers: Answers, dice: Dice) -> Outcome:
    """4.1."""
    return {"slope": slope_of(answers["diff"], answers["range"])}


@oracle("lob:line-of-sight")
def line_of_sight(answers: Answers, dice: Dice) -> Outcome:
    """4.0 to 4.2: at 4 hexes or less, and for small arms, everything blocks; otherwise the Slope Table decides."""
    arm, hexes = answers["arm"], answers["range"]
    firer, target = answers.group("firer"), answers.group("target")
    ends = [end["level"] + end.yes("crest") for end in (firer, target)]
    obstacles = answers.rows("obstacles")
    orchard_at_end = firer.yes("orchard") or target.yes("orchard")
    same_hill = answers.yes("same_hill")
    for each in obstacles:
        each["level"]
        if each["distance"] >= hexes:
            raise Refused("an obstacle lies between the two hexes")
        if not each.members("features") and each.get("unit", "none") == "none":
            raise Refused("an obstacle has a feature or a unit")
    low, high = min(ends), max(ends)
    overall = slope_of(high - low, hexes)
    if arm == "small_arms" or hexes <= 4:
        blocked = any(
            _blocking(each, same_hill, orchard_at_end) or each.get("unit", "none") == "combat"
            for each in obstacles
        )
        return {"clear": not blocked, "overall_slope": overall}
    for each in obstacles:
        features = _blocking(each, same_hill, orchard_at_end)
        if not features:
            continue
        top = each["level"] + _added(features)
        distance = each["distance"] if ends[0] == low else hexes - each["distance"]
        if top > high or slope_of(top - low, distance) > overall:
            return {"clear": False, "overall_slope": overall}
    return {"clear": True, "overall_slope": overall}


def _blocking(obstacle: Answers, same_hill: bool, orchard_at_end: bool) -> set[str]:
    """4.2c, 4.2d: the features that count: not the ground on the same hill, nor orchards with one at either end."""
    features = set(obstacle.members("features"))
    if same_hill:
        features.discard("ground")
    if orchard_at_end:
        features.discard("orchard")
    return features


def _added(features: set[str]) -> int:
    """4.0, 4.1: the highest feature counts; a crest adds to woods and orchards, not to a town."""
    crest = HEIGHTS["crest"] if "crest" in features else 0
    raised = [HEIGHTS[each] + (crest if each != "town" else 0) for each in features - {"ground", "crest"}]
    return max([crest, *raised])
