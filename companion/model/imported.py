"""A document that the player imported: its sections with pages, and the doubtful places."""

from __future__ import annotations

import msgspec

from companion.model.record import Record

IMPORT = "import/"
"""Prefix of the id of a section, as in import/rulebook/12. Unlike other ids it contains no game and no colon."""


class Paragraph(msgspec.Struct, frozen=True, array_like=True):
    """A paragraph or a table row of an imported section."""

    text: str
    page: int = 0
    """Page on which it begins, from 1; 0 in a document without pages."""
    row: bool = False
    """Whether it is a row of a table, with ` | ` between the cells."""
    begins: bool = False
    """Whether it is the head of another table than the row before it."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a table row."""
        return tuple(self.text.split(" | "))


class ImportedSection(Record, frozen=True):
    """A section of an imported document: the text from one heading to the next."""

    number: str
    """Printed number, as in 3.5a; empty if it has none."""
    title: str
    level: int
    """Depth of the heading, from 1."""
    page: int
    last_page: int
    paragraphs: tuple[Paragraph, ...] = ()

    @property
    def pages(self) -> str:
        """The pages in words, as in `page 3` and `pages 3-4`; empty in a document without pages."""
        if not self.page:
            return ""
        return f"pages {self.page}-{self.last_page}" if self.last_page > self.page else f"page {self.page}"


class Doubt(Record, frozen=True):
    """A place in an imported document that was hard to read."""

    page: int
    """Page, from 1; 0 in a document without pages."""
    says: str


class ImportedDocument(Record, frozen=True):
    """A document that the player imported."""

    name: str
    """Name in the ids of its sections."""
    game: str
    """Slug of the game that it belongs to."""
    file: str
    """Absolute path of the file that was read."""
    kind: str
    """PDF, Word, web page, Markdown or text."""
    pages: int
    """Number of pages; 0 in a document without pages."""
    sections: tuple[ImportedSection, ...]
    doubts: tuple[Doubt, ...] = ()

    def section_id(self, place: int) -> str:
        """Return the id of the section at an index, counted from 0."""
        return self.section_ids()[place]

    def section_ids(self) -> list[str]:
        """Return the ids of all sections; `place_of` finds each of them.

        The id of a section with a whole number ends with that number, any other with its position, from 1. If that is
        the printed number of another section, the id ends with its own printed number, or else with `_` and the
        position.
        """
        printed = self._printed()
        ids = []
        for place, section in enumerate(self.sections):
            number, count = section.number.lower(), str(place + 1)
            if number.isdecimal() and printed[number] == place:
                count = number
            elif printed.get(count, place) != place:
                count = number if printed.get(number) == place else f"_{count}"
            ids.append(f"{IMPORT}{self.name}/{count}")
        return ids

    def place_of(self, number: str) -> int | None:
        """Return the index of the section with a printed number, else with this position; None if there is none."""
        wanted = number.lower()
        if (place := self._printed().get(wanted)) is not None:
            return place
        count = wanted.removeprefix("_")
        is_count = count.isdecimal() and 1 <= int(count[:9]) <= len(self.sections)
        return int(count[:9]) - 1 if is_count else None

    def _printed(self) -> dict[str, int]:
        """Return the index of the first section with each printed number."""
        places: dict[str, int] = {}
        for place, section in enumerate(self.sections):
            if section.number:
                places.setdefault(section.number.lower(), place)
        return places
