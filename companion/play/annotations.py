"""The player's bookmarks and notes on entries, charts and terms.

They belong to the player, not to a session. Imports only the standard library, like `store/player_file.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from companion.errors import Refused
from companion.play.store.player_file import PlayerFile, annotation_rows, changing


class Annotation(NamedTuple):
    """The bookmark and the note on one record."""

    about: str
    """Id of an entry, a chart or a term."""
    bookmark: bool = False
    note: str = ""
    """A single line; empty for no note."""
    on: str = ""
    """Date of the last change, as 2026-11-20; empty if unknown."""


def read_annotations(folder: Path) -> tuple[Annotation, ...]:
    """Return all annotations, the oldest first. Raises CompanionError if they cannot be read."""
    return tuple(Annotation(*row) for row in annotation_rows(folder))


def annotation(folder: Path, about: str) -> Annotation:
    """Return the annotation on a record, or an empty one. Raises CompanionError if it cannot be read."""
    return next((entry for entry in read_annotations(folder) if entry.about == about), Annotation(about))


def toggle_bookmark(folder: Path, about: str, on: str) -> Annotation:
    """Toggle the bookmark on a record, at the date `on`. Raises CompanionError, leaving the old bookmark."""
    with changing(folder) as file:
        old = Annotation(*file.annotation(about))
        return _changed(file, old._replace(bookmark=not old.bookmark, on=on))


def set_bookmark(folder: Path, about: str, bookmark: bool, on: str) -> Annotation:
    """Set or remove the bookmark on a record, at the date `on`. Raises Refused if nothing would change."""
    with changing(folder) as file:
        old = Annotation(*file.annotation(about))
        if old.bookmark is bookmark:
            raise Refused(f"{about} {'already has a' if bookmark else 'has no'} bookmark")
        return _changed(file, old._replace(bookmark=bookmark, on=on))


def write_note(folder: Path, about: str, text: str, on: str) -> Annotation:
    """Write the note on a record; an empty text removes it. Raises CompanionError, leaving the old note."""
    with changing(folder) as file:
        old = Annotation(*file.annotation(about))
        return _changed(file, old._replace(note=" ".join(text.split()), on=on))


def _changed(file: PlayerFile, annotation: Annotation) -> Annotation:
    file.set_annotation(*annotation)
    return annotation
