"""The top line: game, turn, phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from companion.render.text import shown

if TYPE_CHECKING:
    from companion.ui.desk import Desk


class Where(Static):
    """Which game is in play and where it stands."""

    def tell(self, desk: Desk | None) -> None:
        """Shows the place, or that it is being loaded."""
        self.update(Content(shown(desk.where()) if desk else "opening the rulebook ..."))
