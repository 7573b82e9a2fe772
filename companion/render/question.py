"""Relevance of the points of a rule to a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from companion.model import Point

_WORD = re.compile(r"[a-z]{3,}")
_COMMON = {"the", "and", "for", "with", "from", "into", "its", "this", "that", "any", "has", "unit", "units"}
STEM = 5
"""Number of letters by which words are compared: charge and charges are equal."""


def ranked(label: str, points: Sequence[Point]) -> list[list[Point]]:
    """Return points with their subpoints, those first of which one shares most words with the question.

    Errata win ties.
    """
    wanted = set(_stems(label))
    blocks: list[list[Point]] = []
    for point in points:
        if point.depth and blocks:
            blocks[-1].append(point)
        else:
            blocks.append([point])

    def rank(block: list[Point]) -> tuple[int, bool]:
        shared = max(len(wanted & set(_stems(point.text))) for point in block)
        return -shared, not any(point.authority == "erratum" for point in block)

    return sorted(blocks, key=rank)


def speaks_of(label: str, text: str) -> bool:
    """Return whether a text has a word in common with a label."""
    return bool(set(_stems(label)) & set(_stems(text)))


def _stems(text: str) -> Iterator[str]:
    return (word[:STEM] for word in _WORD.findall(text.lower()) if word not in _COMMON)
