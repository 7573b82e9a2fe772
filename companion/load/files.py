"""Files of a game as text, trees and records; whatever cannot be read is a fault of the file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

from companion.load.records import Faults, read_tree, to_record
from companion.load.text_yaml import Tree

LARGEST = 8_000_000
"""Bytes a file may have; it is not even read where it has more."""

T = TypeVar("T")


def record_of(path: Path, faults: Faults, kind: type[T]) -> T | None:
    """A YAML file as a record; None with its faults noted."""
    tree = tree_of(path, faults)
    return to_record(tree.value, kind, faults) if tree is not None else None


def tree_of(path: Path, faults: Faults) -> Tree | None:
    """A YAML file as keys and values with their lines; None with its fault noted."""
    text = text_of(path, faults)
    return read_tree(text, faults) if text is not None else None


def text_of(path: Path, faults: Faults) -> str | None:
    """The text of a file; None with a fault noted where it is too long, unreadable or not UTF-8."""
    try:
        if path.stat().st_size > LARGEST:
            faults.add((), f"longer than {LARGEST} bytes", line=0)
            return None
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        faults.add((), f"cannot be read: {error.strerror}", line=0)
    except UnicodeDecodeError as error:
        faults.add((), f"is not UTF-8 text (byte {error.start})", "save the file as UTF-8", 0)
    return None


def shown_path(path: Path) -> str:
    """The path from where the player stands, else whole."""
    try:
        here = f"{Path.cwd()}{os.sep}"
    except OSError:
        here = ""
    return printable(str(path).removeprefix(here))


def printable(name: str) -> str:
    """A file's name with ? for what is no text in it."""
    return os.fsencode(name).decode(errors="replace")


def files_in(folder: Path, *endings: str) -> list[Path]:
    """The files below a folder with one of these endings, in order, hidden ones left out."""
    try:
        return sorted(path for path in folder.rglob("[!.]*") if path.suffix in endings and path.is_file())
    except OSError:
        return []
