"""The debugging log: `--log FILE` and COMPANION_LOG."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import __version__
from tests.process.test_cli import process as companion
from tests.process.test_cli import refused


@pytest.mark.slow
def test_the_log_has_version_command_and_folders(tmp_path: Path) -> None:
    """The log has version, command, folders and cache; later runs are appended."""
    file = tmp_path / "debug.log"
    plain = companion("find", "canister")
    cache = str(tmp_path / "empty")
    logged = companion("--log", str(file), "find", "canister", COMPANION_CACHE=cache)
    assert (logged.returncode, logged.stdout, logged.stderr) == (0, plain.stdout, "")
    first = file.read_text()
    for expected in (
        f"companion {__version__}",
        "find canister",
        str(tmp_path / "data"),
        "Python 3.",
        "exit status 0",
    ):
        assert expected in first
    assert "not in the cache, built" in first
    companion("find", "canister", COMPANION_LOG=str(file), COMPANION_CACHE=cache)
    second = file.read_text().removeprefix(first)
    assert "opened" in second
    assert "not in the cache" not in second


def test_the_log_has_sessions_and_refusals(tmp_path: Path) -> None:
    """The log has the traceback of a refusal; the user still gets one line."""
    file = tmp_path / "debug.log"
    companion(f"--log={file}", "log", "note", "seen")
    assert "session Game 1 opened: 0 events" in file.read_text()
    refused(companion("--log", str(file), "show", "lob:3.5z"), 1, "lob:3.5z")
    assert "refused: lob:3.5z not found" in file.read_text()
    assert "Traceback" in file.read_text()
    refused(companion("--log", str(file), "fnd"), 2, "Did you mean 'find'?")
    assert "refused: unknown command 'fnd'" in file.read_text()


@pytest.mark.variants
@pytest.mark.parametrize("file", ["/", "nowhere/debug.log", "/dev/full"])
def test_a_log_that_cannot_be_written_is_refused(file: str) -> None:
    """A log that cannot be written is refused before the command runs."""
    refused(companion("--log", file, "turn", "next"), 2, f"the debugging log {file} cannot be written")
    assert companion("log").stdout == "The log is empty.\n"
