"""Follows a session that another window writes, announces rolls, and passes the right to write between windows."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.model import CompanionError
from companion.play.player_clock import resume_clock, stop_while_closed
from companion.play.store.errors import NotSaved
from companion.ui.screens.calculator import CalculatorScreen
from companion.workspace.awaited import AwaitedRoll, announce, announced, awaited_roll

if TYPE_CHECKING:
    from companion.play.session import Session
    from companion.ui.app import CompanionApp
    from companion.workspace.context import AppContext

LOOK = 0.25
"""Seconds between checks of the session's file."""
_TRY = 4
"""Checks between attempts to write."""


class Following:
    """Keeps this window up to date while another window writes the session; only one window writes at a time."""

    def __init__(self, app: CompanionApp, context: AppContext) -> None:
        self.app = app
        self.context = context
        self._looks = 0
        self._handed_over: Session | None = None
        """A session that was handed over here and that no other window has taken yet."""
        self._lost: Session | None = None
        """A session that can no longer be followed."""
        self._is_away = False
        self._released: Session | None = None
        """A session that this window wrote until its browser was disconnected."""
        self.awaited: AwaitedRoll | None = None
        """The roll that the writing window waits for, while this one follows."""
        self._announced: tuple[Session, AwaitedRoll | None] | None = None
        """The last announcement, and its session."""
        app.set_interval(LOOK, self.look)
        self._go_on(opened=True)

    def end(self) -> None:
        """Stop the player clock, as the app is closing."""
        with suppress(NotSaved):  # the header says so already
            stop_while_closed(self.context.session)

    def _go_on(self, opened: bool = False) -> None:
        """If this window writes, restart the player clock that was stopped when the app was closed."""
        with self.app.reporting():
            resume_clock(self.context.session, opened)

    def look(self) -> None:
        """Show changes made in the other window; write here if no window writes any more.

        The writing window announces the roll that it waits for.
        """
        context = self.context
        if not context.session.store.read_only:
            self._announce()
            return
        if context.session is self._lost:
            return
        self._looks += 1
        try:
            fresh = context.session.refresh()
            roll = announced(context.session)
            taken = self._looks % _TRY == 0 and self._may_take() and context.take_over()
        except CompanionError as error:
            self._lost = context.session
            self._notify(f"This window no longer follows the session: {error}", "Please note")
            return
        if taken:
            self._go_on()
            self._notify("No other window has control now. Your changes are saved.", "You have control")
        if fresh or taken:
            context.reload_rulings()
            self.app.changed()
        self._show_awaited(None if taken else roll)

    def _announce(self) -> None:
        """Announce to the other windows the roll that the calculator on top waits for."""
        session = self.context.session
        tops = (screen for screen in self.app.screen_stack[-1:] if isinstance(screen, CalculatorScreen))
        roll = next((awaited_roll(top.calculation) for top in tops), None)
        self.awaited = None
        if self._announced == (session, roll):
            return
        self._announced = session, roll
        try:
            announce(session, roll)
        except NotSaved:
            return  # the header says so already

    def _show_awaited(self, roll: AwaitedRoll | None) -> None:
        """Show the roll that the writing window waits for; notify of a new one."""
        if roll == self.awaited:
            return
        self.awaited = roll
        if roll is not None:
            self.app.notify(roll.words, title="Waiting for a roll", timeout=10)
        self.app.changed()

    def toggle_writer(self) -> None:
        """Let another window write if this one does; otherwise write here unless another window does."""
        context = self.context
        with self.app.reporting():
            if not context.session.store.read_only:
                context.session.hand_over()
                self._handed_over = context.session
                self._notify("Another window can take control. F12 takes it back until then.", "Handed over")
            elif context.take_over():
                self._handed_over = self._lost = None
                self._go_on()
                self._notify("Your changes are saved.", "You have control")
            else:
                self._notify("Another window has control. F12 there hands it over.", "Read-only")
        self.app.changed()

    def leave(self) -> None:
        """Let other windows write until `come_back`, because the browser of this one is disconnected."""
        self._is_away = True
        session = self.context.session
        if not session.store.read_only:
            with self.app.reporting():
                stop_while_closed(session)
                session.hand_over()
                self._released = session
            self.app.changed()

    def come_back(self) -> None:
        """Write again what this window wrote before `leave`, unless another window does now."""
        self._is_away = False
        released, self._released = self._released, None
        if released is None or released is not self.context.session:
            return
        with self.app.reporting():
            if self.context.take_over():
                self.context.reload_rulings()
                self._go_on()
            else:
                self._notify("Another window has taken control since. F12 there hands it over.", "Read-only")
        self.app.changed()

    def _may_take(self) -> bool:
        """Return whether this window may write: a session handed over here only after another window wrote it."""
        if self._is_away:
            return False
        session = self.context.session
        if session is self._handed_over and session.store.written_elsewhere():
            self._handed_over = None
        return session is not self._handed_over

    def _notify(self, message: str, title: str) -> None:
        self.app.notify(message, title=title, severity="warning", timeout=10)
