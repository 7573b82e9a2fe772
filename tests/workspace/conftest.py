"""Sessions of an included game and of a small one, without an app."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.load.library import load_library
from companion.load.places import Places
from companion.model import Library
from companion.play.opening import open_session
from companion.search.loading import load_finder
from companion.workspace.context import AppContext
from tests.process.cup_game import write_game
from tests.unit.test_loading_faults import places_of


@pytest.fixture
def context(places: Places, library: Library) -> Iterator[AppContext]:
    """Return a context with Line of Battle, in an empty session on disk."""
    session = open_session(places.data, library)
    session.open_game("lob")
    yield AppContext(places, library, session)
    session.close()


@pytest.fixture
def drum(tmp_path: Path) -> Iterator[AppContext]:
    """A context with a small game, its search, and folders that the test may change."""
    places = places_of(tmp_path)
    write_game(places.bases[0])
    library = load_library(places)
    session = open_session(places.data, library)
    session.open_game("drum")
    yield AppContext(places, library, session, load_finder(places))
    session.close()
