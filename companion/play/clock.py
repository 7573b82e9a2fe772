"""The turn clock: which turn, whose half, which phase. The table is always right, so any moment can be jumped to."""

from __future__ import annotations

from typing import NamedTuple

from companion.model import Phase, Sequence

LAST_TURN = 999


class Moment(NamedTuple):
    """A phase within a turn."""

    phase: Phase
    side: str
    """Who plays it; empty where both do."""


class Position(NamedTuple):
    """Where the game stands."""

    turn: int = 1
    """Game turn, counted from 1."""
    moment: int = 0
    """Index into the moments of a turn."""


def moments(sequence: Sequence) -> list[Moment]:
    """The phases of one turn in the order of play.

    Phases of each side that follow one another are played through by the first side, then by the second.
    """
    order: list[Moment] = []
    run: list[Phase] = []
    for phase in (*sequence.phases, None):
        if phase is not None and phase.who == "each side":
            run.append(phase)
            continue
        order += [Moment(each, side) for side in sequence.sides for each in run]
        run = []
        if phase is not None:
            order.append(Moment(phase, ""))
    return order


def forward(sequence: Sequence, position: Position) -> Position:
    """The next phase; after the last one the next turn begins, but for the very last turn."""
    if position.moment + 1 < len(moments(sequence)):
        return Position(position.turn, position.moment + 1)
    return Position(position.turn + 1, 0) if position.turn < LAST_TURN else position


def back(sequence: Sequence, position: Position) -> Position:
    """The phase before; the first phase of turn 1 stays."""
    if position.moment > 0:
        return Position(position.turn, position.moment - 1)
    return Position(position.turn - 1, len(moments(sequence)) - 1) if position.turn > 1 else position


def legal(sequence: Sequence, position: Position) -> Position:
    """`position` brought inside the sequence, as after a change of the data."""
    last = len(moments(sequence)) - 1
    return Position(min(max(position.turn, 1), LAST_TURN), min(max(position.moment, 0), last))


def words(sequence: Sequence, position: Position) -> str:
    """`Turn 3, First player, Command Phase`."""
    moment = moments(sequence)[position.moment]
    parts = [f"Turn {position.turn}", moment.side, moment.phase.title]
    return ", ".join(part for part in parts if part)
