"""A session in memory, for when no folder can be written."""

from __future__ import annotations

import sqlite3

from companion.model import Refused
from companion.play.store.session_file import SessionFile, make_session_tables


class MemoryStore(SessionFile):
    """A session store in memory: the session is lost when it is closed, and no other process can open it."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self.read_only = False
        self.warning = f"this session is not saved: {why}"
        self._lock = None
        self._file = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        make_session_tables(self._file)

    @property
    def alert(self) -> str:
        """The warning that nothing is saved; it stays on the screen."""
        return "not saved"

    def _check_place(self) -> None:
        """Do nothing, as there is no file."""

    def hand_over(self) -> None:
        """Raise Refused, as there is no file for another process to take over."""
        raise Refused(f"session {self.name} cannot be handed over: {self.warning}")
