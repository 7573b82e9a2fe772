"""The base of the screens that show the session."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import on
from textual.events import ScreenResume

from companion.model import Refused
from companion.ui.base.page import Page
from companion.ui.messages import OpenCalculator, OpenRule, SessionChanged
from companion.ui.widgets.status_line import StatusLine
from companion.ui.widgets.top_bar import TopBar
from companion.workspace.record_text import is_calculator

if TYPE_CHECKING:
    from companion.workspace.context import AppContext


class SessionScreen(Page[None]):
    """A screen that is drawn again whenever the session has changed, here or in another window."""

    heading = ""
    """Text of the top bar before the turn."""

    def __init__(self, context: AppContext | None = None) -> None:
        super().__init__()

    @property
    def ready(self) -> AppContext:
        """The context of the app. Raises Refused while the rulebooks are being opened."""
        if self.app.context is None:
            raise Refused("the books are being opened")
        return self.app.context

    def draw(self, context: AppContext) -> None:
        """Show the session; every screen says how."""

    def redraw(self) -> None:
        """Draw top bar, screen and keys again."""
        if self.app.context is not None:
            self.draw(self.app.context)
        self.query_one(TopBar).show(self.app.context, self.heading)
        self.refresh_bindings()

    @on(ScreenResume)
    def _resumed(self) -> None:
        self.redraw()

    @on(SessionChanged)
    def _session_changed(self) -> None:
        self.say("")
        self.redraw()

    def say(self, text: str) -> None:
        """Show a message on the status line, if the screen has one, until something else happens."""
        for status_line in self.query(StatusLine):
            status_line.say(text)

    def attempt(self, act: Callable[[], object], message: str = "") -> bool:
        """Change the session, say `message` and redraw; if the change is refused, say why and return False."""
        with self.reporting():
            act()
            self.say(message)
            self.redraw()
            return True
        return False

    def open_record(self, record: str) -> None:
        """Open a calculator, rule or chart by its id."""
        calculator = is_calculator(self.ready, record)
        self.app.post_message(OpenCalculator(record) if calculator else OpenRule(record))
