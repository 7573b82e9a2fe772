"""Chart files: a grid drawn as on paper, shading and footnotes as data."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import Literal

from companion.load.footnotes import check_footnotes
from companion.load.parts import check_parts
from companion.load.records import Faults, close_or_known
from companion.load.text_yaml import Path
from companion.model import Chart, Footnote, Part, Shade
from companion.model.chart import band
from companion.model.record import Record


class ShadeForm(Record, frozen=True):
    """Shaded cells by row: `9: [4-5, 6-8]`, or `all` for a whole row."""

    name: str
    """Name by which formulas compare it: shade == 'name'."""
    means: str
    """What the shading means."""
    colour: str
    """Its colour on the paper, in a word; only read, never compared."""
    cells: dict[str, tuple[str, ...]]
    """Row to the columns that are shaded in it, or all."""


class FootnoteForm(Record, frozen=True):
    """A note; without a mark it belongs to the whole chart."""

    text: str
    """The note, in your own words."""
    mark: str = ""
    """The sign on the cells, as * or †; empty for a note to the whole chart."""


class PartForm(Record, frozen=True):
    """One of several facts that a cell holds, told apart by a leading letter."""

    name: str
    """Name by which `take` asks for it."""
    letter: str = ""
    """The letter before the number, as b in b2; empty for the word itself."""
    without: str = ""
    """Its value where the cell has none."""
    words: dict[str, str] = {}
    """Printed word to value."""
    number: Literal["yes", "no"] = "no"
    """yes: it is the cell's number, and `without` where the cell is no number."""


class ChartForm(Record, frozen=True):
    """A chart as authors write it."""

    id: str
    title: str
    cite: str
    page: str
    """Where the chart is printed, so that a player finds the paper."""
    grid: str
    """Lines of cells parted by |. The first line holds what the rows are called and the column keys; each further
    line begins with its row key."""
    signs: dict[str, str] = {}
    """Signs that stand for a cell's text in a wide grid, as in `#: prohibited`."""
    columns_title: str = ""
    """What the columns are called, as Range or Morale."""
    ends: Literal["refuse", "clamp"] = "refuse"
    """What a row beyond the first or last one does: refuse it, or clamp it to that row."""
    footnotes: tuple[FootnoteForm, ...] = ()
    """Notes under the chart, as printed, with the sign that stands on the cells."""
    shades: tuple[ShadeForm, ...] = ()
    """Shaded cells and what they mean."""
    parts: tuple[PartForm, ...] = ()
    """Facts that one cell holds together, each with a name of its own."""
    words: dict[str, str] = {}
    """Key of a row or column, or a cell, to what the player reads for it."""
    asked: tuple[str, ...] = ()


def to_chart(form: ChartForm, game: str, faults: Faults, overlay: bool) -> Chart | None:
    """The chart, or None with its faults noted."""
    before = len(faults.found)
    rows_title, rows, columns, cells = _grid(form.grid, faults)
    shades = tuple(_shade(shade, index, rows, columns, faults) for index, shade in enumerate(form.shades))
    if len(faults.found) > before:
        return None
    cells = tuple(tuple(form.signs.get(cell, cell) for cell in line) for line in cells)
    chart = Chart(
        id=f"{game}:{form.id}",
        game=game,
        title=form.title,
        cite=form.cite,
        page=form.page,
        rows_title=rows_title,
        columns_title=form.columns_title,
        rows=rows,
        columns=columns,
        cells=cells,
        ends=form.ends,
        footnotes=tuple(Footnote(note.mark, note.text) for note in form.footnotes),
        shades=shades,
        parts=tuple(
            Part(each.name, each.letter, each.without, each.words, each.number) for each in form.parts
        ),
        asked=form.asked,
        overlay=overlay,
        words=form.words,
    )
    _check_words(chart, faults)
    check_footnotes(chart, faults)
    if form.parts and len(faults.found) == before:
        check_parts(chart, faults)
    return chart if len(faults.found) == before else None


def _check_words(chart: Chart, faults: Faults) -> None:
    """Notes words for what the grid does not hold."""
    known = {*chart.rows, *chart.columns, *(cell for line in chart.cells for cell in line)}
    for key in chart.words:
        if key not in known:
            faults.add(("words", key), f"{key!r} is no row, column or cell here", close_or_known(key, known))


Grid = tuple[str, tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]


def _grid(text: str, faults: Faults) -> Grid:
    lines = [[cell.strip() for cell in line.split("|")] for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or len(lines[0]) < 2:
        faults.add(
            ("grid",), "a grid needs a line of column keys and at least one row", "cells are parted by |"
        )
        return "", (), (), ()
    columns = tuple(lines[0][1:])
    for number, line in enumerate([["Rows", *columns], *lines[1:]], 1):
        if len(line) != len(columns) + 1:
            faults.add(("grid",), f"line {number} of the grid has {len(line) - 1} cells, not {len(columns)}")
        elif not all(line):
            mend = "write - where the chart is blank" if number > 1 else "give every column a key"
            faults.add(("grid",), f"line {number} of the grid has an empty cell", mend)
        elif any(sign in cell for cell in line for sign in "−–—"):
            faults.add(
                ("grid",), f"line {number} of the grid has a typographic dash", "write the plain hyphen -"
            )
    rows = tuple(line[0] for line in lines[1:])
    for title, keys in (("row", rows), ("column", columns)):
        _distinct(title, keys, faults)
    return lines[0][0], rows, columns, tuple(tuple(line[1:]) for line in lines[1:])


def _distinct(title: str, keys: tuple[str, ...], faults: Faults) -> None:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            faults.add(("grid",), f"{title} {key} stands twice")
        seen.add(key)
    bands = [bounds for key in keys if (bounds := band(key))]
    closed = sorted((low, inf if high is None else high) for low, high in bands)
    for (_, high), (low, _) in pairwise(closed):
        if low <= high:
            faults.add(("grid",), f"{title} bands overlap at {low}", "each number belongs to one band")
    _gaps(title, closed, faults)


def _gaps(title: str, closed: list[tuple[int, float]], faults: Faults) -> None:
    """A number that no key holds between two that do: it would only be found out when the dice fall on it.

    Single numbers may be names, as of hills and roads; rows of them are told only where nearly all follow each other.
    """
    steps = list(pairwise(closed))
    follow = sum(low == high + 1 for (_, high), (low, _) in steps)
    banded = any(low != high for low, high in closed)
    if not banded and (title == "column" or follow * 3 < len(steps) * 2):
        return
    for (_, high), (low, _) in steps:
        if low > high + 1:
            none = str(int(high) + 1) if low == high + 2 else f"{int(high) + 1}-{low - 1}"
            mend = f"widen a {title}, or add {none} with - in its cells where the print leaves it blank"
            faults.add(("grid",), f"no {title} holds {none}", mend)


def _shade(
    form: ShadeForm, index: int, rows: tuple[str, ...], columns: tuple[str, ...], faults: Faults
) -> Shade:
    cells: set[tuple[str, str]] = set()
    for row, named in form.cells.items():
        path: Path = ("shades", index, "cells", row)
        if row not in rows:
            faults.add(path, f"no row {row} in the grid", f"rows: {', '.join(rows)}")
        for column in columns if named == ("all",) else named:
            if column not in columns:
                faults.add(path, f"no column {column} in the grid", f"columns: {', '.join(columns)}")
            cells.add((row, column))
    return Shade(form.name, form.means, form.colour, frozenset(cells))
