"""Screens that are left once: keys typed ahead reach a screen that is gone already, and must not leave another."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen, ScreenResultType


class Page(Screen[ScreenResultType]):
    """A screen on top of others."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leaves it; where it is not on top, or not any more, nothing happens."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Modal(Page[ScreenResultType], ModalScreen[ScreenResultType]):
    """A dialog."""
