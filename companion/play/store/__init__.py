"""The files of sessions. All SQL of the companion is in this folder."""

from companion.play.store.errors import BusyElsewhere, NotSaved
from companion.play.store.memory import MemoryStore
from companion.play.store.session_file import SessionFile, read_events

Store = SessionFile | MemoryStore
"""What a session writes to."""

__all__ = ["BusyElsewhere", "MemoryStore", "NotSaved", "SessionFile", "Store", "read_events"]
