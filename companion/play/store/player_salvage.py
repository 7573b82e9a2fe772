"""Replaces a damaged player's file by a new one with the rows that can be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.play.store.player_file import COLUMNS, FORMAT, MARK, TABLES
from companion.play.store.salvage import copy_damaged, queried_rows
from companion.play.store.sqlite_files import make_tables

_PAGE = 4096
"""Bytes of a page; the companion does not change SQLite's default."""
_TYPES = {"annotation": (int, str, int, str, str), "ruling": (int, str, str, str)}


def replace_damaged(path: Path, why: str) -> str:
    """Replace the file, keep a copy, and return a report. Raises OSError and sqlite3.Error, leaving the old file."""
    copy = copy_damaged(path)
    with TemporaryDirectory(dir=path.parent, prefix=f"{path.name}.") as folder:
        new, headed = Path(folder) / path.name, Path(folder) / "headed"
        with closing(_new_file(new)) as file:
            first_page = new.read_bytes()[:_PAGE]
            headed.write_bytes(_with_first_page(copy.read_bytes(), first_page))
            recovered = {table: dict(_rows(table, headed, copy)) for table in COLUMNS}
            with file:
                file.execute("BEGIN IMMEDIATE")
                for table, rows in recovered.items():
                    marks = ", ".join("?" * len(_TYPES[table]))
                    file.executemany(
                        f"INSERT INTO {table} VALUES ({marks})", [row for _, row in sorted(rows.items())]
                    )
        Path(f"{path}-journal").unlink(missing_ok=True)
        new.replace(path)
    notes, rulings = (len(recovered[table]) for table in COLUMNS)
    return (
        f"{path.name} was damaged ({why}) and has been repaired (bookmarks and notes recovered: {notes}, "
        f"rulings recovered: {rulings}); the damaged file is kept as {copy.name}"
    )


def _rows(table: str, *files: Path) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield number and values of the readable rows of a table, once for each file that has them."""
    for path in files:
        for row in queried_rows(path, table, COLUMNS[table]):
            if tuple(map(type, row)) == _TYPES[table]:
                yield row[0], row


def _new_file(path: Path) -> sqlite3.Connection:
    """Create an empty player's file and connect to it."""
    file = sqlite3.connect(path, isolation_level=None)
    with file:
        file.execute("BEGIN IMMEDIATE")
        make_tables(file, TABLES, MARK, FORMAT)
    return file


def _with_first_page(raw: bytes, first: bytes) -> bytes:
    """Return the damaged file with the first page of a new one, which says where the tables begin.

    The tables begin on the same pages in every file. Without a matching counter (bytes 92 to 95 of
    https://www.sqlite.org/fileformat2.html, section 1.3), SQLite takes the number of pages from the size of the file.
    """
    return first[:92] + bytes(4) + first[96:] + raw[_PAGE:]
