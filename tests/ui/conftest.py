"""Places with a warm cache: what the screens do is the matter here, not the first start."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from textual import _wait

from companion.load.places import Places
from companion.search.ready import ready_finder
from tests.conftest import ROOT

REST = 1 / 200
"""Seconds."""


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of the shipped modules, library and index."""
    folder = tmp_path_factory.mktemp("warm")
    ready_finder(Places((ROOT, folder / "own"), folder / "cache", folder / "data"))
    return folder / "cache"


@pytest.fixture
def places(tmp_path: Path, warm: Path) -> Places:
    """The shipped modules with folders of this test, its cache a copy of the warm one."""
    shutil.copytree(warm, tmp_path / "cache")
    return Places((ROOT, tmp_path / "own"), tmp_path / "cache", tmp_path / "data", tmp_path / "config")


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key counts as done with after a shorter rest than usual; tests wait for what it sets going besides."""
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", REST)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", REST / 5)
