"""Characters of extracted text: ligatures, hyphens at line ends, and characters that cannot be decoded."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby, pairwise

SOFT_HYPHEN = "\u00ad"
"""Mark of a word that was divided at the end of a line."""
UNREADABLE = "\ufffd"
"""Replacement for a character that cannot be decoded."""

_SMALL = (0.6, 0.9)
"""Height of small capitals, as a share of the height of the capitals."""

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


def without_small_capitals(letters: Sequence[str], heights: Sequence[float]) -> list[str]:
    """Return letters with capitals only where they are printed large, if their case cannot be right: `seqUence`.

    `heights` are those of the letters, 0 for one that is to be left out of account. Some fonts with small capitals name
    the same letter now as a capital and now as a small one. Then the height decides; other text stays.
    """
    sizes = [
        height if letter.isalpha() and len(letter.upper()) == 1 else 0.0
        for letter, height in zip(letters, heights, strict=True)
    ]
    low, high = (share * max(sizes, default=0.0) for share in _SMALL)
    if not any(low <= size < high for size in sizes):
        return list(letters)
    marked = [
        (letter, size < high if size and size >= low else None)
        for letter, size in zip(letters, sizes, strict=True)
    ]
    words = [list(word) for is_word, word in groupby(marked, lambda each: each[1] is not None) if is_word]
    has_both = any(not word[0][1] and all(small for _, small in word[1:]) for word in words if len(word) > 1)
    if not has_both or not any(map(_has_wrong_case, words)):
        return list(letters)
    return [
        letter if small is None else letter.lower() if small else letter.upper() for letter, small in marked
    ]


def _has_wrong_case(word: Sequence[tuple[str, bool | None]]) -> bool:
    """Return whether a large letter is no capital before a small one, or a small one is a capital after another."""
    return any(
        (not first_small and small and first.islower())
        or (first_small and small and first.islower() and letter.isupper())
        for (first, first_small), (letter, small) in pairwise(word)
    )
