"""Age of Rifles, from the refit of Lee's Greatest Gamble and the second transcription of its tables."""

from tests.oracles.aor import battle, command, control, field, next_steps, turns

__all__ = ["battle", "command", "control", "field", "next_steps", "turns"]
