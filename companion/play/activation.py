"""Activations: the phases that each Command of the cup goes through before the next Command begins."""

from __future__ import annotations

from companion.model import EACH_COMMAND, Sequence
from companion.play.clock import Position, forward, moments
from companion.play.cup import Cup


def activation(sequence: Sequence) -> range:
    """Return the indices of an activation's phases in the turn, the choice of the Command first; empty for none."""
    places = [place for place, moment in enumerate(moments(sequence)) if moment.phase.who == EACH_COMMAND]
    return range(places[0], places[-1] + 1) if places else range(0)


def acting(sequence: Sequence, cup: Cup, at: Position) -> str:
    """Return the Command whose activation the phase is; empty until one is chosen, and in phases of the sides."""
    return cup.moving if at.moment in activation(sequence)[1:] and cup.turn == at.turn else ""


def choosing(sequence: Sequence, cup: Cup, at: Position) -> bool:
    """Whether a Command must be chosen, or the cup filled for the turn, before the turn can continue.

    If the players never fill the cup, the phases are played once, without Commands.
    """
    run = activation(sequence)
    return bool(run and cup.chits) and at.moment == run[0] and (cup.turn != at.turn or not cup.done)


def next_phase(sequence: Sequence, cup: Cup, at: Position) -> Position:
    """Return the next phase. While Commands are left, the last phase of one leads to the choice of the next."""
    run = activation(sequence)
    if run and at.moment == run[-1] and cup.turn == at.turn and not cup.done:
        return Position(at.turn, run[0])
    return forward(sequence, at)
