"""Tasks that are due: rolls and relays of orders, and the end of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.model import Library, NotFound, Refused
from companion.play import dispatch, turn
from companion.play.session import Session
from tests.small_game import LIBRARY, SCENARIOS
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
    with pytest.raises(NotFound, match="unknown order 3; known: 1, 2"):
        dispatch.not_accepted(session, 3)


def test_a_division_has_no_checks_before_the_relay_reaches_it(session: Session) -> None:
    """The corps accepts on turn 9, but the division has the order only on turn 11 and rolls from turn 12 on."""
    dispatch.send(session, slip(arrives=9, formations=("1st",), relay=2))
    turn.jump(session, 9, 1)
    dispatch.change_state(session, 1, "accepted")
    checks = {
        at: [prompt.id for prompt in turn.jump(session, at, 1) if prompt.id.startswith("stop-")]
        for at in (10, 11, 12)
    }
    assert checks == {10: [], 11: [], 12: ["stop-1-1st@12"]}


def test_a_scenario_is_over_after_its_last_turn(session: Session) -> None:
    """The last turn is announced when it begins; the end only when it has been played."""
    turn.choose_scenario(session, "first")
    last = [prompt.says for prompt in turn.jump(session, 37, 1)]
    assert "Last turn of The first day" in last
    assert "The first day is over" not in last
    assert "The first day is over" in [prompt.says for prompt in turn.jump(session, 38, 1)]


def test_a_scenario_names_the_sides_and_sets_the_clock(session: Session) -> None:
    """Without a start time, a scenario leaves the clock unset; without side names, it keeps those in use."""
    first = SCENARIOS.scenarios[0]
    second = msgspec.structs.replace(first, id="second", sides=("North", "South"), time="", orders=())
    battles = msgspec.structs.replace(SCENARIOS, scenarios=(first, second))
    (module,) = LIBRARY.modules
    session.library = Library((msgspec.structs.replace(module, scenarios=battles),))
    turn.choose_scenario(session, "first")
    assert session.game_state.clock is not None
    assert session.module.sequence is not None and session.module.sequence.sides == ("Red", "Blue")
    turn.choose_scenario(session, "second")
    assert session.game_state.clock is None
    assert session.module.sequence.sides == ("North", "South")
    assert session.game_state.scenario == "second"
    turn.choose_scenario(session, "first")
    assert session.module.sequence.sides == ("North", "South")
    assert session.game_state.orders[0].slip.side == "North"


def test_a_jump_over_two_hundred_turns_raises_what_was_skipped(session: Session) -> None:
    """A jump over two hundred turns raises the skipped prompts; a longer jump is a correction of the turn."""
    dispatch.send(session, slip(arrives=100))
    assert turn.jump(session, 202, 1) == ()
    session.undo()
    assert "order-1-arrives" in [prompt.id for prompt in turn.jump(session, 201, 1)]
