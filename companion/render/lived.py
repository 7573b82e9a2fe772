"""The log as it was lived: which turn each line belongs to, and which lines count no more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from companion.model.event import (
    ClockChanged,
    ClockSetting,
    Event,
    Logged,
    Moved,
    Noted,
    Redone,
    ScenarioChosen,
    Undone,
)
from companion.play.clock import Position
from companion.render.log import LogWords
from companion.render.text import wrapped


class Line(NamedTuple):
    """A line of the log in its place."""

    logged: Logged
    says: str
    position: Position
    """Where the game stood when it happened; of a move that counts, where it led."""
    scenario: str
    clock: ClockSetting | None
    undone: bool
    pinned: bool
    notes: tuple[str, ...]
    """Notes on it that count."""
    command: str = ""
    """Command whose activation it was, empty for none."""


def lines_of(
    log: Iterable[Logged], words: LogWords, counting: frozenset[int], pins: frozenset[int]
) -> list[Line]:
    """Every line of a log. `counting`: the numbers of those that count."""
    every = list(log)
    notes: dict[int, list[str]] = {}
    for each in every:
        if isinstance(each.event, Noted) and each.event.about and each.id in counting:
            notes.setdefault(each.event.about, []).append(each.event.text)
    lived = _Lived()
    found: list[Line] = []
    for each in every:
        before = lived.last(each.game, Moved)
        lived.take(each)
        undone = each.id not in counting and not isinstance(each.event, Undone | Redone)
        moved = before if undone else lived.last(each.game, Moved)
        position = Position(moved.turn, moved.moment) if isinstance(moved, Moved) else Position()
        chosen = lived.last(each.game, ScenarioChosen)
        clock = lived.last(each.game, ClockChanged)
        found.append(
            Line(
                each,
                words.line(each),
                position,
                chosen.scenario if isinstance(chosen, ScenarioChosen) else "",
                clock.clock if isinstance(clock, ClockChanged) else None,
                undone,
                each.id in pins,
                tuple(notes.get(each.id, ())),
                moved.command if isinstance(moved, Moved) else "",
            )
        )
    return found


def line_json(line: Line) -> dict[str, Any]:
    """A line of the log as JSON."""
    event = msgspec.to_builtins(line.logged.event)
    return {
        "number": line.logged.id,
        "at": line.logged.at,
        "game": line.logged.game,
        "turn": line.position.turn,
        "kind": event.pop("kind"),
        "says": line.says,
        "undone": line.undone,
        "pinned": line.pinned,
        "notes": list(line.notes),
        "event": event,
    }


class _Lived:
    """What stood at each moment of the log: an undone event counts until it was undone."""

    def __init__(self) -> None:
        self._standing: dict[tuple[str, type[Event]], dict[int, Logged]] = {}
        self._taken_back: dict[int, Logged] = {}

    def take(self, logged: Logged) -> None:
        """The next line of the log."""
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

    def last(self, game: str, kind: type[Event]) -> Event | None:
        """The last standing event of a kind."""
        held = self._standing.get((game, kind))
        return held[next(reversed(held))].event if held else None


def line_words(line: Line, width: int) -> list[str]:
    """`  12 18:03 * Fire: 2 losses (undone)`; the star is a bookmark."""
    undone = " (undone)" if line.undone else ""
    pin = "* " if line.pinned else ""
    head = f"{line.logged.id:>4} {line.logged.at[11:16]} "
    return wrapped(f"{pin}{line.says}{undone}", width, head, " " * min(len(head), 6))
