"""Reads chart files: a grid with the layout of the printed chart, its shading and its footnotes."""

from __future__ import annotations

from itertools import pairwise
from math import inf

from companion.load.chart_checks import check_footnotes, check_parts
from companion.load.faults import Faults
from companion.load.suggestions import suggest_in_order
from companion.load.text_yaml import Path
from companion.model import Chart, Shade
from companion.model.chart import BaseChart, band, band_text
from companion.model.record import Record
from companion.model.wording import counted


class ShadeForm(Record, frozen=True):
    """Shaded cells by row: `9: [4-5, 6-8]`, or `all` for a whole row."""

    name: str
    """Name used in formulas: shade == 'name'."""
    means: str
    """Meaning of the shading."""
    colour: str
    """Colour on the printed chart, in one word; shown but not used in formulas."""
    cells: dict[str, tuple[str, ...]]
    """Row to its shaded columns, or to all."""


class ChartForm(BaseChart, frozen=True, kw_only=True):
    """A chart as authors write it."""

    grid: str
    """Lines of cells separated by |. The first line contains the title of the rows and the column keys; each further
    line begins with its row key."""
    signs: dict[str, str] = {}
    """Signs that replace a cell's text in a wide grid, as in `#: prohibited`."""
    shades: tuple[ShadeForm, ...] = ()
    """Shaded cells and what they mean."""


def to_chart(form: ChartForm, game: str, faults: Faults, overlay: bool) -> Chart | None:
    """Return the chart, or None if it has faults."""
    before = len(faults.noted)
    rows_title, rows, columns, cells = _grid(form.grid, faults)
    shades = tuple(_shade(shade, index, rows, columns, faults) for index, shade in enumerate(form.shades))
    if len(faults.noted) > before:
        return None
    cells = tuple(tuple(form.signs.get(cell, cell) for cell in line) for line in cells)
    shared = {name: getattr(form, name) for name in BaseChart.__struct_fields__}
    grid = {"rows_title": rows_title, "rows": rows, "columns": columns, "cells": cells, "shades": shades}
    chart = Chart(**{**shared, **grid, "id": f"{game}:{form.id}", "game": game, "overlay": overlay})
    _check_words(chart, faults)
    check_footnotes(chart, faults)
    if form.parts and len(faults.noted) == before:
        check_parts(chart, faults)
    return chart if len(faults.noted) == before else None


def _check_words(chart: Chart, faults: Faults) -> None:
    """Note each key of `words:` that is not a row, column or cell of the grid."""
    known = {*chart.rows, *chart.columns, *(cell for line in chart.cells for cell in line)}
    for key in chart.words:
        if key not in known:
            faults.add(
                ("words", key),
                f"{key!r} is not a row, column or cell of the grid",
                suggest_in_order(key, sorted(known)),
            )


Grid = tuple[str, tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]


def _grid(text: str, faults: Faults) -> Grid:
    lines = [[cell.strip() for cell in line.split("|")] for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or len(lines[0]) < 2:
        faults.add(
            ("grid",), "a grid needs a line of column keys and at least one row", "separate cells with |"
        )
        return "", (), (), ()
    columns = tuple(lines[0][1:])
    for number, line in enumerate([["Rows", *columns], *lines[1:]], 1):
        count = len(line) - 1
        if count != len(columns):
            faults.add(
                ("grid",),
                f"line {number} of the grid has {counted(count, 'cells')}, not {len(columns)}",
            )
        elif not all(line):
            mend = "write - where the chart is blank" if number > 1 else "give every column a key"
            faults.add(("grid",), f"line {number} of the grid has an empty cell", mend)
        elif any(sign in cell for cell in line for sign in "−–—"):
            faults.add(
                ("grid",), f"line {number} of the grid has a typographic dash", "write the plain hyphen -"
            )
    rows = tuple(line[0] for line in lines[1:])
    for title, keys in (("row", rows), ("column", columns)):
        _check_keys(title, keys, faults)
    return lines[0][0], rows, columns, tuple(tuple(line[1:]) for line in lines[1:])


def _check_keys(title: str, keys: tuple[str, ...], faults: Faults) -> None:
    """Note duplicate keys, overlapping bands and gaps; `title` is row or column."""
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            faults.add(("grid",), f"{title} {key} appears twice")
        seen.add(key)
    bands = [bounds for key in keys if (bounds := band(key))]
    for low, end in bands:
        if end is not None and end < min(low, 0):
            says = f"{title} {band_text(low, end)} has its higher number first"
            faults.add(("grid",), says, f"write {band_text(end, low)}")
    ranges = sorted((low, inf if high is None else high) for low, high in bands)
    for (_, high), (low, _) in pairwise(ranges):
        if low <= high:
            faults.add(("grid",), f"{title} bands overlap at {low}", "each number belongs to one band")
    _check_gaps(title, ranges, faults)


def _check_gaps(title: str, ranges: list[tuple[int, float]], faults: Faults) -> None:
    """Note each gap between two keys, because only an unlucky roll would reveal it.

    Numbers without bands may be names, as of hills and roads, so they are checked only in nearly consecutive rows.
    """
    neighbours = list(pairwise(ranges))
    consecutive = sum(low == high + 1 for (_, high), (low, _) in neighbours)
    has_bands = any(low != high for low, high in ranges)
    if not has_bands and (title == "column" or consecutive * 3 < len(neighbours) * 2):
        return
    for (_, high), (low, _) in neighbours:
        if low > high + 1:
            gap = band_text(int(high) + 1, low - 1)
            mend = f"widen a {title}, or add {gap} with - in the cells that are blank in print"
            faults.add(("grid",), f"no {title} covers {gap}", mend)


def _shade(
    form: ShadeForm, index: int, rows: tuple[str, ...], columns: tuple[str, ...], faults: Faults
) -> Shade:
    cells: list[tuple[str, str]] = []
    for row, named in form.cells.items():
        path: Path = ("shades", index, "cells", row)
        if row not in rows:
            faults.add(path, f"no row {row} in the grid", f"rows: {', '.join(rows)}")
        for column in columns if named == ("all",) else named:
            if column not in columns:
                faults.add(path, f"no column {column} in the grid", f"columns: {', '.join(columns)}")
            cells.append((row, column))
    return Shade(form.name, form.means, form.colour, tuple(dict.fromkeys(cells)))
