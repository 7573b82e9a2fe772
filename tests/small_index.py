"""Small indexes on disk, for tests of how they are written, renewed and removed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec

from companion.model import Entry, Library
from companion.search.finder import Finder
from companion.search.index import Index
from tests.red_and_blue import BLUE, entry, ids

HASHES = {"red": ("r1", "r2"), "blue": ("b1", "b2")}


def library(*entries: Entry, content: str = "c1") -> Library:
    """A game with these rules."""
    return Library((msgspec.structs.replace(BLUE, entries=entries, synonyms=()),), content=content)


RULES = tuple(
    entry("blue", str(number), f"Rule {word}") for number, word in enumerate(("fife", "drum", "flag"), 1)
)
OTHER = entry("blue", "4", "Zouaves")


def found(opened: Index | None, question: str) -> list[str]:
    """The ids of the results of an index."""
    assert opened is not None
    return ids(Finder(opened).find(question))


def aged(folder: Path, seconds: float) -> Path:
    """The folder, last changed this long ago."""
    folder.mkdir(exist_ok=True)
    then = time.time() - seconds
    os.utime(folder, (then, then))
    return folder
