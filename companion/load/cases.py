"""Reads the files that verify the data: worked examples, search questions and second transcriptions of charts.

They are in the source checkout, `tests/cases/<game>-*.jsonl` and `tests/keyed/<game>/`; an installed companion may not
have them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from companion.model import Refused

LARGEST = 16_000_000
"""Size limit of a file of examples, in bytes."""


class SecondKeying(NamedTuple):
    """A second transcription of a chart, with the names of the chart's rows and columns."""

    file: str
    cells: dict[tuple[str, str], str]
    """(row, column) to cell."""
    apart: frozenset[tuple[str, str]]
    """Cells that are printed in another form and checked separately."""


def game_cases(folder: Path, game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (file:line, record) for every line of a game's case files. Raises Refused if a line is not JSON."""
    for path in sorted(folder.glob(f"{game}-*.jsonl")):
        yield from json_records(path)


def json_records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (file:line, record) for every line of a JSON Lines file. Raises Refused."""
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


def second_keyings(folder: Path, game: str) -> dict[str, SecondKeying]:
    """Return the second transcriptions of a game's charts by chart id.

    `names.json` gives the file of each chart, and the names of the chart's rows, columns and cells in that file.
    """
    try:
        charts = json.loads((folder / game / "names.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Refused(f"{folder / game / 'names.json'} cannot be read: {error}") from None
    return {f"{game}:{chart}": _second_keying(folder / game, names) for chart, names in charts.items()}


def _second_keying(folder: Path, names: dict[str, Any]) -> SecondKeying:
    with (folder / f"{names['file']}.csv").open(encoding="utf-8", newline="") as file:
        head, *lines = list(csv.reader(file))
    row_names, column_names, cell_names = (names.get(kind, {}) for kind in ("rows", "columns", "cells"))
    apart = frozenset((row, column) for row, column in names.get("apart", []))
    cells = {
        (row, column_names.get(column, column)): cell_names.get(cell, cell)
        for line in lines
        for row in row_names.get(line[0], [line[0]])
        for column, cell in zip(head[1:], line[1:], strict=True)
    }
    return SecondKeying(names["file"], {key: cell for key, cell in cells.items() if key not in apart}, apart)
