"""Standard streams that are full, closed, disconnected or binary never cause a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS
from companion.cli.new_game import SKELETON
from tests.process.test_cli import companion, refused

ANSWERS = [word for answer in ("id=new", "cite=3.5") for word in ("--answer", answer)]
SUM = [
    word
    for answer in ("title=Sum", "summary=One.", "method=sum", "start=1", "result=Sum")
    for word in ("--answer", answer)
]
LINES = {
    "find": ["fire"],
    "compare": ["shaken"],
    "show": ["lob:3.5"],
    "bookmarks": ["set", "lob:3.5"],
    "calc": ["--list"],
    "import": ["--list"],
    "session": ["new", "Friday"],
    "turn": ["next"],
    "cup": ["--game", "pub"],
    "orders": [],
    "units": [],
    "log": ["note", "seen"],
    "ruling": [],
    "check": [],
    "coverage": ["--game", "pub"],
    "new-game": ["ford", "--folder", "games"],
    "new-rules": ["own", "--game", "lob", "--document", "clarifications"],
    "new-chart": [
        str(SKELETON / "rulebook/SLUG/01-rules.md"),
        "--game",
        "lob",
        *ANSWERS,
        "--answer",
        "page=Card",
    ],
    "new-calculator": ["--game", "lob", *ANSWERS, *SUM],
    "new-example": ["aor:order-transit", "--answer", "distance=5", "--answer", "result-turns=0"],
    "new-turn": ["--game", "lob", "--answer", "replace=yes"],
    "schema": [],
    "keys": [],
    "serve": ["--port", "0"],
    "completion": ["zsh"],
    "--help": [],
    "--version": [],
}
"""Every command with arguments for which it prints something."""
BEFORE = {"new-rules": ["import", "own.md", "--game", "lob", "--yes"]}
"""Commands that run before those that need something imported."""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="redirections and devices of Unix")
COMPANION = (sys.executable, "-m", "companion")
FAILING = {"closed": (">&-", 1), "gone": (">&GONE", 0)} | (
    {"full": (">/dev/full", 1)} if Path("/dev/full").exists() else {}
)
"""Shell redirections to outputs that cannot be written to, and the exit status with each."""


def shell(
    redirection: str, *arguments: str, folder: Path, given: bytes = b""
) -> subprocess.CompletedProcess[str]:
    """Run `companion` in bash with this redirection; GONE is a pipe without a reader."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        run = subprocess.run(
            [
                "bash",
                "-c",
                f'exec "$@" {redirection.replace("GONE", str(writer))}',
                "bash",
                *COMPANION,
                *arguments,
            ],
            capture_output=True,
            input=given,
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": str(Path(__file__).parents[2]),
                "COMPANION_DATA": str(folder / "data"),
            },
            pass_fds=(writer,),
            timeout=120,
            check=False,
        )
    finally:
        os.close(writer)
    return subprocess.CompletedProcess(run.args, run.returncode, run.stdout.decode(), run.stderr.decode())


@pytest.fixture(autouse=True)
def buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The output of every command is buffered, as usual."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


def test_every_command_is_in_the_table() -> None:
    """The table above has every command."""
    assert set(LINES) == {*COMMANDS, "--help", "--version"}


@pytest.mark.variants
@pytest.mark.parametrize("command", LINES)
def test_output_that_cannot_be_written(command: str, tmp_path: Path) -> None:
    """A line on standard error and status 1; silence if the reader has gone."""
    for kind, (redirection, status) in FAILING.items():
        folder = tmp_path / kind
        folder.mkdir()
        (folder / "own.md").write_text("# 99 Own\n\n## 99.1 Fords\n\nA ford costs 2.\n")
        if command in BEFORE:
            assert shell("", *BEFORE[command], folder=folder).returncode == 0
        run = shell(redirection, command, *LINES[command], folder=folder)
        assert run.returncode == status, (kind, run)
        assert run.stdout == ""
        if status:
            assert run.stderr.startswith("companion: the output could not be written: "), (kind, run)
            assert run.stderr.count("\n") == 1, (kind, run)
        else:
            assert run.stderr == "", (kind, run)


@pytest.mark.variants
@pytest.mark.parametrize("redirection", ["2>&-", "2>&GONE", ">&- 2>&-", "<&- >&- 2>&-"])
def test_errors_without_standard_error(redirection: str, tmp_path: Path) -> None:
    """The exit status is the same without standard error."""
    run = shell(redirection, "fnd", folder=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (2, "", "")


def test_output_never_ends_up_in_the_session_file(tmp_path: Path) -> None:
    """With every stream closed, output never ends up in the session file."""
    run = shell("<&- >&- 2>&-", "log", "note", "seen", folder=tmp_path)
    assert run.returncode == 1
    completed = shell("", "log", "--json", folder=tmp_path)
    assert completed.stderr == ""
    assert json.loads(completed.stdout)[-1]["says"] == "Note: seen"


@pytest.mark.variants
@pytest.mark.parametrize("arguments", [["show", "lob:3.5"], ["find", "--help"], ["--version"]])
def test_unbuffered_output_fails_alike(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unbuffered output fails at its first line with the same message."""
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    run = shell(">&-", *arguments, folder=tmp_path)
    says = "companion: the output could not be written: standard output is closed\n"
    assert (run.returncode, run.stderr) == (1, says)


@pytest.mark.variants
@pytest.mark.parametrize(
    "arguments", [["find", "--stdin"], ["calc", "lob:fire", "--input", "-"], ["ruling", "import", "-"]]
)
def test_closed_input_is_empty_input(arguments: list[str], tmp_path: Path) -> None:
    """Closed input counts as an empty file."""
    closed, empty = (shell(each, *arguments, folder=tmp_path) for each in ("<&-", "</dev/null"))
    assert (closed.returncode, closed.stdout, closed.stderr) == (empty.returncode, empty.stdout, empty.stderr)
    assert "Traceback" not in closed.stderr


def test_questions_that_are_not_text(tmp_path: Path) -> None:
    """Each line is answered; undecodable bytes are ignored."""
    run = shell("", "find", "--stdin", "--json", folder=tmp_path, given=b"\xff\xfe\ncanister\n\xe9 \n")
    first, second, third = (json.loads(line) for line in run.stdout.splitlines())
    assert (first, third, run.stderr) == ([], [], "")
    assert second


@pytest.mark.variants
@pytest.mark.parametrize(
    ("arguments", "given", "times", "message"),
    [
        (["calc", "lob:fire", "--input", "-"], b'{"arm": "\xe9"}', 1, "--input is not UTF-8 text"),
        (["ruling", "import", "-"], b'[{"id": "\xe9"}]', 1, "this is not a file of exported table rulings"),
        (["ruling", "import", "-"], b"[", 5_000_000, "standard input is larger than 4 MB"),
        (["calc", "lob:fire", "--input", "-"], b" ", 5_000_000, "standard input is larger than 4 MB"),
        (["find", "--stdin"], b"x", 200_000, "a line of standard input is longer than 100000 characters"),
    ],
)
def test_input_that_is_refused(
    arguments: list[str], given: bytes, times: int, message: str, tmp_path: Path
) -> None:
    """Unusable input is refused in one line with status 2."""
    refused(shell("", *arguments, folder=tmp_path, given=given * times), 2, message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ruling", "import", "/dev/zero"), "/dev/zero is larger than 4 MB"),
        (("ruling", "import", "/"), "/ cannot be read: Is a directory"),
        (("check", "--cases", "/dev/zero"), "/dev/zero is larger than 16 MB"),
        (("new-game", "ford", "--folder", "x" * 300), "File name too long"),
        (("check", "x" * 300), "File name too long"),
        (("schema", "--out", "x" * 300), "File name too long"),
        (("log", "export", "--out", "x" * 300), "File name too long"),
    ],
)
def test_files_that_are_refused(arguments: tuple[str, ...], message: str) -> None:
    """Unusable files are refused in one line with status 2."""
    refused(companion(*arguments), 2, message)


def test_absurd_columns_are_ignored() -> None:
    """A huge COLUMNS has no effect."""
    run = companion("find", "canister", COLUMNS="9" * 5000)
    assert (run.returncode, run.stderr) == (0, "")
