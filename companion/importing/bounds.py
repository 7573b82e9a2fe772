"""The limits for reading a document; a document that exceeds one is refused with a message that names the limit."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import Refused

MOST_BYTES = 200_000_000
"""Size of a file in bytes."""
MOST_PAGES = 3_000
MOST_OBJECTS = 1_000_000
"""Texts, lines and images on the pages of a PDF."""
MOST_CHARACTERS = 20_000_000
"""Characters of a whole document."""
MOST_ON_A_PAGE = 200_000
"""Characters of a page that are read; if there are more, this is noted as a doubtful place."""
MOST_PARTS = 20_000
"""Files inside a Word document, such as its images."""
MOST_UNPACKED = 300_000_000
"""Bytes of all files inside a Word document when unpacked."""
MOST_OUTLINED = 20_000
"""Entries of the outline of a PDF that are read."""
MOST_SECTIONS = 50_000
MOST_ANSWERED = 200_000_000
"""Bytes that the reading process may send back."""
MOST_CPU = 300
"""Seconds of CPU time that the reading process may use, in case it hangs."""
MOST_MEMORY = 2_000_000_000
"""Bytes of memory that the reading process may use."""


def too_many(what: str, count: int, most: int) -> Refused:
    """Return the error for a document with more than `most` of a thing, such as pages."""
    return Refused(f"the document has {count:,} {what}; at most {most:,} are read")


@dataclass(slots=True)
class Counter:
    """Counts things of one kind, such as characters, up to a limit."""

    what: str
    most: int
    count: int = 0

    def add(self, more: int) -> None:
        """Count `more` things. Raises Refused beyond the limit."""
        self.count += more
        if self.count > self.most:
            raise too_many(self.what, self.count, self.most)


def characters() -> Counter:
    """Return a counter of the characters of a document."""
    return Counter("characters", MOST_CHARACTERS)
