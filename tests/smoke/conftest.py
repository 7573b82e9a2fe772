"""Folders of a player who starts the app for the first time."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

collect_ignore_glob = ["test_*.py"] if sys.platform == "win32" else []
"""Windows has no pseudo-terminals."""


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, str]:
    """Environment variables that name empty folders; the cache is that of every test."""
    return {f"COMPANION_{name.upper()}": str(tmp_path / name) for name in ("data", "config", "overlay")}


@pytest.fixture(autouse=True)
def cached(own_cache: Path) -> None:
    """The processes find the shipped games in their cache."""
