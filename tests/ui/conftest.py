"""Fixtures for the screen tests: games are loaded once, and waiting for a key ends when the app has handled it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import textual.app
import textual.pilot
from textual._compositor import Compositor
from textual._context import active_app
from textual._styles_cache import StylesCache
from textual._wait import wait_for_idle
from textual.css.model import RuleSet
from textual.css.parse import parse
from textual.css.tokenizer import Token

from companion.ui import startup
from companion.ui.key_queue import SerialKeyApp
from tests.ui.helpers import rest


@pytest.fixture(autouse=True)
def shared_games(games_are_read_once: None) -> None:
    """Use a cache that contains the included games; all apps share their library and index."""


@pytest.fixture(autouse=True)
def garbage_is_collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Free the app after its test: it neither freezes the garbage collector nor changes its thresholds.

    A cache of Textual keeps everything that the last thousand widgets have drawn, 150 MB in all.
    """
    for name in ("pause_gc", "resume_gc", "freeze_gc"):
        monkeypatch.setattr(startup, name, lambda: None)
    yield
    StylesCache.get_inner_outer.cache_clear()


@pytest.fixture(autouse=True)
def no_waiting_for_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the pilot wait until the app has handled a key, not for a fixed time."""

    async def handled(min_sleep: float = 0, max_sleep: float = 0) -> None:
        app = active_app.get()
        if isinstance(app, SerialKeyApp):
            await rest(app)
        else:
            await wait_for_idle(min_sleep, max_sleep or 1)

    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", handled)


Variables = dict[str, list[Token]]


@pytest.fixture(scope="session")
def parse_once() -> Callable[..., list[RuleSet]]:
    """Return a replacement for Textual's `parse` that parses each style sheet once per set of variables."""
    rules: dict[object, list[RuleSet]] = {}
    last: list[tuple[Variables, object]] = [({}, ())]

    def parse_cached(
        scope: str, css: str, place: Any, *, variable_tokens: Variables, **kind: Any
    ) -> list[RuleSet]:
        if variable_tokens is not last[0][0]:
            values = ((name, "".join(each.value for each in line)) for name, line in variable_tokens.items())
            last[0] = variable_tokens, tuple(values)
        key = (scope, css, place, last[0][1], *kind.items())
        if key not in rules:
            rules[key] = list(parse(scope, css, place, variable_tokens=variable_tokens, **kind))
        return rules[key]

    return parse_cached


@pytest.fixture(autouse=True)
def styles_are_parsed_once(parse_once: Callable[..., list[RuleSet]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse style sheets once for all apps. Parsing took a fifth of the start of each app."""
    monkeypatch.setattr("textual.css.stylesheet.parse", parse_once)


@pytest.fixture(autouse=True)
def screens_are_laid_out_but_rarely_drawn(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lay out changed screens at once, and draw them only in slow tests, when a test looks and at its end.

    No terminal shows these screens. Drawing each change took a quarter of the CPU time of the screen tests, and
    waiting for the next sixtieth of a second a third of their wall time.
    """
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 1 / 2000)
    if not request.node.get_closest_marker("slow"):
        monkeypatch.setattr(
            Compositor, "render_update", lambda screen, **options: screen._dirty_regions.clear()
        )
