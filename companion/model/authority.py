"""Authorities: who says a rule. Unofficial text is never shown as official."""

from __future__ import annotations

from typing import Literal

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
    "reading": "reading taken here",
    "companion": "note of this companion",
    "ruling": "table ruling",
}
"""Name of each authority as a player reads it."""
