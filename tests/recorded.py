"""Recorded texts that results are compared with; with WRITE_GOLDEN=1 in the environment they are written instead."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).with_name("golden")


def recorded(name: str, now: str) -> str:
    """Return the recorded text of a file in tests/golden, after writing `now` to it if that is wanted."""
    file = FOLDER / name
    if writing():
        file.write_text(now, encoding="utf-8")
    return file.read_text(encoding="utf-8")


def writing() -> bool:
    """Whether recorded texts are to be written anew."""
    return os.environ.get("WRITE_GOLDEN") == "1"
