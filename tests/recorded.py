"""Compare results with recorded texts; with WRITE_GOLDEN=1 in the environment, write the recordings instead."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).with_name("golden")


def recorded(name: str, now: str) -> str:
    """Return the recorded text of a file in tests/golden; when recording, write `now` to it first."""
    file = FOLDER / name
    if writing():
        file.write_text(now, encoding="utf-8")
    return file.read_text(encoding="utf-8")


def writing() -> bool:
    """Whether to write the recordings again."""
    return os.environ.get("WRITE_GOLDEN") == "1"
