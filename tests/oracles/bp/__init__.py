"""Black Powder, from the Quick reference sheet and the figures of the Public quick reference sheets."""

from tests.oracles.bp import combat, command, movement, shooting

__all__ = ["combat", "command", "movement", "shooting"]
