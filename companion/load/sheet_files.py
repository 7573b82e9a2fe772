"""Reads tables of text from CSV and Markdown files; `workbooks` reads those of Excel."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.errors import Refused
from companion.load.short_files import read_short

MOST_ROWS = 2_000
MOST_COLUMNS = 200
_SEPARATORS = {";": "semicolon", ",": "comma", "\t": "tab", "|": "bar"}


class SheetCell(NamedTuple):
    """A cell as the file has it."""

    text: str = ""
    """Text, as the file shows it."""
    number: bool = False
    """Whether the file stores it as a number, not as text."""
    typed: tuple[str, ...] = ()
    """For a date, what may have been typed instead: `2-3`, `3-2`."""
    merged: str = ""
    """Range of merged cells that it belongs to, as in B1:D1; empty for none."""


class Sheet(NamedTuple):
    """A table of cells, or a page of a workbook."""

    name: str
    """Name of the page, or of the heading above a table; empty for none."""
    rows: tuple[tuple[SheetCell, ...], ...]
    """Rows of the same length, from the first row of the file on."""
    notes: tuple[str, ...] = ()
    """Guesses made while the file was read."""


def read_sheets(path: Path) -> list[Sheet]:
    """Return the pages of a file, one for CSV. Raises Refused."""
    ending = path.suffix.lower()
    if ending == ".xlsx":
        from companion.load.workbooks import read_workbook

        return read_workbook(path)
    if ending in (".csv", ".tsv", ".txt"):
        return [_read_csv(_decoded(read_bytes(path), path))]
    if ending in (".md", ".markdown"):
        return _read_markdown(_decoded(read_bytes(path), path)[0], path)
    if ending in (".xls", ".xlsm", ".xlsb", ".ods", ".numbers"):
        raise Refused(f"{path.name}: save it as .xlsx or .csv first")
    raise Refused(f"{path.name}: unsupported file type; use .csv, .tsv, .xlsx or .md")


def read_bytes(path: Path) -> bytes:
    """Return the content of a file. Raises Refused."""
    try:
        return read_short(path)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None


def address(row: int, column: int) -> str:
    """Return the address of a cell as in Excel: B3 for row 2, column 1, both counted from 0."""
    return f"{column_name(column)}{row + 1}"


def column_name(column: int) -> str:
    """Return the letters of a column, counted from 0."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def squared(rows: Iterable[Sequence[SheetCell]], name: str = "", notes: Sequence[str] = ()) -> Sheet:
    """Return a sheet of these rows, padded to the same length. Raises Refused if it is too large."""
    lines = [list(row) for row in rows]
    for line in lines:
        while line and not line[-1].text and not line[-1].merged:
            line.pop()
    while lines and not lines[-1]:
        lines.pop()
    width = max(map(len, lines), default=0)
    if len(lines) > MOST_ROWS or width > MOST_COLUMNS:
        raise Refused(
            f"the sheet has {len(lines)} rows and {width} columns; the limit is {MOST_ROWS} rows and "
            f"{MOST_COLUMNS} columns: copy only the chart into a new file"
        )
    return Sheet(name, tuple((*line, *[SheetCell()] * (width - len(line))) for line in lines), tuple(notes))


def _decoded(content: bytes, path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file, with a note if its encoding is a guess. Raises Refused."""
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            return content.decode("utf-16"), ()
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        pass
    if b"\0" in content:
        raise Refused(f"{path.name} is not a text file; save it as CSV UTF-8")
    note = (
        "The file is not UTF-8 and was read as Windows-1252: check accented letters and special characters."
    )
    return content.decode("cp1252", errors="replace"), (note,)


def _read_csv(decoded: tuple[str, tuple[str, ...]]) -> Sheet:
    text, notes = decoded
    declared = re.match(r"sep=([^\"\r])\r?\n", text, re.IGNORECASE)
    if declared:
        text = "\n" + text[declared.end() :]
    candidates = [declared[1]] if declared else [sign for sign in _SEPARATORS if sign in text]
    rows_by_sign = {sign: _csv_rows(text, sign) for sign in candidates}
    if not rows_by_sign:
        raise Refused("the file has no columns; separate them with commas, semicolons or tabs")
    sign = max(rows_by_sign, key=lambda each: _evenness(rows_by_sign[each]))
    says = f"Columns are separated by a {_SEPARATORS.get(sign, sign)}."
    rows = ([SheetCell(cell) for cell in row] for row in rows_by_sign[sign])
    return squared(rows, notes=(*notes, says))


def _csv_rows(text: str, separator: str) -> list[list[str]]:
    """Return the rows of a text. Raises Refused if it is not CSV or too long."""
    rows: list[list[str]] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            rows.append(row)
            if len(rows) > MOST_ROWS:
                raise Refused(f"the file has more than {MOST_ROWS} rows")
    except csv.Error as error:
        raise Refused(f"the file is not CSV: {error}") from None
    return rows


def _evenness(rows: list[list[str]]) -> tuple[float, int]:
    """Return how well a separator fits: the share of rows with the usual number of columns, and that number."""
    widths = Counter(len(row) for row in rows if any(cell.strip() for cell in row))
    usual, count = max(widths.items(), key=lambda each: (each[0] > 1, each[1], each[0]), default=(0, 0))
    return (count / max(sum(widths.values()), 1) if usual > 1 else 0.0, usual)


_RULE = re.compile(r"\|?\s*:?-+:?(\s*\|\s*:?-+:?)*\s*\|?")
"""The line below the heading of a Markdown table, without blanks around it."""


_LONGEST_TITLE = 60
"""Maximum length of a line above a table that is its title."""


def _read_markdown(text: str, path: Path) -> list[Sheet]:
    """Return every table of a Markdown text, with the heading above as its name. Raises Refused if there is none.

    The name of a table without a heading is the short line above it.
    """
    lines = text.splitlines()
    sheets, heading, at, since = [], "", 0, 0
    has_own = False
    while at < len(lines):
        line = lines[at]
        if match := re.match(r"#+\s+", line):
            heading, since = _without_attributes(line[match.end() :].rstrip("#").rstrip()), at + 1
            has_own = True
        following = lines[at + 1].strip() if at + 1 < len(lines) else ""
        if "|" in line and "|" in following and _RULE.fullmatch(following):
            start = at
            while at < len(lines) and "|" in lines[at]:
                at += 1
            name = heading if has_own else title_above(lines[since:start]) or heading
            sheets.append(table_sheet(lines[start:at], name))
            since, has_own = at, False
        at += 1
    if not sheets:
        raise Refused(
            f"{path.name} has no table: write rows of cells separated by |, with --- in the second row"
        )
    return sheets


def table_sheet(lines: Sequence[str], name: str) -> Sheet:
    """Return the table in these lines of Markdown, of which the second separates the heading. Raises Refused."""
    rows = [_split(line) for number, line in enumerate(lines) if number != 1]
    return squared(([SheetCell(cell) for cell in row] for row in rows), name)


def title_above(lines: Sequence[str]) -> str:
    """Return the last paragraph of these lines if it may be the title of a table: one short line; else empty."""
    *before, title = ["", *"\n".join(lines).strip().splitlines()]
    title = re.sub(r"^(\*\*|__)(.+)\1$", r"\2", title.strip())
    is_alone = not before[-1:] or not before[-1].strip()
    is_title = (
        len(title) <= _LONGEST_TITLE and re.match(r"\w", title) and not title.endswith((".", ":", ",", ";"))
    )
    return title if is_alone and is_title else ""


def _without_attributes(heading: str) -> str:
    """Return a heading without attributes in braces at its end, as in `Fire {.x}`."""
    text, brace, attributes = heading.rpartition("{")
    return text.rstrip() if brace and attributes.find("}") + 1 == len(attributes) > 0 else heading


def _split(line: str) -> list[str]:
    """Return the cells of a line of a Markdown table, without emphasis and backslashes."""
    inner = re.sub(r"(?<!\\)\|\s*$", "", line.strip().removeprefix("|"))
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", inner)]
    plain = [re.sub(r"^(\*\*|__)(.+)\1$", r"\2", cell) for cell in cells]
    return [re.sub(r"\\([^\w\s])", r"\1", cell) for cell in plain]
