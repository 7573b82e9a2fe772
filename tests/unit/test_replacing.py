"""Small files are replaced completely, in folders that may not exist yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model import CompanionError
from companion.play.replacing import replace_file


def test_folders_are_created(tmp_path: Path) -> None:
    """A first bookmark needs no folder."""
    path = tmp_path / "home" / "data" / "annotations.json"
    for content in (b"one", b"two"):
        replace_file(path, content)
        assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_cannot_be_replaced_leaves_nothing(tmp_path: Path) -> None:
    """The temporary file is deleted, and the message names the file."""
    path = tmp_path / "annotations.json"
    path.mkdir()
    with pytest.raises(CompanionError, match=r"annotations\.json cannot be written"):
        replace_file(path, b"content")
    assert list(tmp_path.iterdir()) == [path]
