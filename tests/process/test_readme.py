"""The README: what it says to type runs, what it links to is there."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

from companion.cli import COMMANDS
from tests.conftest import ROOT
from tests.process.test_cli import companion

TEXT = (ROOT / "README.md").read_text()
ASKS = "companion calc lob:closing-roll"
"""Asks on a terminal; without one it says what it needs."""


def typed() -> list[str]:
    """Every line of the README's blocks that begins with the command, its remark left out."""
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    return [shlex.join(shlex.split(line, comments=True)) for line in lines if line.startswith("companion ")]


def test_every_line_runs(tmp_path: Path) -> None:
    """One after the other, as at one table, in a folder that has the worked examples."""
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    lines = typed()
    assert len(lines) > 20
    for line in lines:
        run = companion(*shlex.split(line)[1:], folder=tmp_path, PYTHONPATH=str(ROOT))
        if line == ASKS:
            assert run.returncode == 2
            assert "still needs rating" in run.stderr
        else:
            assert run.returncode == 0, (line, run.stdout, run.stderr)
            assert run.stdout, line
        assert "Traceback" not in run.stderr


def test_every_command_is_one() -> None:
    """In the running text too."""
    named = re.findall(r"`companion ([a-z-]+)", TEXT)
    assert named
    assert set(named) - set(COMMANDS) == set()


def test_every_command_is_told_of() -> None:
    """None is kept back."""
    assert [each for each in COMMANDS if f"companion {each}" not in TEXT] == []


def test_links_lead_somewhere() -> None:
    """To a file, or to a heading of the README."""
    heads = {
        re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-")
        for head in re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    }
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert len(links) > 8
    for link in links:
        assert link[1:] in heads if link.startswith("#") else (ROOT / link).is_file(), link
