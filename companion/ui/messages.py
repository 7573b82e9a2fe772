"""What screens and widgets tell each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from textual.message import Message

if TYPE_CHECKING:
    from companion.model import Library, Looked
    from companion.search.finder import Answer, Finder
    from companion.ui.keymap import ChangedKeys
    from companion.workspace.context import Desk


@dataclass
class DeskReady(Message):
    """The library and the index are loaded; `keys` are the user's own keys."""

    desk: Desk
    keys: ChangedKeys


@dataclass
class DeskFailed(Message):
    """They cannot be had; `why` in one line."""

    why: str


@dataclass
class Loading(Message):
    """A step of loading that takes a noticeable time has begun."""

    step: str


@dataclass
class FilesChanged(Message):
    """Files of a game were edited and have been read again."""

    library: Library
    finder: Finder


@dataclass
class SearchFinished(Message):
    """Results of a search."""

    question: str
    answer: Answer


@dataclass
class OpenRule(Message):
    """Asks for an entry, chart or procedure to be read."""

    id: str
    read: tuple[Looked, ...] = ()
    """Cells that an answer was read from, to be marked in their charts."""


@dataclass
class OpenCalculator(Message):
    """Asks for a calculator, with facts carried over."""

    id: str
    carry: dict[str, Any] = field(default_factory=dict)


class SessionChanged(Message):
    """The session, its game or its state changed."""
