"""Reads the pages of an Excel workbook with openpyxl, within limits that no file can exceed."""

from __future__ import annotations

import datetime
import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from companion.errors import Refused
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
"""Most bytes of a workbook once it is unpacked."""
MOST_SHEETS = 50
MOST_MERGED = 20_000
"""Most cells that are merged with others."""
NEEDS = "reading .xlsx needs one more package: pip install 'tabletop-companion[import]'; or save the sheet as .csv"
_MERGE = re.compile(
    rb"<(?:\w+:)?mergeCell\b[^>]*?\bref=[\"']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})[\"']"
)
_DECLARATION = (b"<!DOCTYPE", b"<!ENTITY")


def read_workbook(path: Path) -> list[Sheet]:
    """Return the pages that are not empty. Raises Refused."""
    try:
        from openpyxl import load_workbook
        from openpyxl.utils.exceptions import InvalidFileException
    except ImportError:
        raise Refused(NEEDS) from None
    content = read_bytes(path)
    merges = _checked(content, path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions, which a chart does not need
            shown = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
            formulas = load_workbook(io.BytesIO(content), read_only=True)
            if len(shown.worksheets) > MOST_SHEETS:
                raise Refused(f"{path.name} has more than {MOST_SHEETS} sheets")
            sheets = [
                _sheet(page, other, merges.get(str(page._worksheet_path).lstrip("/"), []))
                for page, other in zip(shown.worksheets, formulas.worksheets, strict=True)
            ]
    except (
        *(InvalidFileException, zipfile.BadZipFile, ParseError, KeyError, ValueError, TypeError),
        *(AttributeError, IndexError, OverflowError, EOFError, NotImplementedError),
    ) as error:
        raise Refused(f"{path.name} cannot be read as an Excel workbook ({type(error).__name__})") from None
    filled = [sheet for sheet in sheets if any(cell.text for row in sheet.rows for cell in row)]
    if not filled:
        raise Refused(f"{path.name} is empty")
    return filled


def _checked(content: bytes, path: Path) -> dict[str, list[tuple[int, int, int, int]]]:
    """Return the merged ranges of each page: first row and column, last row and column, from 0. Raises Refused."""
    merges = {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise Refused(
                    f"{path.name} unpacks to more than {MOST_UNPACKED // 1_000_000} MB or {MOST_PARTS} parts"
                )
            for part in parts:
                if not part.filename.endswith((".xml", ".rels")):
                    continue
                text = archive.read(part)
                plain = text.replace(b"\0", b"")
                if any(word in plain for word in _DECLARATION):
                    raise Refused(
                        f"{path.name} has a declaration that no workbook needs; save it again in Excel"
                    )
                merges[part.filename] = _merged(plain, path)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError) as error:
        raise Refused(f"{path.name} is not an Excel workbook: {error}") from None
    except zlib.error:
        raise Refused(f"{path.name} is damaged") from None
    return merges


def _merged(text: bytes, path: Path) -> list[tuple[int, int, int, int]]:
    ranges = []
    size = 0
    for left, top, right, bottom in _MERGE.findall(text):
        found = (int(top) - 1, _column(left), int(bottom) - 1, _column(right))
        size += (found[2] - found[0] + 1) * (found[3] - found[1] + 1)
        if size > MOST_MERGED:
            raise Refused(f"{path.name} has more than {MOST_MERGED} merged cells")
        ranges.append(found)
    return ranges


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number - 1


def _sheet(page: Any, formulas: Any, merges: list[tuple[int, int, int, int]]) -> Sheet:
    """Return a page with the value of merged cells in each of them. Raises Refused."""
    rows = [
        [_cell(cell, formula) for cell, formula in zip(line, others, strict=True)]
        for line, others in zip(_lines(page), _lines(formulas), strict=True)
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


def _lines(page: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a page as far as it has any. Raises Refused if it is too large."""
    page.reset_dimensions()
    for number, line in enumerate(page.iter_rows(), 1):
        if number > MOST_ROWS or len(line) > MOST_COLUMNS:
            raise Refused(
                f"sheet {page.title} reaches beyond row {MOST_ROWS} or column {column_name(MOST_COLUMNS - 1)}: "
                "copy the chart alone into a new file"
            )
        yield line


def _cell(cell: Any, formula: Any) -> SheetCell:
    value = cell.value
    if value is None:
        if formula.value is not None and formula.data_type == "f":
            where = formula.coordinate
            raise Refused(
                f"cell {where} has a formula without a value: open the file in Excel, and save it again"
            )
        return SheetCell()
    if isinstance(value, bool):
        return SheetCell(str(value).upper())
    if isinstance(value, datetime.datetime | datetime.date):
        return SheetCell(f"{value:%Y-%m-%d}", typed=_typed(value, cell.number_format))
    if isinstance(value, int | float):
        return SheetCell(_number(value, cell.number_format), number=True)
    if cell.data_type == "e":
        raise Refused(f"cell {cell.coordinate} shows the error {value}; correct it in Excel first")
    return SheetCell(str(value))


def _typed(value: datetime.date, number_format: str) -> tuple[str, ...]:
    """Return what may have been typed to get a date: month and day, day and month, or month and year."""
    code = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", number_format or "").lower()
    if "d" not in code and "y" in code:
        return (f"{value.month}-{value.year % 100}",)
    return f"{value.month}-{value.day}", f"{value.day}-{value.month}"


def _number(value: float, number_format: str) -> str:
    """Return a number as Excel shows it, if that is a percentage."""
    if "%" in (number_format or ""):
        return f"{round(value * 100, 6):g}%"
    return str(value)
