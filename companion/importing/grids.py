"""Tables that are printed with lines: finds their cells between the lines, and reads the texts in them."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from companion.importing.numbers import numbered
from companion.importing.segments import Segment
from companion.importing.source import Line
from companion.importing.strokes import Stroke
from companion.importing.table_rows import continues, joined

_NEAR = 3.0
"""Largest distance of two lines that are the same line, or touch each other, in points."""
_MOST_STROKES = 800
"""Most lines of a page with tables; a page with more has a map or a picture."""
_MOST_CELLS = 2_000
"""Most cells of a table."""
_LEAST_ROWS = 2
"""Fewest rows of a table that have at least two texts."""
_CAPTION = 1.6
"""Largest distance between the baseline of a caption and its table, as a multiple of the font size."""
_REPEATED = 60
"""Most characters of a text over several rows that is repeated in each of them."""
_MOST_LINES = 8
"""Most lines of a cell; a box with more holds a part of the page."""
_FEW_LINES = 2
"""Most lines of a name at the left of a row that may have as many lines as another cell, if these are wrapped."""
_SAME_LINE = 1.5
"""Largest distance of two baselines of one line, in points."""

Texts = dict[tuple[int, int], list[Segment]]
"""The texts in each cell, by row and column from 0."""


class Grid:
    """The lines of a table, with the edges of its rows from top to bottom and of its columns from left to right."""

    def __init__(self, levels: list[Stroke], uprights: list[Stroke]) -> None:
        self.levels, self.uprights = levels, uprights
        heights = [stroke.bottom for stroke in levels]
        heights += [end for stroke in uprights for end in (stroke.bottom, stroke.top)]
        self.rows = _places(heights)[::-1]
        ends = [end for stroke in levels for end in (stroke.left, stroke.right)]
        self.columns = _places([*(stroke.left for stroke in uprights), min(ends), max(ends)])

    def holds(self, segment: Segment) -> bool:
        """Return whether a text is in the table."""
        middle = (segment.left + segment.right) / 2
        is_between = self.columns[0] <= middle <= self.columns[-1]
        return is_between and self.rows[-1] - 1 <= segment.base <= self.rows[0]

    def divides(self, left: float, right: float, base: float) -> bool:
        """Return whether an upright line is between the ends of a gap in a text with this baseline."""
        return any(
            left - 1 <= stroke.left <= right + 1 and stroke.bottom - 1 <= base <= stroke.top
            for stroke in self.uprights
        )


def grids(strokes: Sequence[Stroke]) -> list[Grid]:
    """Return the tables on a page: lines that touch each other and make at least two rows and two columns."""
    if len(strokes) > _MOST_STROKES:
        return []
    groups: list[list[Stroke]] = []
    for stroke in strokes:
        touching = [group for group in groups if any(_touch(stroke, other) for other in group)]
        joined_group = [stroke, *(other for group in touching for other in group)]
        groups = [*(group for group in groups if group not in touching), joined_group]
    sorted_groups = [
        ([stroke for stroke in group if stroke.is_level], [stroke for stroke in group if not stroke.is_level])
        for group in groups
    ]
    found = [Grid(levels, uprights) for levels, uprights in sorted_groups if levels and uprights]
    return [
        grid
        for grid in found
        if len(grid.rows) > _LEAST_ROWS
        and len(grid.columns) > 2
        and len(grid.rows) * len(grid.columns) <= _MOST_CELLS
    ]


def _touch(one: Stroke, other: Stroke) -> bool:
    return (
        one.left - _NEAR <= other.right
        and other.left - _NEAR <= one.right
        and one.bottom - _NEAR <= other.top
        and other.bottom - _NEAR <= one.top
    )


def _places(values: Iterable[float]) -> list[float]:
    """Return the different places among near ones, in ascending order."""
    found: list[list[float]] = []
    for value in sorted(values):
        if found and value - found[-1][0] <= _NEAR:
            found[-1].append(value)
        else:
            found.append([value])
    return [sum(group) / len(group) for group in found]


class _Cells:
    """The cells of a grid: those without a line between them are one."""

    def __init__(self, grid: Grid) -> None:
        self.rows, self.columns = grid.rows, grid.columns
        self.first: dict[tuple[int, int], tuple[int, int]] = {}
        """For each place, row and column of the upper left place of its cell."""
        for row, (above, below) in enumerate(pairwise(self.rows)):
            for column, (left, right) in enumerate(pairwise(self.columns)):
                middle = (left + right) / 2
                if column and not _crosses(grid.uprights, left, (above + below) / 2):
                    self.first[row, column] = self.first[row, column - 1]
                elif row and not any(
                    abs(stroke.bottom - above) <= _NEAR and stroke.left <= middle <= stroke.right
                    for stroke in grid.levels
                ):
                    self.first[row, column] = self.first[row - 1, column]
                else:
                    self.first[row, column] = (row, column)

    def texts(self, segments: Iterable[Segment]) -> Texts:
        """Return the texts in each cell, by its upper left place."""
        found: Texts = defaultdict(list)
        for segment in sorted(segments, key=lambda each: (-each.base, each.left)):
            column = bisect_right(self.columns, (segment.left + segment.right) / 2) - 1
            row = sum(edge > segment.base + segment.size / 4 for edge in self.rows) - 1
            place = (min(max(row, 0), len(self.rows) - 2), min(max(column, 0), len(self.columns) - 2))
            found[self.first[place]].append(segment)
        return found


def _crosses(uprights: Iterable[Stroke], left: float, height: float) -> bool:
    """Return whether an upright line at the place `left` crosses a height."""
    return any(abs(each.left - left) <= _NEAR and each.bottom <= height <= each.top for each in uprights)


def with_tables(segments: Sequence[Segment], tables: Sequence[Grid], page: int) -> list[Segment]:
    """Return the texts of a page, with a single segment in place of the texts of each table and of its caption."""
    found = list(segments)
    for grid in tables:
        inside = [segment for segment in found if not segment.table and grid.holds(segment)]
        lines = table_lines(grid, inside, page)
        if not lines:
            continue
        if caption := _caption(grid, found):
            inside.append(caption)
            lines.insert(0, _caption_line(caption, page))
        held = {id(segment) for segment in inside}
        place = Segment("", grid.columns[0], grid.columns[-1], lines[0].base, 1.0, bold=False, all_bold=False)
        place.table = tuple(lines)
        found = [*(segment for segment in found if id(segment) not in held), place]
    return found


def _caption(grid: Grid, segments: Sequence[Segment]) -> Segment | None:
    """Return the bold line without a number of its own that is right above a table; None if there is none."""
    above = [
        segment
        for segment in segments
        if not segment.table
        and 0 < segment.base - grid.rows[0] <= _CAPTION * segment.size
        and grid.columns[0] - _NEAR <= segment.left
        and segment.right <= grid.columns[-1] + _NEAR
    ]
    if len(above) != 1 or not above[0].all_bold or numbered(above[0].text):
        return None
    return above[0]


def _caption_line(caption: Segment, page: int) -> Line:
    """Return the caption of a table as a line."""
    line = Line(caption.text, page, caption.left, caption.right, caption.base, caption.size)
    line.bold = line.all_bold = line.is_caption = True
    return line


def table_lines(grid: Grid, segments: Sequence[Segment], page: int) -> list[Line]:
    """Return the rows of a table as lines; empty if the texts show that it is no table, or that lines are missing.

    A short text over several rows is repeated in each; one over several columns is in the first of them. A row that is
    one text is a line without cells: a title, or a note. Columns without texts are left out.
    """
    cells = _Cells(grid)
    texts = cells.texts(segments)
    if hidden := _hidden_rows(cells, texts):
        cells = _Cells(Grid([*grid.levels, *hidden], grid.uprights))
        texts = cells.texts(segments)
    if not _is_table(cells, texts):
        return []
    lines = [line for row in range(len(cells.rows) - 1) if (line := _row(cells, texts, row, page))]
    rows = [line for line in lines if line.cells]
    used = [
        place for place, column in enumerate(zip(*(line.cells for line in rows), strict=True)) if any(column)
    ]
    for line in rows:
        line.cells = tuple(line.cells[place] for place in used)
    return lines if len(rows) >= _LEAST_ROWS and len(used) > 1 else []


def _is_table(cells: _Cells, texts: Texts) -> bool:
    """Return whether the texts fit to the cells; if not, lines are missing, or it is a picture such as a staff."""
    heights = [above - below for above, below in pairwise(cells.rows)]
    is_low = any(segment.size > heights[row] for (row, _), cell in texts.items() for segment in cell)
    lines = {place: _printed_lines(cell) for place, cell in texts.items()}
    is_open = any(
        column and _shares_rows(lines.get((row, 0), []), lines[row, column]) for row, column in lines
    )
    is_layout = any(len(each) > _MOST_LINES for each in lines.values())
    return not (is_low or is_open or is_layout) and sum(map(_has_columns, texts.values())) < 2


def _shares_rows(names: Sequence[list[Segment]], others: Sequence[list[Segment]]) -> bool:
    """Return whether the lines of the cell at the left are names of rows, and those of another cell are beside them."""
    are_beside = len(names) > _FEW_LINES and len(others) > 1 and set(_bases(others)) <= set(_bases(names))
    return are_beside and _is_unwrapped(others)


def _row(cells: _Cells, texts: Texts, row: int, page: int) -> Line | None:
    """Return a row as a line; None if nothing is printed in it."""
    places = [cells.first[row, column] for column in range(len(cells.columns) - 1)]
    own = [segment for place in dict.fromkeys(places) if place[0] == row for segment in texts[place]]
    if not own:
        return None
    row_texts = [_text(texts[place]) if place[1] == column else "" for column, place in enumerate(places)]
    row_texts = [
        text if place[0] == row or len(text) <= _REPEATED else ""
        for text, place in zip(row_texts, places, strict=True)
    ]
    is_one = len(set(places)) == 1
    return Line(
        text=" ".join(filter(None, row_texts)),
        page=page,
        left=min(segment.left for segment in own) if is_one else cells.columns[0],
        right=cells.columns[-1],
        base=max(segment.base for segment in own),
        size=sum(each.size * len(each.text) for each in own) / sum(len(each.text) for each in own),
        bold=own[0].bold,
        all_bold=all(segment.all_bold for segment in own),
        cells=() if is_one else tuple(row_texts),
        whole=not is_one,
        is_caption=is_one and row == 0,
    )


def _text(segments: Sequence[Segment]) -> str:
    text = ""
    for segment in segments:
        text = joined(text, segment.text)
    return text


def _printed_lines(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Return the texts of a cell by printed line."""
    lines: list[list[Segment]] = []
    for segment in segments:
        if lines and abs(lines[-1][0].base - segment.base) <= _SAME_LINE:
            lines[-1].append(segment)
        else:
            lines.append([segment])
    return lines


def _bases(lines: Sequence[Sequence[Segment]]) -> tuple[int, ...]:
    """Return the baselines of printed lines."""
    return tuple(round(line[0].base) for line in lines)


def _is_unwrapped(lines: Sequence[Sequence[Segment]]) -> bool:
    """Return whether no line seems to continue the one above it."""
    return not any(continues(_text(above), _text(below)) for above, below in pairwise(lines))


def _has_columns(segments: Sequence[Segment]) -> bool:
    """Return whether a cell has texts side by side, so that an upright line seems to be missing."""
    return any(len(line) > 1 for line in _printed_lines(segments))


def _hidden_rows(cells: _Cells, texts: Texts) -> list[Stroke]:
    """Return a line between two rows without one: where cells side by side have several lines that do not continue.

    In a table with lines between most rows, such cells are taken as wrapped texts, and nothing is returned.
    """
    found: list[Stroke] = []
    divided = set()
    for row, group in groupby(sorted(texts), key=lambda place: place[0]):
        lines = {place: _printed_lines(texts[place]) for place in group}
        alike = _alike(lines)
        for above, below in pairwise(lines[alike[0]] if alike else ()):
            edge = (above[0].base + below[0].base + below[0].size) / 2
            divided.add(row)
            found += [
                Stroke(cells.columns[column], edge, cells.columns[column + 1], edge)
                for (_, column), each in lines.items()
                if len(each) > 1
            ]
    rows = {row for row, _ in texts}
    return found if 2 * len(divided) >= len(rows) - 1 else []


def _alike(lines: Mapping[tuple[int, int], list[list[Segment]]]) -> list[tuple[int, int]]:
    """Return cells of a row with the same baselines and no wrapped text; none if there are fewer than two.

    If they have more than two lines, it is enough that one of them has no wrapped text.
    """
    several = {place: each for place, each in lines.items() if len(each) > 1}
    bases = {place: _bases(each) for place, each in several.items()}
    for same in dict.fromkeys(bases.values()):
        alike = [place for place, each in bases.items() if each == same]
        whole = sum(_is_unwrapped(several[place]) for place in alike)
        if len(alike) > 1 and whole >= (len(alike) if len(same) == _FEW_LINES else 1):
            return alike
    return []
