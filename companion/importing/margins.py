"""Removes running heads, running feet and page numbers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.importing.headings import LARGER, body_size
from companion.importing.source import Line, Source

_EDGE = 0.13
"""Height of the margins at the top and the bottom of a page, as a share of its height."""
_LINES = 3
"""Number of lines at the top and at the bottom of a page that are compared."""
_REPEATED = 3
"""Number of pages on which a line must be repeated."""
_SAME_LINE = 2.0
"""Largest distance of two baselines in one line, in points: the title of a chapter beside that of the book."""
_PAGE_NUMBER = re.compile(
    r"^[-–—\[( ]*(?:page\s+)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of)\s*\d{1,4})?[-–—\]) ]*$", re.I
)
_PAGE_WITHIN = re.compile(r"(?<=\w)\W+page \d{1,4}(?=$|\W+\w)", re.IGNORECASE)
"""A page number after words of a running head: `Rules for brigades - page 2`, perhaps with further words."""
_OF_ALL = re.compile(r"(\d{1,4})(?:/| of )\d{1,4}")
"""A page number with the total number of pages, as in 3/40."""
_TWO_NUMBERS = re.compile(
    r"(?:page )?(\d{1,4}) ?(?:/|of) ?(\d{1,4}) +(?:page )?(\d{1,4}) ?(?:/|of) ?(\d{1,4})", re.I
)
"""The numbers of two printed pages on one page of the file."""


def without_margins(source: Source) -> list[Line]:
    """Return the lines of a document without running heads, running feet and page numbers.

    A heading whose words are those of running heads is larger than they are, and stays.
    """
    if not source.pages:
        return source.lines
    by_page: dict[int, list[Line]] = defaultdict(list)
    for line in source.lines:
        by_page[line.page].append(line)
    edges = {page: _edges(lines, source.heights.get(page, 0.0)) for page, lines in by_page.items()}
    counts = Counter(
        key for page_edges in edges.values() for key in {key for line in page_edges for key in _keys(line)}
    )
    smallest: dict[str, float] = {}
    for line in (line for page_edges in edges.values() for line in page_edges):
        smallest |= {key: min(line.size, smallest.get(key, line.size)) for key in _keys(line)}
    needed = min(_REPEATED, max(2, source.pages - 1))
    usual = body_size(source.lines)
    numbering = _numbering(edges, LARGER * usual)
    dropped: set[int] = set()
    rows = {id(line) for lines in by_page.values() for line in _rows(lines)}
    for page, page_edges in edges.items():
        heads = [
            line
            for line in page_edges
            if any(counts[key] >= needed and line.size <= LARGER * smallest[key] for key in _keys(line))
        ]
        for line in page_edges:
            repeated = line in heads or (
                page in source.heights and any(abs(line.base - head.base) < _SAME_LINE for head in heads)
            )
            may_number = line.size <= LARGER * usual and id(line) not in rows
            has_number = may_number and numbering is not None and numbering.has(page, _ends(line))
            if repeated or has_number or _is_number(line.text):
                dropped.add(id(line))
    return [line for line in source.lines if id(line) not in dropped]


def _edges(lines: Sequence[Line], height: float) -> list[Line]:
    """Return the lines at the top and the bottom of a page."""
    if not height:
        return [*lines[:1], *lines[-1:]]
    placed = sorted(lines, key=lambda line: -line.base)
    head = [line for line in placed[:_LINES] if line.base > (1 - _EDGE) * height]
    foot = [line for line in placed[-_LINES:] if line.base < _EDGE * height]
    return head + [line for line in foot if line not in head]


def _rows(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines of a page that are rows of a table, whose numbers are not those of pages.

    More lines than a margin has follow each other with as many cells, or lines of cells were joined.
    """
    run: list[Line] = []
    for line in lines:
        if not (run and len(line.cells) == len(run[0].cells) > 1 and not line.after_gap):
            run = []
        run.append(line)
        if len(run) == _LINES + 1:
            yield from run
        elif len(run) > _LINES or (line.whole and line.cells):
            yield line


def _is_number(text: str) -> bool:
    """Return whether a line is only a page number, or the numbers of two pages side by side."""
    if _PAGE_NUMBER.match(text):
        return True
    two = _TWO_NUMBERS.fullmatch(text.strip())
    return two is not None and two[2] == two[4] and int(two[3]) == int(two[1]) + 1


def _ends(line: Line) -> set[int]:
    """Return the numbers at both ends of a line, without the total number of pages; empty for a line of text.

    Each of two separate texts in the line has its own ends, since they may be the feet of two printed pages.
    """
    if len(line.text.split()) > 12:
        return set()
    texts = [
        _OF_ALL.sub(r"\1", text).split() for text in (line.cells if len(line.cells) == 2 else (line.text,))
    ]
    ends = {word for words in texts for word in (words[:1] + words[-1:])}
    return {int(word) for word in ends if word.isdecimal() and len(word) < 5}


class _Numbering(NamedTuple):
    """How printed page numbers follow from the pages of the file."""

    printed: int
    """Printed pages on a page of the file: 1, or 2 side by side."""
    offset: int
    """`printed` times the page of the file, minus the printed number."""

    def has(self, page: int, numbers: set[int]) -> bool:
        """Return whether one of the numbers is printed on a page of the file."""
        return any(abs(self.printed * page - self.offset - number) < self.printed for number in numbers)


def _numbering(edges: Mapping[int, Sequence[Line]], largest: float) -> _Numbering | None:
    """Return how the pages are numbered; None if they are not. `largest` is the largest font size of page numbers."""
    offsets = Counter(
        _Numbering(printed, offset)
        for printed in (1, 2)
        for page, page_edges in edges.items()
        for offset in {
            printed * page - number for line in page_edges if line.size <= largest for number in _ends(line)
        }
    )
    best, count = offsets.most_common(1)[0] if offsets else (_Numbering(1, 0), 0)
    return best if count >= max(_REPEATED, 0.3 * len(edges)) else None


def _keys(line: Line) -> set[str]:
    """Return what is compared: the line, and each of two separate texts in it that has several words.

    The number of the page after words is left out.
    """
    texts = line.cells if len(line.cells) == 2 else ()
    whole = (line.text, *(text for text in texts if " " in text))
    return {_PAGE_WITHIN.sub("", text).lower() for text in whole}
