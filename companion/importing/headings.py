"""Finds the headings among the lines of a document."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from companion.importing.contents import LEADERS, list_of_contents, pages_of_contents
from companion.importing.numbers import Numbered, numbered, numbered_at_the_end
from companion.importing.sequence import ENDS_IN_PAGE, Heading, in_sequence, letters_of, without_repeated
from companion.importing.source import Line, OutlineEntry, Source

_LONGEST = 120
"""Most characters of a heading on its own line."""
LARGER = 1.07
"""Font size above which a line may be a heading, as a multiple of the usual size."""
_MUCH_LARGER = 1.18
"""Font size above which a line without a number may be a heading."""
_SENTENCE = re.compile(r"(?<=[.:])\s+|\s+[–—]\s+")
_OUTLINE = 5
"""Fewest entries of an outline that counts as the list of headings."""
_RUN_IN = 80
"""Most characters of a heading at the beginning of a paragraph."""
_NOT_FOUND = (
    "no heading {title!r} found, which the bookmarks of the PDF have; its text is in the section before"
)
_SMALL = "a an and as at but by for from in into of on or out the to vs with"
_SMALL_WORDS = frozenset(_SMALL.split(" "))


def headings(source: Source, lines: Sequence[Line]) -> list[Heading]:
    """Return the headings of a document in reading order."""
    finder = _Finder(source, lines)
    candidates = without_repeated(finder.candidates(), lines)
    source.doubts += [
        (line.page, f"read as a table title, not a heading: {line.text[:60]}") for line in finder.captions
    ]
    for page, entries in finder.outlined.items():
        source.doubts += [
            (page, _NOT_FOUND.format(title=entry.title[:60]))
            for entry in entries
            if not _is_title_of_document(entry, source.outline)
        ]
    return in_sequence(candidates)


def body_size(lines: Sequence[Line]) -> float:
    """Return the font size of most of the text; 0 if no size is known."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size, 1)] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


class _Finder:
    """Finds the headings among the lines of one document."""

    def __init__(self, source: Source, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.size = body_size(lines)
        marked = [line for line in lines if line.level]
        self.is_marked = len(marked) > 1
        """Whether the document marks its headings as such."""
        self.numbers_marked = 2 * sum(numbered(line.text) is not None for line in marked) > len(marked)
        """Whether most marked headings have numbers, so that other numbers do not begin a section."""
        self.is_bold = sum(line.all_bold for line in lines) > 0.4 * len(lines)
        """Whether so much text is bold that bold does not mark headings."""
        self.outlined = _outline_by_page(source.outline)
        self.contents = pages_of_contents(lines)
        self.in_rule = False
        """Whether the last heading found so far has a number."""
        self.captions: list[Line] = []
        """Titles of tables that look like headings."""
        self.has_outline = len(source.outline) >= _OUTLINE
        """Whether the outline lists the headings, so that other headings need more evidence."""

    def candidates(self) -> list[Heading]:
        """Return every line that may be a heading."""
        candidates: list[Heading] = []
        listed = list_of_contents(self.lines)
        place = 0
        while place < len(self.lines):
            heading = None if place in listed else self._heading(place)
            if heading is not None:
                candidates.append(heading)
                self.in_rule = bool(heading.number)
            place += heading.lines if heading else 1
        return candidates

    def _heading(self, place: int) -> Heading | None:
        line = self.lines[place]
        if LEADERS.search(line.text) or not any(map(str.isalnum, line.text)):
            return None
        if line.page in self.contents and ENDS_IN_PAGE.search(line.text):
            return None
        if outlined := self._in_outline(place):
            return outlined
        number = numbered(line.text)
        if line.level:
            title = number.title if number and number.title else line.text
            return self._new_heading(
                place, title, number if number and number.title else None, level=line.level
            )
        if line.cells and line.whole:
            return None
        if self.is_marked:
            return self._in_marked(place, number)
        if number is not None:
            return self._numbered(place, number)
        ending = numbered_at_the_end(line.text)
        if ending is not None and len(line.text) <= _LONGEST and self._is_styled(line):
            return self._new_heading(place, ending.title, ending)
        return None if self.has_outline else self._guessed(place)

    def _new_heading(self, place: int, title: str, number: Numbered | None, **more: object) -> Heading:
        """Return a sure heading at a line; `more` are its other fields."""
        line = self.lines[place]
        heading = Heading(place, title, size=line.size, is_sure=True)
        heading.after_gap = line.after_gap and not self.has_outline
        if number is not None:
            heading.number, heading.parts = number.number, number.parts
        for name, value in more.items():
            setattr(heading, name, value)
        return heading

    def _in_outline(self, place: int) -> Heading | None:
        """Return the heading at a line if the outline has an entry for it on this page; otherwise None."""
        page = self.lines[place].page
        entries = self.outlined.get(page, [])
        text = ""
        for count, line in enumerate(self.lines[place : place + 3] if entries else (), 1):
            if line.page != page:
                break
            text = f"{text} {line.text}".strip()
            number, alone = numbered(text), count == 1 and line.after_gap and line.before_gap
            forms = {letters_of(text)}
            if number and number.title:
                forms |= {letters_of(number.title), letters_of(number.number + number.title)}
            if count == 1 and line.cells:
                forms.add(letters_of(line.cells[0]))
            for entry in entries:
                of_entry = numbered(entry.title)
                wanted = {letters_of(entry.title), letters_of(of_entry.title) if of_entry else ""} - {""}
                if forms.isdisjoint(wanted) and not (alone and line.text.startswith(f"{entry.title} ")):
                    continue
                entries.remove(entry)
                number = next((form for form in (number, of_entry) if form and form.title), None)
                return self._new_heading(
                    place, number.title if number else text, number, level=entry.level, lines=count
                )
        return None

    def _is_large(self, line: Line) -> bool:
        return line.size > LARGER * self.size > 0

    def _is_styled(self, line: Line) -> bool:
        """Return whether a line looks like a heading: larger, bold, or in capitals."""
        in_capitals = line.text.isupper() and sum(map(str.isalpha, line.text)) > 3
        return self._is_large(line) or (line.bold and not self.is_bold) or in_capitals

    def _in_marked(self, place: int, number: Numbered | None) -> Heading | None:
        """Return the heading of a paragraph that begins with a number, in a document that marks its headings."""
        if self.numbers_marked or number is None or len(number.parts) < 2 or not number.title[:1].isupper():
            return None
        title = _first_words(number.title)
        return self._new_heading(place, title, number, run_in=title != number.title, is_sure=False)

    def _numbered(self, place: int, number: Numbered) -> Heading | None:
        line, title = self.lines[place], number.title
        styled = self._is_styled(line)
        marked = self._is_large(line) or (line.all_bold and not self.is_bold)
        if not title:
            return self._number_alone(place, number) if styled and line.after_gap else None
        is_bare = len(number.parts) < 2 and not number.word
        stands_alone = line.after_gap and (line.before_gap or styled)
        is_cased = title[0].isupper() or title[0] in "\"“'‘" or (styled and title[0] in "([")
        if not (marked or is_cased or (number.marked and not is_bare and stands_alone)):
            return None
        if is_bare and not number.number[0].isdigit() and not (number.marked and stands_alone):
            return None
        if (line.cells and not marked) or (is_bare and (line.cells or (self.size and not styled))):
            return None
        if len(line.text) <= _LONGEST and (styled or (stands_alone and _is_title(title))):
            return self._on_its_own(place, number, marked)
        if is_bare or not self._begins_paragraph(place):
            return None
        first = _first_words(title, not line.before_gap)
        return self._new_heading(place, first, number, run_in=True, is_sure=False)

    def _on_its_own(self, place: int, number: Numbered, marked: bool) -> Heading:
        """Return the heading of a short numbered line."""
        line, title = self.lines[place], number.title
        heading = self._new_heading(place, title, number)
        if marked:
            self._add_second_line(heading)
        is_bare = len(number.parts) < 2 and not number.word
        large = line.size > _MUCH_LARGER * self.size > 0
        heading.is_sure = (large if is_bare else marked) and not self.has_outline
        heading.run_in = (not marked and (title[-1] in ".,;" or not line.before_gap)) or len(title) > _LONGEST
        if heading.run_in:
            heading.title = _first_words(title, not line.before_gap)
        return heading

    def _begins_paragraph(self, place: int) -> bool:
        line = self.lines[place]
        before = self.lines[place - 1] if place else None
        return line.after_gap or line.whole or before is None or before.text[-1] in ".:!?)"

    def _number_alone(self, place: int, number: Numbered) -> Heading | None:
        """Return a heading whose number is on the line above its title."""
        if place + 1 >= len(self.lines):
            return None
        line, below = self.lines[place], self.lines[place + 1]
        if (
            not (number.word or len(number.parts) > 1)
            or below.page != line.page
            or not self._is_styled(below)
        ):
            return None
        if numbered(below.text) or len(below.text) > _LONGEST:
            return None
        return self._new_heading(place, below.text, number, lines=2)

    def _add_second_line(self, heading: Heading) -> None:
        """Add the next line to a heading if it continues there in the same font, and is not the head of a table."""
        place = heading.place
        if place + 1 >= len(self.lines):
            return
        line, below = self.lines[place], self.lines[place + 1]
        alike = abs(below.size - line.size) < 0.3 and below.all_bold == line.all_bold
        stands_out = line.all_bold or line.size > _MUCH_LARGER * self.size > 0
        near = 0 < line.base - below.base < 1.7 * line.size
        is_table = all(len(each.cells) > 1 for each in self.lines[place + 1 : place + 3])
        is_short = not numbered(below.text) and len(below.text) < 60
        if alike and stands_out and near and is_short and not is_table:
            heading.title = f"{heading.title} {below.text}"
            heading.lines = 2

    def _guessed(self, place: int) -> Heading | None:
        """Return a heading without a number, recognized only by its appearance; None if the line is no heading."""
        line = self.lines[place]
        text = line.text
        if line.underlined and line.after_gap and not line.cells and len(text) <= _LONGEST:
            return self._new_heading(place, text, None)
        if len(text) > 80 or len(text) < 3 or text[-1] in ".,;" or line.cells or not line.after_gap:
            return None
        if not (text[0].isupper() or text[0].isdigit()) or sum(map(str.isalpha, text)) < 0.5 * len(text):
            return None
        large = line.size > _MUCH_LARGER * self.size > 0
        bold = line.all_bold and not self.is_bold and _is_title(text)
        if not (large or bold):
            return None
        if self.in_rule and not large and (line.is_caption or self._is_above_table(place)):
            self.captions += [] if line.is_caption else [line]
            return None
        heading = Heading(place, text, size=line.size, is_guessed=True)
        if large:
            self._add_second_line(heading)
        return heading

    def _is_above_table(self, place: int) -> bool:
        """Return whether the lines below are two rows of a table, perhaps with the title of a group between them."""
        page = self.lines[place].page
        below = self.lines[place + 1 : place + 4]
        has_cells = [len(line.cells) > 1 and line.page == page for line in below]
        return has_cells[:2] == [True, True] or (has_cells == [True, False, True] and below[1].all_bold)


def _is_title(text: str) -> bool:
    """Return whether a text is written like a title: not a sentence, and short or with most words capitalized."""
    if text[-1] in ".,;" and len(text.split()) > 6:
        return False
    words = [word for word in text.split() if word[0].isalpha() and word.lower() not in _SMALL_WORDS]
    capitals = sum(word[0].isupper() for word in words)
    return len(words) <= 3 or capitals >= 0.6 * len(words) or len(text) <= 60


def _first_words(title: str, may_continue: bool = False) -> str:
    """Return the heading at the beginning of a paragraph: up to the first full stop, or else the first words.

    `may_continue`: the sentence may continue in the next line.
    """
    first, *rest = _SENTENCE.split(title, 1)
    if len(first) > _RUN_IN:
        return f"{title[:_RUN_IN].rsplit(' ', 1)[0]} ..."
    cut = may_continue and not rest and first[-1] not in ".:"
    return f"{first} ..." if cut else first.rstrip(":.")


def _is_title_of_document(entry: OutlineEntry, outline: Sequence[OutlineEntry]) -> bool:
    """Return whether an entry is the first one, and all others are below it."""
    return entry == outline[0] and all(other.level > entry.level for other in outline[1:])


def _outline_by_page(outline: Sequence[OutlineEntry]) -> dict[int, list[OutlineEntry]]:
    """Return the entries of an outline by page; those without a page or a title are omitted."""
    pages: dict[int, list[OutlineEntry]] = defaultdict(list)
    for entry in outline:
        if entry.page and entry.title:
            pages[entry.page].append(entry)
    return pages
