"""`companion keys`: every key by its name, the player's own, and what is wrong with them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.process.test_cli import companion


def write_keys(text: str) -> Path:
    """Writes the player's file."""
    path = Path(os.environ["COMPANION_DATA"]) / "own" / "keys.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_keys_are_listed_by_name() -> None:
    """Those of everywhere first; the end says how to change one."""
    run = companion("keys")
    assert run.returncode == 0
    lines = run.stdout.splitlines()
    assert lines[0].split() == ["help", "f1", "Help:", "Keys", "of", "this", "screen"]
    assert any(line.split()[:3] == ["find.kind", "f6", "Kind:"] for line in lines)
    assert str(Path(os.environ["COMPANION_DATA"]) / "own" / "keys.yaml") in " ".join(lines[-2:]).replace(
        " ", ""
    )
    assert "changed by you" not in run.stdout


def test_changed_keys_are_marked() -> None:
    """And stand where the usual ones stood."""
    write_keys("find.kind: ctrl+t\n")
    run = companion("keys")
    assert run.returncode == 0
    assert "* find.kind" in run.stdout
    listed = {each["id"]: each for each in json.loads(companion("keys", "--json").stdout)["keys"]}
    assert listed["find.kind"]["keys"] == ["ctrl+t"]
    assert listed["find.kind"]["usual"] == ["f6"]
    assert listed["find.scope"]["keys"] == ["f7"]


def test_faults_are_told_with_status_1() -> None:
    """File, line, name, what is wrong, what to do."""
    write_keys("find.kind: ctrl+t\nfind.sope: f9\n")
    run = companion("keys")
    assert run.returncode == 1
    assert "keys.yaml:2: find.sope: nothing has this name (did you mean find.scope?" in run.stdout
    assert run.stderr == ""
    assert json.loads(companion("keys", "--json").stdout)["faults"][0]["line"] == 2


@pytest.mark.parametrize("columns", ["40", "80"])
def test_lines_fit(columns: str) -> None:
    """Nothing is wider than the screen but the place of the file."""
    run = companion("keys", COLUMNS=columns)
    assert [line for line in run.stdout.splitlines() if len(line) > int(columns) and "/" not in line] == []


def test_what_the_file_says_cannot_steer_the_terminal() -> None:
    """Escapes are shown."""
    write_keys('"find.\\e[2Jkind": f8\n')
    run = companion("keys")
    assert run.returncode == 1
    assert "\x1b" not in run.stdout
