"""A session file with intact pages and damaged text."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.model.event import Noted
from companion.play.store.session_file import SessionFile


@pytest.mark.parametrize("raw", [b"o\xe5e", b"\xffne", b"on\xce"])
@pytest.mark.parametrize("column", ["data", "game", "at", "data as bytes"])
def test_a_line_with_a_flipped_bit_is_left_out_and_named(column: str, raw: bytes, tmp_path: Path) -> None:
    """Bytes that are not UTF-8 cost the line they are in, whatever the column."""
    store = SessionFile(tmp_path, "Evening")
    store.add("pub", [Noted("one")], "2026-01-01T10:00:00")
    store.close()
    file = sqlite3.connect(tmp_path / "Evening.session")
    if column == "data as bytes":
        file.execute("UPDATE event SET data = CAST(replace(data, 'one', 'o~e') AS BLOB)")
    else:
        file.execute(f"UPDATE event SET {column} = {column} || 'o~e'")
    file.commit()
    file.close()
    path = tmp_path / "Evening.session"
    path.write_bytes(path.read_bytes().replace(b"o~e", raw))
    again = SessionFile(tmp_path, "Evening")
    assert again.read() == []
    assert "line 1 of session Evening cannot be read and is left out" in again.warning
    again.close()
