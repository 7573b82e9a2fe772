"""Finds the pages of a table of contents and their lines, which no section contains."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from companion.importing.numbers import numbered
from companion.importing.sequence import ENDS_IN_PAGE, Heading, letters_of
from companion.importing.source import Line

LEADERS = re.compile(r"(?:\.\s?){4,}\s*[\divxlc]*$")
"""Dots before a page number, as in a table of contents."""
_ENTRIES = 5
"""Lines that end in a number on a page of contents."""
_SHARE = 0.5
"""Share of the entries of a page that are headings of the document."""
_TITLES = frozenset({"contents", "tableofcontents"})


def pages_of_contents(lines: Sequence[Line]) -> frozenset[int]:
    """Return the pages on which many lines end in a page number."""
    ends: Counter[int] = Counter()
    every: Counter[int] = Counter()
    for line in lines:
        every[line.page] += 1
        ends[line.page] += _ends_in_page(line.text)
    return frozenset(
        page for page, count in ends.items() if page and count >= max(_ENTRIES, 0.4 * every[page])
    )


def contents_lines(lines: Sequence[Line], found: Sequence[Heading]) -> frozenset[int]:
    """Return the places of the lines of a table of contents.

    Most entries of a page must be headings of the document, or the entry itself if dots are before its number, so that
    a list of prices with dots is kept.
    """
    names = {letters_of(heading.number + heading.title) for heading in found}
    names |= {letters_of(heading.title) for heading in found}
    names -= _TITLES | {""}
    entries = {place: entry for place, line in enumerate(lines) if (entry := _entries(line))}
    dropped = {
        place for place, entry in entries.items() if LEADERS.search(lines[place].text) and names >= set(entry)
    }
    for page in pages_of_contents(lines):
        places = [place for place, line in enumerate(lines) if line.page == page]
        texts = [text for place in places for text in entries.get(place, ())]
        if sum(text in names for text in texts) >= _SHARE * max(len(texts), 1):
            dropped.update(place for place in places if place in entries)
            dropped.update(place for place in places if letters_of(lines[place].text) in _TITLES)
    return frozenset(dropped)


def _ends_in_page(text: str) -> bool:
    return bool(LEADERS.search(text) or (ENDS_IN_PAGE.search(text) and numbered(text)))


def _entries(line: Line) -> list[str]:
    """Return the letters of the entries of a line, two of which may be adjacent; empty if one is text."""
    texts = [text for text in line.cells or (line.text,) if letters_of(text) not in _TITLES]
    if not all(map(_ends_in_page, texts)):
        texts = [line.text] if _ends_in_page(line.text) else []
    return [letters_of(ENDS_IN_PAGE.sub("", LEADERS.sub("", text))) for text in texts]
