"""The base of the records that authors write, and the authorities of rules."""

from typing import Literal

import msgspec

YesNo = Literal["yes", "no"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the records that authors write; an unknown key is a fault."""


Authority = Literal[
    "rule", "erratum", "chart", "designer", "clarification", "notes", "reading", "companion", "ruling"
]

AUTHORITY_WORDS: dict[str, str] = {
    "rule": "official rule",
    "erratum": "official erratum",
    "chart": "printed chart",
    "designer": "designer's statement",
    "clarification": "community reading",
    "notes": "community notes",
    "reading": "our reading where the sources leave a choice",
    "companion": "our note on the sources",
    "ruling": "table ruling",
}
"""Displayed name of each authority."""
