"""Records who won the battle, and by which victory condition, as the players decide."""

from __future__ import annotations

from companion.model import GameModule, NotFound, Refused
from companion.model.event import OutcomeRecorded
from companion.model.library import nearest
from companion.model.scenario import Victory
from companion.play.session import Session

DRAW = "draw"
"""The winner if neither side won."""


def victory_conditions(session: Session) -> tuple[Victory, ...]:
    """Return the victory conditions or levels of the scenario; without a scenario, those of every scenario."""
    return conditions_of(session.module, session.game_state.scenario)


def conditions_of(module: GameModule, scenario: str) -> tuple[Victory, ...]:
    """Return the victory conditions or levels of a scenario; those of every scenario if its id is empty."""
    return tuple(victory for victory in module.scenarios.victory if victory.scenario in ("", scenario))


def record_outcome(session: Session, winner: str, level: str = "", why: str = "") -> OutcomeRecorded:
    """Record who won: a side or `DRAW`; the id of a victory condition, or empty; and why, in the players' words.

    Raises Refused for an unknown winner, NotFound for an unknown condition, and NotSaved.
    """
    winners = (*session.module.sides, DRAW)
    typed = " ".join(winner.split())
    side = next((known for known in winners if known.casefold() == typed.casefold()), "")
    if not typed:
        raise Refused(f"say who won: {', '.join(winners)}")
    if not side:
        raise Refused(f"winner: {typed[:30]!r} is not one of {', '.join(winners)}")
    conditions = {condition.id: condition for condition in victory_conditions(session)}
    if level and level not in conditions:
        raise NotFound(f"unknown victory condition {level[:40]}{nearest(level, list(conditions))}")
    met = conditions.get(level)
    if met is not None and met.side and met.side != side:
        raise Refused(f"{met.title}: only {met.side} can win this way")
    title, says, cite = (met.title, met.says, met.cite) if met is not None else ("", "", "")
    event = OutcomeRecorded("" if side == DRAW else side, title, says, cite, " ".join(why.split()))
    session.add(event)
    return event
