"""Black Powder, from the Quick reference sheet and the figures of the Public quick reference sheets."""

from tests.oracles.bp import combat, command, movement, next_steps, shooting

__all__ = ["combat", "command", "movement", "next_steps", "shooting"]
