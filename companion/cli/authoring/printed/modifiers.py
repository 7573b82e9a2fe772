"""Reads modifiers as rulebooks print them: `Target in cover -1`, `-1 for every 2 losses, to a maximum of -3`."""

from __future__ import annotations

import re
from typing import NamedTuple

AMOUNT = r"[+\-\u2212\u2013]\s?\d{1,3}"
"""Pattern of an amount: `-1`."""
PRINTED = re.compile(rf"(.*\S)\s+({AMOUNT})")
"""A modifier with its amount: `Target in cover -1`."""
_EACH = r"(?:for\s+)?(?:each|every)|per(?!\s*cent)"
_LEADING = re.compile(rf"({AMOUNT})\s+((?:{_EACH})\s.*)", re.IGNORECASE)
"""A modifier that starts with its amount: `-1 for each base lost`."""
_WITHIN = re.compile(rf"(\S.*?)[,;:]?\s+({AMOUNT})\s+(?:{_EACH})\b\s*(.*)", re.IGNORECASE)
"""A modifier with its amount between words: `Losses -1 for every 2`, `Supports +1 each`."""
_COUNTS = re.compile(rf"\b(?:{_EACH})\b", re.IGNORECASE)
_AT_MOST = r"at\s+most|(?:to\s+)?(?:a\s+)?max(?:imum)?\b\.?|to\s+a\s+(?:best|limit|minimum|worst)|up\s+to"
_NO_MORE = r"(?:not|no|never)\s+more\s+than|limit(?:ed\s+to)?"
"""Words of a limit at the end of a modifier; in other sentences, they may be about all modifiers together."""
_NUMBER = r"(?:\s+of)?\s+[+\-\u2212\u2013]?\s?(?P<after>\d{1,4})"
_IN_ALL = r"(?:\s+(?:dice|points?))?(?:\s+in\s+(?:all|total))?"
LIMIT = re.compile(rf"[,;:]?\s*\(?\s*\b(?:{_AT_MOST}){_NUMBER}{_IN_ALL}\s*\)?", re.IGNORECASE)
"""A limit anywhere in a text, with its number `after`: `, to a maximum of -3`."""
_LIMIT_AT_END = re.compile(
    rf"[,;:]?\s*\(?(?:\b(?:but\s+)?(?:{_AT_MOST}|{_NO_MORE}){_NUMBER}"
    r"|(?<=[\s(])[+\-\u2212\u2013]?(?P<before>\d{1,4})\s+(?:at\s+most|max(?:imum)?\b\.?))"
    rf"{_IN_ALL}\)?\.?(?P<rest>[,;:]?\s+{AMOUNT})?$",
    re.IGNORECASE,
)
"""The limit of what a modifier adds in all: `(at most -3)`, `, to a maximum of 3`; perhaps with the amount after it."""


class Printed(NamedTuple):
    """A modifier as printed."""

    label: str
    """The modifier without its amount and limit."""
    add: str
    """Its amount as printed; empty for none."""
    most: int
    """Largest amount in all, without its sign; 0 for no limit."""


def read_printed(text: str) -> Printed:
    """Return label, amount and limit of a modifier."""
    plain, most = without_limit(text)
    if leading := _LEADING.fullmatch(plain):
        return Printed(f"{leading[2][:1].upper()}{leading[2][1:]}", leading[1], most)
    within = _WITHIN.fullmatch(plain)
    if within and not _COUNTS.search(within[1]):
        return Printed(_counted(within[1], within[3]), within[2], most)
    if printed := PRINTED.fullmatch(plain):
        return Printed(printed[1].rstrip(" ,;:"), printed[2], most)
    return Printed(plain, "", most)


def _counted(head: str, rest: str) -> str:
    """Return the label of `HEAD -1 for each REST`."""
    if not rest:
        return f"{head}, for each"
    return f"For each {rest} {head}" if rest.isdecimal() else f"{head}, for each {rest}"


def without_limit(text: str) -> tuple[str, int]:
    """Return a modifier for each of something without the limit in it, and the limit; 0 for none."""
    found = _LIMIT_AT_END.search(text) if _COUNTS.search(text) else None
    if found is None or not _COUNTS.search(text[: found.start()]):
        return text, 0
    return f"{text[: found.start()]}{found['rest'] or ''}", int(found["after"] or found["before"])
