"""Reads the files of a game as text, as parsed YAML or as records; an unreadable file is noted as a fault."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

from companion.load.content import MOST_BYTES
from companion.load.faults import Faults
from companion.load.records import read_tree, to_record
from companion.load.text_yaml import Tree

T = TypeVar("T")


def record_of(path: Path, faults: Faults, kind: type[T]) -> T | None:
    """Return a YAML file as a record, or None if it has faults."""
    tree = tree_of(path, faults)
    return to_record(tree.value, kind, faults) if tree is not None else None


def tree_of(path: Path, faults: Faults) -> Tree | None:
    """Return the keys and values of a YAML file, or None if it cannot be read."""
    text = text_of(path, faults)
    return read_tree(text, faults) if text is not None else None


def text_of(path: Path, faults: Faults) -> str | None:
    """Return the text of a file, or None if it is too long, unreadable or not UTF-8."""
    try:
        if path.stat().st_size > MOST_BYTES:
            faults.add((), f"larger than {MOST_BYTES // 1_000_000} MB", line=0)
            return None
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        faults.add((), f"cannot be read: {error.strerror}", line=0)
    except UnicodeDecodeError as error:
        faults.add((), f"is not UTF-8 text (byte {error.start})", "save the file as UTF-8", 0)
    return None


def shown_path(path: Path) -> str:
    """Return the path relative to the working directory if possible, as printable text."""
    try:
        here = f"{Path.cwd()}{os.sep}"
    except OSError:
        here = ""
    return printable(str(path).removeprefix(here))


def printable(name: str) -> str:
    """Return a file name with a replacement character for each byte that is not valid text."""
    return os.fsencode(name).decode(errors="replace")
