"""Dependencies point one way, proved package by package in a process of its own."""

from __future__ import annotations

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

ROOMS = ("formula", "model", "load", "engine", "search", "play", "render", "workspace", "cli", "serve", "ui")
MAY_USE = {
    "formula": set(),
    "model": set(),
    "load": {"formula", "model"},
    "engine": {"formula", "model"},
    "search": {"model", "load"},
    "play": {"formula", "model"},
    "render": {"model", "engine", "formula", "play"},
    "serve": {"model", "render"},
    "workspace": {"formula", "model", "load", "engine", "search", "play", "render"},
}


def modules(room: str) -> list[str]:
    """Every module of a room."""
    return [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((PACKAGE / room).rglob("*.py"))
    ]


@cache
def imported(room: str) -> dict[str, set[str]]:
    """What importing each module of a package brings in besides what the modules before it did."""
    run = subprocess.run(
        [sys.executable, "-c", _PROBE, *modules(room)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return {module: set(names) for module, names in json.loads(run.stdout).items()}


def with_package(room: str, *packages: str) -> list[str]:
    """The modules of a room that are the first to bring in one of these packages."""
    return [
        module
        for module, names in imported(room).items()
        if {name.partition(".")[0] for name in names} & set(packages)
    ]


def sql_modules(room: str) -> list[str]:
    """The modules of a room that import SQLite themselves."""
    return [
        path.relative_to(PACKAGE).as_posix()
        for path in sorted((PACKAGE / room).rglob("*.py"))
        if "import sqlite3" in path.read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "ui"])
def test_what_a_room_brings_in(room: str) -> None:
    """Only ui touches textual, not even the command line; index and file formats stay behind one door each.

    A room imports nothing of a room beside or above it; `trace` is the debugging log, open to all.
    """
    assert with_package(room, "textual") == []
    if room not in ("search", "workspace"):  # the workspace opens the index through search
        assert with_package(room, "whoosh") == []
    if room != "load":
        assert with_package(room, "yaml", "markdown_it") == []
    if room != "play":
        assert sql_modules(room) == []
    if room in MAY_USE:
        allowed = MAY_USE[room] | {room, "trace"}
        for module, names in imported(room).items():
            rooms = {name.split(".")[1] for name in names if name.startswith("companion.")}
            assert rooms <= allowed, module


def test_what_is_brought_in_is_seen() -> None:
    """Otherwise the test above would show nothing."""
    assert with_package("ui", "textual")
    assert with_package("search", "whoosh")
    assert with_package("load", "yaml")


def test_only_the_store_writes_sql() -> None:
    """Everything else of `play` asks the store."""
    assert sql_modules("play")
    assert [path for path in sql_modules("play") if not path.startswith("play/store/")] == []


def test_rulings_are_read_without_the_records() -> None:
    """`companion find` reads the rulings in force and nothing else of a session."""
    names = imported("play")["companion.play.active_rulings"]
    assert "sqlite3" in names
    assert not names & {"companion.model", "msgspec"}
