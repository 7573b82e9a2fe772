"""`companion completion`: what a shell offers when Tab is pressed."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS
from companion.cli.arguments.system import SHELLS
from tests.conftest import ROOT
from tests.process.conftest import Say

PRESS_TAB = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_shtab_companion
printf '%s\\n' "${COMPREPLY[@]}"
"""


UNIX = pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")


@pytest.fixture
def bash(say: Say, tmp_path: Path) -> list[str]:
    """A bash script that types these words and presses Tab."""
    script = tmp_path / "companion.bash"
    script.write_text(say("completion", "bash").out)
    return ["bash", "-c", PRESS_TAB, "bash", str(script), "companion"]


def offered(bash: list[str], words: list[str], tmp_path: Path) -> list[str]:
    """The completions of the last word."""
    program = tmp_path / "companion"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m companion "$@"\n')
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [*bash, *words],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
        check=True,
        timeout=300,
    )
    return run.stdout.split()


@UNIX
@pytest.mark.parametrize(
    ("words", "offers"),
    [
        (["fi"], ["find"]),
        (["co"], ["compare", "coverage", "completion"]),
        (["turn", "t"], ["to", "tick"]),
        (["find", "--li"], ["--limit"]),
        (["find", "--optional", ""], ["yes", "no"]),
        (["--lo"], ["--log"]),
        (["orders", "send", "--re"], ["--relay"]),
        (["find", "--game", "b"], ["bar", "bp"]),
        (["session", "game", "l"], ["lob"]),
        (["completion", "z"], ["zsh"]),
    ],
    ids=" ".join,
)
def test_bash_offers(bash: list[str], words: list[str], offers: list[str], tmp_path: Path) -> None:
    """Commands, actions, options, choices and games are completed."""
    assert offered(bash, words, tmp_path) == offers


@UNIX
def test_bash_offers_files_and_folders(bash: list[str], tmp_path: Path) -> None:
    """Arguments for files and folders complete paths."""
    (tmp_path / "rulings.json").touch()
    (tmp_path / "ruins").mkdir()
    assert offered(bash, ["ruling", "import", "ru"], tmp_path) == ["rulings.json", "ruins"]
    assert offered(bash, ["new-game", "ford", "--folder", "ru"], tmp_path) == ["ruins"]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_completion_script_has_every_command(shell: str, say: Say) -> None:
    """Each script contains every command and, if the shell is installed, is valid."""
    script = say("completion", shell).out
    assert [each for each in COMMANDS if each not in script] == []
    assert say("completion", shell, "--json").json == {"shell": shell, "script": script.removesuffix("\n")}
    if sys.platform != "win32" and shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True, timeout=300)


def test_games_are_listed_without_reading_them(
    say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`completion --games` lists shipped games and the player's own without reading their data."""
    (tmp_path / "own" / "tables" / "ford").mkdir(parents=True)
    (tmp_path / "own" / "tables" / "ford" / "game.yaml").touch()
    monkeypatch.setenv("COMPANION_OVERLAY", str(tmp_path / "own"))
    assert say("completion", "--games").out.split() == ["aor", "bar", "bp", "ford", "lob", "pub"]
    assert json.loads(say("completion", "--games", "--json").out)[3] == "ford"


def test_a_shell_must_be_given(say: Say) -> None:
    """Without a shell the message lists the known ones."""
    say("completion").refused(2, "bash, zsh, fish, tcsh")
