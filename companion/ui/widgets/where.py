"""The top line: what is due, game, turn, phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from companion.render.text import shown

if TYPE_CHECKING:
    from companion.workspace.context import Desk


class Where(Static):
    """Which game is in play, where it stands, and how much is due."""

    def loading_step(self, step: str) -> None:
        """Shows what is being loaded."""
        self.update(Content(f"{shown(step)} ..."))

    def tell(self, desk: Desk | None, first: str = "") -> None:
        """Shows the place, or that it is being loaded; `first` stands before it."""
        if desk is None:
            self.loading_step("Opening the rulebooks")
            return
        due = len(desk.session.game_state.due())
        reading = "only reading · " if desk.session.store.read_only else ""
        lead = f"{shown(first)} · " if first else ""
        self.update(Content(lead + reading + (f"{due} due · " if due else "") + shown(desk.where())))
