"""The commands of the README run, and its links work."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS
from tests.conftest import ROOT

TEXT = (ROOT / "README.md").read_text()
ASKS = "companion calc lob:closing-roll"
"""A command that asks questions in a terminal; without one it lists the missing answers."""
ELSEWHERE = {
    "pip install .": "`.ci/run`",
    "pip install '.[serve]'": "`.ci/run`, as a part of '.[test]'",
    "pip install '.[test]' && pytest": "`.ci/run`",
    "companion": "test_terminal.py",
    "companion import rulebook.pdf --game lob": "test_import.py",
}
"""Lines that cannot run here, with the tests that run them."""


def shell_lines() -> list[str]:
    """The lines of the README's shell blocks, without comments."""
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    return [re.sub(r"\s+#.*", "", line) for block in blocks for line in block.splitlines() if line.strip()]


def typed() -> list[str]:
    """The lines that can run in the tests."""
    return [line for line in shell_lines() if line not in ELSEWHERE]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the README's lines are for a Unix shell")
def test_every_line_runs_in_bash(tmp_path: Path) -> None:
    """The lines run in order, in a folder with the worked examples."""
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    program = tmp_path / "bin" / "companion"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m companion "$@"\n')
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    lines = typed()
    assert len(lines) > 20
    for line in lines:
        run = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", line],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
            timeout=300,
        )
        if line == ASKS:
            assert run.returncode == 2
            assert "still needs rating" in run.stderr
        else:
            assert run.returncode == 0, (line, run.stdout, run.stderr)
            assert run.stdout or " > " in line, line
        assert "Traceback" not in run.stderr


def test_lines_tested_elsewhere_are_in_the_readme() -> None:
    """The list contains no line that was removed from the README."""
    assert set(ELSEWHERE) <= set(shell_lines())


def test_every_command_in_the_text_exists() -> None:
    """Every command in the running text exists."""
    named = re.findall(r"`companion ([a-z][a-z-]*)", TEXT)
    assert named
    assert set(named) - set(COMMANDS) == set()


def test_every_command_is_mentioned() -> None:
    """The README mentions every command."""
    assert [each for each in COMMANDS if f"companion {each}" not in TEXT] == []


def test_links_have_a_target() -> None:
    """Every link leads to a file or a heading."""
    heads = {
        re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-")
        for head in re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    }
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert len(links) > 8
    for link in links:
        assert link[1:] in heads if link.startswith("#") else (ROOT / link).is_file(), link
