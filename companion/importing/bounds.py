"""The bounds within which a document is read; whatever exceeds one is refused with a message that names it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import Refused

MOST_BYTES = 200_000_000
"""Size of a file."""
MOST_PAGES = 3_000
MOST_OBJECTS = 1_000_000
"""Texts, lines and pictures on the pages of a PDF."""
MOST_CHARACTERS = 20_000_000
"""Characters of a whole document."""
MOST_ON_A_PAGE = 200_000
"""Characters of a page; the rest of the page is left out, with a doubtful place."""
MOST_PARTS = 20_000
"""Files inside a Word document, such as its pictures."""
MOST_UNPACKED = 300_000_000
"""Bytes that the parts of a Word document may unpack to."""
MOST_OUTLINED = 20_000
"""Entries of the outline of a PDF that are read."""
MOST_SECTIONS = 50_000
MOST_ANSWERED = 200_000_000
"""Bytes that the reading process may send back."""
MOST_CPU = 300
"""Seconds of CPU time that the reading process may use: a bound against hanging."""
MOST_MEMORY = 2_000_000_000
"""Bytes of memory that the reading process may use."""


def too_much(what: str, found: int, most: int) -> Refused:
    """Return the refusal of a document that exceeds a bound."""
    return Refused(f"the document has {found:,} {what}; at most {most:,} are read")


@dataclass(slots=True)
class Counter:
    """Counts something up to its bound."""

    what: str
    most: int
    found: int = 0

    def add(self, more: int) -> None:
        """Count `more`. Raises Refused beyond the bound."""
        self.found += more
        if self.found > self.most:
            raise too_much(self.what, self.found, self.most)


def characters() -> Counter:
    """Return a counter of the characters of a document."""
    return Counter("characters", MOST_CHARACTERS)
