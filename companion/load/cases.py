"""What proves the data: worked examples, questions, and charts keyed a second time.

They lie in the source checkout, `tests/cases/<game>-*.jsonl` and `tests/keyed/<game>/`; an installed companion may have
none of them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from companion.model import Refused

LARGEST = 16_000_000
"""Bytes that a file of examples may have."""


class Second(NamedTuple):
    """A second transcription of a chart, in the chart's own names."""

    file: str
    cells: dict[tuple[str, str], str]
    """(row, column) to cell."""
    apart: frozenset[tuple[str, str]]
    """Cells that the print gives in another shape and that are checked on their own."""


def examples(folder: Path, game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """(file:line, record) of every line of the game's case files. Raises Refused for what is no JSON."""
    for path in sorted(folder.glob(f"{game}-*.jsonl")):
        yield from records(path)


def records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(file:line, record) of every line of one file of JSON objects. Raises Refused."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise Refused(f"{path} is larger than {LARGEST // 1_000_000} MB")
        text = raw.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path} cannot be read: {error}") from None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Refused(f"{path}:{number} is not JSON: {error}") from None
        if not isinstance(record, dict):
            raise Refused(f"{path}:{number} is not a JSON object")
        yield f"{path.name}:{number}", record


def keyed_charts(folder: Path, game: str) -> dict[str, Second]:
    """The second transcriptions of a game, by chart id.

    `names.json` says for each chart which file it is in and how rows, columns and cells are named there.
    """
    try:
        names = json.loads((folder / game / "names.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Refused(f"{folder / game / 'names.json'} cannot be read: {error}") from None
    return {f"{game}:{chart}": _second(folder / game, told) for chart, told in names.items()}


def _second(folder: Path, told: dict[str, Any]) -> Second:
    with (folder / f"{told['file']}.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    named = told.get("rows", {}), told.get("columns", {}), told.get("cells", {})
    apart = frozenset((row, column) for row, column in told.get("apart", []))
    cells = {
        (row, named[1].get(column, column)): named[2].get(cell, cell)
        for line in rows
        for row in named[0].get(line[0], [line[0]])
        for column, cell in zip(head[1:], line[1:], strict=True)
    }
    return Second(told["file"], {key: cell for key, cell in cells.items() if key not in apart}, apart)
