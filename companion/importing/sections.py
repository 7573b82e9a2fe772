"""Divides the lines of a document into sections, and lists the doubtful places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.importing import bounds
from companion.importing.contents import LEADERS, contents_lines
from companion.importing.headings import headings
from companion.importing.margins import without_margins
from companion.importing.numbers import follows, numbered
from companion.importing.paragraphs import paragraphs, vocabulary
from companion.importing.sequence import Heading
from companion.importing.source import Line, Source
from companion.model.imported import Doubt, ImportedSection, Paragraph

_LEVELS = 8
_NO_HEADING = "no headings were found; each page is one section"
_PIECE = 40
"""Paragraphs in a section of a document without headings and pages."""


class Sectioned(NamedTuple):
    """The sections of a document with its doubtful places."""

    sections: tuple[ImportedSection, ...]
    doubts: tuple[Doubt, ...]


def sectioned(source: Source) -> Sectioned:
    """Return the sections of a document. Raises Refused for too many."""
    lines = without_margins(source)
    words = vocabulary(lines)
    found = headings(source, lines)
    contents = contents_lines(lines, found)
    found = [heading for heading in found if heading.place not in contents]
    doubts = [Doubt(page, says) for page, says in source.doubts]
    if not found:
        doubts.append(Doubt(0, _NO_HEADING if source.pages else "no headings were found"))
        return Sectioned(tuple(_by_page(lines, words, bool(source.pages))), tuple(doubts))
    if len(found) > bounds.MOST_SECTIONS:
        raise bounds.too_much("sections", len(found), bounds.MOST_SECTIONS)
    levels = _levels(found)
    sections: list[ImportedSection] = []
    kept = [None if place in contents else line for place, line in enumerate(lines)]
    if head := [line for line in kept[: found[0].place] if line and not LEADERS.search(line.text)]:
        sections.append(_section("", "Before the first heading", 1, head, words))
    ends = [heading.place for heading in found[1:]] + [len(lines)]
    for heading, level, end in zip(found, levels, ends, strict=True):
        body = [line for line in kept[heading.place : end] if line]
        sections.append(_of_heading(heading, level, body, words))
    doubts += _doubts(found, lines)
    return Sectioned(tuple(sections), tuple(sorted(doubts, key=lambda doubt: doubt.page)))


def _of_heading(
    heading: Heading, level: int, lines: Sequence[Line], words: frozenset[str]
) -> ImportedSection:
    body = list(lines[heading.lines :])
    if heading.run_in:
        first = lines[0]
        number = numbered(first.text)
        text = number.title if number and number.title else first.text
        first = Line(text, first.page, first.left, first.right, first.base, first.size, whole=False)
        body = [first, *lines[1:]]
    section = _section(heading.number, heading.title, level, body, words)
    page, last = lines[0].page, lines[-1].page
    return ImportedSection(section.number, section.title, level, page, max(page, last), section.paragraphs)


def _section(
    number: str, title: str, level: int, lines: Sequence[Line], words: frozenset[str]
) -> ImportedSection:
    page, last = (lines[0].page, lines[-1].page) if lines else (0, 0)
    texts = tuple(Paragraph(each.text, each.page, each.row) for each in paragraphs(lines, words))
    return ImportedSection(number, " ".join(title.split()), level, page, last, texts)


def _by_page(lines: Sequence[Line], words: frozenset[str], has_pages: bool) -> list[ImportedSection]:
    """Return a section for each page of a document without headings, or for each so many paragraphs."""
    if has_pages:
        pages = dict.fromkeys(line.page for line in lines)
        return [
            _section("", f"Page {page}", 1, [line for line in lines if line.page == page], words)
            for page in pages
        ]
    texts = list(paragraphs(lines, words))
    return [
        ImportedSection("", f"Part {place // _PIECE + 1}", 1, 0, 0, tuple(texts[place : place + _PIECE]))
        for place in range(0, len(texts), _PIECE)
    ]


def _levels(found: Sequence[Heading]) -> list[int]:
    """Return the level of each heading: as the document says, else by its number, else by its size."""
    sizes = sorted({round(heading.size) for heading in found if not heading.number}, reverse=True)
    levels: list[int] = []
    for heading in found:
        if heading.level:
            level = heading.level
        elif heading.parts:
            level = len(heading.parts)
        else:
            level = 1 + min(sizes.index(round(heading.size)), 3)
        levels.append(min(level, _LEVELS))
    return levels


def _doubts(found: Sequence[Heading], lines: Sequence[Line]) -> list[Doubt]:
    """Return the jumps in the numbering, and the headings that are guesses."""
    doubts: list[Doubt] = []
    before: Heading | None = None
    for heading in found:
        page = lines[heading.place].page
        if heading.is_guessed:
            doubts.append(Doubt(page, f"heading guessed by its look only: {heading.title[:60]}"))
        if not heading.number:
            continue
        if before is not None and before.parts != heading.parts and not _continues(heading, before):
            doubts.append(Doubt(page, f"the numbers jump from {before.number} to {heading.number}"))
        before = heading
    return doubts


def _continues(heading: Heading, before: Heading) -> bool:
    """Return whether a number may come after another: 3.1 also after 2.5, and 0 after any number of its level."""
    parts = heading.parts
    if follows(parts, before.parts) or (
        len(parts) > 1 and parts[-1][1] <= 1 and follows(parts[:-1], before.parts)
    ):
        return True
    return bool(parts) and parts[-1][1] == 0 and len(parts) <= len(before.parts) + 1
