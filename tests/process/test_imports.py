"""Packages import only what the architecture allows, checked in a separate process for each package."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent.parent / "companion"

_PROBE = """
import importlib, json, sys
brought, before = {}, set(sys.modules)
for module in sys.argv[1:]:
    importlib.import_module(module)
    brought[module] = sorted(set(sys.modules) - before)
    before = set(sys.modules)
print(json.dumps(brought))
"""

ROOMS = (
    *("formula", "model", "load", "importing", "engine", "search", "play", "render"),
    *("workspace", "cli", "serve", "ui"),
)
MAY_USE = {
    "formula": set(),
    "model": set(),
    "load": {"formula", "model"},
    "importing": {"formula", "model", "load", "play"},
    "engine": {"formula", "model"},
    "search": {"model", "load"},
    "play": {"formula", "model"},
    "render": {"model", "engine", "formula", "play"},
    "serve": {"model", "render"},
    "workspace": {"formula", "model", "load", "importing", "engine", "search", "play", "render"},
}


def modules(room: str) -> list[str]:
    """The modules of a package."""
    return [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((PACKAGE / room).rglob("*.py"))
    ]


@cache
def imported(room: str) -> dict[str, set[str]]:
    """The modules that importing each module of a package loads."""
    run = subprocess.run(
        [sys.executable, "-c", _PROBE, *modules(room)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return {module: set(names) for module, names in json.loads(run.stdout).items()}


def with_package(room: str, *packages: str) -> list[str]:
    """The modules of a package whose import loads one of these packages for the first time."""
    return [
        module
        for module, names in imported(room).items()
        if {name.partition(".")[0] for name in names} & set(packages)
    ]


def named(room: str, *packages: str) -> list[str]:
    """The files of a package that import one of these packages directly, anywhere in the file."""
    return [
        path.relative_to(PACKAGE).as_posix()
        for path in sorted((PACKAGE / room).rglob("*.py"))
        if {name.partition(".")[0] for name in _imports(path)} & set(packages)
    ]


@cache
def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "ui"])
def test_a_package_imports_only_allowed_packages(room: str) -> None:
    """Only ui loads textual; the index and each file format have one importer.

    A package loads no package beside or above it. All may load the debugging log and the exceptions.
    """
    assert with_package(room, "textual") == []
    if room != "search":
        assert named(room, "whoosh") == []
    if room != "load":
        assert named(room, "yaml") == []
    if room not in ("load", "importing"):
        assert set(named(room, "markdown_it")) <= {"workspace/report_html.py"}
    if room != "importing":
        assert named(room, "pypdfium2") == []
    if room != "play":
        assert named(room, "sqlite3") == []
    if room in MAY_USE:
        allowed = MAY_USE[room] | {room, "trace", "errors"}
        for module, names in imported(room).items():
            rooms = {name.split(".")[1] for name in names if name.startswith("companion.")}
            assert rooms <= allowed, module


def test_allowed_imports_are_found() -> None:
    """The checks above find the imports that are allowed."""
    assert with_package("ui", "textual")
    assert named("search", "whoosh")
    assert named("load", "yaml")


def test_only_the_store_writes_sql() -> None:
    """Other modules of `play` go through the store."""
    assert named("play", "sqlite3")
    assert [path for path in named("play", "sqlite3") if not path.startswith("play/store/")] == []


def test_rulings_are_read_without_the_records() -> None:
    """`companion find` reads the rulings in force and no other part of a session."""
    names = imported("play")["companion.play.active_rulings"]
    assert "sqlite3" in names
    assert not names & {"companion.model", "msgspec"}


def test_the_first_frame_does_not_wait_for_the_records() -> None:
    """The app loads them after its first frame; importing them takes as long as a third of Textual."""
    assert not {"companion.model", "msgspec"} & imported("ui")["companion.ui.app"]
