"""Tables in the sections that `new-rules` writes: rows of cells as a Markdown table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from companion.model.imported import Paragraph

BETWEEN = " | "
"""Between the cells of a row of an imported table."""
_DIGIT = re.compile(r"\d")
_DICE = re.compile(r"\b\d*d\d+\b", re.IGNORECASE)
"""Dice as the name of a column: `2D6`."""
_SEVERAL = 3
"""Columns from which on the first row is the head of a table unless its cells look like those below."""
_LEAST_ROWS = 2
"""Rows that a table has at least above the names of another one."""
_NAME_AND_VALUE = 2
"""Columns of a table whose head may be its title alone."""
_SHORT_NAME = 2
"""Most words of the name of a column whose cells are sentences."""

Rows = list[list[str]]


def pieces(paragraphs: Sequence[Paragraph]) -> Iterator[str | Rows]:
    """Yield the text of each paragraph, and the rows of each table; a row alone is text."""
    begun = accumulate(each.begins for each in paragraphs)
    for (is_row, _), pairs in groupby(
        zip(paragraphs, begun, strict=True), lambda pair: (pair[0].row, pair[1])
    ):
        texts = [each.text for each, _ in pairs]
        rows = [text.split(BETWEEN) for text in texts]
        if is_row and len(rows) > 1 and not any(map(_is_odd, rows)):
            yield from _parts(_filled(rows))
        else:
            yield from texts


def _parts(rows: Rows) -> Iterator[Rows]:
    """Yield the tables of which each begins with a title alone in its row, also the first; else only the whole one.

    A second row of names before rows with fewer cells begins another table, too. Pairs of a name and a number beside
    each other then become rows, and empty columns are left out.
    """
    if place := _second_head(rows):
        width = max(number for number, cell in enumerate(rows[place], 1) if cell)
        yield rows[:place]
        yield [row[:width] for row in rows[place:]]
        return
    titles = [number for number, row in enumerate(rows) if row[0] and not any(row[1:])]
    ends = [*titles[1:], len(rows)]
    if len(titles) < 2 or titles[0] or any(end - first < 3 for first, end in zip(titles, ends, strict=True)):
        yield rows
        return
    for first, end in zip(titles, ends, strict=True):
        below = _one_below_the_other(rows[first + 1 : end])
        kept = [place for place in range(len(below[0])) if any(row[place] for row in below)]
        title = [rows[first][0], *[""] * (len(kept) - 1)]
        yield [title, *([row[place] for place in kept] for row in below)]


def _second_head(rows: Rows) -> int:
    """Return the place of a row of names within a table, below which all rows have fewer cells; 0 without one.

    No cell of it has a digit, unlike every other row below the head.
    """
    for place in range(_LEAST_ROWS + 1, len(rows) - 1):
        above, below = rows[1:place], rows[place + 1 :]
        width = max((number for number, cell in enumerate(rows[place], 1) if cell), default=0)
        is_narrower = all(not any(row[width:]) for row in below) and all(all(row[width:]) for row in above)
        have_digits = all(any(map(_DIGIT.search, row[1:])) for row in (*above, *below))
        if (
            1 < width < len(rows[0])
            and is_narrower
            and have_digits
            and not any(map(_DIGIT.search, rows[place]))
        ):
            return place
    return 0


def _one_below_the_other(rows: Rows) -> Rows:
    """Return rows of several pairs of a name and a number as one pair in each row; other rows unchanged."""
    places = range(0, len(rows[0]), 2)
    pairs = [row[place : place + 2] for place in places for row in rows]
    filled = [pair for pair in pairs if any(pair)]
    are_pairs = len(rows[0]) > 2 and len(rows[0]) % 2 == 0
    are_numbers = all(name and not _DIGIT.search(name) and number.isdecimal() for name, number in filled)
    return filled if are_pairs and are_numbers else rows


def _is_odd(row: Sequence[str]) -> bool:
    """Return whether a table would show a row differently: a sign divides its cells, or they are only lines."""
    return any("|" in cell for cell in row) or all(set(cell.strip()) <= set(":-") for cell in row)


def _filled(rows: Rows) -> Rows:
    """Return the rows with empty cells at the end of the short ones."""
    longest = max(map(len, rows))
    return [[*(cell.strip() for cell in row), *[""] * (longest - len(row))] for row in rows]


def table_doubt(rows: Rows) -> str:
    """Return what suggests that a table was read wrongly from the page; empty if nothing does.

    A row with a name alone is the title of a group, and a first column without a name holds those of the rows.
    """
    head, *below = rows
    if not _has_head(rows):
        return "" if _is_numbered(rows) else "no names of columns"
    is_titled = len(head) == _NAME_AND_VALUE and not head[1]
    if not is_titled and any(
        not name and any(row[place] for row in below) for place, name in enumerate(head) if place
    ):
        return "a column without a name"
    others = [row for row in below if any(row[1:])]
    firsts = [row[0] for row in others]
    if any(first and firsts.count(first) > 1 for first in firsts):
        return "rows with the same name"
    if any(not first for first in firsts) and all(head):
        return "a row without a name"
    return ""


def table_lines(rows: Rows) -> list[str]:
    """Return the lines of a Markdown table; its head is empty if the first row seems to be like the others."""
    head, *others = rows if _has_head(rows) else [[""] * len(rows[0]), *rows]
    return [_line(head), _line(["---"] * len(head)), *map(_line, others)]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _is_numbered(rows: Rows) -> bool:
    """Return whether the first cells of the rows are the numbers from 1 on: `1`, `2.`, `3)`."""
    return [row[0].rstrip(".)") for row in rows] == [str(number) for number in range(1, len(rows) + 1)]


def _has_head(rows: Rows) -> bool:
    """Return whether the first row names the columns: in one of them, it has no digit except in `2D6`, and most others
    have one.

    Titles of groups of rows do not count. The first of rows that are numbered from 1 is none.
    """
    head, *below = rows
    if _is_numbered(rows):
        return False
    if not all(head):
        return True
    others = [row for row in below if any(row[1:])]
    for column, name in enumerate(head):
        lengths = [len(row[column].split()) for row in others]
        if len(name.split()) <= _SHORT_NAME < min(lengths, default=0):
            return True
        with_digit = sum(bool(_DIGIT.search(row[column])) for row in others)
        if not _DIGIT.search(_DICE.sub("", name)) and 2 * with_digit > len(others):
            return True
    return len(head) >= _SEVERAL and len(set(head)) == len(head)
