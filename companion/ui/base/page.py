"""Screens that are left once, and styled once.

Keys typed ahead reach a screen that is gone already, and must not leave another. Textual styles a new screen when it is
mounted, again once its width is known, and again when it comes up; here the width is known at the first time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.await_complete import AwaitComplete
from textual.events import ScreenResume
from textual.geometry import Size
from textual.screen import ModalScreen, Screen, ScreenResultType

from companion.ui.messages import SessionChanged

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp


class Page(Screen[ScreenResultType]):
    """A screen, alone or on top of others."""

    _new = True
    """Whether it has not come up yet."""

    def on_compose(self) -> None:
        """Has the class of the width at hand before its widgets are there."""
        width = self.app.size.width
        fitting = [name for least, name in sorted(self.app.HORIZONTAL_BREAKPOINTS or []) if least <= width]
        self.set_class(True, *fitting[-1:], update=False)

    @on(ScreenResume)
    def _come_up(self, event: ScreenResume) -> None:
        """Styles may have changed while others were on top of it, not before."""
        event.refresh_styles = event.refresh_styles and not self._new
        self._new = False

    def _screen_resized(self, size: Size) -> None:
        """A screen that comes up is told the size that it was laid out for a moment before: once is enough."""
        if size != self._size:
            super()._screen_resized(size)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leaves it; where it is not on top, or not any more, nothing happens."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Modal(Page[ScreenResultType], ModalScreen[ScreenResultType]):
    """A dialog; one about a game goes when another comes into play."""

    app: CompanionApp
    of_game = ""
    """Slug of the game it is about; empty where it is about none."""

    @on(SessionChanged)
    @on(ScreenResume)
    def _another_game(self) -> None:
        desk = self.app.desk
        if self.of_game and desk is not None and desk.game != self.of_game:
            self.dismiss(None)
