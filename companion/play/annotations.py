"""Bookmarks and notes of the player, on entries, charts and terms, in one file of the data folder.

They belong to the player, not to a session.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.play.json_records import encode_records, read_records
from companion.play.replacing import replace_file
from companion.play.store.lock import file_lock

FILE = "annotations.json"
"""File in the data folder. It is locked and read again before each change."""


class Annotation(msgspec.Struct, frozen=True):
    """The bookmark and the note on one record."""

    about: str
    """Id of an entry, a chart or a term."""
    bookmark: bool = False
    note: str = ""
    """A single line; empty for no note."""
    on: str = ""
    """Date of the last change, as 2026-11-20; empty if unknown."""


def read_annotations(folder: Path) -> tuple[Annotation, ...]:
    """Return all annotations in the order they were first made. Raises Refused where the file cannot be read."""
    return read_records(folder / FILE, Annotation, "bookmarks and notes")


def annotation(folder: Path, about: str) -> Annotation:
    """Return the annotation on a record, an empty one where there is none. Raises as `read_annotations`."""
    return next((made for made in read_annotations(folder) if made.about == about), Annotation(about))


def toggle_bookmark(folder: Path, about: str, on: str) -> Annotation:
    """Set or remove the bookmark on a record, at the date `on`. Raises CompanionError, and then changes nothing."""
    return _change(folder, about, lambda was: msgspec.structs.replace(was, bookmark=not was.bookmark, on=on))


def write_note(folder: Path, about: str, text: str, on: str) -> Annotation:
    """Write the note on a record, or remove it with an empty text. Raises CompanionError, and then changes nothing."""
    note = " ".join(text.split())
    return _change(folder, about, lambda was: msgspec.structs.replace(was, note=note, on=on))


def _change(folder: Path, about: str, change: Callable[[Annotation], Annotation]) -> Annotation:
    with file_lock(folder / FILE):
        annotations = {made.about: made for made in read_annotations(folder)}
        changed = change(annotations.get(about, Annotation(about)))
        annotations[about] = changed
        kept = [made for made in annotations.values() if made.bookmark or made.note]
        replace_file(folder / FILE, encode_records(kept))
    return changed
