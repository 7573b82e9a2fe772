"""Detects edits of rules and tables while the games are in use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.load.content import content_of
from companion.load.library import load_library
from companion.load.places import Places
from companion.model import Fault, Library
from companion.model.library import fresh_faults
from companion.search.finder import Finder
from companion.search.loading import load_finder
from companion.workspace.context import AppContext

Stamps = frozenset[tuple[str, int, int]]
"""Path, size in bytes and modification time in nanoseconds of every file."""


class Edited(NamedTuple):
    """The games as loaded from edited files."""

    library: Library
    finder: Finder


class EditedFiles:
    """Compares the files of all games with those in use."""

    def __init__(self, context: AppContext) -> None:
        self.context = context
        self._stamps = stamps_of(context.places)
        self._content = context.library.content
        self.faults: tuple[Fault, ...] = ()
        """New faults in the edited files; empty if these are in use."""

    def poll(self) -> Edited | None:
        """Reload the games if a file has changed, which takes up to a second; None if none has."""
        stamps = stamps_of(self.context.places)
        if stamps == self._stamps:
            return None
        self._stamps = stamps
        content = content_of(self.context.places)
        if self._is_in_use(content.whole) or content.whole == self._content:
            self._content = content.whole
            return None
        self._content = content.whole
        return Edited(
            load_library(self.context.places, content=content),
            load_finder(self.context.places, content=content, imports=self.context.reads_imports),
        )

    def _is_in_use(self, content: str) -> bool:
        return content == self.context.library.content and not self.faults

    def take_over(self, edited: Edited) -> tuple[Fault, ...] | None:
        """Use the edited games from now on; if they have new faults, return these and keep using the old games.

        Returns None if they are already in use, because a form of the app wrote the file.
        """
        if self._is_in_use(edited.library.content):
            return None
        self.faults = new_faults(self.context.library, edited.library)
        if not self.faults:
            self.context.use_library(edited.library, edited.finder)
        return self.faults


def stamps_of(places: Places) -> Stamps:
    """Return the stamps of all rules and tables, which reveal changes without reading the files."""
    return frozenset(
        stamp for base in places.bases for kind in ("rulebook", "tables") for stamp in _files(base / kind)
    )


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    for place, _, names in os.walk(folder, followlinks=True):
        for name in names:
            with suppress(OSError):
                status = Path(place, name).stat()
                yield f"{place}/{name}", status.st_size, status.st_mtime_ns


def new_faults(before: Library, now: Library) -> tuple[Fault, ...]:
    """Return the new faults, ignoring moves to other lines; a missing game counts as a fault."""
    gone = {module.game.slug for module in before.modules} - {module.game.slug for module in now.modules}
    missing = tuple(
        Fault(f"tables/{slug}", 0, "", "game folder not found", "restore the folder, or restart the app")
        for slug in sorted(gone)
    )
    return fresh_faults(before, now) or missing
