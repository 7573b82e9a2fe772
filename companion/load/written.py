"""What a file says in words: rules that are cited and are not there, sentences that YAML has split at a comma."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.load.links import MOST_NEAREST, near
from companion.load.records import Faults
from companion.load.text_yaml import Path
from companion.model import Entry

PROSE = ("allows", "notes")
"""Keys of lists whose items are sentences."""
_ENDS = tuple(".?!:;)\"'")


def check_written(files: Iterable[Faults], entries: Iterable[Entry]) -> None:
    """Notes the faults of every file of a game. What has them stays in the game: only its way to the rule is lost.

    Where no rule is written yet, or a chapter has faults of its own, citations are not looked at. In conflicts.yaml
    they are words.
    """
    every = list(files)
    known = {cite for entry in entries for cite in entry.cites}
    if any(each.found and each.file.endswith(".md") for each in every):
        known.clear()
    for faults in every:
        if faults.tree is None or faults.file.endswith(".md"):
            continue
        _prose(faults)
        if known and not faults.file.endswith("conflicts.yaml"):
            _cites(faults, known)


def _cites(faults: Faults, known: set[str]) -> None:
    lost = [(at, cite) for at, key, cite in _keyed(faults) if key == "cite" and cite not in known]
    for number, (at, cite) in enumerate(lost):
        if cite and isinstance(cite, str):
            mend = near(cite, known) if number < MOST_NEAREST else ""
            faults.add(at, f"no rule is cited as {cite}", mend or "write the number or title of its heading")


def _prose(faults: Faults) -> None:
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
