"""Pipes, devices and long files in the place of the player's own files: nothing waits, and nothing fills the memory."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from companion import trace
from companion.load.settings import read_settings, setting
from companion.load.short_files import LONGEST, read_short
from companion.play.session_files import current_name, session_names
from companion.play.store.errors import NotSaved
from companion.play.store.session_file import SessionFile

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes in folders")


def test_a_short_file_is_read(tmp_path: Path) -> None:
    """The longest one too."""
    path = tmp_path / "x"
    path.write_bytes(b"x" * LONGEST)
    assert len(read_short(path)) == LONGEST
    path.write_bytes(b"x" * (LONGEST + 1))
    with pytest.raises(OSError, match="larger than 4 MB"):
        read_short(path)


def test_pipes_and_devices_are_refused(tmp_path: Path) -> None:
    """A link to one as well."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for name in ("pipe", "zero"):
        with pytest.raises(OSError, match="not a regular file"):
            read_short(tmp_path / name)


def test_settings_that_are_a_pipe_are_reported(tmp_path: Path) -> None:
    """The other files of the player are used all the same."""
    os.mkfifo(tmp_path / "config.yaml")
    assert "not a regular file" in str(read_settings(tmp_path).faults[0])
    assert setting(tmp_path, "game") == ""


def test_sessions_that_are_pipes_are_none(tmp_path: Path) -> None:
    """Neither is the file that names the current session read if it is a pipe or long."""
    folder = tmp_path / "sessions"
    SessionFile(folder, "Evening").close()
    os.mkfifo(folder / "Pipe.session")
    assert session_names(folder) == ["Evening"]
    os.mkfifo(tmp_path / "session.txt")
    assert current_name(tmp_path) == "Evening"
    (tmp_path / "session.txt").unlink()
    (tmp_path / "session.txt").write_text("Evening" + " " * 1000)
    SessionFile(folder, "Later").close()
    os.utime(folder / "Evening.session", (1, 1))
    assert current_name(tmp_path) == "Later"


@pytest.mark.parametrize("ending", ["session", "lock"])
def test_a_session_whose_file_is_a_pipe_cannot_be_opened(ending: str, tmp_path: Path) -> None:
    """The message names the file."""
    os.mkfifo(tmp_path / f"Evening.{ending}")
    with pytest.raises(NotSaved, match=f"Evening.{ending} cannot be used: it is not a file"):
        SessionFile(tmp_path, "Evening")


def test_a_debugging_log_does_not_wait_for_a_pipe(tmp_path: Path) -> None:
    """Nobody reads it, so there is nothing to write to."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError):
        trace.start(tmp_path / "pipe")
