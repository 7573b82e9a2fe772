"""Joins printed lines into paragraphs, and the halves of words that were divided at the end of a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

from companion.importing.characters import SOFT_HYPHEN
from companion.importing.labels import items
from companion.importing.source import Line
from companion.importing.table_rows import LONGEST_TITLE
from companion.model.imported import Paragraph

_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_DIVIDED = re.compile(r"([A-Za-z]+)-$")
_DOTS = re.compile(r"\s*(?:\.\s?){5,}")
"""Dots before a page number."""
_SHORT = 0.82
"""Width below which a line ends a paragraph, as a share of the widest line."""
_INDENT = 0.9
"""Indent that begins a paragraph, as a share of the font size."""
_HANG = 0.5
"""Smallest indent of further lines of a list item, as a share of the font size: a bullet and a space."""


def vocabulary(lines: Sequence[Line]) -> frozenset[str]:
    """Return the words of a document, including hyphenated ones, but not the last word of each printed line."""
    words: set[str] = set()
    for line in lines:
        in_line = _WORD.findall(line.text.lower())
        words.update(in_line if line.whole else in_line[:-1])
    return frozenset(words)


def paragraphs(lines: Sequence[Line], words: Set[str], *, narrow: bool = False) -> Iterator[Paragraph]:
    """Yield the paragraphs and table rows of these lines; in a narrow column, short lines do not end a paragraph."""
    text, page = "", 0
    lines = _without_repeated_heads(lines)
    rows = _rows(lines)
    width = max((line.right - line.left for line in lines), default=0.0) if not narrow else 0.0
    before: Line | None = None
    row: Line | None = None
    was_item = False
    above_rows = (*rows, False)[1:]
    lists = _Lists()
    for line, is_row, is_above, is_item in zip(lines, rows, above_rows, items(lines), strict=True):
        if is_row:
            if text:
                yield Paragraph(text, page)
            yield Paragraph(" | ".join(line.cells) or line.text, line.page, True, _begins_table(line, row))
            text, before, row = "", None, line
            continue
        row = None
        is_caption = before is not None and is_above and line.all_bold and not before.all_bold
        is_caption = is_caption and not line.text[0].islower()
        is_short = before is not None and before.right - before.left < _SHORT * width
        is_below_list = lists.end_above(line, before, is_item=is_item, is_short=is_short)
        is_begun = is_item or is_caption or is_below_list
        if text and (before is None or is_begun or _begins(line, before, width, was_item)):
            yield Paragraph(text, page)
            text = ""
        if not text:
            page = line.page
        text = joined(text, _DOTS.sub(" ", line.text), words)
        before, was_item = line, is_item
    if text:
        yield Paragraph(text.replace(SOFT_HYPHEN, ""), page)


def _begins_table(line: Line, row: Line | None) -> bool:
    """Return whether a row is the head of another table than the `row` right above: bold words after a gap."""
    if row is None or not line.all_bold or row.all_bold or not line.after_gap:
        return False
    return len(line.cells) == len(row.cells) > 1 and not any(map(str.isdigit, line.text))


class _Lists:
    """Finds the lines that follow a list without a gap: they begin where its items do, not where their text hangs."""

    def __init__(self) -> None:
        self._left: float | None = None
        """The left end of the last item; None outside a list."""
        self._hang = 0.0
        """How much farther right further lines of items begin, as a share of the font size."""

    def end_above(self, line: Line, before: Line | None, *, is_item: bool, is_short: bool) -> bool:
        """Return whether a list ends above this line, which follows `before`, perhaps a short line."""
        if is_item or before is None or line.page != before.page or line.base >= before.base:
            self._left = line.left if is_item else None
            return False
        if self._left is None:
            return False
        hang = (line.left - self._left) / (line.size or 2.0)
        if hang > _HANG:
            self._hang = max(self._hang, hang)
            return False
        hangs = self._hang > (_HANG if is_short else _INDENT)
        is_end = hangs and line.text[0].isupper() and before.text[-1] not in f"-{SOFT_HYPHEN}"
        self._left = None if is_end else self._left
        return is_end


def _without_repeated_heads(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without the head of a table that is printed again at the top of the next page."""
    found: list[Line] = []
    head: tuple[str, ...] = ()
    for line in lines:
        is_head = line.all_bold and len(line.cells) > 1
        if is_head and found and line.page != found[-1].page and line.cells == head:
            continue
        head = line.cells if is_head else head
        found.append(line)
    return found


def _rows(lines: Sequence[Line]) -> list[bool]:
    """Return whether each line is a row of a table: it has cells, and the line before or after it is a row, too.

    So is the title of a group of rows; a line of two cells is a row beside a bold title.
    """
    titles = [_is_group_title(lines, place) for place in range(len(lines))]
    in_table = [
        len(line.cells) > 1 or (is_title and line.all_bold)
        for line, is_title in zip(lines, titles, strict=True)
    ]
    return [
        titles[place]
        or (
            len(line.cells) > 1
            and (
                line.whole
                or len(line.cells) > 2
                or (place > 0 and in_table[place - 1])
                or (place + 1 < len(lines) and in_table[place + 1])
            )
        )
        for place, line in enumerate(lines)
    ]


def _is_group_title(lines: Sequence[Line], place: int) -> bool:
    """Return whether a line is a few words between two rows of the same table."""
    if len(lines[place].cells) > 1 or not 0 < place < len(lines) - 1:
        return False
    above, line, below = lines[place - 1 : place + 2]
    is_parted = any(
        lower.after_gap and lower.page == upper.page for upper, lower in pairwise((above, line, below))
    )
    is_within = len(above.cells) == len(below.cells) > 1 and not (is_parted or below.all_bold)
    is_title = len(line.text) <= LONGEST_TITLE and line.text[-1] not in ".:;,"
    return is_within and is_title and (line.all_bold or line.page == above.page == below.page)


def _begins(line: Line, before: Line, width: float, was_item: bool) -> bool:
    """Return whether a line that is not a list item begins a paragraph; `was_item`: the line before is a list item."""
    if line.whole:
        return True
    if line.page != before.page or line.base > before.base:  # a new page or column
        return before.text[-1] in ".:!?" and (line.text[0].isupper() or not line.text[0].isalpha())
    if line.after_gap:
        return True
    indented = line.left - before.left > _INDENT * (line.size or 2.0) and not was_item
    short = before.right - before.left < _SHORT * width and before.text[-1] in ".:!?"
    return (indented and before.text[-1] in ".:!?") or short


def joined(text: str, more: str, words: Set[str]) -> str:
    """Return two lines as one; a word that was divided between them is rejoined."""
    if not text:
        return more
    if text.endswith(SOFT_HYPHEN):
        return _united(text[:-1], more, words)
    if _DIVIDED.search(text) and more[:1].islower():
        return _united(text[:-1], more, words)
    return f"{text} {more}"


def _united(text: str, more: str, words: Set[str]) -> str:
    """Join the halves of a word, with a hyphen only if the word has one elsewhere in the document."""
    first, second = re.search(r"[A-Za-z]*$", text), re.match(r"[A-Za-z]*", more)
    left, right = (first[0] if first else "").lower(), (second[0] if second else "").lower()
    is_hyphenated = f"{left}-{right}" in words and f"{left}{right}" not in words
    return f"{text}-{more}" if is_hyphenated else f"{text}{more}"
