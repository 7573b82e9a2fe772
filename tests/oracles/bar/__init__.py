"""Battles from the Age of Reason, from the compendium and the second transcription of its charts."""

from tests.oracles.bar import (
    combat,
    disorder,
    fire,
    formation,
    morale,
    movement,
    next_changes,
    next_fire,
    next_moves,
    next_steps,
    rout,
    stacking,
)

__all__ = [
    "combat",
    "disorder",
    "fire",
    "formation",
    "morale",
    "movement",
    "next_changes",
    "next_fire",
    "next_moves",
    "next_steps",
    "rout",
    "stacking",
]
