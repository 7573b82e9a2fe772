"""Numbers of headings: how they are printed, and in which order they follow each other."""

from __future__ import annotations

import re
from typing import NamedTuple

_ROMAN = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC")),
    *((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)
_WORDS = "rule|section|sect\\.?|chapter|case|article|part|appendix|annex|scenario"
_ARABIC = r"\d{1,3}(?:\.\d{1,3}){0,5}(?:\.?[a-z](?![a-z]))?"
_LETTERED = r"[A-Z]\d{0,2}(?:\.\d{1,3}){1,5}[a-z]?"
_ROMANIC = (
    r"(?=[IVXLC])(?:C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))(?:\.(?:[A-Z]|\d{1,3})[a-z]?){0,4}(?![a-z])"
)
_NUMBER = rf"(?P<number>{_ARABIC}|{_LETTERED}|{_ROMANIC})"
_HEADING = re.compile(
    rf"^(?:(?P<word>{_WORDS})\s+)?(?P<open>[\[(§]\s*|§\s*)?{_NUMBER}(?:\s*\((?P<letter>[a-z])\))?"
    r"(?P<close>\s*[\])])?(?P<stop>[.:)])?(?:(?:\s*[-–—:]\s+|\s+)(?P<title>\S.*))?$",
    re.IGNORECASE,
)
_ONE_LETTER = re.compile(
    rf"^(?P<word>{_WORDS})\s+(?P<number>[A-Z])(?:[.:]|\s*[-–—])?(?:\s+(?P<title>\S.*))?$", re.I
)


Parts = tuple[tuple[str, int], ...]
"""Kind and value of each part of a number: 3.5a is 3 and 5 of kind `d`, and 1 of kind `a`."""


class Numbered(NamedTuple):
    """A text that begins with a number."""

    number: str
    """Number without brackets and word, as in 3.5a."""
    title: str
    """Text after the number; empty if there is none."""
    word: str
    """Word before the number in lower case, such as rule; empty if there is none."""
    parts: Parts
    marked: bool
    """Whether brackets, a word or a full stop mark the number."""


_AT_THE_END = re.compile(rf"^(?P<title>\S.*?)\s*[\[(](?P<number>{_ARABIC})[\])]$")


def numbered_at_the_end(text: str) -> Numbered | None:
    """Return a text that ends in a number of several parts in brackets; None if it does not."""
    match = _AT_THE_END.match(text)
    if not match or "." not in match["number"]:
        return None
    return Numbered(match["number"], match["title"], "", parts_of(match["number"]), True)


def numbered(text: str) -> Numbered | None:
    """Return a text that begins with the number of a heading; None if it does not."""
    match = _HEADING.match(text)
    if match:
        number = match["number"]
        if not (match["word"] or _is_cased(number)):
            return None
        if match["letter"]:
            number += match["letter"]
        marked = bool(match["word"] or match["open"] or match["stop"])
        title = match["title"] or ""
    else:
        match = _ONE_LETTER.match(text)
        if not match or not match["number"].isupper():
            return None
        number, marked, title = match["number"], True, match["title"] or ""
    word = (match["word"] or "").lower().rstrip(".")
    return Numbered(number, title.strip(), word, parts_of(number), marked)


def _is_cased(number: str) -> bool:
    """Return whether the letters of a number have the usual case: lower after digits, upper at the beginning."""
    if number[0].isdigit():
        return not any(char.isupper() for char in number)
    return number[0].isupper()


def parts_of(number: str) -> Parts:
    """Return kind and value of each part of a number."""
    parts: list[tuple[str, int]] = []
    for piece in number.split("."):
        match = re.match(r"^([A-Za-z]*)(\d*)([a-z]?)$", piece)
        if not match:
            continue
        letters, digits, suffix = match.groups()
        if (
            letters
            and not digits
            and not suffix
            and len(letters) > 1
            and letters[-1].islower()
            and letters[0].isupper()
        ):
            letters, suffix = letters[:-1], letters[-1]
        if letters:
            value = roman_value(letters.upper()) if letters.isupper() else 0
            if value and not parts:
                parts.append(("r", value))
            else:
                parts.append(("A" if letters.isupper() else "a", ord(letters[0].lower()) - 96))
        if digits:
            parts.append(("d", int(digits)))
        if suffix:
            parts.append(("a", ord(suffix) - 96))
    return tuple(parts)


def follows(parts: Parts, before: Parts, most: int = 1) -> bool:
    """Return whether a number may follow `before`: its first sub-number, or up to `most` higher at some level."""
    if not parts:
        return False
    if not before:
        return (len(parts) == 1 and parts[0][1] <= most) or parts[-1][1] <= most
    if len(parts) > len(before):
        return parts[: len(before)] == before and all(value <= most for _, value in parts[len(before) :])
    *above, (kind, value) = parts
    same = before[: len(above)] == tuple(above)
    other_kind, other = before[len(above)]
    return same and kind == other_kind and 0 < value - other <= most


def roman(count: int) -> str:
    """Return a number from 1 to 3999 as a Roman numeral; other numbers in digits."""
    if not 0 < count < 4000:
        return str(count)
    numeral = ""
    for value, letters in _ROMAN:
        numeral += letters * (count // value)
        count %= value
    return numeral


def roman_value(text: str) -> int:
    """Return the value of a Roman numeral in capitals; 0 for any other text."""
    value, rest = 0, text
    for amount, letters in _ROMAN:
        while rest.startswith(letters):
            value, rest = value + amount, rest[len(letters) :]
    return value if not rest and roman(value) == text else 0
