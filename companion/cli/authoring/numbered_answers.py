"""Corrections of a numbered list, typed in one line: `4 both; 5-6 each side`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from companion.cli.authoring.answer_checks import Check
from companion.errors import Refused, shortened

RIGHT = ("", "n", "no", "ok", "right", "all right")
"""Answers to the question whether something is wrong that change nothing."""
_NUMBERS = re.compile(
    r"\d{1,3}(?:\s*[-\u2013]\s*\d{1,3})?(?:(?:\s*,\s*|\s+)\d{1,3}(?:\s*[-\u2013]\s*\d{1,3})?)*"
)
_CORRECTION = re.compile(rf"({_NUMBERS.pattern})[.:=)]?\s+(\S.*)")
_COMMA = re.compile(r"\s*,\s*(?=\d)")
"""A comma between two corrections, or between two numbers of one."""


class Corrections(NamedTuple):
    """Reads corrections of a numbered list."""

    most: int
    """Number of items."""
    value: Check
    """Returns the corrected text of an item in its final form; raises Refused."""
    example: str
    """A correction, which a refusal shows."""
    for_all: Callable[[str], str] | None = None
    """Returns the final form of an answer without numbers, which applies to all items; None to refuse it."""

    def check(self, text: str) -> str:
        """Return the corrections in their final form, empty for none. Raises Refused."""
        return "; ".join(f"{number} {value}" for number, value in self.read(text).items())

    def read(self, text: str) -> dict[int, str]:
        """Return the corrected items by number. Raises Refused."""
        if text.strip().casefold() in RIGHT:
            return {}
        is_yes = text.strip().casefold() in ("y", "yes")
        if not text.strip()[:1].isdecimal() and self.for_all is not None and not is_yes:
            return dict.fromkeys(range(1, self.most + 1), self.for_all(text.strip()))
        found: dict[int, str] = {}
        for part in _parts(text):
            match = _CORRECTION.fullmatch(part)
            if match is None:
                raise Refused(f"{shortened(part)!r}: write a number and the correction, as in {self.example}")
            value = self.value(match[2].strip())
            found |= dict.fromkeys(self._places(match[1]), value)
        return dict(sorted(found.items()))

    def _places(self, text: str) -> list[int]:
        """Return the numbers that a text names: `1 3-5`. Raises Refused."""
        places: list[int] = []
        for first, last in re.findall(r"(\d+)(?:\s*[-\u2013]\s*(\d+))?", text):
            start, end = int(first), int(last or first)
            if not 1 <= start <= end <= self.most:
                raise Refused(f"{shortened(text)!r}: the numbers are 1 to {self.most}")
            places += range(start, end + 1)
        return places


def _parts(text: str) -> list[str]:
    """Return the corrections in a text, with `;` or `,` between them.

    A part of numbers only belongs to the next, as in `1, 2 both`, unless `;` ends it: `7 4; 3 5.1`.
    """
    return [part for each in text.strip().rstrip(";,. ").split(";") for part in _joined(each.strip())]


def _joined(text: str) -> list[str]:
    """Return the corrections in a text without `;`; if it is only numbers, each part is one: `1 4, 2 8`."""
    parts: list[str] = []
    numbers = ""
    for part in _COMMA.split(text):
        part = f"{numbers}, {part}" if numbers else part
        numbers = part if _NUMBERS.fullmatch(part) else ""
        parts += [] if numbers else [part]
    if numbers and not parts:
        return _COMMA.split(text)
    return [*parts, numbers] if numbers else parts
