"""Who won the battle, and by which victory condition: the players say so."""

from __future__ import annotations

from companion.model import GameModule, NotFound, Refused
from companion.model.event import OutcomeRecorded
from companion.model.library import nearest
from companion.model.scenario import Victory
from companion.play.session import Session

DRAW = "draw"
"""Given instead of a side if nobody won."""


def victory_conditions(session: Session) -> tuple[Victory, ...]:
    """Return the victory conditions or levels of the scenario; without a scenario, those of every scenario."""
    return conditions_of(session.module, session.game_state.scenario)


def conditions_of(module: GameModule, scenario: str) -> tuple[Victory, ...]:
    """Return the victory conditions or levels of a scenario; those of every scenario if its id is empty."""
    return tuple(each for each in module.scenarios.victory if each.scenario in ("", scenario))


def record_outcome(session: Session, winner: str, level: str = "", why: str = "") -> OutcomeRecorded:
    """Record who won: a side or `DRAW`, the id of a victory condition or empty, and why in the players' words.

    Raises Refused for a winner that is no side, NotFound for an unknown condition, and NotSaved.
    """
    sides = session.module.sides
    said = " ".join(winner.split())
    side = next((each for each in (*sides, DRAW) if each.casefold() == said.casefold()), "")
    if not said:
        raise Refused(f"say who won: {', '.join((*sides, DRAW))}")
    if not side:
        raise Refused(f"winner: {said[:30]!r} is not one of {', '.join((*sides, DRAW))}")
    known = {each.id: each for each in victory_conditions(session)}
    if level and level not in known:
        raise NotFound(f"unknown victory condition {level[:40]}{nearest(level, list(known))}")
    by = known.get(level)
    if by is not None and by.side and by.side != side:
        raise Refused(f"{by.title}: only {by.side} can win this way")
    title, says, cite = (by.title, by.says, by.cite) if by is not None else ("", "", "")
    event = OutcomeRecorded("" if side == DRAW else side, title, says, cite, " ".join(why.split()))
    session.add(event)
    return event
