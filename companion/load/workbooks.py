"""Reads the sheets of an Excel workbook with openpyxl, within strict size limits."""

from __future__ import annotations

import datetime
import io
import re
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import ParseError

from companion.errors import Refused
from companion.load.archives import Archive
from companion.load.sheet_files import (
    MOST_COLUMNS,
    MOST_ROWS,
    Sheet,
    SheetCell,
    column_name,
    read_bytes,
    squared,
)

MOST_PARTS = 500
"""Most files inside a workbook."""
MOST_UNPACKED = 20_000_000
"""Size limit of an unpacked workbook, in bytes."""
MOST_SHEETS = 50
MOST_MERGED = 20_000
"""Most cells that are merged with others."""
NEEDS = "reading .xlsx files needs another package: pip install 'tabletop-companion[import]'; or save the sheet as .csv"
_MERGE = re.compile(
    rb"<(?:\w+:)?mergeCell\b[^<>]*?\bref=[\"']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})[\"']"
)
_DECLARATION = (b"<!DOCTYPE", b"<!ENTITY")


class _Cell(NamedTuple):
    """A cell as openpyxl reads it."""

    value: object
    kind: str
    """Letter of its type: f for a formula, e for an error."""
    number_format: str
    where: str
    """Its address, such as B3; empty for a cell without content."""

    @classmethod
    def of(cls, cell: Any) -> _Cell:
        """Read a cell of openpyxl."""
        if cell.value is None:
            return cls(None, "", "", "")
        return cls(cell.value, cell.data_type, cell.number_format or "", cell.coordinate)


class _Page(NamedTuple):
    """A page of a workbook."""

    title: str
    part: str
    """Its file inside the workbook."""
    cells: list[list[_Cell]]


def read_workbook(path: Path) -> list[Sheet]:
    """Return the sheets of a workbook that are not empty. Raises Refused."""
    try:
        from openpyxl import load_workbook  # only reading .xlsx needs it
    except ImportError:
        raise Refused(NEEDS) from None
    content = read_bytes(path)
    merges = _checked(content, path)
    shown, formulas = (
        _pages(partial(load_workbook, io.BytesIO(content), read_only=True, data_only=values), path)
        for values in (True, False)
    )
    sheets = [
        _sheet(page, other.cells, merges.get(page.part, []))
        for page, other in zip(shown, formulas, strict=True)
    ]
    filled = [sheet for sheet in sheets if any(cell.text for row in sheet.rows for cell in row)]
    if not filled:
        raise Refused(f"{path.name} is empty")
    return filled


def _pages(opened: Callable[[], Any], path: Path) -> list[_Page]:
    """Return the pages of the workbook that `opened` opens. Raises Refused.

    The exceptions below are all that openpyxl raised for 3,000 damaged workbooks, of which 1,385 got this far. They
    are caught only around its calls; of our code, only `_Cell.of` runs there.
    """
    pages = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions, which a chart does not need
            for page in opened().worksheets[: MOST_SHEETS + 1]:
                page.reset_dimensions()
                lines: list[list[_Cell]] = []
                for line in page.iter_rows():
                    lines.append([_Cell.of(cell) for cell in line[: MOST_COLUMNS + 1]])
                    if len(lines) > MOST_ROWS:
                        break
                pages.append(_Page(page.title, str(page._worksheet_path).lstrip("/"), lines))
    except (ParseError, KeyError, ValueError, TypeError, IndexError, OverflowError, OSError) as error:
        raise Refused(f"{path.name} cannot be read as an Excel workbook ({type(error).__name__})") from None
    if len(pages) > MOST_SHEETS:
        raise Refused(f"{path.name} has more than {MOST_SHEETS} sheets")
    return pages


def _checked(content: bytes, path: Path) -> dict[str, list[tuple[int, int, int, int]]]:
    """Return the merged ranges of each page: first row and column, last row and column, from 0. Raises Refused."""
    limits = {"parts": MOST_PARTS, "unpacked": MOST_UNPACKED}
    archive = Archive(io.BytesIO(content), path.name, "an Excel workbook", **limits)
    merges = {}
    for part in archive.parts:
        if not part.endswith((".xml", ".rels")):
            continue
        plain = archive.read(part).replace(b"\0", b"")
        if any(word in plain for word in _DECLARATION):
            raise Refused(
                f"{path.name} contains an XML declaration that workbooks do not use; save it again in Excel"
            )
        merges[part] = merged_ranges(plain, path)
    return merges


def merged_ranges(text: bytes, path: Path) -> list[tuple[int, int, int, int]]:
    """Return the merged ranges in the XML of a page: first row, first column, last row and last column, from 0.

    Raises Refused if they have more than `MOST_MERGED` cells.
    """
    ranges = []
    size = 0
    for left, top, right, bottom in _MERGE.findall(text):
        first_row, first, last_row, last = int(top) - 1, _column(left), int(bottom) - 1, _column(right)
        size += max(last_row - first_row + 1, 0) * max(last - first + 1, 0)
        if size > MOST_MERGED:
            raise Refused(f"{path.name} has more than {MOST_MERGED} merged cells")
        ranges.append((first_row, first, last_row, last))
    return ranges


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number - 1


def _sheet(page: _Page, formulas: list[list[_Cell]], merges: list[tuple[int, int, int, int]]) -> Sheet:
    """Return a page with the value of merged cells in each of them. Raises Refused if it is too large."""
    if len(page.cells) > MOST_ROWS or any(len(line) > MOST_COLUMNS for line in page.cells):
        raise Refused(
            f"sheet {page.title} extends beyond row {MOST_ROWS} or column {column_name(MOST_COLUMNS - 1)}: "
            "copy only the chart into a new file"
        )
    rows = [
        [_cell(cell, formula) for cell, formula in zip(line, others, strict=True)]
        for line, others in zip(page.cells, formulas, strict=True)
    ]
    for top, left, bottom, right in merges:
        if top >= len(rows) or left >= len(rows[top]):
            continue
        first = rows[top][left]
        if not first.text:
            continue
        name = f"{column_name(left)}{top + 1}:{column_name(right)}{bottom + 1}"
        for row in rows[top : bottom + 1]:
            row += [SheetCell()] * (min(right, MOST_COLUMNS) + 1 - len(row))
            for column in range(left, min(right, MOST_COLUMNS) + 1):
                row[column] = first._replace(merged=name)
    return squared(rows, page.title)


def _cell(cell: _Cell, formula: _Cell) -> SheetCell:
    value = cell.value
    if value is None:
        if formula.value is not None and formula.kind == "f":
            raise Refused(
                f"cell {formula.where} has a formula without a value: open the file in Excel, and save it again"
            )
        return SheetCell()
    if isinstance(value, bool):
        return SheetCell(str(value).upper())
    if isinstance(value, datetime.datetime | datetime.date):
        return SheetCell(f"{value:%Y-%m-%d}", typed=_typed(value, cell.number_format))
    if isinstance(value, int | float):
        return SheetCell(_number(value, cell.number_format), number=True)
    if cell.kind == "e":
        raise Refused(f"cell {cell.where} shows the error {value}; correct it in Excel first")
    return SheetCell(str(value))


def _typed(value: datetime.date, number_format: str) -> tuple[str, ...]:
    """Return what may have been typed to get a date: month and day, day and month, or month and year."""
    code = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", number_format).lower()
    if "d" not in code and "y" in code:
        return (f"{value.month}-{value.year % 100}",)
    return f"{value.month}-{value.day}", f"{value.day}-{value.month}"


def _number(value: float, number_format: str) -> str:
    """Return a number as Excel shows it, if that is a percentage."""
    if "%" in number_format:
        return f"{round(value * 100, 6):g}%"
    return str(value)
