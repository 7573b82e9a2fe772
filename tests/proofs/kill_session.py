"""Kill a process that plays a session: every event that it had shown must be in the session file."""

from __future__ import annotations

import random
from pathlib import Path

from companion.model import CompanionError
from companion.model.recorded import OrderSlip
from companion.play import chits, dispatch, outcome, player_clock, turn, units_and_notes
from companion.play.opening import open_session
from companion.play.session import Session
from tests.proofs.killed import play_and_kill
from tests.small_game import LIBRARY


def kill_session(folder: Path, seed: int) -> int:
    """Play, kill, and reopen; return the number of events that had been shown. Raises AssertionError."""
    whole = [line.split() for line in play_and_kill(_play, folder, seed, 0.15, {})]
    session = open_session(folder, LIBRARY, "Evening")
    try:
        assert not session.store.read_only, "the lock is still held after the kill"
        assert not session.store.warning, session.store.warning
        last = int(whole[-1][0])
        assert [each.id for each in session.log] == list(range(1, len(session.log) + 1)), (
            "event numbers have a gap"
        )
        assert len(session.log) >= last, f"{last} shown, {len(session.log)} kept"
        if len(session.log) == last:
            assert len(session.counting()) == int(whole[-1][1]), "the state differs from the shown one"
        assert not session.broken
    finally:
        session.close()
    return last


def _play(folder: Path, seed: int) -> None:
    """Act without end, and print the number of the last event and of those that count."""
    session = open_session(folder, LIBRARY, "Evening")
    session.open_game("small")
    chance = random.Random(seed)
    while True:
        try:
            _act(session, chance)
        except CompanionError:
            continue
        print(session.log[-1].id, len(session.counting()), flush=True)


def _act(session: Session, chance: random.Random) -> None:
    act = chance.randrange(9)
    if act == 0:
        turn.step(session, 1)
    elif act == 1:
        cup = session.game_state.cup
        chits.fill(session) if cup.done or not cup.chits else chits.draw(session)
    elif act == 2:
        now = turn.here(session).turn
        dispatch.send(session, OrderSlip("Red", "Army", "I Corps", "attack", "go", now, now + 2))
    elif act == 3:
        session.undo()
    elif act == 4:
        session.redo()
    elif act == 5:
        player_clock.set_clock_running(session, not player_clock.clock_runs(session))
    elif act == 6:
        outcome.record_outcome(session, chance.choice(("Red", "Blue", outcome.DRAW)), why="the ridge fell")
    elif act == 7:
        units_and_notes.keep_unit(session, chance.choice(("Guard", "Scouts")), {})
    else:
        units_and_notes.add_note(session, "x" * chance.randrange(2000))
