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
from companion.model.imported import Doubt, ImportedSection

_LEVELS = 8
_NO_HEADINGS = "no headings were found"
_PARAGRAPHS = 40
"""Paragraphs in a section of a document without headings and pages."""


class Sectioned(NamedTuple):
    """The sections of a document with its doubtful places."""

    sections: tuple[ImportedSection, ...]
    doubts: tuple[Doubt, ...]


def sectioned(source: Source) -> Sectioned:
    """Return the sections of a document. Raises Refused if there are too many."""
    lines = without_margins(source)
    words = vocabulary(lines)
    all_headings = headings(source, lines)
    contents = contents_lines(lines, all_headings)
    begins = [heading for heading in all_headings if heading.place not in contents]
    doubts = [Doubt(page, message) for page, message in source.doubts]
    if not begins:
        doubts.append(Doubt(0, f"{_NO_HEADINGS}; each page is one section" if source.pages else _NO_HEADINGS))
        return Sectioned(tuple(_by_page(lines, words, bool(source.pages))), tuple(doubts))
    if len(begins) > bounds.MOST_SECTIONS:
        raise bounds.too_many("sections", len(begins), bounds.MOST_SECTIONS)
    levels = _levels(begins)
    sections: list[ImportedSection] = []
    in_text = [None if place in contents else line for place, line in enumerate(lines)]
    if head := [line for line in in_text[: begins[0].place] if line and not LEADERS.search(line.text)]:
        sections.append(_section("", "Before the first heading", 1, head, words))
    ends = [heading.place for heading in begins[1:]] + [len(lines)]
    for heading, level, end in zip(begins, levels, ends, strict=True):
        body = [line for line in in_text[heading.place : end] if line]
        sections.append(_section_of(heading, level, body, words))
    doubts += _doubts(begins, lines)
    return Sectioned(tuple(sections), tuple(sorted(doubts, key=lambda doubt: doubt.page)))


def _section_of(
    heading: Heading, level: int, lines: Sequence[Line], words: frozenset[str]
) -> ImportedSection:
    """Return the section of a heading; `lines` begin with those of the heading."""
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
    texts = tuple(paragraphs(lines, words))
    return ImportedSection(number, " ".join(title.split()), level, page, last, texts)


def _by_page(lines: Sequence[Line], words: frozenset[str], has_pages: bool) -> list[ImportedSection]:
    """Return a section for each page of a document without headings, or for every _PARAGRAPHS paragraphs."""
    if has_pages:
        pages = dict.fromkeys(line.page for line in lines)
        return [
            _section("", f"Page {page}", 1, [line for line in lines if line.page == page], words)
            for page in pages
        ]
    texts = list(paragraphs(lines, words))
    return [
        ImportedSection(
            "", f"Part {place // _PARAGRAPHS + 1}", 1, 0, 0, tuple(texts[place : place + _PARAGRAPHS])
        )
        for place in range(0, len(texts), _PARAGRAPHS)
    ]


def _levels(sequence: Sequence[Heading]) -> list[int]:
    """Return the level of each heading: from the document, or else from its number, or else from its size."""
    sizes = sorted({round(heading.size) for heading in sequence if not heading.number}, reverse=True)
    levels: list[int] = []
    for heading in sequence:
        if heading.level:
            level = heading.level
        elif heading.parts:
            level = len(heading.parts)
        else:
            level = 1 + min(sizes.index(round(heading.size)), 3)
        levels.append(min(level, _LEVELS))
    return levels


def _doubts(sequence: Sequence[Heading], lines: Sequence[Line]) -> list[Doubt]:
    """Return the jumps in the numbering, and the headings that are guesses."""
    doubts: list[Doubt] = []
    before: Heading | None = None
    for heading in sequence:
        page = lines[heading.place].page
        if heading.is_guessed:
            doubts.append(Doubt(page, f"heading guessed from its appearance: {heading.title[:60]}"))
        if not heading.number:
            continue
        if before is not None and before.parts != heading.parts and not _continues(heading, before):
            doubts.append(Doubt(page, f"numbering jumps from {before.number} to {heading.number}"))
        before = heading
    return doubts


def _continues(heading: Heading, before: Heading) -> bool:
    """Return whether a number may follow another one: 3.1 also after 2.5, and 0 after any number of its level."""
    parts = heading.parts
    if follows(parts, before.parts) or (
        len(parts) > 1 and parts[-1][1] <= 1 and follows(parts[:-1], before.parts)
    ):
        return True
    return bool(parts) and parts[-1][1] == 0 and len(parts) <= len(before.parts) + 1
