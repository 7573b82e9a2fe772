"""Caches written by other code are never read."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from companion.load import content


def test_any_change_of_the_reading_code_changes_the_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed byte or file name counts; the location of the package does not."""
    package = copytree(Path(content.__file__).parent.parent, tmp_path / "companion")
    hash_of_code = content.code_hash.__wrapped__
    hashes = [hash_of_code()]
    monkeypatch.setattr(content, "__file__", str(package / "load" / "content.py"))
    assert hash_of_code() == hashes[0]
    reader = package / "load" / "markdown.py"
    reader.write_text(reader.read_text() + "\n")
    hashes.append(hash_of_code())
    reader.rename(reader.with_name("marks.py"))
    hashes.append(hash_of_code())
    assert len(set(hashes)) == 3
