"""Data with terminal escapes, on every screen of the app: shown as text, never executed."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.load.places import Places
from companion.model import Library
from companion.play.opening import open_session
from companion.play.units_and_notes import add_note
from tests.conftest import ROOT
from tests.proofs.escapes import ESCAPE, planted
from tests.proofs.watch import steers
from tests.ui.helpers import painted, press, started


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """Use a separate cache, so that no other test reads the games planted here."""
    return Places((ROOT, tmp_path / "own"), tmp_path / "planted", tmp_path / "data", tmp_path / "config")


@pytest.fixture(autouse=True)
def shared_games() -> None:
    """Override the shared games: the planted ones are read from the cache."""


PATHS = [
    "",
    "f2",
    "f2 down enter",
    "f3",
    "f9",
    "f10",
    "f11",
    "f1",
    "f3 o",
    "f3 u",
    "f3 c",
    "c h a r g e",
    "c h a r g e enter",
]


@pytest.mark.slow
async def test_no_screen_executes_escapes(places: Places, library: Library) -> None:
    """Every text of every record, and a note of the log, contains escapes."""
    session = open_session(places.data, planted(places, library), "Evening")
    session.open_game("lob")
    add_note(session, f"a note{ESCAPE}")
    session.close()
    async with started(places, size=(100, 40)) as pilot:
        for keys in PATHS:
            await press(pilot, keys)
            text = painted(pilot)
            assert steers(text) == "", keys
            if keys in ("f2", "f2 down enter", "f10", "c h a r g e enter"):
                assert "<1b>" in text, keys
            await press(pilot, "escape escape f5 escape")
