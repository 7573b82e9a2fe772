"""Finds the tables on a sheet, with the titles above and the notes below each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import compress

from companion.cli.authoring.answer_checks import one_of
from companion.cli.authoring.interview import MISSING, Interview, Question
from companion.load.sheet_text import Change, key_text
from companion.model.chart import BLANK, band

MARK = re.compile(r"(?:[*†‡§¶‖¹²³⁰⁴⁵⁶⁷⁸⁹]+|(?<=\w)[#^~])$")
"""A footnote mark at the end of a text."""
_NOTE_WORDS = 4
"""Minimum number of words for a single text in a row to count as a note below the chart."""


@dataclass
class Placed:
    """A text of the chart, and its cell in the file."""

    text: str
    where: str = ""
    """Cell of the file, as in B3; empty for text that is not in the file."""
    printed: str = ""
    """Text in the file."""
    why: str = ""
    """Why the text differs from the file; empty if it is the same."""
    merged: str = ""
    """Range of merged cells that it belongs to; empty if there is none."""
    label: str = ""
    """Text shown to players, such as `A 1-4` for a column 1-4; empty for the text in the file."""
    beside: Placed | None = None
    """The other heading of a column that has two; None if it has one."""

    @property
    def is_empty(self) -> bool:
        """Whether the cell is empty in the file."""
        return not self.printed.strip()


@dataclass
class Table:
    """A table on a sheet, with the texts above and below it."""

    titles: list[Placed]
    rows: list[list[Placed]]
    notes: list[str]
    heading: Placed | None = None
    """Text above the column headings."""
    groups: list[Placed] = field(default_factory=list)
    """Titles of groups of rows, which are no part of the chart."""


def _is_single(row: list[Placed]) -> bool:
    """Return whether a row has only one text; merged cells count once."""
    return len({cell.merged or cell.where for cell in row if not cell.is_empty}) == 1


def _first(row: list[Placed]) -> Placed:
    """Return the first cell with a text."""
    return next(cell for cell in row if not cell.is_empty)


def without_empty_columns(rows: list[list[Placed]]) -> list[list[Placed]]:
    """Return rows without the columns that are empty in all of them."""
    used = [any(not cell.is_empty for cell in column) for column in zip(*rows, strict=True)]
    return [list(compress(row, used)) for row in rows]


def blocks_of(grid: list[list[Placed]]) -> list[list[list[Placed]]]:
    """Return the rows in blocks separated by empty rows."""
    blocks: list[list[list[Placed]]] = [[]]
    for row in grid:
        if any(not cell.is_empty for cell in row):
            blocks[-1].append(row)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def tables_of(blocks: list[list[list[Placed]]]) -> list[Table]:
    """Return the tables in the blocks, each with the titles before and the notes after it."""
    tables: list[Table] = []
    titles: list[Placed] = []
    for place, block in enumerate(blocks, 1):
        rows = list(block)
        leading: list[Placed] = []
        while rows and _is_single(rows[0]) and not (tables and _is_row_of(rows[0], tables[-1])):
            leading.append(_first(rows.pop(0)))
        if not rows and tables and (place == len(blocks) or all(map(_reads_as_note, leading))):
            tables[-1].notes += [cell.text for cell in leading]
        elif not rows:
            titles += leading
        elif tables and (_lacks_headings(rows, tables[-1]) if leading else _continues(rows, tables[-1])):
            tables[-1].groups += leading
            tables[-1].rows += rows
        else:
            table = Table([*titles, *leading], rows, [])
            titles = []
            if table.titles and _is_heading(table.titles[-1], rows):
                table.heading = table.titles.pop()
            tables.append(table)
    for table in tables:
        while len(table.rows) > 1 and (note := _note(table.rows[-1])):
            table.notes.insert(0, note)
            table.rows.pop()
        table.groups += [row[0] for row in table.rows[1:] if _is_group(row)]
        table.groups.sort(key=lambda cell: int(re.sub(r"\D", "", cell.where)))
        table.rows[1:] = [row for row in table.rows[1:] if not _is_group(row)]
    found: list[Table] = []
    for table in tables:
        if len(table.rows) > 1:
            found.append(table)
        elif found:
            found[-1].groups += [*table.titles, _first(table.rows[0])]
            found[-1].notes += table.notes
    return found


def _is_group(row: list[Placed]) -> bool:
    """Return whether a row is one merged cell across all columns: the title of the rows below it."""
    return len(row) > 1 and bool(row[0].merged) and all(cell.merged == row[0].merged for cell in row)


def _joined(tables: list[Table]) -> Table:
    """Return tables as one; their titles become those of groups, and repeated column headings are left out."""
    first, *others = tables
    heads = [cell.text for cell in first.rows[0]]
    more = [row for table in others for row in table.rows if [cell.text for cell in row] != heads]
    groups = [title for table in others for title in (*table.titles, *table.groups)]
    notes = [note for table in tables for note in table.notes]
    return Table(first.titles, [*first.rows, *more], notes, first.heading, [*first.groups, *groups])


def _is_heading(title: Placed, rows: list[list[Placed]]) -> bool:
    """Return whether a text above a table is above its columns only, not above the row headings."""
    return re.sub(r"\d+", "", title.where) != re.sub(r"\d+", "", rows[0][0].where)


def _is_row_of(row: list[Placed], table: Table) -> bool:
    """Return whether a row with one text is a row of blank cells: it starts with a band, in a table with rows."""
    return (
        not row[0].is_empty
        and band(key_text(Change(row[0].text, "")).text) is not None
        and len(table.rows) > 1
    )


def _continues(rows: list[list[Placed]], table: Table) -> bool:
    """Return whether rows after an empty row continue a table.

    They do if the table has only headings, if all rows have bands, if it is one row with numbers, or if the rows have
    no headings of their own.
    """
    if len(table.rows) == 1 or (len(rows) == 1 and _has_numbers(rows[0])) or _lacks_headings(rows, table):
        return True
    keys = [row[0] for row in (*table.rows[1:], *rows)]
    return all(not key.is_empty and band(key_text(Change(key.text, "")).text) for key in keys)


def _lacks_headings(rows: list[list[Placed]], table: Table) -> bool:
    """Return whether the first of these rows cannot be one of column headings, and has those of a table above it.

    Its numbers include a blank, or neither rise nor fall throughout.
    """
    filled = [
        (cell.text, head) for cell, head in zip(rows[0], table.rows[0], strict=True) if not cell.is_empty
    ]
    if not _has_numbers(rows[0]) or any(head.is_empty for _, head in filled[1:]):
        return False
    numbers = [found[0] for text, _ in filled if (found := band(key_text(Change(text, "")).text))]
    is_ordered = numbers in (sorted(set(numbers)), sorted(set(numbers), reverse=True))
    return not is_ordered or any(text == BLANK for text, _ in filled)


def _has_numbers(row: list[Placed]) -> bool:
    """Return whether a row has one heading or two, followed by numbers, bands and blanks only."""
    texts = [cell.text for cell in row if not cell.is_empty]
    values = [text == BLANK or bool(band(key_text(Change(text, "")).text)) for text in texts]
    first = next((place for place, is_value in enumerate(values) if is_value), len(values))
    return 1 <= first <= 2 and len(values) > first and all(values[first:])


def _note(row: list[Placed]) -> str:
    """Return the text of a last row if it is a note; empty if it is a row of the chart."""
    filled = [cell.text for cell in row if not cell.is_empty]
    if filled and MARK.fullmatch(row[0].text):
        return " ".join(filled)
    if not _is_single(row) or band(key_text(Change(filled[0], "")).text):
        return ""
    return filled[0] if _reads_as_note(_first(row)) else ""


def _reads_as_note(cell: Placed) -> bool:
    """Return whether a single text in a row is long, or starts with a footnote mark."""
    return len(cell.text.split()) >= _NOTE_WORDS or bool(MARK.match(cell.text[:1]))


def table_name(table: Table) -> str:
    """Return the title of a table; without one, the cell where it begins."""
    return table.titles[0].text if table.titles else f"the one at {table.rows[0][0].where}"


def choose_table(tables: list[Table], interview: Interview) -> Table:
    """Return the chart among the tables of a page, or all of them as one; ask if there are several."""
    if len(tables) == 1:
        return tables[0]
    names = list(map(table_name, tables))
    names.append("all of them as one chart, with the columns of the first")
    numbered = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    explains = (
        "Empty rows separate the tables. A chart is made from one, or from all if they have the same columns; run the "
        "command again for the others."
    )
    question = Question("table", f"The page has {len(tables)} tables. Which is the chart: {numbered}", "1")
    question = question._replace(
        explains=explains, lists=True, check=one_of([str(number) for number in range(1, len(names) + 1)])
    )
    chosen = interview.ask(question)
    number = 1 if chosen == MISSING else int(chosen)
    return tables[number - 1] if number <= len(tables) else _joined(tables)
