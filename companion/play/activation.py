"""Activations: the phases that each Command of the cup goes through before the next Command begins."""

from __future__ import annotations

from companion.model import EACH_COMMAND, Sequence
from companion.play.clock import Position, forward, moments
from companion.play.cup import Cup


def activation(sequence: Sequence) -> range:
    """Places in the turn of the phases of each Command, the choice of the Command first; empty for none."""
    places = [place for place, each in enumerate(moments(sequence)) if each.phase.who == EACH_COMMAND]
    return range(places[0], places[-1] + 1) if places else range(0)


def acting(sequence: Sequence, cup: Cup, at: Position) -> str:
    """The Command that goes through the phase; empty while none is chosen, and in phases of the sides."""
    return cup.moving if at.moment in activation(sequence)[1:] and cup.turn == at.turn else ""


def choosing(sequence: Sequence, cup: Cup, at: Position) -> bool:
    """Whether the turn goes on only when a Command is chosen, or the cup filled for the turn.

    A table that never filled the cup goes through the phases once, without names.
    """
    run = activation(sequence)
    return bool(run and cup.chits) and at.moment == run[0] and (cup.turn != at.turn or not cup.done)


def onward(sequence: Sequence, cup: Cup, at: Position) -> Position:
    """The next phase: after the last phase of a Command the choice of the next one, while any is left."""
    run = activation(sequence)
    if run and at.moment == run[-1] and cup.turn == at.turn and not cup.done:
        return Position(at.turn, run[0])
    return forward(sequence, at)
