"""Converts the cells of a sheet to texts of a chart, and records every change with its reason."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from companion.load.sheet_files import SheetCell
from companion.model.chart import BLANK, band

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
_NUMBER = r"(-?\d+)"
_BANDS = (
    (re.compile(rf"{_NUMBER}(?:-|to|thru|through|until|\.\.\.?|…)(\d+)"), "{0}-{1}"),
    (re.compile(rf"{_NUMBER}(?:\+|ormore|andmore|orover|andover|orabove|andabove|andup|orhigher)"), "{0}+"),
    (re.compile(rf"(?:>=|≥|atleast){_NUMBER}"), "{0}+"),
    (re.compile(rf"(?:<=|≤|upto|atmost){_NUMBER}"), "{0} or less"),
    (re.compile(rf"{_NUMBER}(?:orless|andless|orfewer|orunder|andunder|orbelow|andbelow|orlower|-)"), "{0} or less"),
)  # fmt: skip
"""Bands as people write them (without spaces), and in the notation of charts."""
_KEPT = re.compile(r"-?\d+(?:-\d+| or more| or less| or fewer|\+)?")


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
    why = ""
    plain = "".join("-" if sign in _DASHES else sign for sign in text)
    if plain != text:
        text, why = plain, "a plain hyphen"
    if "|" in text:
        text, why = text.replace("|", "/"), "| separates the cells of a chart"
    if cell.number and re.fullmatch(r"-?\d+\.0", text):
        return Change(text[:-2], "a whole number")
    if fractions and is_decimal(cell):
        share = Fraction(text)
        if share.denominator <= 12:
            return Change(str(share), "a number that formulas can read")
    if not text:
        return Change(BLANK, "empty")
    return Change(text, why if text != cell.text else "")


def key_text(change: Change) -> Change:
    """Return the heading of a row or column with its band in the notation of charts: 2-3, 4+, 5 or less."""
    text = change.text
    if _KEPT.fullmatch(text):
        return change
    packed = re.sub(r"\s+", "", text).lower()
    for pattern, written in _BANDS:
        if match := pattern.fullmatch(packed):
            key = written.format(*match.groups())
            return Change(key, "written as a band") if key != text else change
    if (match := re.fullmatch(r"<(-?\d+)", packed)) is not None:
        return Change(f"{int(match[1]) - 1} or less", "written as a band")
    if (match := re.fullmatch(r">(-?\d+)", packed)) is not None:
        return Change(f"{int(match[1]) + 1}+", "written as a band")
    numbers = re.fullmatch(r"(\d+)(?:,(\d+))+", packed)
    if numbers:
        each = [int(number) for number in packed.split(",")]
        if each == list(range(each[0], each[0] + len(each))):
            return Change(f"{each[0]}-{each[-1]}", "written as a band")
    return change
