"""What tests share: the shipped modules, folders of their own."""

from __future__ import annotations

import gc
import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Engine
from companion.load.places import Places
from companion.load.source import read_library
from companion.model import Library

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"


def pytest_configure() -> None:
    """Rarer collections: a test of a screen holds the whole library, and going over it took a seventh of the time."""
    gc.set_threshold(200_000, 20, 20)


def pytest_xdist_auto_num_workers() -> int:
    """Two workers a core: tests of the screens wait for the app about as long as they work it."""
    return 2 * len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2 * (os.cpu_count() or 1)


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the player's folders."""
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config"))
    for name in ("COMPANION_OVERLAY", "COMPANION_SESSION", "COMPANION_LOG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """The shipped modules with folders of this test."""
    return Places((ROOT, tmp_path / "own"), tmp_path / "cache", tmp_path / "data", tmp_path / "config")


@pytest.fixture(scope="session")
def library() -> Library:
    """The shipped modules."""
    nowhere = Path("/nonexistent")
    return read_library(Places((ROOT, nowhere), nowhere, nowhere), "shipped")


@pytest.fixture(scope="session")
def engine(library: Library) -> Engine:
    """An engine over the shipped modules."""
    return Engine(library)


def json_lines(name: str) -> list[dict[str, Any]]:
    """The examples of a file in tests/cases."""
    return [json.loads(line) for line in (CASES / name).read_text().splitlines() if line.strip()]
