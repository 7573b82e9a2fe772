"""Numbers, bands and dice that the author of a calculator types."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.cli.authoring.answer_checks import Check
from companion.errors import Refused, shortened
from companion.load.sheet_files import SheetCell
from companion.load.sheet_text import key_text, plain_text
from companion.model.chart import band

DICE = re.compile(r"(?:[1-9]\d?)?d[1-9]\d{0,2}|00-99")
LARGEST = 9999
"""Largest number that a question may allow or a modifier may add."""


class Limits(NamedTuple):
    """The limits of the sum of all modifiers."""

    band: str
    """As a chart prints it: `-4 to 4`, `4 or less`."""
    cite: str
    """The rule that states them."""


def a_band(text: str) -> str:
    """Return a band in chart notation. Raises Refused."""
    key = key_text(plain_text(SheetCell(text))).text
    if band(key) is None:
        raise Refused(f"{shortened(text)!r} is not a number or a band, such as 3, 3-5, 6+ or 2 or less")
    return key


def a_range(text: str, example: str) -> str:
    """Return a band with a lowest or a highest number, or both. Raises Refused, also for a single number."""
    key = a_band(text)
    low, high = limits(key)
    if low == high:
        raise Refused(
            f"{shortened(text)!r} is not a lowest and a highest number, as in {example}; "
            f"for one limit, type {low} or less, or {low}+"
        )
    return key


def limits(text: str) -> tuple[int, int | None]:
    """Return the ends of a band that `a_band` accepts; the last is None if it has none, the first below -LARGEST."""
    bounds = band(text)
    assert bounds is not None
    return bounds


def in_band(name: str, text: str) -> str:
    """Return the formula that tests whether a value is in a band."""
    low, high = limits(text)
    if high is None:
        return f"{name} >= {low}"
    if low < -LARGEST:
        return f"{name} <= {high}"
    return f"{name} == {low}" if low == high else f"{low} <= {name} <= {high}"


def a_number(least: int = -LARGEST) -> Check:
    """Return a check that accepts a whole number from `least` up."""

    def check(text: str) -> str:
        plain = plain_text(SheetCell(text)).text
        if not re.fullmatch(r"[+-]?\d{1,4}", plain) or int(plain) < least:
            raise Refused(f"{shortened(text)!r} is not a whole number from {least} to {LARGEST}")
        return str(int(plain))

    return check


def some_dice(text: str) -> str:
    """Return dice in calculator notation. Raises Refused."""
    plain = text.lower().replace(" ", "").replace("w", "d")
    plain = {"d100": "1d100", "%": "00-99", "d%": "00-99"}.get(
        plain, f"1{plain}" if plain.startswith("d") else plain
    )
    if not DICE.fullmatch(plain):
        raise Refused(
            f"{shortened(text)!r} is not valid dice notation; write it as in 2d6, 1d10 or 00-99 (percentile dice)"
        )
    return plain


def range_of(dice: str) -> tuple[int, int]:
    """Return the lowest and the highest total of dice."""
    if dice == "00-99":
        return 0, 99
    number, _, sides = dice.partition("d")
    return int(number), int(number) * int(sides)
