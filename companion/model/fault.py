"""The record of a fault in the data."""

import msgspec

from companion.errors import CompanionError, NotFound, Refused, Unworkable

__all__ = ["MEND_FIRST", "CompanionError", "Fault", "NotFound", "Refused", "Unworkable"]

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
