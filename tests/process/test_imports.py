"""Dependencies point one way, proved module by module in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent.parent / "companion"

_PROBE = """
import importlib, json, sys
importlib.import_module(sys.argv[1])
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules if name.partition(".")[0] in
    {"textual", "whoosh", "yaml", "markdown_it"}} | {name for name in sys.modules if name.startswith("companion.")})))
"""

ROOMS = ("formula", "model", "load", "engine", "search", "play", "render", "cli", "serve", "ui")
MAY_USE = {
    "formula": set(),
    "model": set(),
    "load": {"formula", "model"},
    "engine": {"formula", "model"},
    "search": {"model", "load"},
    "play": {"formula", "model"},
    "render": {"model", "engine", "formula", "play"},
    "serve": {"model", "render"},
}


def modules(room: str) -> list[str]:
    """Every module of a room."""
    return [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((PACKAGE / room).rglob("*.py"))
    ]


def imported(module: str) -> set[str]:
    """What importing a module brings in."""
    run = subprocess.run([sys.executable, "-c", _PROBE, module], capture_output=True, text=True, check=True)
    return set(json.loads(run.stdout))


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "ui"])
def test_only_ui_imports_textual(room: str) -> None:
    """No other room touches textual, not even the command line."""
    for module in modules(room):
        assert "textual" not in imported(module), module


@pytest.mark.parametrize("room", ["formula", "model", "load", "engine", "play", "render", "cli", "serve"])
def test_only_search_imports_whoosh(room: str) -> None:
    """The index stays behind one door."""
    for module in modules(room):
        assert "whoosh" not in imported(module), module


@pytest.mark.parametrize("room", ["formula", "model", "engine", "search", "play", "render", "cli", "serve"])
def test_only_load_knows_yaml_and_markdown(room: str) -> None:
    """File formats stay behind one door."""
    for module in modules(room):
        assert not imported(module) & {"yaml", "markdown_it"}, module


@pytest.mark.parametrize("room", list(MAY_USE))
def test_rooms_use_only_rooms_below(room: str) -> None:
    """A room imports nothing of a room beside or above it; `trace` is the debugging log, open to all."""
    for module in modules(room):
        rooms = {name.split(".")[1] for name in imported(module) if name.count(".") and name != "companion"}
        assert rooms <= MAY_USE[room] | {room, "trace"}, module
