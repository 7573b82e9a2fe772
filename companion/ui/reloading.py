"""Rules and tables that are edited while the app runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from textual.worker import WorkerState

from companion.load.content import content_of
from companion.load.places import Places
from companion.load.source import load_library
from companion.model import Fault, Library
from companion.search.finder import Finder
from companion.search.ready import ready_finder
from companion.ui.messages import FilesChanged

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp
    from companion.workspace.context import Desk

INTERVAL = 0.4
"""Seconds between two looks at the files."""

Stamps = frozenset[tuple[str, int, int]]
"""Path, size and time of change in nanoseconds of every file."""


class Reloading:
    """Looks at the files of all games every moment, and has the app take over what was changed.

    While a change has faults, the app keeps the version from before it and shows the faults.
    """

    def __init__(self, app: CompanionApp, desk: Desk) -> None:
        self.app = app
        self.desk = desk
        self.stamps = stamps_of(desk.places)
        self.content = desk.library.content
        app.set_interval(INTERVAL, self.look)

    def look(self) -> None:
        """Start a look in a thread, unless one is still going on."""
        if not any(each.group == "watch" and each.state is WorkerState.RUNNING for each in self.app.workers):
            self.app.run_worker(self._look, group="watch", thread=True)

    def _look(self) -> None:
        """Read the games again where a file has changed; runs in a thread."""
        stamps = stamps_of(self.desk.places)
        if stamps == self.stamps:
            return
        self.stamps = stamps
        content = content_of(self.desk.places)
        if content.whole == self.content:
            return
        self.content = content.whole
        library = load_library(self.desk.places, content=content)
        finder = ready_finder(self.desk.places, content=content)
        self.app.post_message(FilesChanged(library, finder))

    def take_over(self, library: Library, finder: Finder) -> tuple[Fault, ...]:
        """Put the edited games in place of those before; return the faults that keep this from being done."""
        faults = new_faults(self.desk.library, library)
        if not faults:
            self.desk.take_library(library, finder)
        return faults


def stamps_of(places: Places) -> Stamps:
    """What tells without reading them that files may have changed."""
    return frozenset(
        each for base in places.bases for kind in ("rulebook", "tables") for each in _files(base / kind)
    )


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        try:
            if entry.is_dir():
                yield from _files(Path(entry.path))
            else:
                found = entry.stat()
                yield entry.path, found.st_size, found.st_mtime_ns
        except OSError:
            continue


def new_faults(before: Library, now: Library) -> tuple[Fault, ...]:
    """Faults that were not there before, wherever in its file each stood; a game that is gone counts as one."""
    known = {(each.file, each.key, each.says) for each in before.faults}
    gone = {each.game.slug for each in before.modules} - {each.game.slug for each in now.modules}
    fresh = tuple(each for each in now.faults if (each.file, each.key, each.says) not in known)
    missing = tuple(
        Fault(f"tables/{slug}", 0, "", "the game is gone", "put its folder back, or restart the app")
        for slug in sorted(gone)
    )
    return fresh or missing
