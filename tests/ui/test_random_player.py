"""Short runs of the random player; `python -m tests.proofs.play` makes long ones."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from companion.ui.screens.calculators import CalculatorsScreen
from tests.proofs.play import GAMES, SIZES, Evening, evenings, replay, shortened, told, walk
from tests.proofs.reached import LEFT_OUT, Reached, all_bindings, all_screens

STEPS = 30
"""Number of steps in each game."""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(GAMES)))
async def test_a_random_player_finds_nothing_wrong(ready: Path, number: int) -> None:
    """There is no exception and no dead end; undoing everything gives the first state, redoing everything the last."""
    evening = Evening(number, GAMES[number], SIZES[number % len(SIZES)])
    reached = Reached()
    failure = await walk(ready, evening, STEPS, reached)
    assert failure is None, told(evening, failure)
    assert sum(reached.kinds.values()) == STEPS + 2
    assert len(reached.screens) > 2
    assert reached.bindings


@pytest.mark.slow
async def test_a_failure_is_reported_with_a_short_trail(ready: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that fails is found, and the reported trail has no unnecessary step."""

    def breaks(self: CalculatorsScreen) -> None:
        raise LookupError("it broke")

    monkeypatch.setattr(CalculatorsScreen, "action_filter", breaks)
    evening = Evening(1, "lob", (80, 24))
    long = [("press", "f9"), ("press", "escape"), ("press", "f2"), ("press", "slash")]
    failure = await replay(ready, evening, long)
    assert failure is not None
    assert failure.why.startswith("LookupError: it broke")
    short = await shortened(ready, evening, failure)
    assert short.trail == [("press", "f2"), ("press", "slash")]
    assert '[["press", "f2"], ["press", "slash"]]' in told(evening, short)


@pytest.mark.slow
async def test_a_state_that_is_not_undone_is_found(ready: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a broken undo, the random player reports a failure."""
    monkeypatch.setattr("companion.play.session.Session._take_back", lambda self, taken: None)
    evening = Evening(1, "lob", (80, 24))
    failure = await replay(ready, evening, [("press", "f3"), ("press", "right"), ("undo", "1")])
    assert failure is not None
    assert failure.why.startswith("AssertionError")


def test_evenings_go_through_every_game_and_size() -> None:
    """Each pair of game and size occurs, with its own seed."""
    long = list(islice(evenings(1), 40))
    assert {(each.game, each.size) for each in long} == {(game, size) for game in GAMES for size in SIZES}
    assert len({each.seed for each in long}) == len(long)


def test_every_binding_and_screen_is_counted() -> None:
    """Screens and bindings are collected from the app itself."""
    assert {"FindScreen", "CalculatorScreen", "ChooseScreen"} <= all_screens()
    assert "EditableSessionScreen" not in all_screens()
    assert ("CompanionApp", "mode('calculators')") in all_bindings()
    assert ("ReadScreen", "follow(n)") in all_bindings()
    assert not LEFT_OUT & all_bindings()
