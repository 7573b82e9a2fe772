"""Finds the pages and lines of a table of contents, which are left out of the sections."""

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
"""Fewest lines that end in a number on a contents page."""
_SHARE = 0.5
"""Least share of the entries of a contents page that are headings of the document."""
_COMPARED = 20
"""Number of letters by which an entry is found again."""
_TITLES = frozenset({"contents", "tableofcontents"})


def pages_of_contents(lines: Sequence[Line]) -> frozenset[int]:
    """Return the pages on which many lines end in a page number."""
    entries: Counter[int] = Counter()
    total: Counter[int] = Counter()
    for line in lines:
        total[line.page] += 1
        entries[line.page] += _ends_in_page(line.text)
    return frozenset(
        page for page, count in entries.items() if page and count >= max(_ENTRIES, 0.4 * total[page])
    )


def contents_lines(lines: Sequence[Line], headings: Sequence[Heading]) -> frozenset[int]:
    """Return the places of the lines of a table of contents.

    Most entries of a page must be headings of the document; an entry with dots before its number counts by itself if it
    is a heading. So a price list with dots is not mistaken for a table of contents. An entry without the number of its
    heading must come before the heading, so that the index at the end is kept.
    """
    numbers = {letters_of(heading.number + heading.title) for heading in headings if heading.number}
    names = {letters_of(heading.title): heading.place for heading in headings}
    names.pop("", None)

    def is_heading(text: str, place: int) -> bool:
        return text not in _TITLES and (text in numbers or names.get(text, -1) >= place)

    entries = {place: entry for place, line in enumerate(lines) if (entry := _entries(line))}
    dropped = {
        place
        for place, entry in entries.items()
        if LEADERS.search(lines[place].text) and all(is_heading(text, place) for text in entry)
    }
    for page in pages_of_contents(lines):
        places = [place for place, line in enumerate(lines) if line.page == page]
        known = [is_heading(text, place) for place in places for text in entries.get(place, ())]
        if sum(known) >= _SHARE * max(len(known), 1):
            dropped.update(place for place in places if place in entries)
            dropped.update(place for place in places if letters_of(lines[place].text) in _TITLES)
    return frozenset(dropped.union(list_of_contents(lines)))


def list_of_contents(lines: Sequence[Line]) -> range:
    """Return the places of a table of contents without page numbers; empty if there is none.

    It begins with its title, and ends where its first entry is printed again. At least half of its lines must be
    printed again, and no line may be marked as a heading.
    """
    begins = next((place for place, line in enumerate(lines) if letters_of(line.text) in _TITLES), len(lines))
    entries = [_entry(line) for line in lines[begins + 1 :]]
    if not entries or not entries[0] or entries[0] not in entries[1:]:
        return range(0)
    end = entries.index(entries[0], 1)
    later = set(entries[end:])
    again = sum(entry in later for entry in entries[:end])
    is_marked = any(line.level for line in lines[begins : begins + 1 + end])
    is_list = not is_marked and again >= max(_ENTRIES, _SHARE * end)
    return range(begins, begins + 1 + end) if is_list else range(0)


def _entry(line: Line) -> str:
    """Return the first letters of a line, without a word before its number, to find an entry again."""
    number = numbered(line.text)
    return letters_of(f"{number.number}{number.title}" if number else line.text)[:_COMPARED]


def _ends_in_page(text: str) -> bool:
    return bool(LEADERS.search(text) or (ENDS_IN_PAGE.search(text) and numbered(text)))


def _entries(line: Line) -> list[str]:
    """Return the letters of each entry of a line, which may have two side by side; empty if it has other text."""
    texts = [text for text in line.cells or (line.text,) if letters_of(text) not in _TITLES]
    if not all(map(_ends_in_page, texts)):
        texts = [line.text] if _ends_in_page(line.text) else []
    return [letters_of(ENDS_IN_PAGE.sub("", LEADERS.sub("", text))) for text in texts]
