"""Following a session that another window writes, taking over where that one is gone, handing over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.model import CompanionError

if TYPE_CHECKING:
    from companion.play.session import Session
    from companion.ui.app import CompanionApp
    from companion.workspace.context import Desk

LOOK = 0.25
"""Seconds from one look at the file to the next."""
_TRY = 4
"""Looks from one try to write to the next."""


class Following:
    """What this window does while another one writes the session."""

    def __init__(self, app: CompanionApp) -> None:
        self.app = app
        self._looks = 0
        self._left: Session | None = None
        """A session that was handed over here and that nobody has taken yet."""
        self._lost: Session | None = None
        """A session that can no longer be followed."""
        app.set_interval(LOOK, self.look)

    def look(self) -> None:
        """Shows what happened elsewhere, and writes where nobody else does any more."""
        desk = self.app.desk
        if desk is None or not desk.session.store.read_only or desk.session is self._lost:
            return
        self._looks += 1
        try:
            fresh = desk.session.refresh()
            taken = self._looks % _TRY == 0 and self._may_take(desk) and desk.take_over()
        except CompanionError as error:
            self._lost = desk.session
            self._tell(f"This window no longer follows: {error}", "Please note")
            return
        if taken:
            self._tell("Nobody else writes this session now; what you do here is kept.", "You write now")
        if fresh or taken:
            desk.reload_rulings()
            self.app.changed()

    def pen(self) -> None:
        """Hands writing over, or takes it where it is free."""
        desk = self.app.desk
        if desk is None:
            return
        try:
            if not desk.session.store.read_only:
                desk.session.hand_over()
                self._left = desk.session
                self._tell("Another window may write now. F12 takes it back while none does.", "Handed over")
            elif desk.take_over():
                self._left = self._lost = None
                self._tell("What you do here is kept.", "You write now")
            else:
                self._tell("Another window writes this session. F12 there hands it over.", "Only reading")
        except CompanionError as error:
            self.app.notify(str(error), severity="error", markup=False)
        self.app.changed()

    def _may_take(self, desk: Desk) -> bool:
        """What was handed over here is not snatched back before another window had it."""
        if desk.session is self._left and desk.session.store.written_elsewhere():
            self._left = None
        return desk.session is not self._left

    def _tell(self, says: str, title: str) -> None:
        self.app.notify(says, title=title, severity="warning", timeout=10, markup=False)
