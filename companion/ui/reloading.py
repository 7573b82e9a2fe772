"""Takes over rules and tables that are edited while the app runs."""

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
"""Path, size in bytes and time of change in nanoseconds of every file."""


class Reloading:
    """Checks the files of all games again and again and loads those that have changed.

    While a change has faults, the app keeps the version from before it and shows the faults.
    """

    def __init__(self, app: CompanionApp, desk: Desk) -> None:
        self.app = app
        self.desk = desk
        self.stamps = stamps_of(desk.places)
        self.content = desk.library.content
        app.set_interval(INTERVAL, self.look)

    def look(self) -> None:
        """Check the files in a thread, unless a check is still running."""
        if not any(
            worker.group == "watch" and worker.state is WorkerState.RUNNING for worker in self.app.workers
        ):
            self.app.run_worker(self._look, group="watch", thread=True)

    def _look(self) -> None:
        """Load the games again if a file has changed; runs in a thread."""
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
        """Use the edited games from now on, unless they have faults; return these."""
        faults = new_faults(self.desk.library, library)
        if not faults:
            self.desk.take_library(library, finder)
        return faults


def stamps_of(places: Places) -> Stamps:
    """Return what shows that files have changed without reading them."""
    return frozenset(
        stamp for base in places.bases for kind in ("rulebook", "tables") for stamp in _files(base / kind)
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
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns
        except OSError:
            continue


def new_faults(before: Library, now: Library) -> tuple[Fault, ...]:
    """Return the faults that are new, whatever their line; a game that is gone counts as a fault."""
    known = {(fault.file, fault.key, fault.says) for fault in before.faults}
    gone = {module.game.slug for module in before.modules} - {module.game.slug for module in now.modules}
    fresh = tuple(fault for fault in now.faults if (fault.file, fault.key, fault.says) not in known)
    missing = tuple(
        Fault(f"tables/{slug}", 0, "", "the game is gone", "put its folder back, or restart the app")
        for slug in sorted(gone)
    )
    return fresh or missing
