"""Places with a warm cache: what the screens do is the matter here, not the first start."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import textual.app
import textual.pilot
from textual._context import active_app

from companion.load.places import Places
from companion.search.ready import ready_finder
from companion.ui.key_queue import SerialKeyApp
from tests.conftest import ROOT


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
def no_waiting_for_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key of the pilot is done once the app has handled it, however slow the machine is."""

    async def handled(min_sleep: float = 0, max_sleep: float = 0) -> None:
        app = active_app.get()
        assert isinstance(app, SerialKeyApp)
        await app.settle()

    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", handled)
