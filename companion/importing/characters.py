"""Characters of extracted text: ligatures, hyphens at line ends, and characters that cannot be decoded."""

from __future__ import annotations

import unicodedata

SOFT_HYPHEN = "\u00ad"
"""Mark of a word that was divided at the end of a line."""
UNREADABLE = "\ufffd"
"""Replacement for a character that cannot be decoded."""

_REPLACED = {
    0x02: SOFT_HYPHEN,  # PDFium's mark for a hyphen at the end of a line
    0xFFFE: SOFT_HYPHEN,
    0xA0: " ",
    0x2010: "-",
    0x2011: "-",
    0x200B: "",
    0x200C: "",
    0x200D: "",
    0xFEFF: "",
    0xFB00: "ff",
    0xFB01: "fi",
    0xFB02: "fl",
    0xFB03: "ffi",
    0xFB04: "ffl",
    0xFB05: "st",
    0xFB06: "st",
}


def replaced(text: str) -> str:
    """Return a text with ligatures as letters, one kind of hyphen, and UNREADABLE for what cannot be decoded."""
    text = text.translate(_REPLACED)
    if text.isprintable():
        return text
    return "".join(_readable(char) for char in text)


def _readable(char: str) -> str:
    if char in ("\n", "\t", SOFT_HYPHEN) or char.isprintable():
        return char
    if char.isspace():
        return " "
    # Format marks (Cf), such as the direction of text, are not needed; the others have no readable form
    return "" if unicodedata.category(char) == "Cf" else UNREADABLE


def damaged_share(text: str) -> float:
    """Return the share of the characters, white space excluded, that cannot be decoded."""
    printed = [char for char in text if not char.isspace()]
    return sum(char == UNREADABLE for char in printed) / len(printed) if printed else 0.0
