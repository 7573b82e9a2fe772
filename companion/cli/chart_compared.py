"""Compares a new chart with the file or the rule that it comes from, cell by cell, and reports what was changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from companion.cli.chart_layout import Layout
from companion.cli.chart_tables import Placed
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
    pairs = [(layout.rows_title, chart.rows_title)]
    pairs += zip(layout.columns, chart.columns, strict=True)
    for row, cells, key in zip(layout.rows, layout.cells, chart.rows, strict=True):
        pairs.append((row, key))
        pairs += [
            (cell, chart.printed(key, column)) for cell, column in zip(cells, chart.columns, strict=True)
        ]
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
