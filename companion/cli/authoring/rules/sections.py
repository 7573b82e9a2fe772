"""Chooses sections of an imported document by number, as in `3.1,3.5,4` and `3.1-3.9`, or by title."""

from __future__ import annotations

import re
from collections.abc import Container
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


def chosen_places(
    document: ImportedDocument, sections: str, takes_all: bool, heads: Container[int] = ()
) -> Places:
    """Return the sections named by `sections`; if empty, all of them. Raises Refused and NotFound.

    Without `takes_all`, sections without a number are not chosen, except those named by their title, and those at
    the places `heads`, which enclose numbered sections.
    """
    titled = _titled(document, sections)
    wanted = range(len(document.sections)) if not sections else sorted(_named(document, sections))
    found = [(document.sections[place], takes_all or place in titled or place in heads) for place in wanted]
    chosen = [section for section, is_taken in found if is_taken or section.number]
    return Places(chosen, [section for section, is_taken in found if not (is_taken or section.number)])


def _parts(document: ImportedDocument, sections: str) -> list[str]:
    """Return the titles, numbers and ranges of a list; a title may contain commas and blanks."""
    if _place_of_title(document, sections) is not None:
        return [sections]
    parts: list[str] = []
    for part in re.split(r"[,;]", sections):
        listed = re.sub(r"\s*[-–]\s*", "-", part).split()
        if _place_of_title(document, part) is not None or (listed and not _is_number(document, listed[0])):
            parts.append(part.strip())
        else:
            parts += listed
    return parts


def _is_number(document: ImportedDocument, text: str) -> bool:
    """Return whether a text is a printed number or a range of them, or looks like one."""
    first = text.partition("-")[0].lower()
    return bool(re.search(r"\d", text)) or any(
        first == section.number.lower() for section in document.sections
    )


def _place_of_title(document: ImportedDocument, text: str) -> int | None:
    """Return the place of the first section with a title, in capitals or not; None without one."""
    wanted = " ".join(text.split()).casefold()
    titles = [section.title.casefold() for section in document.sections]
    return titles.index(wanted) if wanted in titles else None


def _titled(document: ImportedDocument, sections: str) -> set[int]:
    """Return the places of the sections that are named by their title."""
    places = (_place_of_title(document, part) for part in _parts(document, sections))
    return {place for place in places if place is not None}


def _named(document: ImportedDocument, sections: str) -> set[int]:
    """Return the places of the sections that a list of numbers, ranges and titles names."""
    places: set[int] = set()
    for part in _parts(document, sections):
        if (titled := _place_of_title(document, part)) is not None:
            places.update(range(titled, _end(document, titled)))
            continue
        first, dash, last = part.partition("-") if _is_number(document, part) else (part, "", "")
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
        titles = {section.title.lower(): None for section in document.sections}
        near = nearest(wanted, dict.fromkeys(filter(None, known)) if wanted[:1].isdigit() else titles)
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
