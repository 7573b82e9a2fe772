"""Random sessions: do anything that can be done to a session, and check it after each step.

`python -m tests.proofs.walk --walks 10000 --seed 1` runs 10,000 walks and prints the seed of any that fails.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from companion.model import CompanionError
from companion.model.event import Chit, Logged
from companion.model.recorded import OrderSlip
from companion.play import chits, dispatch, turn, units_and_notes
from companion.play.dice_tape import DiceTape
from companion.play.opening import open_session
from companion.play.session import Session
from companion.play.store.memory import MemoryStore
from tests.small_game import LIBRARY

NAMES = ("A", "B", "C", "D", "E")
STEPS = 25
"""Steps of one walk."""


class Walker:
    """A session played at random."""

    def __init__(self, seed: int, folder: Path | None) -> None:
        self.random = random.Random(seed)
        self.folder = folder
        self.session = self._open()
        self.session.open_game("small")
        self.done: Counter[str] = Counter()
        self.refused = 0

    def _open(self) -> Session:
        if self.folder is not None:
            return open_session(self.folder, LIBRARY, "Walk", chance=self.random)
        return Session(MemoryStore("Walk", "in memory"), LIBRARY, self.random)

    def walk(self, steps: int = STEPS) -> None:
        """Take `steps` random actions, checking the session after each. Raises AssertionError."""
        acts = self._acts()
        for _ in range(steps):
            name = self.random.choice(list(acts))
            try:
                acts[name]()
            except CompanionError:
                self.refused += 1
            else:
                self.done[name] += 1
            check_whole(self.session)

    def _acts(self) -> dict[str, Callable[[], object]]:
        pick = self.random.choice

        def some() -> str:
            return pick([chit.name for chit in self.session.game_state.cup.chits] or ["A"])

        return {
            "fill": self.fill,
            "draw": lambda: chits.draw(self.session),
            "draw by hand": lambda: chits.draw(self.session, some()),
            "delay": lambda: chits.try_use(self.session, some(), "delay", pick([True, False])),
            "now": lambda: chits.try_use(self.session, some(), "now", pick([True, False])),
            "reserve": lambda: chits.try_use(self.session, some(), "reserve", True),
            "step": lambda: turn.step(self.session, pick([1, 1, 1, -1])),
            "jump": lambda: turn.jump(self.session, self.random.randint(1, 12), self.random.randint(1, 4)),
            "send": self._send,
            "accept": lambda: dispatch.change_state(self.session, 1, pick(["accepted", "ended", "lost"])),
            "roll": self._roll,
            "note": lambda: units_and_notes.add_note(self.session, "a note"),
            "undo": self.undo,
            "undo and redo": self.undo_and_redo,
            "redo": lambda: self.session.redo(),
            "reload": self.reload,
        }

    def _send(self) -> None:
        now = turn.here(self.session).turn
        dispatch.send(
            self.session,
            OrderSlip("Red", "Army", "I Corps", "attack", "go", now, now + self.random.randint(0, 5)),
        )

    def _roll(self) -> None:
        tape = DiceTape(self.session, "die")
        tape.randint(1, 6)
        tape.save()

    def fill(self) -> None:
        """Fill the cup with a new set of chits, usually only after every chit has been drawn."""
        cup = self.session.game_state.cup
        if cup.done or not cup.chits or self.random.random() < 0.1:
            chosen = NAMES[: self.random.randint(1, 5)]
            chits.fill(self.session, [Chit(each, self.random.choice(["Red", "Blue"])) for each in chosen])

    def undo(self) -> None:
        """Undo a step, if there is one."""
        self.session.undo()

    def undo_and_redo(self) -> None:
        """Undo some steps and redo them: the state must be the same."""
        before = self.session.state
        number = 0
        for _ in range(self.random.randint(1, 6)):
            if not self.session.undoable:
                break
            self.session.undo()
            number += 1
        for _ in range(number):
            self.session.redo()
        assert self.session.state == before

    def reload(self) -> None:
        """Close and reopen the session: nothing may have changed."""
        if not isinstance(self.session.store, MemoryStore):
            state, log = self.session.state, list(self.session.log)
            undo, redo = self.session.undoable, self.session.redoable
            self.session.close()
            self.session = self._open()
        else:
            state, log = self.session.state, list(self.session.log)
            undo, redo = self.session.undoable, self.session.redoable
            replay = _Replay(log)
            again = Session(replay, LIBRARY, self.random)
            replay.close()
            again.store = self.session.store
            self.session = again
        assert self.session.state == state
        assert self.session.log == log
        assert (self.session.undoable, self.session.redoable) == (undo, redo)


def check_whole(session: Session) -> None:
    """Assert that drawn and undrawn chits make up the cup, pending moves come last, and prompts are raised once."""
    cup = session.game_state.cup
    parts = [*cup.within, *cup.moved, *cup.returning, *cup.aside]
    assert Counter(parts) == Counter(chit.name for chit in cup.chits), cup
    acting = (cup.moving, *cup.waiting) if cup.moving else cup.waiting
    assert cup.moved[len(cup.moved) - len(acting) :] == acting, cup
    ids = [prompt.id for prompt in session.game_state.prompts]
    assert len(ids) == len(set(ids)), ids


class _Replay(MemoryStore):
    """A store that already has a log."""

    def __init__(self, log: list[Logged]) -> None:
        super().__init__("Walk", "in memory")
        self._log = log

    def read(self, after: int = 0) -> list[Logged]:
        """The log."""
        return list(self._log)


def main() -> int:
    """Run the walks and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walks", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on-disk", type=int, default=200, help="keep one walk in this many on disk")
    options = parser.parse_args()
    started, done, refused = time.monotonic(), Counter[str](), 0
    for seed in range(options.seed, options.seed + options.walks):
        with tempfile.TemporaryDirectory() as folder:
            walker = Walker(seed, Path(folder) if seed % options.on_disk == 0 else None)
            try:
                walker.walk()
            except AssertionError as error:
                print(f"seed {seed} fails: {error}")
                return 1
            finally:
                walker.session.close()
            done += walker.done
            refused += walker.refused
    summary = ", ".join(f"{name} {number}" for name, number in done.most_common())
    print(f"{options.walks} walks from seed {options.seed}: {sum(done.values())} acts, {refused} refused")
    print(f"{summary}; {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
