"""Army command and demoralization."""

from __future__ import annotations

from math import ceil

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import chart

REYNOLDS_FIRST = "Reynolds lost before Meade arrives"
MEADE_FIRST = "Reynolds killed after Meade eliminated"


@oracle("aor:union-succession")
def union_succession(answers: Answers, dice: Dice) -> Outcome:
    """21.6.1: the first in the sequence who is not lost and has arrived replaces the first who is not lost.

    Command Politics, if Hancock led for Reynolds: Slocum, or else Sedgwick, leads until Meade arrives, if on the map.
    """
    meade = answers["meade"]
    if meade == "commands":
        return {"commander": "meade", "senior": "meade", "waiting": False}
    lost = answers.members("lost")
    arrived = answers.members("on_map")
    alive = [name for name in _sequence(answers, meade, lost) if name not in lost]
    present = [name for name in alive if name in arrived]
    commander = present[0] if present else None
    senior = alive[0] if alive else None
    waiting = commander not in (None, senior)
    hancock_led = meade == "not_arrived" and "reynolds" in lost and "hancock" in arrived
    offended = [name for name in ("slocum", "sedgwick") if name in present]
    if hancock_led and offended and answers.yes("command_politics"):
        commander, waiting = offended[0], False
    return {"commander": commander, "senior": senior, "waiting": waiting}


def _sequence(answers: Answers, meade: str, lost: frozenset[str]) -> list[str]:
    """Reynolds and his successors; the sequence depends on when he was lost."""
    column = REYNOLDS_FIRST if meade == "not_arrived" else MEADE_FIRST
    if meade == "lost" and "reynolds" in lost:
        when = answers["reynolds_lost"]
        if when == "while_meade_commanded":
            raise Refused("no sequence is printed for this")
        if when == "before_meade_arrived":
            column = REYNOLDS_FIRST
    return ["reynolds", *(row[column].lower() for row in chart("aor", "succession").values())]


@oracle("aor:demoralization")
def demoralization(answers: Answers, dice: Dice) -> Outcome:
    """21.6: demoralized once the losses reach the limit."""
    side, _, corps = answers["corps"].partition("_")
    name = f"{side.title()} {'Cav' if corps == 'C' else corps}"
    limit = int(chart("aor", "corps")[name]["Demoralization limit"])
    losses = answers["losses"]
    return {"demoralized": losses >= limit, "limit": limit, "left": max(limit - losses, 0)}


@oracle("aor:general-retreat-allowed")
def general_retreat_allowed(answers: Answers, dice: Dice) -> Outcome:
    """General retreat: the army must have reached 80% of its limit."""
    losses, limit = answers["losses"], answers["army_limit"]
    return {"allowed": 100 * losses >= 80 * limit, "least_losses": ceil(80 * limit / 100)}
