"""Several processes that write the player's files at the same time; `python -m tests.proofs.writes` is the long run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proofs.writes import STORES, write_at_once


@pytest.mark.variants
@pytest.mark.parametrize("store", STORES)
def test_no_write_is_lost_and_no_id_given_twice(store: str, tmp_path: Path) -> None:
    """If processes change each other's files, no write is lost and no id given twice."""
    assert write_at_once(store, tmp_path, 3, 8) == 24


@pytest.mark.slow
@pytest.mark.variants
@pytest.mark.parametrize("store", STORES)
def test_eight_processes_write(store: str, tmp_path: Path) -> None:
    """Eight processes write to each store at the same time, and no write is lost."""
    assert write_at_once(store, tmp_path, 8, 25) == 200
