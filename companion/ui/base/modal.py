"""The base of every dialog."""

from __future__ import annotations

from textual import on
from textual.events import ScreenResume
from textual.screen import ModalScreen, ScreenResultType

from companion.ui.base.page import Page
from companion.ui.messages import SessionChanged


class Modal(Page[ScreenResultType], ModalScreen[ScreenResultType]):
    """A dialog. A dialog about one game closes if the player switches to another game."""

    of_game = ""
    """Slug of the game that the dialog is about; empty if it is about none."""

    def on_resize(self) -> None:
        """Keep what has the focus in sight above the keys."""
        self.call_after_refresh(self._scroll_to_focused)

    def _scroll_to_focused(self) -> None:
        if self.focused is not None:
            self.focused.scroll_visible(animate=False)

    @on(SessionChanged)
    @on(ScreenResume)
    def _close_for_other_game(self) -> None:
        context = self.app.context
        if self.of_game and context is not None and context.game != self.of_game:
            self.dismiss(None)
