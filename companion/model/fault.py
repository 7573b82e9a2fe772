"""Exceptions, and the record of a fault in the data.

CompanionError
├── Refused    input outside the legal domain; the message names the domain
│   └── Unworkable  the answers are legal, but the calculator cannot be worked out with them
└── NotFound   no such game, entry, procedure or chart; the message names the nearest
"""

import msgspec


class CompanionError(Exception):
    """An error that the player sees as one line."""


class Refused(CompanionError):
    """Input outside the legal domain, which the message names; `where` is the path of the input, or the roll."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


class Unworkable(Refused):
    """Answers that are each legal, but with which the calculator has no result."""


class NotFound(CompanionError):
    """A name or id that does not exist; the message names the nearest."""


MEND_FIRST = "mend it first"
"""Correction for a fault that only follows from another one."""


class Fault(msgspec.Struct, frozen=True, order=True):
    """A fault in a game's files: its place and its correction."""

    file: str
    """Path of the file as the player would type it."""
    line: int
    """Line, counted from 1; 0 if the fault is of the whole file."""
    key: str
    """Key in the file, as in modifiers[2].add; empty if the fault is of the whole file."""
    says: str
    """Description of the fault."""
    mend: str = ""
    """Correction: the text to write instead."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        key = f" {self.key}:" if self.key else ""
        mend = f" ({self.mend})" if self.mend else ""
        return f"{place}:{key} {self.says}{mend}"
