"""Chooses sections of an imported document by their printed numbers, as in `3.1,3.5,4` and `3.1-3.9`."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.errors import NotFound, Refused, shortened
from companion.importing.numbers import Parts, parts_of
from companion.load.suggestions import nearest
from companion.model.imported import ImportedDocument, ImportedSection


class Places(NamedTuple):
    """Sections chosen from a document."""

    chosen: list[ImportedSection]
    """Sections to write, in the order of the document."""
    unnumbered: list[ImportedSection]
    """Sections left out because they have no number."""


def chosen_places(document: ImportedDocument, sections: str, takes_all: bool) -> Places:
    """Return the sections named by `sections`; if empty, all of them. Raises Refused and NotFound.

    Without `takes_all`, sections without a number are not chosen.
    """
    wanted = range(len(document.sections)) if not sections else sorted(_named(document, sections))
    named = [document.sections[place] for place in wanted]
    unnumbered = [] if takes_all else [section for section in named if not section.number]
    return Places([section for section in named if takes_all or section.number], unnumbered)


def _named(document: ImportedDocument, sections: str) -> set[int]:
    """Return the places of the sections named by a list of numbers and ranges."""
    places: set[int] = set()
    for part in filter(None, re.split(r"[,;\s]+", re.sub(r"\s*[-–]\s*", "-", sections))):
        first, dash, last = part.partition("-")
        if not first or (dash and not last):
            raise Refused(f"invalid range {shortened(part)!r}; write it as in 3.1-3.9")
        start = _place(document, first)
        end = _place(document, last) if dash else start
        if end < start:
            raise Refused(f"{last} comes before {first} in {document.name}; write {last}-{first}")
        places.update(range(start, _end(document, end)))
    if not places:
        raise Refused("--sections requires numbers, as in 3.1,3.5,4 or 3.1-3.9")
    return places


def _place(document: ImportedDocument, number: str) -> int:
    """Return the place of the first section with a printed number. Raises NotFound."""
    wanted = number.lower()
    known = [section.number.lower() for section in document.sections]
    if wanted not in known:
        near = nearest(wanted, dict.fromkeys(filter(None, known)))
        raise NotFound(f"{document.name} has no section {shortened(number)}{f'; {near}' if near else ''}")
    return known.index(wanted)


def _end(document: ImportedDocument, place: int) -> int:
    """Return the place after a section and its sub-sections."""
    item = document.sections[place]
    for after, other in enumerate(document.sections[place + 1 :], place + 1):
        if not is_below(other, item):
            return after
    return len(document.sections)


def is_below(section: ImportedSection, item: ImportedSection) -> bool:
    """Return whether `section` is a sub-section of `item`, by number or, without one, by heading level."""
    if not (section.number and item.number):
        return section.level > item.level
    above, parts = _stem(item.number), parts_of(section.number)
    return len(parts) >= len(above) + 1 and parts[: len(above)] == above


def _stem(number: str) -> Parts:
    """Return the common start of the numbers of sub-sections: those of 3.0 are 3.1, 3.2 and so on."""
    parts = parts_of(number)
    return parts[:-1] if len(parts) > 1 and parts[-1] == ("d", 0) else parts
