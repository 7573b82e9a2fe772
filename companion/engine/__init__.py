"""Resolves calculators: `(procedure, answers, rolls) -> Resolution`. Knows nothing of files or of any game."""

from companion.engine.answers import CheckedAnswers, take_answers
from companion.engine.dice import Dice, parse_rolls
from companion.engine.resolve import Engine

__all__ = [
    "CheckedAnswers",
    "Dice",
    "Engine",
    "parse_rolls",
    "take_answers",
]
