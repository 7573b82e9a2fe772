"""Shared fixtures: separate folders for each test, and the shipped games, which are read once in a run."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

from companion.engine import Engine
from companion.load.cache import read_record
from companion.load.content import content_of
from companion.load.library import load_library
from companion.load.places import Places
from companion.model import Library
from companion.search.finder import Finder
from companion.search.loading import finder_of_games, load_finder
from tests.once import FINDERS, LIBRARIES, quick_content_of, quick_read_record, replaced_everywhere

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"


READY = "COMPANION_TESTS_READY"
"""Environment variable that tells the workers where to find the prepared cache of the shipped games."""


def pytest_configure(config: pytest.Config) -> None:
    """Collect garbage less often, since that took a seventh of the time; prepare the games for the workers.

    Another process does that, so that this one does not keep 130 MB to the end.
    """
    gc.set_threshold(200_000, 20, 20)
    starts_workers = getattr(config.option, "numprocesses", None) and not config.option.collectonly
    if starts_workers and not os.environ.get(READY):
        folder = TemporaryDirectory()
        config.add_cleanup(folder.cleanup)
        share_compiled_code(Path(folder.name) / "compiled")
        with ProcessPoolExecutor(1, get_context("spawn")) as another:
            os.environ[READY] = str(another.submit(prepare_cache, Path(folder.name)).result())
        config.add_cleanup(partial(os.environ.__delitem__, READY))


def share_compiled_code(folder: Path) -> None:
    """Let workers and commands share compiled code in `folder` where Python must not write it beside the sources.

    In a new clone, they spent 80 of 440 s of CPU time on compiling the same files again.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every parameter set of some tests as slow, except the first.

    These are `variants`, and the tests of the screens and of the commands for authors, which take most of the time. Of
    the files about single questions to an author, only the first test is not slow.
    """
    begun: set[str] = set()
    for item in items:
        is_of_authors = not {"maker", "turns"}.isdisjoint(getattr(item, "fixturenames", ()))
        is_of_question = is_of_authors and item.path.name.startswith(("test_calculator_", "test_printed_"))
        if item.get_closest_marker("variants") or item.path.parent == ROOT / "tests" / "ui" or is_of_authors:
            name = str(item.path) if is_of_question else item.nodeid.partition("[")[0]
            if name in begun:
                item.add_marker(pytest.mark.slow)
            begun.add(name)


def prepare_cache(folder: Path) -> Path:
    """Create a cache in `folder` with the records and the index of the shipped games."""
    load_finder(shipped_places(folder / "cache"))
    return folder / "cache"


def shipped_places(cache: Path) -> Places:
    """The shipped games and this cache, without any games of the player."""
    nowhere = Path("/nonexistent")
    return Places((ROOT, nowhere), cache, nowhere, nowhere)


def fill(cache: Path, ready: Path) -> None:
    """Link the shipped games into a cache. Tests must not write to these files."""
    copytree(ready, cache, copy_function=os.link)


def pytest_xdist_auto_num_workers() -> int:
    """Start one worker more than there are cores, since apps wait for their timers.

    On two cores three workers took 172 s, two took 188 s and four took 174 s.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redirect the player's folders to temporary ones. The cache is empty unless the test uses `own_cache`."""
    for name in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"COMPANION_{name}", str(tmp_path / name.lower()))
    monkeypatch.setenv("COMPANION_CACHE", f"{tmp_path}-cache")
    for name in ("COMPANION_OVERLAY", "COMPANION_SESSION", "COMPANION_LOG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def own_cache(own_folders: None, ready: Path) -> Path:
    """A cache for this test only, filled with the shipped games as in a wheel."""
    cache = Path(os.environ["COMPANION_CACHE"])
    fill(cache, ready)
    return cache


@pytest.fixture
def places(tmp_path: Path, own_cache: Path) -> Places:
    """The shipped games, with folders for this test only."""
    return Places((ROOT, tmp_path / "own"), own_cache, tmp_path / "data", tmp_path / "config")


@pytest.fixture(scope="session")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A read-only cache with the records and the index of the shipped games."""
    made = os.environ.get(READY)
    return Path(made) if made else prepare_cache(tmp_path_factory.mktemp("ready"))


@pytest.fixture
def games_are_read_once(own_cache: Path) -> Iterator[None]:
    """Load each set of games once: apps and commands in the test process share the library and the index."""
    with (
        replaced_everywhere(content_of, quick_content_of),
        replaced_everywhere(read_record, quick_read_record),
        replaced_everywhere(load_library, LIBRARIES),
        replaced_everywhere(finder_of_games, FINDERS),
    ):
        yield


@pytest.fixture(scope="session")
def library(ready: Path) -> Library:
    """The shipped games."""
    return LIBRARIES(shipped_places(ready))


@pytest.fixture(scope="session")
def one_game(library: Library) -> Library:
    """Line of Battle alone, for tests that build an index: a third of the time that all games take."""
    return msgspec.structs.replace(library, modules=(library.module("lob"),), content="lob")


@pytest.fixture
def finder(ready: Path) -> Finder:
    """A finder over the shipped games."""
    return FINDERS(shipped_places(ready))


@pytest.fixture(scope="session")
def engine(library: Library) -> Engine:
    """An engine over the shipped games."""
    return Engine(library)


def json_lines(name: str) -> list[dict[str, Any]]:
    """The examples in a file of tests/cases."""
    return [json.loads(line) for line in (CASES / name).read_text().splitlines() if line.strip()]
