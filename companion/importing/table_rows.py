"""Joins the lines of table rows whose cells are printed on several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import inf
from statistics import median
from typing import NamedTuple

from companion.importing.characters import SOFT_HYPHEN
from companion.importing.contents import LEADERS
from companion.importing.numbers import numbered
from companion.importing.segments import Segment, divided_at

_FARTHEST = 2.4
"""Largest distance of two lines of a table, as a multiple of the font size."""
_ALIGNED = 2.0
"""Largest distance of a word from the left edge of its column, in points."""
_WIDER = 1.5
"""Least width of a gap between two cells of one text, as a multiple of its other gaps."""
_SHORT = 50
"""Most letters of a text that is divided at such a gap."""
_APART = 1.15
"""Least ratio of the distance of two rows to the distance of two lines of a row."""
_WRAPPED = 0.6
"""Least share of the rows with several lines that must look as if their cells were wrapped."""
_CENTRED = 1.5
"""Largest distance of the middles of two cells of a row that are centred vertically, in points."""
_EVEN = 1.05
"""Largest ratio of the distances of lines in cells of one row."""
_LONGEST = 240
"""Most characters of a cell; a longer text beside a word is not a table but an explained term."""
_IN_LINE = 0.6
"""Least share of the lines whose texts in a column begin, end or have their middle at the same place."""
LONGEST_TITLE = 40
"""Most characters of the title of a group of rows."""
_MARKER = re.compile(r"[-•–—*▪■○●◦‣]|[\[(]?\w{1,4}[\])][.:]?|\w{1,3}\.")
"""The number or sign of a list item, whose text is not a cell."""
_SMALL = "a an and as at by for from if in into not of on or out per than the to unless with"
_HANGING = frozenset(_SMALL.split(" "))
"""Words that do not end a cell."""

Cells = list[str]
"""The texts of a printed line, one for each column of its table; empty without text."""
Gutter = tuple[float, float]
"""The left and right edge of the space between two columns."""


class Row(NamedTuple):
    """A row of texts: a printed line, or the lines of a table row joined."""

    segments: list[Segment]
    foot: float | None = None
    """The baseline of the last line of joined lines; None for a printed line."""
    is_below_head: bool = False
    """Whether it is in a table with a bold head, so that a number at its start is a cell."""


class _Table(NamedTuple):
    """A table on consecutive lines."""

    lines: list[list[Segment]]
    gutters: list[Gutter]

    def cells(self, line: Sequence[Segment]) -> Cells:
        """Return the texts of a line by column; a text that spans several columns is in its first one."""
        cells = [""] * (len(self.gutters) + 1)
        for segment in line:
            for left, text in _divided(segment, self.gutters):
                column = sum(gutter[1] <= left + _ALIGNED for gutter in self.gutters)
                cells[column] = joined(cells[column], text)
        return cells

    def rows(self) -> list[Row]:
        """Return the rows; those of several lines are joined."""
        cells = [self.cells(line) for line in self.lines]
        printed = [Row(line, is_below_head=self._has_head(cells[0])) for line in self.lines]
        if sum(_MARKER.fullmatch(texts[0]) is not None for texts in cells) > 1:
            return printed
        groups = self._with_whole_head(_groups(cells, self._steps_in_groups()))
        if len(groups) == len(self.lines):
            return printed
        found = []
        for group in groups:
            texts = [""] * len(cells[0])
            for line in group:
                texts = [joined(text, more) for text, more in zip(texts, cells[line], strict=True)]
            if max(map(len, texts)) > _LONGEST:
                return printed
            first, last = (self.lines[line][0] for line in (group[0], group[-1]))
            found.append(Row([replace(first, text=text, gaps=()) for text in texts], last.base))
        return found

    def _has_head(self, cells: Cells) -> bool:
        """Return whether the first line, with these texts, is bold words without a number, and the next is not bold."""
        has_number = any(character.isdigit() for character in cells[0])
        is_head = _is_bold(self.lines[0]) and bool(cells[0]) and not has_number
        return is_head and not all(map(_is_bold, self.lines[1:3]))

    def _steps_in_groups(self) -> list[float]:
        """Return the distances of the lines; infinite around the title of a group of rows below others."""
        bold = [_is_bold(line) for line in self.lines]
        titles = [False, *(below and not above for above, below in pairwise(bold))]
        return [
            inf if titles[above] or titles[above + 1] else step
            for above, step in enumerate(_steps(self.lines))
        ]

    def _with_whole_head(self, groups: list[list[int]]) -> list[list[int]]:
        """Return the lines of each row with two bold lines at the top as one row if they are close together."""
        steps = _steps(self.lines)
        bold = [_is_bold(line) for line in self.lines[:3]]
        is_head = groups[:2] == [[0], [1]] and bold == [True, True, False]
        if is_head and len(steps) > 2 and steps[0] * _APART < min(steps[1:]):
            return [[0, 1], *groups[2:]]
        return groups


def joined_rows(lines: Sequence[list[Segment]]) -> list[Row]:
    """Return the lines of a column of text from top to bottom, with the wrapped lines of table rows joined."""
    rows: list[Row] = []
    place = 0
    while place < len(lines):
        table = _table(lines[place:])
        rows += table.rows() if table is not None else [Row(lines[place])]
        place += len(table.lines) if table is not None else 1
    return rows


def _table(lines: Sequence[list[Segment]]) -> _Table | None:
    """Return the table that begins with the first line; None if none does."""
    if len(lines[0]) < 2 or _is_of_contents(lines[0]):
        return None
    gutters = _breaks(lines[0])
    size = lines[0][0].size
    taken = [lines[0]]
    for place, printed in enumerate(lines[1:], 1):
        above, line = taken[-1], _opened(printed, gutters)
        is_far = above[0].base - line[0].base > _FARTHEST * min(size, line[0].size)
        begins = _is_bold(line) and not _is_bold(above)
        is_other = is_far or line[0].size > 1.1 * size or (begins and not _is_title(lines, place, gutters))
        narrowed = None if is_other or _is_of_contents(line) else _narrowed(gutters, line)
        if narrowed is None:
            break
        gutters = narrowed
        taken.append(line)
    steps = _steps(taken)
    while len(taken) > 2 and len(taken[-1]) == 1 and steps[-1] > _APART * max(steps[:-1]):
        taken.pop()
        steps.pop()
    table = _Table(taken, gutters)
    return table if all(_is_aligned(taken, gutter) for gutter in gutters) else None


def _is_title(lines: Sequence[list[Segment]], place: int, gutters: Sequence[Gutter]) -> bool:
    """Return whether a bold line is the title of a group of rows: as near to the row above as to the row below."""
    (title, *others), *below = lines[place : place + 3]
    if others or len(title.text) > LONGEST_TITLE or numbered(title.text) is not None:
        return False
    row = next((line for line in below if len(line) > 1), None)
    if row is None or _is_bold(row) or (row is not below[0] and below[0][0].left < gutters[0][0]):
        return False
    narrowed = _narrowed(gutters, row)
    above_it, below_it = _steps(lines[place - 1 : place + 2])
    return narrowed is not None and len(narrowed) == len(gutters) and above_it < _APART * below_it


def _opened(line: list[Segment], gutters: Sequence[Gutter]) -> list[Segment]:
    """Return a line that is one text as two if its widest gap ends where a column begins."""
    if len(line) > 1 or len(line[0].gaps) < 2 or len(line[0].text) > _SHORT:
        return line
    *others, widest = sorted(line[0].gaps, key=lambda gap: gap.right - gap.left)
    is_wide = widest.right - widest.left >= _WIDER * (others[-1].right - others[-1].left)
    is_aligned = any(abs(widest.right - gutter[1]) <= _ALIGNED for gutter in gutters)
    return [*divided_at(line[0], widest)] if is_wide and is_aligned else line


def _is_bold(line: Sequence[Segment]) -> bool:
    return all(segment.all_bold for segment in line)


def _is_of_contents(line: Sequence[Segment]) -> bool:
    """Return whether a line has the dots of a table of contents."""
    return any(LEADERS.search(segment.text) for segment in line)


def _is_aligned(lines: Sequence[Sequence[Segment]], gutter: Gutter) -> bool:
    """Return whether the texts behind a gutter are in line, on at least two lines."""
    behind = [next((s for s in line if s.left >= gutter[1] - 0.1), None) for line in lines if len(line) > 1]
    found = [segment for segment in behind if segment is not None]
    if len(found) < 2:
        return False
    return any(
        sum(abs(place - median(places)) <= _ALIGNED for place in places) >= _IN_LINE * len(places)
        for places in (
            [segment.left for segment in found],
            [segment.right for segment in found],
            [(segment.left + segment.right) / 2 for segment in found],
        )
    )


def _breaks(line: Sequence[Segment]) -> list[Gutter]:
    return [(one.right, other.left) for one, other in pairwise(line)]


def _narrowed(gutters: Sequence[Gutter], line: Sequence[Segment]) -> list[Gutter] | None:
    """Return the gutters narrowed by a line of the table, with new ones; None if it does not belong to the table."""
    found = list(gutters)
    for left, right in _breaks(line):
        place = next((at for at, gutter in enumerate(found) if left < gutter[1] and gutter[0] < right), None)
        if place is None:
            found.append((left, right))
        else:
            found[place] = (max(left, found[place][0]), min(right, found[place][1]))
    if len(line) == 1 and any(line[0].left < left and right < line[0].right for left, right in gutters):
        return None
    return sorted(found)


def _divided(segment: Segment, gutters: Sequence[Gutter]) -> Iterator[tuple[float, str]]:
    """Yield the parts of a text that are in different columns, each with its left edge."""
    left, start = segment.left, 0
    for gap in segment.gaps:
        if any(abs(gap.right - gutter[1]) <= _ALIGNED and segment.left < gutter[0] for gutter in gutters):
            yield left, segment.text[start : len(gap.before)].strip()
            left, start = gap.right, len(gap.before)
    yield left, segment.text[start:].strip()


def _steps(lines: Sequence[list[Segment]]) -> list[float]:
    return [above[0].base - below[0].base for above, below in pairwise(lines)]


def _groups(cells: Sequence[Cells], steps: Sequence[float]) -> list[list[int]]:
    """Return the lines of each row, as indexes; one line for each row if nothing is wrapped."""
    if centred := _centred_groups(cells, steps):
        return centred
    groups = _nearer(steps, _distance_of_rows(steps))
    several = [[cells[line] for line in group] for group in groups if len(group) > 1]
    if several and sum(map(_is_wrapped, several)) >= _WRAPPED * len(several):
        return groups
    groups = [[0]]
    for line, texts in enumerate(cells[1:], 1):
        filled = [column for column, text in enumerate(texts) if text]
        is_near = len(filled) == 1 and steps[line - 1] < inf
        if is_near and continues(cells[line - 1][filled[0]], texts[filled[0]]):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _nearer(steps: Sequence[float], far: float) -> list[list[int]]:
    """Return the lines in groups; a line is in the group of the line above if it is nearer to it than `far`."""
    groups = [[0]]
    for line, step in enumerate(steps, 1):
        if step < far:
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _centred_groups(cells: Sequence[Cells], steps: Sequence[float]) -> list[list[int]]:
    """Return the lines of each row if the cells of all rows of several lines are centred vertically; otherwise none."""
    for near, far in sorted(pairwise(sorted(steps)), reverse=True):
        if far == inf or far < _APART * near:
            continue
        groups = _nearer(steps, far)
        several = [group for group in groups if len(group) > 1]
        if all(_is_centred([cells[line] for line in group], steps[group[0] :]) for group in several):
            return groups
    return []


def _is_centred(group: Sequence[Cells], steps: Sequence[float]) -> bool:
    """Return whether lines are one row with cells of different numbers of lines that are centred vertically.

    `steps` begin with the distances of these lines.
    """
    places = [0.0, *accumulate(steps[: len(group) - 1])]
    columns = [
        [place for place, text in zip(places, texts, strict=True) if text]
        for texts in zip(*group, strict=True)
    ]
    filled = [column for column in columns if column]
    middles = [(column[0] + column[-1]) / 2 for column in filled]
    between = [below - above for column in filled for above, below in pairwise(column)]
    return (
        len({len(column) for column in filled}) > 1
        and max(middles) - min(middles) <= _CENTRED
        and max(between) <= _EVEN * min(between)
    )


def _distance_of_rows(steps: Sequence[float]) -> float:
    """Return the distance from which two lines are different rows; 0 if all lines are about equally far apart."""
    ordered = sorted(step for step in steps if step < inf)
    ratio, far = max(
        ((below / max(above, 0.1), below) for above, below in pairwise(ordered)), default=(0.0, 0.0)
    )
    return far if ratio >= _APART else 0.0


def _is_wrapped(group: Sequence[Cells]) -> bool:
    """Return whether lines look like one row: only the first fills a column, or a line continues the one above."""
    columns = list(zip(*group, strict=True))
    if any(texts[0] and not any(texts[1:]) for texts in columns):
        return True
    return any(continues(above, below) for texts in columns for above, below in pairwise(texts) if below)


def continues(above: str, below: str) -> bool:
    """Return whether a text in a cell continues the text above it."""
    last = above.rpartition(" ")[2]
    return bool(above) and (below[:1].islower() or last in _HANGING or last.endswith((",", SOFT_HYPHEN)))


def joined(text: str, more: str) -> str:
    if text.endswith(SOFT_HYPHEN):
        return f"{text[:-1]}{more}"
    return f"{text} {more}".strip()
