"""Line of Battle 2.0, from the Rules Clarifications and the second transcription of Charts & Tables v2.0."""

from tests.oracles.lob import chains, command, fire, losses, morale, movement, next_orders, next_steps, sight

__all__ = [
    "chains",
    "command",
    "fire",
    "losses",
    "morale",
    "movement",
    "next_orders",
    "next_steps",
    "sight",
]
