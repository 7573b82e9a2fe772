"""A session in memory, for want of a folder that can be written."""

from __future__ import annotations

from companion.model import Refused
from companion.model.event import Event, Logged


class MemoryStore:
    """Has the methods of `SessionFile`, and forgets everything at the end of the session."""

    read_only = False

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self.warning = f"nothing of this session is kept: {why}"
        self._next = 1
        self._values: dict[str, str] = {}

    def read(self, after: int = 0) -> list[Logged]:
        """Return no events."""
        return []

    def add(self, game: str, events: list[Event], at: str) -> list[Logged]:
        """Number the events."""
        first, self._next = self._next, self._next + len(events)
        return [Logged(first + place, at, game, first, event) for place, event in enumerate(events)]

    def set_value(self, key: str, value: str) -> None:
        """Remember a value until the end of the session."""
        self._values[key] = value

    def value(self, key: str) -> str:
        """Return the value of a key, empty for none."""
        return self._values.get(key, "")

    def delete_value(self, key: str) -> None:
        """Forget a value."""
        self._values.pop(key, None)

    def changed(self) -> bool:
        """Return False: no other process knows of this session."""
        return False

    def written_elsewhere(self) -> bool:
        """Return False: no other process writes this session."""
        return False

    def take_over(self) -> bool:
        """Return False: there is no file to take over."""
        return False

    def hand_over(self) -> None:
        """Raises Refused: there is no file that another process could take over."""
        raise Refused(f"session {self.name} cannot be handed over: {self.warning}")

    def close(self) -> None:
        """Nothing to close."""
