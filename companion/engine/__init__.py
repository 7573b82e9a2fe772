"""Resolves procedures: `(procedure, answers, rolls) -> Resolution`. Pure: no files, no dice of its own, no game."""

from companion.engine.answers import Taken, take_answers
from companion.engine.dice import Dice, parse_rolls
from companion.engine.resolve import Engine

__all__ = ["Dice", "Engine", "Taken", "parse_rolls", "take_answers"]
