"""Puts the texts of a page into reading order: columns from left to right, lines from top to bottom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise, takewhile
from statistics import median

from companion.importing.notes import without_notes
from companion.importing.segments import Segment, divided_at
from companion.importing.source import Line
from companion.importing.table_rows import joined_rows

_LEAST_IN_COLUMN = 5
"""Fewest texts on each side of a gutter."""
_FILLED = 0.45
"""Least width of the median line of a column, as a share of the column's width."""
_JUSTIFIED = 0.75
"""Least width of the median line of a column if only long texts are compared, as a share of its width."""
_LONG = 25
"""Fewest letters of a long text; cells of a table seldom have as many."""
_SHARE = 0.5
"""Least share of the letters of a page that long texts must have."""
_LETTERS = 12
"""Fewest letters of the median text of a column; cells of a table have fewer."""
_MOST_DIVISIONS = 2
"""How often a page is divided at most: into up to four columns."""
_BULLET = re.compile(r"^(?:[-•–—*▪■○●◦‣]|[\[(]?[a-zA-Z][\])][.:]?|[a-zA-Z][.:])$")
_LABEL = re.compile(r"^[\[(§]?[A-Z]{0,4}\.?\d[\w.]{0,8}[\])]?[.:)]?$")
"""A number before the text it belongs to."""
_TITLE = 10
"""Fewest letters of a text that a number may belong to; cells of a table have fewer."""
_COLUMNS, _ROWS = 3, 2
"""Fewest columns and rows of a table whose head may be divided."""
_CELLS = 2
"""Fewest texts on each side of a gutter in a row of a table across both columns."""
_WIDER = 1.2
"""Least width of the gap between two headings, as a multiple of the gaps between their words."""
_GAP = 1.3
"""Distance of two baselines, as a multiple of the usual distance, from which there is an empty line between them."""


def page_lines(segments: Sequence[Segment], page: int, width: float, height: float) -> list[Line]:
    """Return the lines of a page in reading order, followed by those of its margin notes."""
    text, notes = without_notes(segments, width, height)
    lines = _spaced([_rows(block) for block in _blocks(text, 0)], page, height)
    for number, note in enumerate(notes, 1):
        lines += [replace(line, note=number) for line in _spaced([_rows(note)], page, height)]
    return lines


def _spaced(printed: Sequence[list[list[Segment]]], page: int, height: float) -> list[Line]:
    """Return the lines of blocks in reading order, each marked if there is an empty line above or below."""
    bases = [row[0].base for rows in printed for row in rows]
    steps = [above - below for above, below in pairwise(bases) if 0 < above - below < 60]
    usual = median(steps) if steps else 12.0
    pairs = [pair for rows in printed for pair in _lines(rows, page)]
    lines, feet = [line for line, _ in pairs], [foot for _, foot in pairs]
    gaps = [foot - below.base for foot, below in zip(feet, lines[1:], strict=False)]
    for place, line in enumerate(lines):
        above = gaps[place - 1] if place else height
        line.after_gap = above > _GAP * usual or above < 0
        below = gaps[place] if place < len(gaps) else height
        line.before_gap = below > _GAP * usual or below < 0
    return lines


def _blocks(segments: list[Segment], depth: int) -> list[list[Segment]]:
    """Divide texts at a gutter into blocks in reading order; a row that crosses the gutter ends the columns above."""
    gutter = _gutter(segments) if depth < _MOST_DIVISIONS else None
    if gutter is None:
        return [segments]
    rows = _rows(segments)
    blocks: list[list[Segment]] = []
    for is_wide, band in groupby(zip(_wide(rows, gutter), rows, strict=True), key=lambda pair: pair[0]):
        texts = [segment for _, row in band for segment in row]
        if is_wide:
            blocks.append(texts)
            continue
        for side in ([s for s in texts if s.right <= gutter + 1], [s for s in texts if s.right > gutter + 1]):
            if side:
                blocks += _blocks(side, depth + 1)
    return blocks


def _wide(rows: Sequence[Sequence[Segment]], gutter: float) -> list[bool]:
    """Return for each row whether it belongs to no column: one that crosses the gutter, and the table around it."""
    sides = [
        (sum(s.right <= gutter + 1 for s in row), sum(s.left >= gutter - 1 for s in row)) for row in rows
    ]
    wide = [left + right < len(row) for (left, right), row in zip(sides, rows, strict=True)]
    for places in (range(1, len(rows)), range(len(rows) - 2, -1, -1)):
        step = places.step
        for place in places:
            is_row = min(sides[place]) >= _CELLS and len(rows[place - step]) >= _COLUMNS
            wide[place] = wide[place] or (wide[place - step] and is_row)
    for place in range(1, len(rows) - 1):
        wide[place] = wide[place] or (wide[place + 1] and _is_caption(rows[place - 1 : place + 2]))
    return wide


def _is_caption(rows: Sequence[Sequence[Segment]]) -> bool:
    """Return whether the second of three rows is one text that is nearer to the table below than to the text above."""
    above, row, below = (each[0].base for each in rows)
    return len(rows[1]) == 1 and len(rows[2]) >= _COLUMNS and row - below < above - row


def _gutter(segments: Sequence[Segment]) -> float | None:
    """Return the middle of the widest strip that separates two columns of text; None if there is none.

    If tables hide it, the long texts alone may show it.
    """
    gutter = _strip(segments, _FILLED)
    if gutter is not None:
        return gutter
    long = [s for s in segments if len(s.text) >= _LONG]
    letters = sum(len(s.text) for s in segments)
    is_text = sum(len(s.text) for s in long) >= _SHARE * letters
    return _strip(long, _JUSTIFIED) if is_text and len(long) >= 4 * _LEAST_IN_COLUMN else None


def _strip(segments: Sequence[Segment], filled: float) -> float | None:
    """Return the middle of the widest strip between two columns whose lines fill at least the share `filled`."""
    if len(segments) < 2 * _LEAST_IN_COLUMN:
        return None
    first, last = min(s.left for s in segments), max(s.right for s in segments)
    width = last - first
    if width < 100:
        return None
    places = [first + width * share / 200 for share in range(40, 161)]
    crossing = [sum(s.left < x < s.right for s in segments) for x in places]
    fewest = min(crossing)
    if fewest > 0.12 * len(segments):
        return None
    start, stop = _longest_run([count <= fewest + 1 for count in crossing])
    gutter = (places[start] + places[stop - 1]) / 2
    left = [s for s in segments if s.right <= gutter + 1]
    right = [s for s in segments if s.left >= gutter - 1]
    if min(len(left), len(right)) < max(_LEAST_IN_COLUMN, 0.15 * len(segments)):
        return None
    edge, begin = max(s.right for s in left), min(s.left for s in right)
    if min(median(len(s.text) for s in side) for side in (left, right)) < _LETTERS:
        return None
    return gutter if _fills(left, edge - first, filled) and _fills(right, last - begin, filled) else None


def _fills(segments: Sequence[Segment], width: float, filled: float) -> bool:
    """Return whether the lines of a column fill enough of its width."""
    rows = _rows(segments)
    reach = median(max(s.right for s in row) - min(s.left for s in row) for row in rows)
    return reach >= filled * width


def _longest_run(flags: Sequence[bool]) -> tuple[int, int]:
    """Return the start and the end (exclusive) of the longest run of true values."""
    best, start = (0, 0), None
    for place, flag in enumerate((*flags, False)):
        if flag and start is None:
            start = place
        elif not flag and start is not None:
            best = max(best, (start, place), key=lambda run: run[1] - run[0])
            start = None
    return best


def _rows(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Return the texts of each line, from top to bottom."""
    rows: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda s: (-s.base, s.left)):
        if rows and abs(rows[-1][0].base - segment.base) < 0.45 * max(rows[-1][0].size, segment.size):
            rows[-1].append(segment)
        else:
            rows.append([segment])
    return rows


def _lines(printed: Sequence[list[Segment]], page: int) -> list[tuple[Line, float]]:
    """Return the lines of a column from top to bottom, each with the baseline at its foot."""
    found: list[tuple[Line, float]] = []
    for is_table, group in groupby(printed, key=lambda row: any(segment.table for segment in row)):
        if is_table:
            found += [
                (line, line.base)
                for row in group
                for segment in sorted(row, key=lambda s: s.left)
                for line in segment.table or [_line([segment], page)]
            ]
        else:
            found += _printed_lines(list(group), page)
    return found


def _printed_lines(printed: Sequence[list[Segment]], page: int) -> list[tuple[Line, float]]:
    """Return the lines of a column without tables that have printed lines."""
    rows = joined_rows([sorted(row, key=lambda s: s.left) for row in printed])
    texts = [row.segments for row in rows]
    return [
        (_line(_divided(row.segments, texts[place + 1 :]), page, row.is_below_head), row.segments[0].base)
        if row.foot is None
        else (_row(row.segments, page), row.foot)
        for place, row in enumerate(rows)
    ]


def _divided(row: list[Segment], below: Sequence[list[Segment]]) -> list[Segment]:
    """Return a bold row above a table with one text for each column, even where the column headings are close together.

    The title of a group of rows may stand between. Any other row is returned unchanged.
    """
    if len(below) > 1 and len(below[0]) == 1 and not below[0][0].all_bold:
        below = below[1:]
    count = len(below[0]) if below else 0
    if not (len(row) < count >= _COLUMNS and all(segment.all_bold for segment in row)):
        return row
    table = list(takewhile(lambda cells: len(cells) == count, below))
    if len(table) < _ROWS:
        return row
    divided = [*row]
    edge = max(cells[0].right for cells in table)
    narrowest = float("inf")
    if row[0].left > edge:  # the corner is empty
        divided.insert(0, replace(row[0], text="", left=table[0][0].left, right=edge, gaps=()))
    for place in range(1, count):
        start = table[0][0].left if place == 1 else _middle(table, place - 1)
        end = _middle(table, place)
        if any(start < (one.right + other.left) / 2 < end for one, other in pairwise(divided)):
            continue
        gaps = [
            (gap.right - gap.left, at, gap)
            for at, segment in enumerate(divided)
            for gap in segment.gaps
            if start < (gap.left + gap.right) / 2 < end
        ]
        gaps.sort(reverse=True)
        if not gaps or (len(gaps) > 1 and gaps[0][0] < _WIDER * gaps[1][0]):
            return row
        width, at, gap = gaps[0]
        narrowest = min(narrowest, width)
        divided[at : at + 1] = divided_at(divided[at], gap)
    between_words = [gap.right - gap.left for segment in divided for gap in segment.gaps]
    return row if narrowest < _WIDER * max(between_words, default=0.0) else divided


def _middle(table: Sequence[Sequence[Segment]], column: int) -> float:
    """Return the middle of a column of a table."""
    return median((row[column].left + row[column].right) / 2 for row in table)


def _row(row: Sequence[Segment], page: int) -> Line:
    """Return a row of a table whose lines were joined."""
    cells = tuple(segment.text for segment in row)
    line = _line(row, page)
    return replace(line, text=" ".join(filter(None, cells)), cells=cells, whole=True)


def _line(row: Sequence[Segment], page: int, has_cells: bool = False) -> Line:
    """Return a printed line; a bullet or number before a text is no cell unless `has_cells`."""
    texts = [segment.text for segment in row]
    titled = len(texts) == 2 and len(texts[1]) >= _TITLE and not texts[1][0].isdigit()
    if not has_cells and len(texts) > 1 and (_BULLET.match(texts[0]) or (titled and _LABEL.match(texts[0]))):
        texts[:2] = [f"{texts[0]} {texts[1]}"]
    return Line(
        text=" ".join(filter(None, texts)),
        page=page,
        left=row[0].left,
        right=max(segment.right for segment in row),
        base=row[0].base,
        size=sum(s.size * len(s.text) for s in row) / sum(len(s.text) for s in row),
        bold=row[0].bold,
        all_bold=all(segment.all_bold for segment in row),
        cells=tuple(texts) if len(texts) > 1 else (),
    )
