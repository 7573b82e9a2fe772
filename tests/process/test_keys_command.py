"""`companion keys`: every key by name, keys from the settings, and their faults."""

from __future__ import annotations

import json
import os
from pathlib import Path
from textwrap import indent

import pytest

from companion.load.settings import FILE
from tests.process.test_cli import companion


def write_keys(text: str) -> None:
    """Write settings with these lines as keys."""
    path = Path(os.environ["COMPANION_CONFIG"]) / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"keys:\n{indent(text, '  ')}")


def test_keys_are_listed_by_name() -> None:
    """Keys of every screen come first; the last lines say how to change a key."""
    run = companion("keys")
    assert run.returncode == 0
    lines = run.stdout.splitlines()
    assert lines[0].split() == ["help", "F1", "Help:", "Keys", "of", "this", "screen"]
    assert any(line.split()[:3] == ["find.kind", "F7", "Kind:"] for line in lines)
    assert lines[-2:] == ["  keys:", "    find.kind: F8"]
    assert str(Path(os.environ["COMPANION_CONFIG"]) / FILE) in "".join(lines[-5:-2])
    assert "changed in your settings" not in run.stdout


def test_changed_keys_are_marked() -> None:
    """Changed keys are marked and replace the default ones."""
    write_keys("find.kind: ctrl+t\n")
    run = companion("keys")
    assert run.returncode == 0
    assert "* find.kind" in run.stdout
    listed = {each["id"]: each for each in json.loads(companion("keys", "--json").stdout)["keys"]}
    assert listed["find.kind"]["keys"] == ["ctrl+t"]
    assert listed["find.kind"]["usual"] == ["f7"]
    assert listed["find.scope"]["keys"] == ["ctrl+g"]


def test_faults_are_listed_with_status_1() -> None:
    """A fault is listed with file, line, name, reason and correction; status 1."""
    write_keys("find.kind: ctrl+t\nfind.sope: f9\n")
    run = companion("keys")
    assert run.returncode == 1
    assert "config.yaml:3: keys.find.sope: unknown command (did you mean find.scope?" in run.stdout
    assert run.stderr == ""
    assert json.loads(companion("keys", "--json").stdout)["faults"][0]["line"] == 3


def test_faults_of_other_settings_are_listed_too() -> None:
    """Faults of all settings in the file are listed."""
    write_keys("")
    path = Path(os.environ["COMPANION_CONFIG"]) / FILE
    path.write_text("theme: sepia\n")
    run = companion("keys")
    assert run.returncode == 1
    assert "config.yaml:1: theme: unknown theme 'sepia' (known: dark, light, contrast)" in run.stdout


@pytest.mark.parametrize("columns", ["40", "80"])
def test_lines_fit(columns: str) -> None:
    """No line is wider than the screen, except the one with the path of the file."""
    run = companion("keys", COLUMNS=columns)
    assert [line for line in run.stdout.splitlines() if len(line) > int(columns) and "/" not in line] == []


def test_text_of_the_file_cannot_control_the_terminal() -> None:
    """Escape sequences are printed visibly."""
    write_keys('"find.\\e[2Jkind": f8\n')
    run = companion("keys")
    assert run.returncode == 1
    assert "\x1b" not in run.stdout
