"""Random evenings at the app, run short: `python -m tests.proofs.play` runs them long."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from companion.ui.screens.calculators import CalculatorsScreen
from tests.proofs.play import GAMES, SIZES, Evening, evenings, replay, shortened, told, walk
from tests.proofs.reached import LEFT_OUT, Reached, all_bindings, all_screens

STEPS = 30
"""Steps in each game."""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(GAMES)))
async def test_a_random_player_finds_nothing_wrong(ready: Path, number: int) -> None:
    """No exception, no dead end, all undone is the first state and all redone the last."""
    evening = Evening(number, GAMES[number], SIZES[number % len(SIZES)])
    reached = Reached()
    fell = await walk(ready, evening, STEPS, reached)
    assert fell is None, told(evening, fell)
    assert sum(reached.kinds.values()) == STEPS + 2
    assert len(reached.screens) > 2
    assert reached.bindings


@pytest.mark.slow
async def test_what_goes_wrong_is_told_with_a_short_trail(
    ready: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen that breaks is found, and the trail to it has no step too many."""

    def breaks(self: CalculatorsScreen) -> None:
        raise LookupError("it broke")

    monkeypatch.setattr(CalculatorsScreen, "action_filter", breaks)
    evening = Evening(1, "lob", (80, 24))
    long = [("press", "f9"), ("press", "escape"), ("press", "f2"), ("press", "slash")]
    fell = await replay(ready, evening, long)
    assert fell is not None
    assert fell.why.startswith("LookupError: it broke")
    short = await shortened(ready, evening, fell)
    assert short.trail == [("press", "f2"), ("press", "slash")]
    assert '[["press", "f2"], ["press", "slash"]]' in told(evening, short)


@pytest.mark.slow
async def test_a_state_that_is_not_undone_is_found(ready: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An undo that forgets to change the state."""
    monkeypatch.setattr("companion.play.session.Session._take_back", lambda self, taken: None)
    evening = Evening(1, "lob", (80, 24))
    fell = await replay(ready, evening, [("press", "f3"), ("press", "right"), ("undo", "1")])
    assert fell is not None
    assert fell.why.startswith("AssertionError")


def test_evenings_go_through_every_game_and_size() -> None:
    """Each pair of game and size among them, no seed twice."""
    long = list(islice(evenings(1), 40))
    assert {(each.game, each.size) for each in long} == {(game, size) for game in GAMES for size in SIZES}
    assert len({each.seed for each in long}) == len(long)


def test_every_binding_and_screen_is_counted() -> None:
    """What there is to reach is read off the app itself."""
    assert {"FindScreen", "CalculatorScreen", "ChooseScreen"} <= all_screens()
    assert "EditableSessionScreen" not in all_screens()
    assert ("CompanionApp", "mode('calculators')") in all_bindings()
    assert ("ReadScreen", "follow(n)") in all_bindings()
    assert not LEFT_OUT & all_bindings()
