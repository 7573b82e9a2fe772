"""Chooses headings among the candidates: without those of a table of contents, and in the sequence of their numbers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from companion.importing.numbers import Parts, follows
from companion.importing.source import Line

ENDS_IN_PAGE = re.compile(r"\s\d{1,4}$")
"""A number at the end of a line, as in a table of contents."""


@dataclass(slots=True)
class Heading:
    """A line that may be a heading."""

    place: int
    """Index of the line."""
    title: str
    number: str = ""
    parts: Parts = ()
    level: int = 0
    """Level that the document gives it; 0 if it gives none."""
    size: float = 0.0
    is_sure: bool = False
    """Whether the document marks it as a heading, or both its number and its appearance are those of a heading."""
    is_guessed: bool = False
    """Whether it is recognized only by its appearance."""
    run_in: bool = False
    """Whether text follows in the same line."""
    lines: int = 1
    """Number of lines of the heading."""
    after_gap: bool = False
    """Whether there is a gap above it, in a document without an outline."""


def letters_of(text: str) -> str:
    """Return the letters and digits of a text in lower case, to compare headings."""
    return "".join(char for char in text.lower() if char.isalnum())


def without_repeated(candidates: list[Heading], lines: Sequence[Line]) -> list[Heading]:
    """Return the headings without those of a table of contents.

    Of headings with the same number and title, keep the one with text below it.
    """
    below = _text_below(candidates, lines)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, heading in enumerate(candidates):
        if heading.number:
            groups[heading.number, letters_of(ENDS_IN_PAGE.sub("", heading.title))[:20]].append(index)
    dropped: set[int] = set()
    for same in groups.values():
        if len(same) > 1:
            best = max(same, key=lambda index: (candidates[index].level > 0, below[index], index))
            dropped.update(index for index in same if index != best and below[index] < 200)
    return [heading for index, heading in enumerate(candidates) if index not in dropped]


def _text_below(candidates: Sequence[Heading], lines: Sequence[Line]) -> list[int]:
    """Return the number of characters between each heading and the next."""
    ends = [heading.place for heading in candidates[1:]] + [len(lines)] * bool(candidates)
    return [
        sum(len(line.text) for line in lines[heading.place + heading.lines : end])
        for heading, end in zip(candidates, ends, strict=True)
    ]


def in_sequence(candidates: Sequence[Heading]) -> list[Heading]:
    """Return the sure and the guessed headings, and those whose number continues the numbers before."""
    chosen: list[Heading] = []
    before: Parts = ()
    for heading, later in zip_longest(candidates, candidates[1:]):
        if heading.is_guessed or (heading.is_sure and not heading.number):
            chosen.append(heading)
        elif heading.is_sure or _continues(heading, before, later.parts if later else ()):
            chosen.append(heading)
            before = heading.parts
    return chosen


def _continues(heading: Heading, before: Parts, later: Parts) -> bool:
    """Return whether a number follows `before`, or skips only numbers that the next heading does not have either.

    A chapter does not follow if the next heading belongs to the one before: it is the item of a list.
    """
    parts = heading.parts
    if follows(parts, before):
        return len(parts) >= len(before) or not follows(later, before, 2) or follows(later, parts, 2)
    if heading.after_gap and len(parts) > 1 and _values(parts) > _values(before):
        return not later or _values(later) > _values(parts)
    return follows(parts, before, 2) and not follows(later, before)


def _values(parts: Parts) -> list[int]:
    return [value for _, value in parts]
