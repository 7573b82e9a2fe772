"""The players' own texts for the search: notes on records, and lines of the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Lock

from companion.errors import CompanionError
from companion.model import event as events
from companion.model.event import Logged
from companion.play.annotations import read_annotations
from companion.play.session import Session
from companion.render.log import LogWords
from companion.search.own_results import LogText, OwnText
from companion.search.tokens import tokens_of

_SEARCHED = (
    events.Calculated,
    events.Noted,
    events.UnitKept,
    events.OrderSent,
    events.OrderBecame,
    events.OrderRewritten,
    events.PromptSettled,
    events.ChitTried,
)
"""Kinds of events that the search finds: what players did or wrote, not moves of the turn, dice and undoing."""


def noted_texts(data: Path) -> list[OwnText]:
    """Return the player's notes on records; empty if their file cannot be read, which the screen of notes reports."""
    try:
        annotations = read_annotations(data)
    except CompanionError:
        return []
    return [OwnText("note", entry.about, entry.note, "your note") for entry in annotations if entry.note]


class LogTexts:
    """The lines of a session's log as texts for the search; each line is put into words only once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._words = LogWords(session.find_module)
        self._texts: list[LogText] = []
        self._read = 0
        """Number of events that have been read."""
        self._reading = Lock()
        """Held while the log is read, because searches run in threads, and an outdated one may still be running."""

    def newest_first(self) -> Iterator[LogText]:
        """Return the lines that count, the newest first."""
        with self._reading:
            fresh = self.session.log[self._read :]
            self._texts += self._worded(fresh)
            self._read += len(fresh)
        counting = self.session.counting()
        return (text for text in reversed(self._texts) if text.line in counting)

    def _worded(self, log: Iterable[Logged]) -> Iterator[LogText]:
        for logged in log:
            says = self._words.line(logged)
            if isinstance(logged.event, _SEARCHED):
                source = f"session {self.session.name}, {logged.at[11:16]}"
                yield LogText(logged.id, logged.game, says, source, frozenset(tokens_of(says)))
