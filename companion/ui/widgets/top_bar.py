"""The top line of a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from companion.render.text import shown
from companion.ui.widgets.plain_text import PlainText

if TYPE_CHECKING:
    from companion.workspace.context import AppContext


class TopBar(PlainText):
    """Shows how much is due, the turn and phase, and the game."""

    def show_loading(self, step: str) -> None:
        """Show what is being loaded."""
        self.update(Content(f"{shown(step)} ..."))

    def show(self, context: AppContext | None, title: str = "") -> None:
        """Show `title` and where the game stands, or that it is being loaded."""
        if context is None:
            self.show_loading("Opening the rulebooks")
            return
        due = len(context.session.game_state.due())
        reading = "only reading · " if context.session.store.read_only else ""
        lead = f"{shown(title)} · " if title else ""
        self.update(Content(lead + reading + (f"{due} due · " if due else "") + shown(context.where())))
