"""A session of an included game, without an app."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.load.places import Places
from companion.model import Library
from companion.play.opening import open_session
from companion.workspace.context import AppContext


@pytest.fixture
def context(places: Places, library: Library) -> Iterator[AppContext]:
    """Return a context with Line of Battle, in an empty session on disk."""
    session = open_session(places.data, library)
    session.open_game("lob")
    yield AppContext(places, library, session)
    session.close()
