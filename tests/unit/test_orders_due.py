"""What is due: rolls and relays of orders, and the end of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.model import Refused
from companion.play import dispatch, turn
from companion.play.session import Session
from tests.unit.test_session import opened, play_turns, slip


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A new session of the small game."""
    made = opened(tmp_path)
    yield made
    made.close()


def due(session: Session) -> list[str]:
    """The ids of the prompts that are due."""
    return [prompt.id for prompt in session.game_state.due()]


def test_a_failed_roll_settles_only_its_own_prompt(session: Session) -> None:
    """The relay of the same order and the roll of another order stay due."""
    dispatch.send(session, slip(arrives=2, formations=("1st",), relay=1))
    dispatch.send(session, slip(arrives=3, recipient="II Corps"))
    play_turns(session, 2)
    assert due(session) == ["order-1-again@3", "order-1-relay-1st", "order-2-arrives"]
    dispatch.not_accepted(session, 1)
    assert due(session) == ["order-1-relay-1st", "order-2-arrives"]
    with pytest.raises(Refused, match="order 1 has no roll due"):
        dispatch.not_accepted(session, 1)


def test_a_scenario_is_over_after_its_last_turn(session: Session) -> None:
    """The last turn is announced when it begins; the end only when it has been played."""
    turn.choose_scenario(session, "first")
    last = [prompt.says for prompt in turn.jump(session, 37, 1)]
    assert "Last turn of The first day" in last
    assert "The first day is over" not in last
    assert "The first day is over" in [prompt.says for prompt in turn.jump(session, 38, 1)]
