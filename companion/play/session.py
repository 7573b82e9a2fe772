"""A session: the log of its events, and the state that results from them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple, Protocol

from companion import trace
from companion.model import GameModule, Library, NotFound, Refused
from companion.model.event import (
    Calculated,
    DiceRolled,
    Event,
    Logged,
    Opened,
    PlayerClockSet,
    Redone,
    Undone,
)
from companion.model.recorded import Tape
from companion.play.side_names import with_sides
from companion.play.state import GameState, State, apply_event
from companion.play.store.session_file import SessionFile


class Chance(Protocol):
    """A source of random numbers."""

    def randint(self, a: int, b: int) -> int:
        """Return a whole number from `a` to `b`, both included."""


class _Done(NamedTuple):
    """A batch of events that counts, and the state before it."""

    batch: tuple[Logged, ...]
    before: State


class Session:
    """The open session: `add` logs events, `state` is what results from them."""

    def __init__(
        self,
        store: SessionFile,
        library: Library,
        chance: Chance | None = None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        """Read the log. Raises Refused for an event that this version cannot read, and NotSaved."""
        self.store = store
        self.library = library
        self.chance = chance or random.SystemRandom()
        self.now = now
        self._read_log()
        trace.note(
            "session %s opened: %d events, %s", store.name, len(self.log), store.warning or "no warning"
        )

    def _read_log(self) -> None:
        self.log: list[Logged] = []
        self.state = State()
        self.broken: set[int] = set()
        """Numbers of events that cannot be applied, as in a damaged file; they are shown but do not count."""
        self.clock_lines: list[Logged] = []
        """Starts and stops of the player clock, which undo and redo do not affect."""
        self._done: list[_Done] = []
        self._undone: list[tuple[Logged, ...]] = []
        self._faces: dict[Tape, list[int]] = {}
        """Faces of all dice ever rolled, including undone ones, by the roll they belong to."""
        self._replay(self.store.read())

    @property
    def name(self) -> str:
        """Name of the session."""
        return self.store.name

    @property
    def module(self) -> GameModule:
        """The records of the game in play, with the names of its sides. Raises NotFound if it is not installed."""
        return self.module_of(self.state.game)

    def module_of(self, slug: str) -> GameModule:
        """Return the records of a game, with the names of its sides in this session. Raises NotFound."""
        return with_sides(self.library.module(slug), self.state.of_game(slug).sides)

    def find_module(self, slug: str) -> GameModule | None:
        """Return the records of a game like `module_of`; None if the game is not installed."""
        try:
            return self.module_of(slug)
        except NotFound:
            return None

    @property
    def game_state(self) -> GameState:
        """The state of the game in play."""
        return self.state.of_game(self.state.game)

    def open_game(self, slug: str) -> None:
        """Switch to a game. Raises NotFound and NotSaved."""
        self.library.module(slug)
        if self.state.game != slug:
            self.add(Opened(slug), game=slug)

    def preview(self, events: Sequence[Event], game: str = "") -> State:
        """Return the state after more events, by default of the game in play. Raises Refused if one is impossible."""
        state = self.state
        for event in events:
            state = apply_event(state, game or self.state.game, event)
        return state

    def add(self, *events: Event, game: str = "") -> tuple[Logged, ...]:
        """Add events as one batch: write them to disk, then change the state.

        Raises Refused if an event is impossible in this state, and NotSaved if the batch cannot be written; nothing
        has changed then.
        """
        game = game or self.state.game
        state = self.preview(events, game)
        logged = tuple(self.store.add(game, list(events), self._time()))
        self._done.append(_Done(logged, self.state))
        self._undone.clear()
        self.state = state
        self.log += logged
        self._remember_dice(logged)
        return logged

    def set_player_clock(self, event: PlayerClockSet) -> None:
        """Start or stop the player clock; undo does not affect it. Raises NotSaved."""
        self.clock_lines += self._mark(event)

    def undo(self) -> tuple[Logged, ...]:
        """Undo the last batch, a calculation together with its dice; return the events. Raises Refused and NotSaved."""
        last = self._last_done()
        if not last:
            raise Refused("there is nothing to undo")
        events = _events_of(last)
        self._mark(Undone(tuple(logged.id for logged in events)))
        self._take_back(last)
        return events

    def redo(self) -> tuple[Logged, ...]:
        """Redo the events undone last, and return them. Raises Refused and NotSaved."""
        if not self._undone:
            raise Refused("there is nothing to redo")
        events = self._undone[-1]
        self._mark(Redone(tuple(logged.id for logged in events)))
        self._bring_back()
        return events

    @property
    def undoable(self) -> tuple[Logged, ...]:
        """The events that `undo` would undo."""
        return _events_of(self._last_done())

    @property
    def redoable(self) -> tuple[Logged, ...]:
        """The events that `redo` would redo."""
        return self._undone[-1] if self._undone else ()

    def counting(self) -> frozenset[int]:
        """Return the numbers of the events that count: neither undone nor broken."""
        lines = (*_events_of(self._done), *self.clock_lines)
        return frozenset(logged.id for logged in lines) - self.broken

    def states(self) -> Iterator[tuple[Logged, State]]:
        """Yield the first line of each batch that counts, and the state after the batch."""
        after = [before for _, before in self._done[1:]] + [self.state]
        yield from ((done.batch[0], state) for done, state in zip(self._done, after, strict=False))

    def state_before(self, number: int) -> State:
        """Return the state before the batch of an event that counts. Raises Refused for any other number."""
        for batch, before in self._done:
            if any(logged.id == number for logged in batch):
                return before
        raise Refused(f"line {number} of the log does not count")

    def event(self, number: int) -> Logged:
        """Return the event with this number. Raises Refused, which names the last number."""
        for logged in self.log:
            if logged.id == number:
                return logged
        raise Refused(
            f"the log has no line {number}; {f'the last is {self.log[-1].id}' if self.log else 'it is empty'}"
        )

    def refresh(self) -> bool:
        """Read the events that the writing process has added; return whether there were any.

        Raises Refused for an event that this version cannot read, and NotSaved if the file is gone.
        """
        if not self.store.read_only or not self.store.changed():
            return False
        fresh = self.store.read(self.log[-1].id if self.log else 0)
        self._replay(fresh)
        return bool(fresh)

    def take_over(self) -> bool:
        """Become the writing process, unless there is one; return whether this process now writes.

        Raises Refused and NotSaved.
        """
        if self.store.read_only:
            if not self.store.take_over():
                return False
            self._read_log()
        return True

    def hand_over(self) -> None:
        """Let another process write, and be read-only from now on. Raises Refused and NotSaved."""
        self.store.hand_over()

    def face(self, tape: Tape, place: int) -> int:
        """Return the face of die number `place`, counted from 0, of a roll.

        A die that was rolled and undone shows the same face again, so undoing never gives a new roll.
        """
        known, sides = self._faces.get(tape, []), tape[-1]
        return known[place] if place < len(known) else self.chance.randint(1, sides)

    def close(self) -> None:
        """Close the file."""
        self.store.close()

    def _time(self) -> str:
        return self.now().isoformat(timespec="seconds")

    def _mark(self, event: Undone | Redone | PlayerClockSet) -> list[Logged]:
        logged = self.store.add(self.state.game, [event], self._time())
        self.log += logged
        return logged

    def _last_done(self) -> list[_Done]:
        """Return the batches that one undo takes back: the last one, and for a calculation the dice rolled for it."""
        start = len(self._done) - 1
        if start < 1:
            return []
        last = self._done[start].batch[0].event
        while isinstance(last, Calculated) and start > 1:
            before = self._done[start - 1].batch[-1].event
            if not isinstance(before, DiceRolled) or before.procedure != last.procedure:
                break
            start -= 1
        return self._done[start:]

    def _take_back(self, batches: Sequence[_Done]) -> None:
        del self._done[-len(batches) :]
        self.state = batches[0].before
        self._undone.append(_events_of(batches))

    def _bring_back(self) -> None:
        for _, batch in groupby(self._undone.pop(), key=lambda logged: logged.batch):
            self._apply(tuple(batch))

    def _apply(self, batch: tuple[Logged, ...]) -> None:
        self._done.append(_Done(batch, self.state))
        for logged in batch:
            try:
                self.state = apply_event(self.state, logged.game, logged.event)
            except Refused:
                self.broken.add(logged.id)

    def _replay(self, log: list[Logged]) -> None:
        """Add events read from disk to the log, and apply them to the state."""
        self.log += log
        for _, group in groupby(log, key=lambda logged: logged.batch):
            batch = tuple(group)
            event = batch[0].event
            if isinstance(event, Undone):
                batches = self._ending_with(event.events)
                if batches:
                    self._take_back(batches)
            elif isinstance(event, Redone):
                if self._undone:
                    self._bring_back()
            elif isinstance(event, PlayerClockSet):
                self.clock_lines += batch
            else:
                self._undone.clear()
                self._apply(batch)
            self._remember_dice(batch)

    def _ending_with(self, numbers: Sequence[int]) -> list[_Done]:
        """Return the batches at the end that contain events with these numbers."""
        wanted = set(numbers)
        start = len(self._done)
        while start and wanted & {logged.id for logged in self._done[start - 1].batch}:
            start -= 1
        return self._done[start:]

    def _remember_dice(self, batch: Sequence[Logged]) -> None:
        for logged in batch:
            event = logged.event
            if isinstance(event, DiceRolled):
                faces = self._faces.setdefault(event.tape, [])
                faces[event.first : event.first + len(event.faces)] = event.faces


def _events_of(batches: Sequence[_Done]) -> tuple[Logged, ...]:
    return tuple(logged for done in batches for logged in done.batch)
