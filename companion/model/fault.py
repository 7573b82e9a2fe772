"""What can go wrong, and the record of a fault in the data.

CompanionError
├── Refused    input outside the legal domain; the message names the domain
│   └── Unworkable  the answers are legal, but the calculator cannot be worked out with them
└── NotFound   no such game, entry, procedure or chart; the message names the nearest
"""

import msgspec


class CompanionError(Exception):
    """Anything the player is told in one line."""


class Refused(CompanionError):
    """Input that is not legal here. The message says what is, and `where` names the input or die at fault."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


class Unworkable(Refused):
    """Answers that are legal each, but which the calculator cannot be worked out with."""


class NotFound(CompanionError):
    """Something asked for by name that does not exist."""


MEND_FIRST = "mend it first"
"""The mend of a fault that only comes of another one."""


class Fault(msgspec.Struct, frozen=True, order=True):
    """One fault of a module: where it stands and how to mend it."""

    file: str
    """Path as the player would type it."""
    line: int
    """Counted from 1; 0 where the file as a whole is at fault."""
    key: str
    """Key path in the file, as in modifiers[2].add; empty for the whole file."""
    says: str
    """What is wrong."""
    mend: str = ""
    """What to write instead."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        key = f" {self.key}:" if self.key else ""
        mend = f" ({self.mend})" if self.mend else ""
        return f"{place}:{key} {self.says}{mend}"
