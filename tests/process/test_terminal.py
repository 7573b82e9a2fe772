"""The app as a program in a real terminal."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks.first_frame import Terminal
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
PATIENCE = 120.0
"""Seconds to wait for a program; far more than any machine needs."""
QUIT = b"\x11"
"""ctrl+q."""


def run(command: str, until: bytes, keys: bytes = b"") -> int:
    """Run a line of bash in a terminal until it shows this text, press keys, and return the exit status."""
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
    terminal = Terminal(["bash", "-c", command], environment)
    try:
        terminal.until(until, PATIENCE)
        if keys:
            terminal.press(keys)
        end = time.monotonic() + PATIENCE
        while terminal.process.poll() is None:
            assert time.monotonic() < end, terminal.seen
            terminal.drain()
        return terminal.process.returncode
    finally:
        terminal.end()


COMPANION = f"{shlex.quote(sys.executable)} -m companion"


def test_the_app_starts_and_ends_and_writes_a_log(tmp_path: Path) -> None:
    """The app starts and ends as the README says, with a debugging log."""
    log = tmp_path / "debug.log"
    assert run(f"{COMPANION} --log {log}", b"Which game", QUIT) == 0
    lines = log.read_text()
    assert "(the app)" in lines or "--log" in lines
    assert "session Game 1 opened" in lines
    assert "exit status 0" in lines


def test_the_app_needs_every_stream_to_be_the_terminal(tmp_path: Path) -> None:
    """The app draws on standard error, so that has to be the terminal too."""
    assert run(f"{COMPANION} 2>{tmp_path / 'errors'}; cat {tmp_path / 'errors'}", b"needs a terminal") == 0
