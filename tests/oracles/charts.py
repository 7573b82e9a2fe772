"""The second transcription of the printed charts (`tests/keyed`), for use by oracles."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

KEYED = Path(__file__).resolve().parent.parent / "keyed"


@cache
def chart(game: str, name: str) -> dict[str, dict[str, str]]:
    """Return the cells of a chart by row and column: `chart("lob", "morale-table")["9"]["B"]`. Keys are as printed."""
    with (KEYED / game / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


def within(band: str, number: int) -> bool:
    """Return whether a printed range contains a number: `5`, `2-6`, `7+`, `9 or less`, `10 or more`; `-` never does."""
    text = band.strip()
    if match := re.fullmatch(r"(-?\d+)(\+| or (?:more|less))", text):
        bound = int(match[1])
        return number <= bound if match[2] == " or less" else number >= bound
    if match := re.fullmatch(r"(-?\d+)-(-?\d+)", text):
        return int(match[1]) <= number <= int(match[2])
    return text == str(number)


def band(bands: Iterable[str], number: int) -> str:
    """Return the only range that contains a number. Raises ValueError."""
    (found,) = (each for each in bands if within(each, number))
    return found
