"""What the tests of the screens share: games that are read once, keys that are handled whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
import textual.app
import textual.pilot
from textual._context import active_app
from textual._wait import wait_for_idle

from companion.load.content import Content, content_of
from companion.load.places import Places
from companion.load.source import Progress, load_library
from companion.model import Library
from companion.search.finder import Finder
from companion.search.ready import ready_finder
from companion.ui import desk, garbage
from companion.ui.key_queue import SerialKeyApp
from tests.conftest import shipped_places

T = TypeVar("T")


@pytest.fixture(scope="session")
def shipped(ready: Path, library: Library, finder: Finder) -> tuple[str, Library, Finder]:
    """The shipped games without any of the player's own: the hash of their files, the library, the finder."""
    return content_of(shipped_places(ready)).whole, library, finder


@pytest.fixture(autouse=True)
def games_are_read_once(shipped: tuple[str, Library, Finder], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every app gets the same library and the same index of the shipped games; other games are read as always."""
    whole, library, finder = shipped

    def once(kept: T, read: Callable[..., T]) -> Callable[..., T]:
        def get(places: Places, progress: Progress | None = None, content: Content | None = None) -> T:
            content = content or content_of(places)
            return kept if content.whole == whole else read(places, progress, content)

        return get

    monkeypatch.setattr(desk, "load_library", once(library, load_library))
    monkeypatch.setattr(desk, "ready_finder", once(finder, ready_finder))


@pytest.fixture(autouse=True)
def garbage_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app of one test does not outlive it: nothing is kept for good, and no app changes how often Python looks."""
    for name in ("hold_off", "begin", "keep"):
        monkeypatch.setattr(garbage, name, lambda: None)


@pytest.fixture(autouse=True)
def no_waiting_for_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key of the pilot is done once the app has handled it, however slow the machine is."""

    async def handled(min_sleep: float = 0, max_sleep: float = 0) -> None:
        app = active_app.get()
        if isinstance(app, SerialKeyApp):
            await app.settle()
        else:
            await wait_for_idle(min_sleep, max_sleep or 1)

    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", handled)
