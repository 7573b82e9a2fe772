"""The base of every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType

from companion.ui.base.errors import ErrorReporter
from companion.ui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from companion.model import CompanionError
    from companion.ui.app import CompanionApp


class Page(Screen[ScreenResultType], ErrorReporter):
    """A screen that closes at most once and reports errors on its status line."""

    app: CompanionApp

    def report(self, error: CompanionError, title: str = "") -> None:
        """Show an error on the status line, or as a notification if the screen has none."""
        for status_line in self.query(StatusLine):
            status_line.say(str(error), refused=True)
            return
        self.app.report(error, title)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen; without effect unless it is on top.

        Keys typed ahead may reach a screen that is closed already. They must not close the screen below it.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()
