"""The log as a timeline: the turn of each line, and whether it was undone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar

import msgspec

from companion.model.event import Calculated, ClockChanged, ClockSetting, Logged, Moved, Noted, Redone, Undone
from companion.play.clock import Position
from companion.play.session import Session
from companion.render.documents import document
from companion.render.log import LogWords
from companion.render.text import wrapped

E = TypeVar("E", Moved, ClockChanged)


class TimelineLine(NamedTuple):
    """A line of the log with its place in the game."""

    logged: Logged
    says: str
    position: Position
    """Position in the turn when it happened; of a move that was not undone, the position after it."""
    clock: ClockSetting | None
    undone: bool
    pinned: bool
    notes: tuple[str, ...]
    """Notes on the line that were not undone."""
    command: str = ""
    """Command whose activation it was; empty if there was none."""


def timeline(session: Session, words: LogWords | None = None) -> list[TimelineLine]:
    """Return the lines of the log; `words` puts events into words, by default a new `LogWords`."""
    words, counting = words or LogWords(session.find_module), session.counting()
    notes: dict[int, list[str]] = {}
    for logged in session.log:
        if isinstance(logged.event, Noted) and logged.event.about and logged.id in counting:
            notes.setdefault(logged.event.about, []).append(logged.event.text)
    lived = _Lived()
    lines: list[TimelineLine] = []
    for logged in session.log:
        before = lived.last(logged.game, Moved)
        lived.take(logged)
        undone = logged.id not in counting and not isinstance(logged.event, Undone | Redone)
        moved = before if undone else lived.last(logged.game, Moved)
        position = Position(moved.turn, moved.moment) if moved else Position()
        clock = lived.last(logged.game, ClockChanged)
        lines.append(
            TimelineLine(
                logged,
                words.line(logged),
                position,
                clock.clock if clock else None,
                undone,
                logged.id in session.state.pins,
                tuple(notes.get(logged.id, ())),
                moved.command if moved else "",
            )
        )
    return lines


def corrections(lines: Iterable[TimelineLine]) -> dict[int, int]:
    """Return the line that corrects each corrected calculation, by the number of that line."""
    return {
        line.logged.event.amends: line.logged.id
        for line in lines
        if isinstance(line.logged.event, Calculated) and line.logged.event.amends and not line.undone
    }


def line_json(line: TimelineLine) -> dict[str, Any]:
    """Return a line of the log as JSON."""
    event = msgspec.to_builtins(line.logged.event)
    return document(line, kind=event.pop("kind"), event=event)


class _Lived:
    """The events in force at each moment of the log: an undone event until it was undone."""

    def __init__(self) -> None:
        self._standing: dict[tuple[str, type], dict[int, Logged]] = {}
        self._taken_back: dict[int, Logged] = {}

    def take(self, logged: Logged) -> None:
        """Apply the next line of the log."""
        match logged.event:
            case Undone(events=events):
                for number in events:
                    for held in self._standing.values():
                        if number in held:
                            self._taken_back[number] = held.pop(number)
            case Redone(events=events):
                for number in events:
                    if number in self._taken_back:
                        self._stand(self._taken_back.pop(number))
            case _:
                self._stand(logged)

    def _stand(self, logged: Logged) -> None:
        self._standing.setdefault((logged.game, type(logged.event)), {})[logged.id] = logged

    def last(self, game: str, kind: type[E]) -> E | None:
        """Return the last event of a kind in force, None if there is none."""
        held = self._standing.get((game, kind))
        event = held[next(reversed(held))].event if held else None
        return event if isinstance(event, kind) else None


def line_words(line: TimelineLine, width: int) -> list[str]:
    """Return a line like `  12 18:03 * Fire: 2 losses (undone)`, wrapped; the star is a bookmark."""
    undone = " (undone)" if line.undone else ""
    pin = "* " if line.pinned else ""
    head = f"{line.logged.id:>4} {line.logged.at[11:16]} "
    return wrapped(f"{pin}{line.says}{undone}", width, head, " " * min(len(head), 6))
