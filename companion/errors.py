"""The exceptions that every room may raise, and how their messages quote input; importing them costs nothing.

CompanionError
├── Refused         input outside the legal domain; the message names the domain
│   └── Unworkable  the answers are legal, but the calculator cannot be resolved with them
└── NotFound        no such game, entry, procedure or chart; the message names the nearest
"""

from __future__ import annotations

QUOTED = 40
"""Most characters of the player's input that a message quotes."""


def shortened(text: str) -> str:
    """Return the player's input as a message quotes it: a long text is cut and ends with `...`."""
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}..."


class CompanionError(Exception):
    """A message to the player, of one line."""


class Refused(CompanionError):
    """Input that is not legal here; the message names what is legal."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where
        """Name of the input or die at fault; empty for none."""


class Unworkable(Refused):
    """Answers that are each legal, but that a calculator cannot be resolved with."""


class NotFound(CompanionError):
    """A name that nothing has."""
