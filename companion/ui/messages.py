"""The messages between the app and its screens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from textual.message import Message

if TYPE_CHECKING:
    from companion.model import Looked
    from companion.search.finder import Answer
    from companion.ui.keymap import ChangedKeys
    from companion.workspace.context import AppContext
    from companion.workspace.edited_files import Edited
    from companion.workspace.place import Place


@dataclass
class ContextReady(Message):
    """The library and the index are loaded; `keys` are the user's own keys."""

    context: AppContext
    keys: ChangedKeys


@dataclass
class ContextFailed(Message):
    """Library, index or session cannot be opened; `why` is the reason in one line."""

    why: str


@dataclass
class Loading(Message):
    """A noticeable step of loading has begun."""

    step: str


@dataclass
class FilesChanged(Message):
    """Files of a game were edited."""

    edited: Edited


@dataclass
class SearchFinished(Message):
    """The answer to a search."""

    question: str
    answer: Answer


@dataclass
class OpenRule(Message):
    """Request to open a rule, chart or term."""

    id: str
    read: tuple[Looked, ...] = ()
    """Cells that a result was read from, to be marked in their charts."""
    words: tuple[str, ...] = ()
    """Words that were searched for, to be marked in the text."""


@dataclass
class OpenCalculator(Message):
    """Request to open a calculator with the answers in `carry`, about those in `names`, by role."""

    id: str
    carry: dict[str, Any] = field(default_factory=dict)
    place: Place | None = None
    """Place it is opened from; None for a list of calculators."""


@dataclass
class OpenLogLine(Message):
    """Request to open the log at a line."""

    line: int


class SessionChanged(Message):
    """The session, its game or its state has changed."""
