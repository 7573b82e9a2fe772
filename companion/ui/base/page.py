"""The base of every screen and dialog."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from textual import on
from textual.await_complete import AwaitComplete
from textual.events import ScreenResume
from textual.screen import Screen, ScreenResultType

from companion.ui import startup
from companion.ui.base.errors import reporting
from companion.ui.messages import OpenCalculator, OpenRule, SessionChanged
from companion.ui.widgets.bars import StatusLine, TopBar
from companion.ui.widgets.option_list import OptionList

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp
    from companion.workspace.context import AppContext


class Page(Screen[ScreenResultType]):
    """A screen that follows the session, reports errors on its status line, and closes at most once.

    A dialog is a `Page` and a Textual `ModalScreen`.
    """

    app: CompanionApp
    heading = ""
    """Text of the top bar before the turn."""
    of_game = ""
    """Slug of the game that a dialog is about: it closes if the player switches to another. Empty for no game."""
    _styled_on_mount = True
    """Whether the screen has not been shown yet."""

    @property
    def context(self) -> AppContext:
        """Library, session and settings; available once the rulebooks are loaded, so on any screen but the first."""
        assert self.app.context is not None
        return self.app.context

    @property
    def option_list(self) -> OptionList:
        """The list of a screen that has one."""
        return self.query_one(OptionList)

    # The session

    def draw(self) -> None:
        """Show the session; called when the screen is opened or resumed, and after every change."""

    def redraw(self) -> None:
        """Draw the screen, its top bar and its keys again."""
        if self.app.context is not None:
            self.draw()
        for top_bar in self.query(TopBar):
            top_bar.show(self.app.context, self.heading)
        self.refresh_bindings()

    @on(SessionChanged)
    def _session_changed(self) -> None:
        if not self.is_modal:
            self.say("")
        self._follow_session()

    def _follow_session(self) -> None:
        if self.of_game and self.context.game != self.of_game:
            self.dismiss(None)
        else:
            self.redraw()

    # Messages to the player

    def say(self, text: str) -> None:
        """Show a message on the status line, if the screen has one, until something else happens."""
        for status_line in self.query(StatusLine):
            status_line.say(text)

    def refuse(self, why: str) -> None:
        """Show why something was not done: on the status line, or as a notification if the screen has none."""
        for status_line in self.query(StatusLine):
            status_line.say(why, refused=True)
            return
        self.notify(why, severity="warning")

    def reporting(self) -> AbstractContextManager[None]:
        """Show a CompanionError raised in the block to the player; the rest of the block is skipped."""
        return reporting(self.refuse)

    def attempt(self, act: Callable[[], object], message: str = "") -> bool:
        """Change the session, say `message` and redraw; if the change is refused, say why and return False."""
        with self.reporting():
            act()
            self.say(message)
            self.redraw()
            return True
        return False

    # Other screens

    def open_rule(self, cite: str) -> None:
        """Open a rule of the game by its number; without effect if `cite` is empty."""
        if cite:
            self.app.post_message(OpenRule(f"{self.context.game}:{cite}"))

    def open_record(self, record: str) -> None:
        """Open a calculator, rule or chart by its id."""
        from companion.workspace.record_text import is_calculator  # the first frame would wait for it

        calculator = is_calculator(self.context, record)
        self.app.post_message(OpenCalculator(record) if calculator else OpenRule(record))

    # Opening and closing

    def on_compose(self) -> None:
        """Style the screen for its width from the start."""
        startup.set_width_class(self)

    @on(ScreenResume)
    def _resumed(self, event: ScreenResume) -> None:
        """Show the session as it is now. Styles may have changed meanwhile, but not those of a new screen."""
        event.refresh_styles = event.refresh_styles and not self._styled_on_mount
        self._styled_on_mount = False
        self._follow_session()

    def on_resize(self) -> None:
        """Keep what has the focus in a dialog in sight above the keys."""
        if self.is_modal:
            self.call_after_refresh(self._scroll_to_focused)

    def _scroll_to_focused(self) -> None:
        if self.focused is not None:
            self.focused.scroll_visible(animate=False)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen; without effect unless it is on top.

        Keys typed ahead may reach a screen that is closed already. They must not close the screen below it.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def close(self) -> None:
        """Close the screen because the player goes to the first screen of a mode."""
        self.dismiss()
