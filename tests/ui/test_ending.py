"""The app is asked to end while a key opens a screen."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from companion.ui.plain import PlainApp

reached = asyncio.Event()
"""Set once a screen begins to draw itself."""


class Drawn(Screen[None]):
    """A screen that draws itself when it opens."""

    def compose(self) -> ComposeResult:
        """A line."""
        yield Static("empty", id="line")

    def on_screen_resume(self) -> None:
        """Fill the line."""
        reached.set()
        self.query_one(f"#{self.name}", Static).update("drawn")


async def test_a_screen_that_opens_at_the_end_misses_nothing() -> None:
    """Textual composes no more widgets then; the app ends without an error."""
    app = PlainApp("dark")
    reached.clear()
    async with app.run_test():
        app.exit(return_code=143)
        app.push_screen(Drawn("line"))
        await reached.wait()
    assert app.return_code == 143


async def test_a_widget_that_is_missing_before_is_an_error() -> None:
    """Otherwise a mistake would go unnoticed."""
    app = PlainApp("dark")
    with pytest.raises(Exception, match="No nodes match '#gone'"):
        async with app.run_test() as pilot:
            app.push_screen(Drawn("gone"))
            await pilot.pause()
