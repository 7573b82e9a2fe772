"""The faults of one data file, collected while it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.load.text_yaml import Path, Tree
from companion.model import Fault

if TYPE_CHECKING:
    from companion.load.parsed import CachedTree


class Faults:
    """Collects the faults of one file."""

    def __init__(self, file: str, tree: Tree | CachedTree | None = None) -> None:
        self.file = file
        """Path of the file, as shown in messages."""
        self.tree = tree
        """Content of the file with its line numbers; None if the file could not be read."""
        self.noted: list[Fault] = []

    def add(self, path: Path, says: str, mend: str = "", line: int | None = None) -> None:
        """Note a fault at a key path. `line` counts from 1; if None, the line of the key path is looked up."""
        line = self.line(path) if line is None else line
        self.noted.append(Fault(self.file, line, key_path(path), says, mend))

    def line(self, path: Path) -> int:
        """Return the line of a key path, counted from 1; 0 if the file could not be read."""
        return self.tree.line(path) if self.tree else 0


def key_path(path: Path) -> str:
    """Return a key path as text, such as `modifiers[2].add`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
