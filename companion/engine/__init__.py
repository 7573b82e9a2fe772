"""Resolves procedures: `(procedure, answers, rolls) -> Resolution`. Pure: no files, no dice of its own, no game."""

from companion.engine.answers import Taken, take_answers
from companion.engine.dice import Dice, parse_rolls
from companion.engine.resolve import Engine
from companion.engine.standing import SESSION, stand

__all__ = ["SESSION", "Dice", "Engine", "Taken", "parse_rolls", "stand", "take_answers"]
