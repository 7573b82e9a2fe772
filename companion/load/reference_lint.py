"""What a file says in words: rules that are cited and are not there, sentences that YAML has split at a comma."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.load.records import Faults
from companion.load.text_yaml import Path

PROSE = ("allows", "notes")
"""Keys of lists whose items are sentences."""
_ENDS = tuple(".?!:;)\"'")


def citations_of(faults: Faults) -> Iterator[tuple[Path, str]]:
    """The rules that a file of tables cites, with their key paths. In conflicts.yaml citations are words."""
    if faults.tree is None or faults.file.endswith("conflicts.yaml"):
        return
    for at, key, cite in _keyed(faults):
        if key == "cite" and cite and isinstance(cite, str):
            yield at, cite


def check_split_sentences(faults: Faults) -> None:
    """Notes sentences of a file that YAML has split at a comma."""
    for at, key, items in _keyed(faults):
        if (
            key not in PROSE
            or not isinstance(items, list)
            or not all(isinstance(each, str) for each in items)
        ):
            continue
        for index, item in enumerate(items[1:], 1):
            if item[:1].islower() and not items[index - 1].endswith(_ENDS):
                mend = "split at a comma? put quotes around the whole sentence"
                faults.add((*at, index), f"{item!r} goes on where {items[index - 1]!r} breaks off", mend)
                break


def _keyed(faults: Faults) -> Iterator[tuple[Path, str, Any]]:
    """(path, key, value) of all that stands under a key in the file, in its order."""
    waiting: list[tuple[Path, str, Any]] = [((), "", faults.tree.value if faults.tree else None)]
    while waiting:
        path, name, value = waiting.pop()
        if name:
            yield path, name, value
        if isinstance(value, dict):
            waiting += [((*path, each), each, inner) for each, inner in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [((*path, index), "", inner) for index, inner in reversed(list(enumerate(value)))]
