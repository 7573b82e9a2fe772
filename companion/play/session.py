"""A session: the log of one evening, and the state it comes to."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from companion import trace
from companion.model import GameModule, Library, Refused
from companion.model.event import (
    Calculated,
    DiceRolled,
    Event,
    Logged,
    Opened,
    Redone,
    Undone,
)
from companion.play.state import State, Table, folded
from companion.play.store import Store, Unkept


class Chance(Protocol):
    """Where fresh dice come from."""

    def randint(self, a: int, b: int) -> int:
        """A whole number, `a` and `b` included."""


class _Done(NamedTuple):
    """A batch that counts, and the state before it."""

    batch: tuple[Logged, ...]
    before: State


class Session:
    """Everything that happens goes through `add`; what is on screen is read from `state`."""

    def __init__(
        self,
        store: Store | Unkept,
        library: Library,
        chance: Chance | None = None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        """Reads the log. Raises Refused where it holds what this version cannot read."""
        self.store = store
        self.library = library
        self.chance = chance or random.SystemRandom()
        self.now = now
        self.log: list[Logged] = []
        self.state = State()
        self.broken: set[int] = set()
        """Events that fit nowhere, as in a damaged file; they are shown and count for nothing."""
        self._done: list[_Done] = []
        self._undone: list[tuple[Logged, ...]] = []
        self._tape: dict[int, list[int]] = {}
        self._take_in(store.read())
        trace.note(
            "session %s opened: %d events, %s", store.name, len(self.log), store.warning or "no warning"
        )

    @property
    def name(self) -> str:
        """Name of the session."""
        return self.store.name

    @property
    def module(self) -> GameModule:
        """The game in play. Raises NotFound where it is not installed."""
        return self.library.module(self.state.game)

    @property
    def table(self) -> Table:
        """The state of the game in play."""
        return self.state.table(self.state.game)

    def open_game(self, slug: str) -> None:
        """Takes a game into play. Raises NotFound."""
        self.library.module(slug)
        if self.state.game != slug:
            self.add(Opened(slug), game=slug)

    def add(self, *events: Event, game: str = "") -> tuple[Logged, ...]:
        """Makes events happen together: on disk first, then in the state.

        Raises Refused where one cannot happen as things stand, and NotKept where it cannot be put on disk; nothing
        has happened then.
        """
        game = game or self.state.game
        state = self.state
        for event in events:
            state = folded(state, game, event)
        logged = self.store.add(game, list(events), self.now().isoformat(timespec="seconds"))
        self._done.append(_Done(tuple(logged), self.state))
        self._undone.clear()
        self.state = state
        self.log += logged
        self._keep_tape(logged)
        return tuple(logged)

    def undo(self) -> tuple[Logged, ...]:
        """Takes back what happened last, with the dice rolled for it. Raises Refused where nothing is left."""
        taken = self._last_done()
        if not taken:
            raise Refused("there is nothing to undo")
        ids = tuple(each.id for done in taken for each in done.batch)
        self._mark(Undone(ids))
        self._take_back(taken)
        return tuple(each for done in taken for each in done.batch)

    def redo(self) -> tuple[Logged, ...]:
        """Makes what was undone last happen again. Raises Refused where nothing is left."""
        if not self._undone:
            raise Refused("there is nothing to redo")
        batch = self._undone[-1]
        self._mark(Redone(tuple(each.id for each in batch)))
        self._bring_back()
        return batch

    @property
    def undoable(self) -> tuple[Logged, ...]:
        """What `undo` would take back."""
        return tuple(each for done in self._last_done() for each in done.batch)

    @property
    def redoable(self) -> tuple[Logged, ...]:
        """What `redo` would bring back."""
        return self._undone[-1] if self._undone else ()

    def counting(self) -> frozenset[int]:
        """Numbers of the events that count: neither undone nor broken."""
        return frozenset(each.id for done in self._done for each in done.batch) - self.broken

    def event(self, number: int) -> Logged:
        """The event with this number. Raises Refused naming the last one."""
        if not 1 <= number <= len(self.log) or self.log[number - 1].id != number:
            found = next((each for each in self.log if each.id == number), None)
            if found is None:
                raise Refused(
                    f"the log has no line {number}; its last is {self.log[-1].id if self.log else 0}"
                )
            return found
        return self.log[number - 1]

    def refresh(self) -> bool:
        """Takes in what another process has written meanwhile, where this one only reads; whether there was any.

        Raises Refused for what this version cannot read, and NotKept where the file is gone.
        """
        if not self.store.read_only or not self.store.changed():
            return False
        fresh = self.store.read(self.log[-1].id if self.log else 0)
        self._take_in(fresh)
        return bool(fresh)

    def take_over(self) -> bool:
        """Writes from now on, where no other process does; whether that is so. Raises Refused and NotKept."""
        if not self.store.read_only:
            return True
        if not self.store.take_over():
            return False
        self.log, self.state, self.broken = [], State(), set()
        self._done, self._undone, self._tape = [], [], {}
        self._take_in(self.store.read())
        return True

    def hand_over(self) -> None:
        """Leaves writing to another process; this one follows. Raises Refused and NotKept."""
        self.store.hand_over()

    def face(self, sides: int, place: int) -> int:
        """What the die with these sides shows that falls as number `place`, counted from 0.

        A die that fell before and was undone falls the same again: undoing never gives another roll.
        """
        known = self._tape.setdefault(sides, [])
        if place < len(known):
            return known[place]
        return self.chance.randint(1, sides)

    def close(self) -> None:
        """Closes the file."""
        self.store.close()

    def _mark(self, event: Undone | Redone) -> None:
        self.log += self.store.add(self.state.game, [event], self.now().isoformat(timespec="seconds"))

    def _last_done(self) -> list[_Done]:
        """The batches that go together with the last one: the dice rolled for it."""
        left = list(self._done[1:])
        if not left:
            return []
        taken = [left.pop()]
        last = taken[0].batch[-1].event
        while left and isinstance(last, Calculated):
            event = left[-1].batch[-1].event
            if not isinstance(event, DiceRolled) or not event.what.startswith(f"{last.procedure} "):
                break
            taken.append(left.pop())
        return taken[::-1]

    def _take_back(self, taken: Sequence[_Done]) -> None:
        del self._done[-len(taken) :]
        self.state = taken[0].before
        self._undone.append(tuple(each for done in taken for each in done.batch))

    def _bring_back(self) -> None:
        batch = self._undone.pop()
        for start in dict.fromkeys(each.batch for each in batch):
            part = tuple(each for each in batch if each.batch == start)
            self._done.append(_Done(part, self.state))
            self._fold(part)

    def _fold(self, batch: Sequence[Logged]) -> None:
        for each in batch:
            try:
                self.state = folded(self.state, each.game, each.event)
            except Refused:
                self.broken.add(each.id)

    def _take_in(self, log: list[Logged]) -> None:
        """Goes through a log as it was written, or through what was added to it since."""
        self.log += log
        batches: dict[int, list[Logged]] = {}
        for each in log:
            batches.setdefault(each.batch, []).append(each)
        for batch in batches.values():
            event = batch[0].event
            if isinstance(event, Undone):
                taken = self._ending_with(event.events)
                if taken:
                    self._take_back(taken)
            elif isinstance(event, Redone):
                if self._undone:
                    self._bring_back()
            else:
                self._done.append(_Done(tuple(batch), self.state))
                self._undone.clear()
                self._fold(batch)
            self._keep_tape(batch)

    def _ending_with(self, ids: Sequence[int]) -> list[_Done]:
        """The last batches that hold exactly these events, as far as they are still there."""
        wanted = set(ids)
        number = 0
        for done in reversed(self._done):
            if not wanted & {each.id for each in done.batch}:
                break
            number += 1
        return self._done[len(self._done) - number :]

    def _keep_tape(self, logged: Sequence[Logged]) -> None:
        for each in logged:
            if isinstance(each.event, DiceRolled):
                tape = self._tape.setdefault(each.event.sides, [])
                tape[each.event.first : each.event.first + len(each.event.faces)] = each.event.faces


class Tape:
    """Dice for one roll of the companion. Whoever rolls with it must `keep` it before anyone sees the dice."""

    def __init__(self, session: Session, what: str) -> None:
        self.session = session
        self.what = what
        """What is rolled for, as in `lob:fire Combat Table`."""
        self._faces: dict[int, list[int]] = {}

    def randint(self, a: int, b: int) -> int:
        """The next die, `a` to `b`."""
        sides = b - a + 1
        fell = self._faces.setdefault(sides, [])
        fell.append(self.session.face(sides, self.session.state.fallen.get(sides, 0) + len(fell)))
        return fell[-1] + a - 1

    def events(self) -> list[DiceRolled]:
        """What fell, to be added to the log."""
        fallen = self.session.state.fallen
        return [
            DiceRolled(sides, tuple(faces), self.what, fallen.get(sides, 0))
            for sides, faces in self._faces.items()
        ]

    def keep(self) -> None:
        """Puts what fell on disk. Raises NotKept; nobody may see the dice then."""
        self.session.add(*self.events())
