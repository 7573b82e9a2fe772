"""Removes running heads, running feet and page numbers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from companion.importing.headings import LARGER, body_size
from companion.importing.source import Line, Source

_EDGE = 0.13
"""Share of the height of a page, at its head and foot, in which they are."""
_LINES = 3
"""Lines from the head and the foot of a page that are compared."""
_REPEATED = 3
"""Pages on which a line must be repeated."""
_PAGE_NUMBER = re.compile(
    r"^[-–—\[( ]*(?:page\s+)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of)\s*\d{1,4})?[-–—\]) ]*$", re.I
)


def without_margins(source: Source) -> list[Line]:
    """Return the lines of a document without running heads, running feet and page numbers."""
    if not source.pages:
        return source.lines
    by_page: dict[int, list[Line]] = defaultdict(list)
    for line in source.lines:
        by_page[line.page].append(line)
    edges = {page: _edges(lines, source.heights.get(page, 0.0)) for page, lines in by_page.items()}
    counts = Counter(key for found in edges.values() for key in {_key(line) for line in found})
    needed = min(_REPEATED, max(2, source.pages - 1))
    offset, usual = _offset(edges), body_size(source.lines)
    dropped: set[int] = set()
    for page, found in edges.items():
        for line in found:
            repeated = counts[_key(line)] >= needed
            small = line.size <= LARGER * usual
            has_number = small and offset is not None and str(page - offset) in _ends(line)
            if repeated or has_number or _PAGE_NUMBER.match(line.text):
                dropped.add(id(line))
    return [line for line in source.lines if id(line) not in dropped]


def _edges(lines: Sequence[Line], height: float) -> list[Line]:
    """Return the lines at the head and the foot of a page."""
    if not height:
        return [*lines[:1], *lines[-1:]]
    placed = sorted(lines, key=lambda line: -line.base)
    head = [line for line in placed[:_LINES] if line.base > (1 - _EDGE) * height]
    foot = [line for line in placed[-_LINES:] if line.base < _EDGE * height]
    return head + [line for line in foot if line not in head]


def _ends(line: Line) -> set[str]:
    """Return the numbers with which a line begins and ends; a line of text has none."""
    words = line.text.split()
    if len(words) > 12:
        return set()
    return {word for word in (words[0], words[-1]) if word.isdecimal()}


def _offset(edges: Mapping[int, Sequence[Line]]) -> int | None:
    """Return how much the pages of the file exceed their printed numbers; None if they have no numbers."""
    offsets = Counter(
        offset
        for page, found in edges.items()
        for offset in {page - int(word) for line in found for word in _ends(line) if len(word) < 5}
    )
    best, count = offsets.most_common(1)[0] if offsets else (0, 0)
    return best if count >= max(_REPEATED, 0.3 * len(edges)) else None


def _key(line: Line) -> str:
    return line.text.lower()
