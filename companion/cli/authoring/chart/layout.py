"""Finds the chart on a sheet: its title, column and row headings, cells, and the notes below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.cli.authoring.answer_checks import one_of
from companion.cli.authoring.chart.heads import all_keyed, joined, keyed, read_heads, without_labels
from companion.cli.authoring.chart.sources import ChartSource
from companion.cli.authoring.chart.tables import (
    Placed,
    Table,
    blocks_of,
    choose_table,
    tables_of,
    without_empty_columns,
)
from companion.cli.authoring.interview import MISSING, Interview, Question
from companion.errors import Refused
from companion.load.sheet_files import Sheet, SheetCell, address
from companion.load.sheet_text import (
    Change,
    ascends,
    distance_in,
    is_decimal,
    plain_text,
    typed_instead,
)
from companion.model.chart import BLANK, band
from companion.model.wording import agreeing


@dataclass
class Layout:
    """A chart found on a sheet."""

    title: str
    rows_title: Placed
    columns_title: Placed
    """The cell that names the columns; empty if there is none."""
    columns: list[Placed]
    rows: list[Placed]
    cells: list[list[Placed]]
    notes: list[str] = field(default_factory=list)
    """Texts below the chart."""
    other_notes: list[str] = field(default_factory=list)
    """Texts below other tables of the page, which may have the footnotes of this one."""
    remarks: list[str] = field(default_factory=list)
    """Remarks on what was guessed, as sentences."""

    def every(self) -> Iterator[Placed]:
        """Yield all headings and cells, row by row."""
        yield self.rows_title
        for column in self.columns:
            yield from (column.beside, column) if column.beside is not None else (column,)
        for row, cells in zip(self.rows, self.cells, strict=True):
            yield from (row, *cells)


def choose_sheet(source: ChartSource, interview: Interview, usual: Sheet | None) -> Sheet:
    """Return the sheet with the chart; ask if there are several. In a terminal, Enter takes `usual`. Raises Refused."""
    sheets, names = list(source.named.values()), list(source.named)
    if len(sheets) == 1 and (source.is_chosen or not source.tables):
        return sheets[0]
    numbered = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    of, holder = ("tables of the rules", "The rules have") if source.tables else ("", "The file has")
    says = f"Which of these{f' {of}' if of else ''} is the chart: {numbered}"
    several = "tables" if of else "pages or tables"
    explains = f"{holder} several {several}. A chart is made from one; run the command again for the others."
    default = (
        next((name for name, sheet in source.named.items() if sheet is usual), None)
        if interview.asks
        else None
    )
    question = Question("sheet", says, names[0], default, explains=explains, check=one_of(names), lists=True)
    chosen = interview.ask(question)
    return sheets[0] if chosen == MISSING else sheets[names.index(chosen)]


def lay_out(sheet: Sheet, interview: Interview) -> Layout:
    """Return the chart on a sheet; ask about what cannot be guessed. Raises Refused if there is no chart."""
    tables = tables_of(blocks_of(without_empty_columns(_placed(sheet, interview))))
    if not tables:
        raise Refused("no chart found: it needs a line of column headings and at least one row")
    table = choose_table(tables, interview)
    layout = _laid_out(table, interview)
    layout.other_notes = [note for each in tables for note in each.notes if note not in layout.notes]
    if table.groups:
        titles = ", ".join(f"{title.where} {title.text}" for title in table.groups)
        layout.remarks.append(f"Left out, as titles of groups of rows or lines without a table: {titles}.")
    return layout


def _placed(sheet: Sheet, interview: Interview) -> list[list[Placed]]:
    """Return every cell with its text converted for charts."""
    cells = [
        (row, column, cell)
        for row, line in enumerate(sheet.rows)
        for column, cell in enumerate(line)
        if cell.text
    ]
    month_first = _month_first([(address(row, column), cell) for row, column, cell in cells], interview)
    fractions = _as_fractions([(address(row, column), cell) for row, column, cell in cells], interview)
    grid = [
        [Placed("", address(row, column)) for column in range(len(line))]
        for row, line in enumerate(sheet.rows)
    ]
    for row, column, cell in cells:
        if not cell.text.strip():
            continue
        change = plain_text(cell, fractions)
        typed = typed_instead(cell)
        if typed and month_first is not None:
            change = Change(typed[0 if month_first else -1], "Excel had turned it into a date")
        grid[row][column] = Placed(change.text, address(row, column), cell.text, change.why, cell.merged)
    return grid


def _month_first(cells: list[tuple[str, SheetCell]], interview: Interview) -> bool | None:
    """Return whether bands that Excel turned into dates began with the month; None if the dates are to stay."""
    dated = [(where, cell) for where, cell in cells if typed_instead(cell)]
    if not dated:
        return None
    orders = [[typed_instead(cell)[place] for _, cell in dated] for place in (0, -1)]
    possible = [all(map(ascends, order)) for order in orders]
    if possible[0] or possible[1]:
        return possible[0]
    where, cell = dated[0]
    more = _more_cells(len(dated) - 1)
    question = Question(
        "dates",
        f"Excel turned {where} ({cell.text}){more} into a date. What was typed: {typed_instead(cell)[0]} "
        f"(month first), {typed_instead(cell)[-1]} (day first), or the date itself (keep)?",
        "month",
        explains="Excel reads 2-3 as a date. To prevent that, format the cells as text before you type.",
        check=one_of(("month", "day", "keep")),
    )
    return {"month": True, "day": False}.get(interview.ask(question))


def _more_cells(number: int) -> str:
    return f" and {number} more {agreeing(number, 'cells')}" if number else ""


def _as_fractions(cells: list[tuple[str, SheetCell]], interview: Interview) -> bool:
    """Return whether decimal numbers become fractions; ask if there are any."""
    decimal = [(where, cell) for where, cell in cells if is_decimal(cell)]
    if not decimal:
        return False
    where, cell = decimal[0]
    question = Question(
        "fractions",
        f"{where} is {cell.text}{_more_cells(len(decimal) - 1)}. Is that a number to calculate with (yes: 0.5 becomes "
        "1/2), or text such as a rule number (no)?",
        "yes",
        explains="Formulas can use whole numbers and fractions such as 1/2. They read 0.5 as text.",
    )
    return interview.ask_yes(question)


def _laid_out(table: Table, interview: Interview) -> Layout:
    heads = read_heads(without_empty_columns(table.rows), interview)
    columns = all_keyed(_named_columns(heads.columns, interview))
    keys, cells = _row_keys(heads.rows, interview)
    corner, columns_title = heads.rows_title, table.heading or heads.columns_title
    if len(cells[0]) < len(columns):
        corner = joined(corner, columns[0])
        columns = columns[1:]
    columns = without_labels(columns, {cell.text for line in (keys, *cells) for cell in line})
    keys = without_labels(keys, {cell.text for line in cells for cell in line})
    title = table.titles[0].text if table.titles else ""
    notes = [*(cell.text for cell in table.titles[1:]), *table.notes, *_distances(columns, keys, cells)]
    return Layout(title, corner, columns_title, columns, keys, cells, notes, remarks=list(heads.remarks))


def _distances(columns: list[Placed], keys: list[Placed], cells: list[list[Placed]]) -> list[str]:
    """Return the distances that cells have with their numbers, as notes: `Musket: Short to 6", Long to 12".`"""
    notes = []
    for key, row in zip(keys, cells, strict=True):
        found = [
            f"{column.printed or column.text} {distance_in(cell.printed)}"
            for column, cell in zip(columns, row, strict=True)
            if distance_in(cell.printed)
        ]
        notes += [f"{key.printed or key.text}: {', '.join(found)}."] if found else []
    return notes


def _named_columns(heads: list[Placed], interview: Interview) -> list[Placed]:
    """Return the headings of the columns; ask for missing ones."""
    named = []
    for cell in heads:
        if cell.is_empty:
            letters = re.sub(r"\d+", "", cell.where)
            says = f"Column {letters} has no heading. What is its heading?"
            explains = "Every column needs a heading: a number, a band such as 3-5, or a word."
            cell = Placed(interview.ask(Question(f"column-{letters}", says, "3-5", explains=explains)))
        named.append(cell)
    return named


def _row_keys(rows: list[list[Placed]], interview: Interview) -> tuple[list[Placed], list[list[Placed]]]:
    """Return the headings of the rows and the cells; join two columns of headings if the author agrees.

    An empty heading is that of the row above, unless merged cells show where that one ends.
    """
    keys: list[Placed] = []
    is_merged = False
    for row in rows:
        key, is_merged = row[0], is_merged if row[0].is_empty else bool(row[0].merged)
        if key.is_empty and is_merged and len(row) > 2:
            key = Placed("", key.where, key.printed)
        elif key.is_empty and keys:
            key = Placed(keys[-1].text, key.where, key.printed, "as in the row above")
        elif key.is_empty:
            key = _asked_key(key, interview)
        keys.append(keyed(key))
    keys = all_keyed(keys)
    twice = next(
        (key for place, key in enumerate(keys) if key.text in [each.text for each in keys[:place]]), None
    )
    pairs = (
        {(key.text, row[1].text) for key, row in zip(keys, rows, strict=True)} if len(rows[0]) > 2 else set()
    )
    if twice is not None and len(pairs) == len(rows) and twice.text != MISSING:
        says = (
            f"More than one row has the heading {twice.text}. Do the first two columns together name the row, "
            f"as in {keys[0].text} {rows[0][1].text}?"
        )
        explains = "Every row needs its own heading. Yes joins the first two columns; no stops with an error."
        question = Question("join-rows", says, "yes", explains=explains)
        if _has_two_headings(rows):
            question = question._replace(default="yes", is_asked=False)
        if interview.ask_yes(question):
            second = [joined(key, row[1]) for key, row in zip(keys, rows, strict=True)]
            return second, [[_cell(cell) for cell in row[2:]] for row in rows]
    keys = [key if key.text else keyed(_asked_key(key, interview)) for key in keys]
    return keys, [[_cell(cell) for cell in row[1:]] for row in rows]


def _has_two_headings(rows: list[list[Placed]]) -> bool:
    """Return whether headings above several rows are printed once, merged or not, and words name each of these rows."""
    once = [row[0].text for row in rows if not row[0].is_empty and not row[0].merged]
    is_named = all(row[1].text not in ("", BLANK) and band(keyed(row[1]).text) is None for row in rows)
    return is_named and len(set(once)) == len(once)


def _asked_key(cell: Placed, interview: Interview) -> Placed:
    """Ask for the missing heading of a row, and return it."""
    number = re.sub(r"[A-Z]+", "", cell.where)
    explains = "Every row needs a heading: a number, a band such as 6-8, 12+, or a word."
    says = f"Row {number} has no heading. What is its heading?"
    return Placed(interview.ask(Question(f"row-{number}", says, "6-8", explains=explains)))


def _cell(cell: Placed) -> Placed:
    """Return a cell of the chart; an empty cell becomes a blank."""
    return Placed(BLANK, cell.where, "", "empty") if cell.is_empty else cell
