"""A fault in the data files."""

import msgspec

MEND_FIRST = "correct that first"
"""Correction for a fault that is caused by another one."""


class Fault(msgspec.Struct, frozen=True, order=True):
    """A fault in a game's files, with its location and correction."""

    file: str
    """Path of the file as the player would type it."""
    line: int
    """Line, counted from 1; 0 if the fault concerns the whole file."""
    key: str
    """Key in the file, as in modifiers[2].add; empty if the fault concerns the whole file."""
    says: str
    """Description of the fault."""
    mend: str = ""
    """Suggested correction."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        key = f" {self.key}:" if self.key else ""
        mend = f" ({self.mend})" if self.mend else ""
        return f"{place}:{key} {self.says}{mend}"
