"""Divides the lines of a document into sections, and lists the doubtful places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from companion.importing import bounds
from companion.importing.contents import LEADERS, contents_lines
from companion.importing.floating import with_placed_tables
from companion.importing.headings import headings
from companion.importing.margins import without_margins
from companion.importing.numbers import follows, numbered
from companion.importing.paragraphs import paragraphs, vocabulary
from companion.importing.sequence import Heading
from companion.importing.source import Line, Source
from companion.model.imported import Doubt, ImportedSection, Paragraph

_LEVELS = 8
_NO_HEADINGS = "no headings were found"
_PARAGRAPHS = 40
"""Paragraphs in a section of a document without headings and pages."""


class _Notes:
    """The margin notes of a document, by the line of its text beside which each begins."""

    def __init__(self, printed: Sequence[Line], text: Sequence[Line]) -> None:
        self.places: dict[int, list[int]] = defaultdict(list)
        """The places of the lines of text on each page."""
        for place, line in enumerate(text):
            self.places[line.page].append(place)
        self.text = text
        self.notes: dict[int, list[Line]] = defaultdict(list)
        """The lines of the notes that begin beside each place of the text."""
        notes = (line for line in printed if line.note)
        for _, note in groupby(notes, key=lambda line: (line.page, line.note)):
            first, *others = note
            self.notes[self._place(first)] += [first, *others]

    def _place(self, first: Line) -> int:
        """Return the place of the text beside the first line of a note, or else before its page."""
        if places := self.places.get(first.page):
            return min(places, key=lambda place: abs(self.text[place].base - first.base))
        return max((places[-1] for page, places in self.places.items() if page < first.page), default=0)

    def beside(self, places: range) -> list[Line]:
        """Return the lines of the notes that begin beside these places, in reading order."""
        return [line for place in sorted(self.notes) if place in places for line in self.notes[place]]


class Sectioned(NamedTuple):
    """The sections of a document with its doubtful places."""

    sections: tuple[ImportedSection, ...]
    doubts: tuple[Doubt, ...]


def sectioned(source: Source) -> Sectioned:
    """Return the sections of a document. Raises Refused if there are too many."""
    printed = without_margins(source)
    words = vocabulary(printed)
    lines = [line for line in printed if not line.note]
    all_headings = headings(source, lines)
    contents = contents_lines(lines, all_headings)
    begins = [heading for heading in all_headings if heading.place not in contents]
    doubts = [Doubt(page, message) for page, message in source.doubts]
    if not begins:
        doubts.append(Doubt(0, f"{_NO_HEADINGS}; each page is one section" if source.pages else _NO_HEADINGS))
        return Sectioned(tuple(_by_page(printed, words, bool(source.pages))), tuple(doubts))
    if len(begins) > bounds.MOST_SECTIONS:
        raise bounds.too_many("sections", len(begins), bounds.MOST_SECTIONS)
    levels = _levels(begins)
    sections: list[ImportedSection] = []
    in_text = [None if place in contents else line for place, line in enumerate(lines)]
    notes = _Notes(printed, lines)
    head = [line for line in in_text[: begins[0].place] if line and not LEADERS.search(line.text)]
    head += notes.beside(range(begins[0].place))
    if head:
        sections.append(_section("", "Before the first heading", 1, head, words))
    ends = [heading.place for heading in begins[1:]] + [len(lines)]
    for heading, level, end in zip(begins, levels, ends, strict=True):
        body = [line for line in in_text[heading.place : end] if line]
        body += notes.beside(range(heading.place, end))
        sections.append(_section_of(heading, level, body, words))
    doubts += _doubts(begins, lines)
    return Sectioned(with_placed_tables(sections), tuple(sorted(doubts, key=lambda doubt: doubt.page)))


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
    text = [line for line in lines if not line.note] or lines
    page, last = (text[0].page, text[-1].page) if text else (0, 0)
    return ImportedSection(number, " ".join(title.split()), level, page, last, _paragraphs(lines, words))


def _paragraphs(lines: Sequence[Line], words: frozenset[str]) -> tuple[Paragraph, ...]:
    """Return the paragraphs of lines, with each margin note after the last one that begins on its page.

    A note is not put between two rows of a table.
    """
    texts = list(paragraphs([line for line in lines if not line.note], words))
    for _, note in groupby((line for line in lines if line.note), key=lambda line: (line.page, line.note)):
        note_texts = list(paragraphs(list(note), words, narrow=True))
        page = note_texts[0].page
        place = max((at for at, text in enumerate(texts, 1) if text.page <= page), default=0)
        while 0 < place < len(texts) and texts[place - 1].row and texts[place].row:
            place += 1
        texts[place:place] = note_texts
    return tuple(texts)


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
