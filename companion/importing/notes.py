"""Finds the notes in the margin of a page, beside a single column of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from companion.importing.numbers import numbered
from companion.importing.segments import Segment

_PROSE = 30
"""Fewest letters of a line of text; cells of a table seldom have as many."""
_LEAST_PROSE = 4
"""Fewest lines of text in the column beside the notes, which also has at least half of all lines of text."""
_CROSSING = 0.25
"""Most lines of text that may extend into the margin, as a share of those that do not."""
_FILLED = 0.6
"""Least width of the median line of a column or a note, as a share of its width."""
_NARROWER = 0.75
"""Largest width of the margin up to the end of its longest line, as a share of the width of the column."""
_APART = 0.6
"""Least space between the column and a note, as a share of the font size of the note."""
_EDGE = 0.13
"""Height of the head and the foot of a page, where a single text may be a running head, as a share of its height."""
_FARTHEST = 2.6
"""Largest distance of two lines that are compared as one block, as a multiple of their font size."""
_ASCENT = 0.7
"""Height of a line above its baseline, as a share of its font size."""
_CLOSE = 1.6
"""Largest distance of two lines of a paragraph, as a multiple of their font size."""
_CONTINUOUS = 0.6
"""Least share of the lines of a block that are close to the line above."""
_LETTERS = 12
"""Fewest letters of the median line of a note; cells of a table and labels have fewer."""
_WORDS = 2
"""Fewest words of the median line of a note; a list of terms has fewer."""
_LINES = 3
"""Fewest lines of a note in the font size of the text, or whose lines are level with it."""
_SAME_ROW = 0.45
"""Largest distance of the baselines of two texts in one line, as a share of their font size."""
_LEVEL = 0.5
"""Largest distance of two baselines that are level, in points."""
_ROWS = 0.34
"""Share of the lines of a block that are level with the text beside it from which it may be a column of a table."""
_PART = 0.6
"""Largest share of the column beside which a note in the font size of the text may stand."""
_LARGER = 1.2
"""Largest font size of a line of a note, as a multiple of that of the text; a heading is larger."""
_SMALLER = 0.95
"""Font size of a note, as a share of that of the text, below which it is smaller."""
_ANOTHER = 1.7
"""Distance of two lines from which the second begins another note, as a multiple of the usual distance."""


class _Text(NamedTuple):
    """A text of a page whose places are measured toward the margin: to the right, or negative and to the left."""

    segment: Segment
    start: float
    end: float

    def is_beside(self, lines: Sequence[_Line]) -> bool:
        """Return whether it is printed at the height of some of the lines."""
        top, foot = self.segment.base + _ASCENT * self.segment.size, self.segment.base
        return top > lines[-1].base and foot < lines[0].base + _ASCENT * lines[0].size


class _Line(NamedTuple):
    """A printed line of the margin."""

    texts: list[_Text]
    start: float
    end: float
    base: float
    size: float
    letters: int
    words: int


class _Page(NamedTuple):
    """The texts of a page with its column of text, whose edge is next to the margin."""

    texts: list[_Text]
    column: list[_Text]
    margin: list[_Text]
    start: float
    edge: float

    @property
    def size(self) -> float:
        """Font size of the column."""
        return median(text.segment.size for text in self.column)


def without_notes(
    segments: Sequence[Segment], width: float, height: float
) -> tuple[list[Segment], list[list[Segment]]]:
    """Return the texts of a page outside of margin notes, and the lines of each note from top to bottom.

    A note is a narrow block of lines in the margin of a page with one column of text, beside some lines of that column.
    """
    text, notes = list(segments), []
    for to_the_right in (True, False):
        blocks = _notes(text, to_the_right, width, height)
        taken = {id(each.segment) for block in blocks for line in block for each in line.texts}
        text = [segment for segment in text if id(segment) not in taken]
        notes += [note for block in blocks for note in _divided(block)]
    return text, sorted(notes, key=lambda note: -note[0].base)


def _notes(segments: Sequence[Segment], to_the_right: bool, width: float, height: float) -> list[list[_Line]]:
    """Return the blocks of notes in one margin of a page."""
    texts = [
        _Text(s, s.left, s.right) if to_the_right else _Text(s, width - s.right, width - s.left)
        for s in segments
    ]
    for page in _pages(texts, width):
        blocks = [
            block
            for block in _blocks(page.margin)
            if len(block) > 1 or _EDGE * height < block[0].base < (1 - _EDGE) * height
        ]
        ends = max((line.end for block in blocks for line in block), default=width)
        if max(ends, width - page.start) - page.edge > _NARROWER * (page.edge - page.start):
            continue
        if notes := [block for block in blocks if _is_note(block, page)]:
            return notes
    return []


def _pages(texts: list[_Text], width: float) -> Iterator[_Page]:
    """Yield the page with each possible edge of its only column of text, the widest column first."""
    prose = [text for text in texts if len(text.segment.text) >= _PROSE]
    for edge in sorted({round(text.end) for text in prose}, reverse=True):
        column = [text for text in prose if text.end <= edge + 1]
        if len(column) < max(_LEAST_PROSE, len(prose) / 2):
            return
        margin = [text for text in texts if text.start > edge + _APART * text.segment.size]
        crossing = sum(text.start <= edge + _APART * text.segment.size for text in prose) - len(column)
        start = min(text.start for text in column)
        reach = median(text.end - text.start for text in column)
        if margin and crossing <= _CROSSING * len(column) and reach >= _FILLED * (edge - start):
            yield _Page(texts, column, margin, start, edge)


def _blocks(margin: Sequence[_Text]) -> list[list[_Line]]:
    """Return the blocks of lines in a margin, from top to bottom."""
    rows: list[list[_Text]] = []
    for text in sorted(margin, key=lambda text: (-text.segment.base, text.segment.left)):
        if rows and rows[-1][0].segment.base - text.segment.base < _SAME_ROW * text.segment.size:
            rows[-1].append(text)
        else:
            rows.append([text])
    blocks: list[list[_Line]] = []
    for row in rows:
        line = _Line(
            row,
            min(text.start for text in row),
            max(text.end for text in row),
            row[0].segment.base,
            max(text.segment.size for text in row),
            sum(len(text.segment.text) for text in row),
            sum(len(text.segment.text.split()) for text in row),
        )
        above = blocks[-1][-1] if blocks else None
        if above is None or above.base - line.base > _FARTHEST * max(above.size, line.size):
            blocks.append([line])
        else:
            blocks[-1].append(line)
    return blocks


def _is_note(block: Sequence[_Line], page: _Page) -> bool:
    """Return whether a block of lines in the margin is a note, not cells of a table or a heading."""
    return _is_paragraph(block) and not _has_headings(block) and _stands_beside(block, page)


def _is_paragraph(block: Sequence[_Line]) -> bool:
    """Return whether the lines of a block are close together and fill its width."""
    close = [above.base - below.base <= _CLOSE * below.size for above, below in pairwise(block)]
    width = max(line.end for line in block) - min(line.start for line in block)
    return (
        len(block) >= 2
        and sum(close) >= _CONTINUOUS * len(close)
        and median(line.letters for line in block) >= _LETTERS
        and median(line.words for line in block) >= _WORDS
        and median(line.end - line.start for line in block) >= _FILLED * width
    )


def _has_headings(block: Sequence[_Line]) -> bool:
    """Return whether a block is bold or has a heading: a bold text that begins with a number."""
    segments = [text.segment for line in block for text in line.texts]
    return all(segment.all_bold for segment in segments) or any(
        segment.bold and numbered(segment.text) for segment in segments
    )


def _stands_beside(block: Sequence[_Line], page: _Page) -> bool:
    """Return whether a block is apart from the texts beside it, and is not in rows with them."""
    in_margin = {id(text) for text in page.margin}
    beside = [text for text in page.texts if id(text) not in in_margin and text.is_beside(block)]
    start, size = min(line.start for line in block), median(line.size for line in block)
    if not beside or max(text.end for text in beside) > start - _APART * size:
        return False
    prose = [text for text in beside if len(text.segment.text) >= _PROSE]
    is_smaller = size < _SMALLER * page.size
    if max(line.size for line in block) > _LARGER * page.size:
        return False
    if not is_smaller and len(prose) > _PART * len(page.column):
        return False
    level = sum(any(abs(line.base - text.segment.base) <= _LEVEL for text in beside) for line in block)
    if len(block) < _LINES:
        return is_smaller and not level
    return level < _ROWS * len(block) or 2 * len(prose) >= len(beside)


def _divided(block: Sequence[_Line]) -> Iterator[list[Segment]]:
    """Yield the lines of each note of a block, each as one text: a wide space begins another note."""
    usual = median(above.base - below.base for above, below in pairwise(block))
    note: list[Segment] = []
    for place, line in enumerate(block):
        if note and block[place - 1].base - line.base > _ANOTHER * usual:
            yield note
            note = []
        segments = sorted((text.segment for text in line.texts), key=lambda segment: segment.left)
        words = " ".join(segment.text for segment in segments)
        note.append(replace(segments[0], text=words, right=segments[-1].right, gaps=()))
    yield note
