"""Finds the tables of a file, or of the rules, that no chart of the game was made from."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.cli.authoring.chart.sources import ChartSource, tables_to_make
from companion.cli.authoring.chart.tables import (
    Placed,
    Table,
    blocks_of,
    table_name,
    tables_of,
    without_empty_columns,
)
from companion.load.sheet_files import Sheet, address
from companion.load.sheet_text import Change, key_text, plain_text
from companion.model import Chart, GameModule
from companion.model.chart import BLANK

_MOST_NAMED = 4
"""Maximum number of tables named; of the rest, only the number is shown."""


class TableLeft(NamedTuple):
    """A table that is no chart of the game yet."""

    name: str
    sheet: Sheet
    answers: tuple[str, ...]
    """Answers of `new-chart` that choose it, as NAME=TEXT."""


def tables_left(source: ChartSource, module: GameModule, made: Sheet | None = None) -> list[TableLeft]:
    """Return the tables that no chart of the game was made from; a page of which none was made counts as one table.

    Tables of modifiers in the rules are left out, and so is the only table of the sheet `made`.
    """
    labels = {table.label for table in tables_to_make(module)}
    asks = len(source.named) > 1 or bool(source.tables)
    left: list[TableLeft] = []
    for name, sheet in source.named.items():
        tables = tables_on(sheet)
        open_tables = [number for number, table in enumerate(tables, 1) if not _is_made(table, sheet, module)]
        table = source.table(sheet)
        if (table and table.label not in labels) or (sheet is made and len(tables) == 1):
            continue
        chosen = (f"sheet={name}",) if asks else ()
        if len(open_tables) == len(tables):
            left += [TableLeft(name, sheet, chosen)] if tables else []
        else:
            left += [
                TableLeft(table_name(tables[number - 1]), sheet, (*chosen, f"table={number}"))
                for number in open_tables
            ]
    return left


def next_lines(left: Sequence[TableLeft], options: argparse.Namespace) -> list[str]:
    """Return which tables are no charts yet, and the command that makes the first of them; nothing if there is none."""
    if not left:
        return []
    names = [each.name for each in left[:_MOST_NAMED]]
    more = f" and {len(left) - _MOST_NAMED} more" if len(left) > _MOST_NAMED else ""
    file = [str(options.file)] if options.file else []
    answers = [word for answer in left[0].answers for word in ("--answer", answer)]
    command = shlex.join(["companion", "new-chart", *file, "--game", options.game, *answers])
    return [f"Not made yet: {', '.join(names)}{more}.", f"Next: {command}"]


def tables_on(sheet: Sheet) -> list[Table]:
    """Return the tables of a sheet without asking about dates and fractions."""
    grid = [
        [
            Placed(
                plain_text(cell, False).text if cell.text.strip() else "",
                address(row, column),
                cell.text,
                merged=cell.merged,
            )
            for column, cell in enumerate(line)
        ]
        for row, line in enumerate(sheet.rows)
    ]
    return tables_of(blocks_of(without_empty_columns(grid)))


def _is_made(table: Table, sheet: Sheet, module: GameModule) -> bool:
    """Return whether a chart has the title of a table or its sheet, or at least half of the rows of the table."""
    titles = {title.casefold() for title in (table_name(table), sheet.name)}
    return any(
        chart.title.casefold() in titles or 2 * same_rows(table, _rows_of(chart)) >= len(table.rows) - 1
        for chart in module.charts
    )


def same_rows(table: Table, others: Iterable[tuple[str, list[str]]]) -> int:
    """Return how many rows of a table are among others, of which each has its heading and its cells."""
    bare = [(_bare(key), list(map(_bare, cells))) for key, cells in others]
    rows = [[_bare(cell.text) for cell in row] for row in without_empty_columns(table.rows)[1:]]
    return sum(any(_is_row(row, *each) for each in bare) for row in rows)


def _rows_of(chart: Chart) -> Iterator[tuple[str, list[str]]]:
    """Yield the heading and the cells of each row of a chart."""
    for row in chart.rows:
        yield row, [chart.printed(row, column) for column in chart.columns]


def _is_row(row: list[str], key: str, cells: list[str]) -> bool:
    """Return whether a row of a sheet has these cells, and a heading before them that ends the heading of the chart."""
    before = row[: -len(cells)]
    heading = _bare(key_text(Change(before[-1], "")).text) if before else ""
    return bool(before) and row[-len(cells) :] == cells and (key.endswith(heading) or before[-1] == BLANK)


def _bare(text: str) -> str:
    """Return a text without spaces; BLANK if there is nothing else."""
    return "".join(text.split()) or BLANK
