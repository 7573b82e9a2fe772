"""Kill a process that plays a session: every event that it had shown must be in the session file."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from companion.play.opening import open_session
from tests.small_game import LIBRARY

_PLAYER = """
import random, sys
from pathlib import Path
from companion.model import CompanionError
from companion.play import chits, dispatch, units_and_notes, turn
from companion.play.opening import open_session
from companion.model.recorded import (OrderSlip)
from tests.small_game import LIBRARY

session = open_session(Path(sys.argv[1]), LIBRARY, "Evening")
session.open_game("small")
chance = random.Random(int(sys.argv[2]))
while True:
    act = chance.randrange(6)
    try:
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
        else:
            units_and_notes.add_note(session, "x" * chance.randrange(2000))
    except CompanionError:
        continue
    print(session.log[-1].id, len(session.counting()), flush=True)
"""


def kill_session(folder: Path, seed: int) -> int:
    """Play, kill, and reopen; return the number of events that had been shown. Raises AssertionError."""
    chance = random.Random(seed)
    with subprocess.Popen(
        [sys.executable, "-c", _PLAYER, str(folder), str(seed)], stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout is not None
        first = player.stdout.readline()
        time.sleep(chance.random() * 0.15)
        player.kill()
        shown = [first, *player.stdout.read().splitlines()]
    whole = [line.split() for line in shown if len(line.split()) == 2]
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
