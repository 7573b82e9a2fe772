"""Exceptions that every package may raise, and how their messages quote input. Importing this module costs nothing.

CompanionError
├── Refused         invalid input; the message says what is allowed
│   └── Unworkable  valid answers with which the calculator cannot be resolved
└── NotFound        unknown game, entry, procedure or chart; the message names the nearest
"""

from __future__ import annotations

QUOTED = 40
"""Maximum number of input characters that a message quotes."""


def shortened(text: str) -> str:
    """Return input for quoting in a message: a long text is cut and ends with `...`."""
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}..."


class CompanionError(Exception):
    """An error with a one-line message to the player."""


class Refused(CompanionError):
    """Invalid input; the message says what is allowed."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where
        """Name of the invalid input or die; empty if there is none."""


class Unworkable(Refused):
    """Valid answers with which a calculator cannot be resolved."""


class NotFound(CompanionError):
    """An unknown name."""
