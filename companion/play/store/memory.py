"""A session in memory, for want of a folder that can be written."""

from __future__ import annotations

import sqlite3

from companion.model import Refused
from companion.play.store.session_file import SessionFile, make_session_tables


class MemoryStore(SessionFile):
    """A session file in memory: the session is lost when it is closed, and no other process can open it."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self.read_only = False
        self.warning = f"this session is not saved: {why}"
        self._lock = None
        self._file = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        make_session_tables(self._file)

    @property
    def alert(self) -> str:
        """Say that nothing is saved."""
        return "not saved"

    def _check_place(self) -> None:
        """There is no file."""

    def hand_over(self) -> None:
        """Raises Refused: there is no file that another process could take over."""
        raise Refused(f"session {self.name} cannot be handed over: {self.warning}")
