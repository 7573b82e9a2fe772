"""Checks regularly, in a thread, whether rules and tables were edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.worker import WorkerState

from companion.ui.messages import FilesChanged
from companion.workspace.edited_files import EditedFiles

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp
    from companion.workspace.context import AppContext

INTERVAL = 0.4
"""Seconds between two checks."""


class Reloading:
    """Tells the app when files have changed."""

    def __init__(self, app: CompanionApp, context: AppContext) -> None:
        self.app = app
        self.files = EditedFiles(context)
        app.set_interval(INTERVAL, self._check)

    def _check(self) -> None:
        running = (
            worker.state is WorkerState.RUNNING for worker in self.app.workers if worker.group == "watch"
        )
        if not any(running):
            self.app.run_worker(self._poll, group="watch", thread=True)

    def _poll(self) -> None:
        edited = self.files.poll()
        if edited is not None:
            self.app.post_message(FilesChanged(edited))
