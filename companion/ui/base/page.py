"""The base of every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.await_complete import AwaitComplete
from textual.events import ScreenResume
from textual.screen import Screen, ScreenResultType

from companion.ui import startup
from companion.ui.base.errors import ErrorReporter
from companion.ui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from companion.model import CompanionError
    from companion.ui.app import CompanionApp


class Page(Screen[ScreenResultType], ErrorReporter):
    """A screen that closes at most once and reports errors on its status line."""

    app: CompanionApp
    _styled_on_mount = True
    """Whether the screen has not been shown yet."""

    def on_compose(self) -> None:
        """Style the screen for its width from the start."""
        startup.set_width_class(self)

    @on(ScreenResume)
    def _skip_styling(self, event: ScreenResume) -> None:
        """Do not style a screen again that has just been styled; later, styles may have changed meanwhile."""
        event.refresh_styles = event.refresh_styles and not self._styled_on_mount
        self._styled_on_mount = False

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

    def close(self) -> None:
        """Close the screen because the player goes to the first screen of a mode."""
        self.dismiss()
