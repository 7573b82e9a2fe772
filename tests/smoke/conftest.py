"""Fixtures for the smoke tests: empty folders, as at the first start of the app."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

collect_ignore_glob = ["test_*.py"] if sys.platform == "win32" else []
"""On Windows no test is collected, because it has no pseudo-terminals."""


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, str]:
    """Return the environment variables of empty data, config and overlay folders."""
    return {f"COMPANION_{name.upper()}": str(tmp_path / name) for name in ("data", "config", "overlay")}


@pytest.fixture(autouse=True)
def cached(own_cache: Path) -> None:
    """Let the processes use a cache that contains the included games."""
