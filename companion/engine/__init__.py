"""Resolves calculators: `(procedure, answers, rolls) -> Resolution`. No files, no dice, no game."""

from companion.engine.answers import CheckedAnswers, take_answers
from companion.engine.dice import Dice, parse_rolls
from companion.engine.resolve import Engine
from companion.engine.session_defaults import SESSION, apply_session_defaults

__all__ = [
    "SESSION",
    "CheckedAnswers",
    "Dice",
    "Engine",
    "apply_session_defaults",
    "parse_rolls",
    "take_answers",
]
