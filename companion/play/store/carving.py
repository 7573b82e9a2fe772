"""Recovers events from the bytes of a session file that SQLite can no longer read, by the layout of their records.

The layout is described in https://www.sqlite.org/fileformat2.html, sections 1.6 and 2: a cell of a table has the length
of the record, the row's number, the record's header and the values; the part that does not fit into a page is in a
chain of overflow pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAGE = 4096
"""Bytes of a page; the companion does not change SQLite's default."""
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
"""Bytes of an integer, by its type in the header; 8 and 9 are the constants 0 and 1."""
_HEADER = re.compile(
    rb"(?=([\x06-\x0e])\x00([\x0d-\x7f])([\x0d-\x7f])([\x01-\x06\x08\x09])([\x80-\xff]{0,8}[\x00-\x7f]))"
)
"""The header of a row of events: its length, then the types: no number (it is beside the record), time, game, batch,
JSON."""
_IN_PAGE, _LEAST_IN_PAGE = PAGE - 35, (PAGE - 12) * 32 // 255 - 23
"""Most and fewest bytes of a record that are in the page itself; the rest of a longer record is on overflow pages."""
_LONGEST = 4_000_000
"""Bytes of the longest record that is looked for."""


class _Cell(NamedTuple):
    """A record in the file."""

    number: int
    start: int
    """Offset in the file at which the record begins with its header."""
    header: int
    """Bytes of the header."""
    time: int
    game: int
    batch: int
    """The type of the batch."""
    text: int
    """Bytes of time, game and JSON."""

    @property
    def length(self) -> int:
        """Bytes of the record."""
        return self.header + self.time + self.game + _INTEGERS[self.batch] + self.text


def carved_rows(path: Path) -> Iterator[tuple[int, bytes, bytes, int, bytes]]:
    """Yield number, time, game, batch and JSON of everything that looks like an event, in the file and its WAL."""
    for ending in ("", "-wal"):
        try:
            raw = Path(f"{path}{ending}").read_bytes()
        except OSError:
            continue
        for match in _HEADER.finditer(raw):
            cell = _cell(raw, match)
            values = _record(raw, cell, overflows=not ending)[cell.header :] if cell else b""
            if cell and len(values) == cell.length - cell.header:
                yield _row(cell, values)


def _cell(raw: bytes, match: re.Match[bytes]) -> _Cell | None:
    """Return the cell that a header belongs to; None if the numbers before it do not match."""
    start, header = match.start(), match[1][0]
    time, game, text = (_text_length(_varint(match[place], 0)) for place in (2, 3, 5))
    number_at = _starts(raw, start)[-1:]
    if header != 5 + len(match[5]) or not number_at:
        return None
    cell = _Cell(_varint(raw, number_at[0]), start, header, time, game, match[4][0], text)
    lengths = {_varint(raw, length_at) for length_at in _starts(raw, number_at[0])}
    return cell if cell.length in lengths and cell.length <= _LONGEST else None


def _row(cell: _Cell, values: bytes) -> tuple[int, bytes, bytes, int, bytes]:
    at, rest = values[: cell.time], values[cell.time :]
    game, rest = rest[: cell.game], rest[cell.game :]
    size = _INTEGERS[cell.batch]
    batch = int.from_bytes(rest[:size], "big", signed=True) if size else cell.batch - 8
    return cell.number, at, game, batch, rest[size:]


def _record(raw: bytes, cell: _Cell, overflows: bool) -> bytes:
    """Return the bytes of a record, including those on overflow pages; fewer if a page is missing."""
    if cell.length <= _IN_PAGE:
        return raw[cell.start : cell.start + cell.length]
    in_page = _LEAST_IN_PAGE + (cell.length - _LEAST_IN_PAGE) % (PAGE - 4)
    in_page = in_page if in_page <= _IN_PAGE else _LEAST_IN_PAGE
    record = raw[cell.start : cell.start + in_page]
    page_at = cell.start + in_page
    while overflows and len(record) < cell.length:
        page = (int.from_bytes(raw[page_at : page_at + 4], "big") - 1) * PAGE
        part = raw[page + 4 : page + PAGE] if page > 0 else b""
        if not part:
            break
        record += part[: cell.length - len(record)]
        page_at = page
    return record


def _text_length(kind: int) -> int:
    """Return the bytes of a text of this type; for other types, a number that does not match the record's length."""
    return (kind - 13) // 2


def _varint(raw: bytes, start: int) -> int:
    """Return the number, of 1 to 9 bytes, that begins at `start`."""
    number = 0
    for byte in raw[start : start + 9]:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return number


def _starts(raw: bytes, end: int) -> list[int]:
    """Return the offsets at which a number that ends before `end` may begin, the shortest number first."""
    start = end - 1
    if start < 0 or raw[start] >= 0x80:
        return []
    starts = [start]
    while start > 0 and raw[start - 1] >= 0x80 and len(starts) < 9:
        start -= 1
        starts.append(start)
    return starts
