"""Rout Retreats, Rally Checks and Pursuits."""

from __future__ import annotations

from typing import NamedTuple

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.bar.stacking import at_brandywine

LENGTHS = {"infantry": 4, "cavalry": 6}
"""19.2a."""


class Retreat(NamedTuple):
    """A Rout Retreat."""

    hexes: int
    must: bool
    """Whether the unit must retreat."""
    cut_short: bool
    """Whether each missing hex of the retreat costs an SP."""


def at_length(answers: Answers) -> Retreat:
    """Brandywine 2 and 3: the Rout Retreat of a unit at Brandywine."""
    arm, occasion, voluntary = answers["arm"], answers["occasion"], answers.yes("voluntary")
    unlimbered = arm == "artillery" and answers.yes("unlimbered")
    if occasion == "close_combat":
        if arm == "artillery":
            raise Refused("Artillery surrenders in Close Combat")
        return Retreat(4, True, True)
    chosen = voluntary and occasion in ("movement", "rally")
    must = not chosen and occasion != "movement"
    if arm == "artillery" and (occasion == "other" or (unlimbered and not voluntary)):
        return Retreat(answers["own_length"], must, not chosen)
    if arm == "artillery":
        return Retreat(8 if occasion == "movement" and not unlimbered else 4, must, not chosen)
    return Retreat(8 if chosen and occasion == "movement" else LENGTHS[arm], must, not chosen)


@oracle("bar:rout-retreat")
def rout_retreat(answers: Answers, dice: Dice) -> Outcome:
    """19.2a, 19.2d: 4 or 6 hexes, 1 SP for each hex that the unit cannot retreat; Brandywine has its own lengths."""
    brandywine, arm = at_brandywine(answers), answers["arm"]
    if arm == "artillery" and not brandywine:
        raise Refused("Artillery does not retreat")
    retreat = at_length(answers) if brandywine else Retreat(LENGTHS[arm], True, True)
    made = answers.get("hexes_retreated")
    entered = answers.get("ezoc_hexes", 0) if brandywine else 0
    if made is not None and made > retreat.hexes:
        raise Refused("more hexes than the retreat has")
    if entered > (retreat.hexes if made is None else made):
        raise Refused("more EZOC hexes than hexes")
    loss: int = entered
    if made is not None and retreat.cut_short:
        loss += retreat.hexes - made
    if brandywine and answers["occasion"] == "close_combat":
        loss += {"infantry": 1, "cavalry": 2}[answers["enemy"]]
    return {"hexes": retreat.hexes, "must": retreat.must, "loss": loss}


@oracle("bar:rally")
def rally(answers: Answers, dice: Dice) -> Outcome:
    """18.3f, Brandywine 2: the ER or higher; else a tenth of the difference, half up; Brandywine: 1 on 11 to 19."""
    needed = answers["modified_er"]
    roll = dice.total("dice", "00-99")
    if roll >= needed:
        return {"rallied": True, "loss": 0}
    if at_brandywine(answers):
        return {"rallied": False, "loss": int(11 <= roll <= 19)}
    return {"rallied": False, "loss": (needed - roll + 5) // 10}


@oracle("bar:pursuit")
def pursuit(answers: Answers, dice: Dice) -> Outcome:
    """15.2: not if Disordered or Shaken; a D result halves the points; 1 SP per hex; +5 per point unless Recalled."""
    if answers.yes("disordered") or answers.yes("shaken"):
        raise Refused("Disordered and Shaken Cavalry may not Pursue")
    points, used, hexes = answers["points"], answers["points_used"], answers["hexes"]
    if answers.yes("d_result"):
        points = (points + 1) // 2
    if used > points:
        raise Refused("more Pursuit Points used than there are")
    check = not answers.yes("recalled")
    return {"points": points, "enemy_loss": hexes, "check": check, "modifier": 5 * used if check else 0}
