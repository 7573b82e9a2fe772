"""Writing to standard output: how wide it is, lines, JSON."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable
from typing import Any

from companion.cli.streams import write

WIDEST = 100


def width() -> int:
    """Columns to write in: COLUMNS, else those of the terminal, at most 100."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) < 6 and int(columns) > 0:
        return min(int(columns), WIDEST)
    if sys.stdout.isatty():
        return min(shutil.get_terminal_size().columns, WIDEST)
    return WIDEST


def put(lines: Iterable[str]) -> None:
    """Print lines. Raises Unwritten."""
    from companion.render.text import shown

    for line in lines:
        write(shown(line))


def put_json(value: Any) -> None:
    """Print one JSON document on one line. Raises Unwritten."""
    from companion.render.text import escaped

    write(escaped(json.dumps(value, ensure_ascii=False)))
