"""Converts the cells of a sheet to texts of a chart, and records every change with its reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import NamedTuple

from companion.load.sheet_files import SheetCell
from companion.model.chart import BLANK, band, band_text

_ENGLISH = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTHS = {
    **{name: number for number, name in enumerate(_ENGLISH, 1)},
    "sept": 9,
    "mrz": 3,
    "mär": 3,
    "mai": 5,
    "okt": 10,
    "dez": 12,
    "janv": 1,
    "févr": 2,
    "avr": 4,
    "juin": 6,
    "juil": 7,
    "août": 8,
    "déc": 12,
}
"""Abbreviated names of months that spreadsheets show in dates."""
_DASHES = "−–—‐‑‒―﹣－"
_DAY_MONTH = re.compile(r"(\d{1,2})(?:-|\. ?)([^\W\d_]{3,4})\.?")
_MONTH_DAY = re.compile(r"([^\W\d_]{3,4})\.?-(\d{1,2})")
_ISO = re.compile(r"\d{4}-(\d{2})-(\d{2})")
_SLASHED = re.compile(r"(\d{1,2})(?:/(\d{1,2})/(?:\d{4}|\d{2})|\.(\d{1,2})\.\d{4})")
_NUMBER = r"([+-]?\d+)"
_RANGE = re.compile(rf"{_NUMBER}(?:-|to|thru|through|until|\.\.\.?|…){_NUMBER}")
_BANDS = (
    (re.compile(rf"{_NUMBER}(?:\+|ormore|andmore|orover|andover|orabove|andabove|andup|orhigher)"), "{0}+"),
    (re.compile(rf"(?:>=|≥|atleast){_NUMBER}"), "{0}+"),
    (re.compile(r"\+?(\d+)orbetter"), "{0}+"),
    (re.compile(r"(-\d+)orworse"), "{0} or less"),
    (re.compile(rf"(?:<=|≤|upto|atmost){_NUMBER}"), "{0} or less"),
    (re.compile(rf"{_NUMBER}(?:orless|andless|orfewer|orunder|andunder|orbelow|andbelow|orlower|-)"), "{0} or less"),
)  # fmt: skip
"""Bands with an open end as people write them, without spaces, and in the notation of charts."""
_LIST = re.compile(r"\d+(?:(?:,|or|and|&|,or|,and)\d+)+")
"""Consecutive numbers as people write them, without spaces."""
_SLASH = re.compile(r"(\d{1,3})\s?/\s?(\d{1,3})")
_AS_CHARTS = "written as a band"
IN_NOTE = "the distance is in a note"
"""Why a cell is only the number for a distance."""
_UNIT = r"(?:[\"\u201d\u2033]|\s?(?:inch(?:es)?|ins?|cm|hex(?:es)?|yards|paces)\b)"
_WITH_DISTANCE = re.compile(
    rf"(?P<distance>(?:up\s)?to \d{{1,3}}{_UNIT}):? (?P<number>\d{{1,2}}\+?)"
    rf"|(?P<first>\d{{1,2}}\+?),? \(?(?P<after>(?:up\s)?to \d{{1,3}}{_UNIT})\)?",
    re.IGNORECASE,
)
"""A number needed with the distance up to which it is: `to 6": 4+`."""


class Change(NamedTuple):
    """The text of a chart in place of the text of its file."""

    text: str
    why: str
    """The reason, in words that follow the old and the new text; empty if the text is the same."""


def typed_instead(cell: SheetCell) -> tuple[str, ...]:
    """Return what may have been typed where a cell is a date; empty for another cell."""
    text = cell.text.strip()
    if cell.typed:
        return cell.typed
    if match := _ISO.fullmatch(text):
        month, day = int(match[1]), int(match[2])
        return f"{month}-{day}", f"{day}-{month}"
    if match := _SLASHED.fullmatch(text):
        first, second = int(match[1]), int(match[2] or match[3])
        is_date = 1 <= min(first, second) <= 12 and max(first, second) <= 31
        return (f"{first}-{second}", f"{second}-{first}") if is_date else ()
    if (match := _DAY_MONTH.fullmatch(text)) and (number := MONTHS.get(match[2].lower())):
        return f"{number}-{int(match[1])}", f"{int(match[1])}-{number}"
    if (match := _MONTH_DAY.fullmatch(text)) and (number := MONTHS.get(match[1].lower())):
        return f"{number}-{int(match[2])}", f"{int(match[2])}-{number}"
    return ()


def ascends(text: str) -> bool:
    """Return whether a band such as 2-3 begins with its lower number."""
    bounds = band(text)
    return bounds is not None and bounds[1] is not None and bounds[0] <= bounds[1]


def is_decimal(cell: SheetCell) -> bool:
    """Return whether a cell has a decimal number, such as 0.5 or 2.0, and is not known to be a whole one."""
    text = cell.text.strip()
    whole = cell.number and re.fullmatch(r"-?\d+\.0", text)
    return bool(re.fullmatch(r"-?\d+[.]\d+", text)) and not whole


def plain_text(cell: SheetCell, fractions: bool = False) -> Change:
    """Return the text of a cell in one line with plain characters; with `fractions`, decimal numbers as fractions."""
    text = " ".join(cell.text.replace("\u00a0", " ").split())
    why = "on one line, with single spaces" if text != cell.text else ""
    plain = "".join("-" if sign in _DASHES else sign for sign in text)
    if plain != text:
        text, why = plain, "a plain hyphen"
    if "|" in text:
        text, why = text.replace("|", "/"), "| separates the cells of a chart"
    if only := re.fullmatch(r"(\d+) only", text, re.IGNORECASE):
        return Change(only[1], "a number that dice can show")
    if found := _WITH_DISTANCE.fullmatch(text):
        return Change(found["number"] or found["first"], IN_NOTE)
    if cell.number and re.fullmatch(r"-?\d+\.0", text):
        return Change(text[:-2], "a whole number")
    if fractions and is_decimal(cell):
        share = Fraction(text)
        if share.denominator <= 12:
            return Change(str(share), "a number that formulas can read")
    if not text:
        return Change(BLANK, "empty")
    return Change(text, why)


def distance_in(text: str) -> str:
    """Return the distance in a cell that has it with a number: `to 6"`; empty for another text."""
    found = _WITH_DISTANCE.fullmatch(" ".join(text.replace("\u00a0", " ").split()))
    return (found["distance"] or found["after"]) if found else ""


def key_text(change: Change) -> Change:
    """Return the heading of a row or column with its band in the notation of charts: 2-3, -5 to -3, 4+, 5 or less."""
    text = change.text
    packed = re.sub(r"\s+", "", text).lower()
    key = _range_text(packed) if band(text) is None or "to" in text or text.startswith("-") else ""
    if not key and band(text) is None:
        key = _open_text(packed) or _list_text(packed)
    return Change(key, _AS_CHARTS) if key and key != text else change


def _range_text(packed: str) -> str:
    """Return a band with two ends as charts have it; empty for another text."""
    match = _RANGE.fullmatch(packed)
    if not match:
        return ""
    low, high = int(match[1]), int(match[2])
    if high < min(low, 0):
        low, high = high, low
    return band_text(low, high) if low < 0 else f"{match[1]}-{match[2]}".replace("+", "")


def _open_text(packed: str) -> str:
    """Return a band with an open end as charts have it; empty for another text."""
    for pattern, written in _BANDS:
        if match := pattern.fullmatch(packed):
            return written.format(match[1])
    if (match := re.fullmatch(r"(?:<|lessthan|fewerthan|below|under)(-?\d+)", packed)) is not None:
        return f"{int(match[1]) - 1} or less"
    if (match := re.fullmatch(r"(?:>|morethan|over|above)(-?\d+)", packed)) is not None:
        return f"{int(match[1]) + 1}+"
    return ""


def _list_text(packed: str) -> str:
    """Return consecutive numbers, such as `5 or 6` and `4, 5, 6`, as a band; empty for another text."""
    if not _LIST.fullmatch(packed):
        return ""
    each = [int(number) for number in re.findall(r"\d+", packed)]
    return f"{each[0]}-{each[-1]}" if each == list(range(each[0], each[0] + len(each))) else ""


def slashed_bands(keys: Sequence[str]) -> list[str]:
    """Return the headings of all rows or columns with `5/6` as 5-6 if the other headings show that it is no fraction.

    They do if at least one of them is another number or band, and all together hold each number from the lowest to the
    highest once.
    """
    made = [
        f"{match[1]}-{match[2]}"
        if (match := _SLASH.fullmatch(key)) and int(match[2]) == int(match[1]) + 1
        else key
        for key in keys
    ]
    bounds = [band(key) for key in made]
    ranges = sorted((low, inf if high is None else high) for low, high in filter(None, bounds))
    is_whole = len(ranges) == len(keys) and all(low == high + 1 for (_, high), (low, _) in pairwise(ranges))
    return made if is_whole and made != list(keys) and set(made) & set(keys) else list(keys)
