"""The base of every screen and dialog."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.content import Content
from textual.events import ScreenResume
from textual.screen import Screen, ScreenResultType

from companion.ui import startup
from companion.ui.base.errors import reporting
from companion.ui.bindings import EVERYWHERE
from companion.ui.key_queue import SerialKeyApp
from companion.ui.messages import OpenCalculator, OpenLogLine, OpenRule, SessionChanged
from companion.ui.widgets.bars import Header
from companion.ui.widgets.edited_faults import EditedFaults
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import entitle, fit_titles
from companion.ui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from companion.model import Fault
    from companion.ui.app import CompanionApp
    from companion.workspace.context import AppContext


class Page(Screen[ScreenResultType]):
    """A screen that follows the session, reports errors on its status line, and closes at most once.

    A dialog is a `Page` and a Textual `ModalScreen`.
    """

    app: CompanionApp
    heading: str | Content = ""
    """Title of the screen's first panel."""
    titles: ClassVar[dict[str, str]] = {}
    """Fixed titles of other panels, by selector."""
    hints: Mapping[str, tuple[str, ...]] = {}
    """Ids of the keys shown on the lower edge of a panel, by the panel's selector."""
    short_labels: ClassVar[dict[str, str]] = {}
    """Labels of keys in the footer of a narrow screen, by the id of the key."""
    long_labels: ClassVar[dict[str, str]] = {}
    """Labels of keys in the footer and on panels of a wide screen, by the id of the key."""
    state_labels: Mapping[str, str] = {}
    """Labels of keys that depend on what the screen shows, by the id of the key; set by `draw`."""
    footer: tuple[tuple[str, ...], ...] = ()
    """Ids or actions of the keys that come first in the footer, in groups; the others follow."""
    not_offered: Collection[str] = ()
    """Ids of keys that the footer leaves out."""
    main_view: ClassVar[str] = ""
    """The main view that the screen belongs to; empty for the one it was opened from."""
    of_game = ""
    """Slug of the game that a dialog is about; it closes if the player switches games. Empty for no game."""
    shown_too: ClassVar[tuple[str, ...]] = ()
    """Actions of the app that the footer shows on this screen only."""
    _styled_on_mount = True
    """Whether the screen has not been shown yet."""

    @property
    def context(self) -> AppContext:
        """Library, session and settings. Only the first screen may be shown before they are loaded."""
        assert self.app.context is not None
        return self.app.context

    def key_of(self, command: str) -> str:
        """Return the player's key for a command of this screen or of every screen, by the command's id."""
        changed = self.app.key_changes
        own_key = changed.keymap.get(command, "") if changed is not None else ""
        all_bindings = (*self.BINDINGS, *EVERYWHERE)
        bindings = (each for each in all_bindings if isinstance(each, Binding) and each.id == command)
        return (own_key or next(bindings).key).partition(",")[0]

    @property
    def option_list(self) -> OptionList:
        """The list of a screen that has one."""
        return self.query_one(OptionList)

    # The session

    def draw(self) -> None:
        """Show the session; called when the screen is opened or resumed, and after every change."""

    def redraw(self) -> None:
        """Draw the screen, its header and its keys again."""
        if self.app.context is not None:
            self.draw()
        self.show_heading()
        for header in self.query(Header):
            changed = self.app.key_changes
            view = self.main_view or self.app.current_mode
            following = self.app.following
            awaited = (
                following.awaited.short if following is not None and following.awaited is not None else ""
            )
            header.show(self.app.context, view, changed.keymap if changed is not None else {}, awaited)
        self.refresh_bindings()

    def show_heading(self) -> None:
        """Set the titles of the panels that `heading` and `titles` name."""
        if self.heading and not self.is_modal:
            entitle(self.query(".panel").first(), self.heading)
        for selector, title in self.titles.items():
            entitle(self.query_one(selector), title)

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

    def enter_typed(self) -> bool:
        """Enter a half-typed number; return whether there was one."""
        return False

    def show_faults(self, faults: Sequence[Fault]) -> bool:
        """Show the faults in edited files, if any; return whether the screen has a panel for them."""
        panels = self.query(EditedFaults)
        for panel in panels:
            panel.put(faults)
        return bool(panels)

    # Messages to the player

    def say(self, text: str) -> None:
        """Show a message on the status line, if the screen has one, until the next message."""
        for status_line in self.query(StatusLine):
            status_line.say(text)

    @on(SerialKeyApp.KeyRefused)
    def _key_refused(self, event: SerialKeyApp.KeyRefused) -> None:
        self.refuse(event.why)

    @on(SerialKeyApp.EnterDropped)
    def _enter_dropped(self) -> None:
        self.say("Enter not needed: the answer was complete. Press it again to go on.")

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

    def open_record(self, record: str, words: tuple[str, ...] = ()) -> None:
        """Open a calculator, rule, chart or line of the log; a rule at the sentence that has most of the words."""
        from companion.search.own_results import LOG  # the first frame would wait for these
        from companion.workspace.record_text import is_calculator

        if record.startswith(LOG):
            self.app.post_message(OpenLogLine(int(record.removeprefix(LOG))))
            return
        calculator = is_calculator(self.context, record)
        self.app.post_message(OpenCalculator(record) if calculator else OpenRule(record, words=words))

    # Opening and closing

    def _fit_heading(self) -> None:
        if self.heading and not self.is_modal and self.is_mounted:
            entitle(self.query(".panel").first(), self.heading)

    def on_compose(self) -> None:
        """Style the screen for its size from the start; fit the title of its first panel after each layout."""
        self.screen_layout_refresh_signal.subscribe(self, lambda _: self._fit_heading())
        startup.set_size_classes(self)

    @on(ScreenResume)
    def _resumed(self, event: ScreenResume) -> None:
        """Show the session as it is now, with current styles unless the screen is new."""
        event.refresh_styles = event.refresh_styles and not self._styled_on_mount
        self._styled_on_mount = False
        self._follow_session()

    def on_resize(self) -> None:
        """Fit the titles to the width; in a dialog, keep the focused widget in sight above the keys."""
        fit_titles(self)
        if self.is_modal:
            self.call_after_refresh(self._scroll_to_focused)

    def _scroll_to_focused(self) -> None:
        if self.focused is not None:
            self.focused.scroll_visible(animate=False)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen; no effect unless it is on top.

        Keys typed ahead may reach a screen that is already closed, and must not close the screen below it.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def close(self) -> None:
        """Close the screen because the player goes to the first screen of a mode."""
        self.dismiss()
