"""Compares a new chart with the file or the rule that it comes from, cell by cell, and reports what was changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.cli.authoring.chart.layout import Layout
from companion.cli.authoring.chart.tables import Placed
from companion.errors import Refused
from companion.load.sheet_files import Sheet, address
from companion.model import Chart

MOST_NAMED = 6
"""Maximum number of cells named for each change; of the rest, only the number is shown."""


def verified(chart: Chart, layout: Layout, again: Sequence[Sheet], sheet: Sheet) -> int:
    """Compare the chart with the file, and return the number of matching cells. Raises Refused.

    `again` is the sheet, read once more; empty if the file now has fewer sheets.
    """
    if [current.rows for current in again] != [sheet.rows]:
        raise Refused("the file was changed in the meantime; nothing was written")
    in_file = {
        address(row, column): cell.text
        for row, line in enumerate(sheet.rows)
        for column, cell in enumerate(line)
    }
    pairs = list(_compared(layout, chart))
    for placed, read in pairs:
        was = in_file.get(placed.where, "")
        if (
            read != placed.text
            or was != placed.printed
            or (was != read and not placed.why and placed.printed)
        ):
            raise Refused(
                f"{placed.where} is {was!r} in the file but {read!r} in the chart; nothing was written"
            )
    used = {placed.where for placed, _ in pairs}
    return len([where for where, text in in_file.items() if text.strip() and where in used])


def _compared(layout: Layout, chart: Chart) -> Iterator[tuple[Placed, str]]:
    """Yield each text of the layout with the text of the chart that must be the same."""
    yield layout.rows_title, chart.rows_title
    if layout.columns_title.text == chart.columns_title:
        yield layout.columns_title, chart.columns_title
    for placed, column in zip(layout.columns, chart.columns, strict=True):
        yield from _of_heading(placed, column, chart)
    for row, cells, key in zip(layout.rows, layout.cells, chart.rows, strict=True):
        yield from _of_heading(row, key, chart)
        for cell, column in zip(cells, chart.columns, strict=True):
            yield cell, chart.printed(key, column)


def _of_heading(placed: Placed, key: str, chart: Chart) -> Iterator[tuple[Placed, str]]:
    """Yield the one or two cells of a heading, each with its text in the chart."""
    shown = chart.read(key) if placed.label else key
    if placed.beside is None:
        yield replace(placed, text=placed.label or placed.text), shown
        return
    yield placed, key
    first = shown.removesuffix(f" {key}") if placed.label else shown[: len(placed.beside.text)]
    yield placed.beside, first


def _changed(cell: Placed) -> str:
    """Return the old and the new text of a cell, in quotes if they consist of signs only."""
    old, new = " / ".join(cell.printed.splitlines()) or "(empty)", cell.text
    if not any(map(str.isalnum, old + new)):
        old, new = f'"{old}"', f'"{new}"'
    return f"{cell.where} {old} -> {new}".strip()


def change_lines(layout: Layout) -> list[str]:
    """Return the changes, one line for each reason."""
    changes: dict[str, list[Placed]] = defaultdict(list)
    merged: dict[str, list[Placed]] = defaultdict(list)
    for placed in layout.every():
        if placed.why:
            changes[placed.why].append(placed)
        if placed.merged:
            merged[placed.merged].append(placed)
    lines = []
    for why, cells in changes.items():
        named = [_changed(each) for each in cells[:MOST_NAMED]]
        more = f", and {len(cells) - MOST_NAMED} more" if len(cells) > MOST_NAMED else ""
        lines.append(f"Changed ({why}): {', '.join(named)}{more}")
    lines += [
        f"Merged cells {name}: each becomes {cells[0].text}"
        for name, cells in merged.items()
        if len(cells) > 1
    ]
    return lines
