"""What the tests of the screens share: games that are read once, keys that are handled whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import pytest
import textual.app
import textual.pilot
from textual._context import active_app
from textual._wait import wait_for_idle

from companion.load.content import Content, content_of
from companion.load.places import Places
from companion.load.source import Progress, load_library
from companion.model import Library
from companion.search import loading
from companion.search.finder import Finder
from companion.search.loading import load_finder
from companion.ui import startup
from companion.ui.key_queue import SerialKeyApp
from companion.workspace import context
from tests.ui.helpers import rest

T = TypeVar("T")
MOST = 4
"""Contents whose games are kept."""


class Once(Generic[T]):
    """Reads the games of each content once; the last few are kept."""

    def __init__(self, read: Callable[..., T]) -> None:
        self._read = read
        self._kept: dict[str, T] = {}

    def __call__(self, places: Places, progress: Progress | None = None, content: Content | None = None) -> T:
        content = content or content_of(places)
        if content.whole not in self._kept:
            if len(self._kept) == MOST:
                del self._kept[next(iter(self._kept))]
            self._kept[content.whole] = self._read(places, progress, content)
        return self._kept[content.whole]


@pytest.fixture(scope="session")
def readers() -> tuple[Once[Library], Once[Finder]]:
    """What reads libraries and indexes for the tests of one worker."""
    return Once(load_library), Once(load_finder)


@pytest.fixture(autouse=True)
def games_are_read_once(readers: tuple[Once[Library], Once[Finder]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every app with the same games gets the same library and the same index."""
    library, finder = readers
    monkeypatch.setattr(context, "load_library", library)
    monkeypatch.setattr(loading, "load_finder", finder)


@pytest.fixture(autouse=True)
def garbage_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app of one test does not outlive it: nothing is frozen, and no app changes the thresholds."""
    for name in ("pause_gc", "resume_gc", "freeze_gc"):
        monkeypatch.setattr(startup, name, lambda: None)


@pytest.fixture(autouse=True)
def no_waiting_for_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key of the pilot is done once the app has handled it, however slow the machine is."""

    async def handled(min_sleep: float = 0, max_sleep: float = 0) -> None:
        app = active_app.get()
        if isinstance(app, SerialKeyApp):
            await rest(app)
        else:
            await wait_for_idle(min_sleep, max_sleep or 1)

    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", handled)
