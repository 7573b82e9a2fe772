"""What the terminal at the other end can show."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable
from typing import Any

WIDEST = 100


def width() -> int:
    """Columns to write in: the terminal's, or COLUMNS, at most 100."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return min(int(columns), WIDEST)
    if sys.stdout.isatty():
        return min(shutil.get_terminal_size().columns, WIDEST)
    return WIDEST


def put(lines: Iterable[str]) -> None:
    """Prints lines."""
    from companion.render.text import shown

    for line in lines:
        print(shown(line))


def put_json(value: Any) -> None:
    """Prints one JSON document on one line."""
    from companion.render.text import escaped

    print(escaped(json.dumps(value, ensure_ascii=False)))
