"""Events are found in the bytes of a session file, whatever their lengths and numbers, and nothing else is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.play.store.carving import PAGE, carved_rows
from companion.play.store.session_file import TABLES

AT, GAME = "2026-07-01T18:00:00", "small"
BATCHES = (0, 1, 2, 127, 128, -1, 2**15 - 1, 2**15, 2**23, 2**31, 2**47, 2**62)
"""Numbers of each length that SQLite writes: none for 0 and 1, then 1 to 8 bytes."""
NUMBERS = (2**14 - 1, 2**14, 2**21, 2**28, 2**35, 2**42, 2**49)
"""Numbers of rows on both sides of a length."""
LENGTHS = (
    *range(1, 60), *range(120, 131), *range(PAGE - 80, PAGE + 10), *range(2 * PAGE - 80, 2 * PAGE + 5),
    *range(5 * PAGE - 200, 5 * PAGE, 11), 16_500, 70_000,
)  # fmt: skip
"""Bytes of texts: short ones, those about as long as a page, and those with one or more overflow pages."""

Row = tuple[int, str, str, int, str]


def written(path: Path, rows: list[Row], keep_wal: bool = False) -> Path:
    """Write a file with these events; with `keep_wal`, they are still in its write-ahead log."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode=WAL")
        file.execute(TABLES[0])
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", rows)
        if keep_wal:
            kept = path.with_name("kept")
            for ending in ("", "-wal"):
                Path(f"{kept}{ending}").write_bytes(Path(f"{path}{ending}").read_bytes())
            return kept
    return path


def carved(path: Path) -> list[Row]:
    """The events found, as they were written."""
    return sorted(
        {(row[0], row[1].decode(), row[2].decode(), row[3], row[4].decode()) for row in carved_rows(path)}
    )


def events() -> list[Row]:
    """Events with texts, batches and numbers of every length."""
    short = [(number, AT[:place], "g" * place, 7, "note") for place, number in enumerate(NUMBERS, 1)]
    long = enumerate(LENGTHS, 1)
    return [(number, AT, GAME, BATCHES[number % 12], "x" * length) for number, length in long] + short


def test_every_event_of_a_file_is_found(tmp_path: Path) -> None:
    """Every event of a file is found, even if it is longer than a page, and nothing else."""
    rows = events()
    path = written(tmp_path / "A.session", rows)
    assert carved(path) == rows


def test_events_in_the_log_of_writes_are_found(tmp_path: Path) -> None:
    """Events in the write-ahead log are found if they fit into a page; others need the log's index."""
    rows = events()
    path = written(tmp_path / "A.session", rows, keep_wal=True)
    found = carved(path)
    assert set(found) <= set(rows)
    assert [row for row in rows if len(row[4]) < PAGE - 80] == [
        row for row in found if len(row[4]) < PAGE - 80
    ]


def test_an_event_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    """The file lost its last page, with the end of the last event; those before it are found."""
    rows = [(number, AT, GAME, number, "x" * 9000) for number in range(1, 9)]
    path = written(tmp_path / "A.session", rows)
    path.write_bytes(path.read_bytes()[:-PAGE])
    assert carved(path) == rows[:-1]


@pytest.mark.parametrize(
    "row", [(1, b"18:00", GAME, 5, "text"), (1, AT, GAME, 5, b"data"), (1, AT, GAME, None, "text")]
)
def test_a_row_of_another_shape_is_no_event(tmp_path: Path, row: Row) -> None:
    """A row is an event only if time, game and event are texts and the batch is a number."""
    with closing(sqlite3.connect(tmp_path / "A.session")) as file, file:
        file.execute("CREATE TABLE event (id INTEGER PRIMARY KEY, at, game, batch, data)")
        file.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?)", row)
    assert carved(tmp_path / "A.session") == []


SHORT = b"\x06\x00\x0f\x0f\x09\x0fabc"
"""A record of 9 bytes: time, game and event of one letter each."""
LONG = b"\x07\x00\x0f\x0f\x09\x82\x07ab" + b"c" * 125
"""A record of 134 bytes; its length takes 2 bytes."""


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b"\x09\x05" + SHORT, [(5, "a", "b", 1, "c")]),
        (b"\x81\x06\x05" + LONG, [(5, "a", "b", 1, "c" * 125)]),
        (SHORT, []),
        (b"\x05" + SHORT, []),
        (b"\x08\x05" + SHORT, []),
        (b"\x09\x80" + SHORT, []),
        (b"\x09\x05" + SHORT[:-1], []),
    ],
)
def test_an_event_has_its_length_and_number_before_it(tmp_path: Path, raw: bytes, found: list[Row]) -> None:
    """An event has its length and number before it, even at the very beginning of a file's remains."""
    (tmp_path / "A.session").write_bytes(raw)
    assert carved(tmp_path / "A.session") == found
