"""For the tests of the screens: games that are read once, and keys that have taken effect when a wait ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import textual.app
import textual.pilot
from textual._context import active_app
from textual._wait import wait_for_idle
from textual.css.model import RuleSet
from textual.css.parse import parse
from textual.css.tokenizer import Token

from companion.ui import startup
from companion.ui.key_queue import SerialKeyApp
from tests.ui.helpers import rest


@pytest.fixture(autouse=True)
def shared_games(games_are_read_once: None) -> None:
    """The cache has the shipped games, and apps share library and index."""


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


Variables = dict[str, list[Token]]


@pytest.fixture(scope="session")
def parse_once() -> Callable[..., list[RuleSet]]:
    """Parses each style sheet once for each set of variables: apps come and go, their styles stay the same."""
    rules: dict[object, list[RuleSet]] = {}
    last: list[tuple[Variables, object]] = [({}, ())]

    def parse_kept(
        scope: str, css: str, place: Any, *, variable_tokens: Variables, **kind: Any
    ) -> list[RuleSet]:
        if variable_tokens is not last[0][0]:
            values = ((name, "".join(each.value for each in line)) for name, line in variable_tokens.items())
            last[0] = variable_tokens, tuple(values)
        key = (scope, css, place, last[0][1], *kind.items())
        if key not in rules:
            rules[key] = list(parse(scope, css, place, variable_tokens=variable_tokens, **kind))
        return rules[key]

    return parse_kept


@pytest.fixture(autouse=True)
def styles_are_parsed_once(parse_once: Callable[..., list[RuleSet]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsing them anew took a fifth of the start of each app."""
    monkeypatch.setattr("textual.css.stylesheet.parse", parse_once)
