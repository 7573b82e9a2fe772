"""No command except `serve` opens a network socket, and neither does the app."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS

_WATCH = """
import asyncio, contextlib, io, json, socket, sys
seen = []
def watch(event, given):
    if event == "socket.__new__" and given[1] in (-1, socket.AF_INET, socket.AF_INET6):
        seen.append(event)
    elif event in ("socket.bind", "socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        seen.append(event)
sys.addaudithook(watch)
"""

_COMMANDS = (
    _WATCH
    + """
from companion.cli import main
results = {}
for line in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            status = main(line)
        except SystemExit as end:
            status = end.code
    results[" ".join(line)] = [status, list(seen)]
    seen.clear()
print(json.dumps(results))
"""
)

_APP = (
    _WATCH
    + """
from companion.load.places import usual_places
from companion.ui.app import CompanionApp
async def play():
    app = CompanionApp(usual_places(), "lob")
    async with app.run_test(size=(80, 24)) as pilot:
        while app.context is None:
            await pilot.pause(0.02)
        keys = "enter escape f2 2 escape f3 right c escape f10 escape f12 f12"
        for key in (*"canister", *keys.split()):
            await pilot.press(key)
            await pilot.pause()
        await app.workers.wait_for_complete()
asyncio.run(play())
print(json.dumps(seen))
"""
)

ANSWERS = [word for answer in ("id=new", "cite=2.2", "page=Card") for word in ("--answer", answer)]
SUM = [
    word
    for answer in ("title=Sum", "cite=2.2", "summary=One.", "method=sum", "start=1", "result=Sum")
    for word in ("--answer", answer)
]
LINES = [
    ["find", "canister"],
    ["find", "charge", "--json"],
    ["compare", "shaken"],
    ["show", "lob:3.5"],
    ["show", "bp:shooting", "--json"],
    ["bookmarks"],
    ["calc", "--list"],
    ["import", "--list"],
    ["calc", "lob:closing-roll", "rating=C", "leader_morale=2", "--roll", "4"],
    ["session", "new", "Friday"],
    ["turn", "next"],
    ["cup", "--game", "pub"],
    ["orders"],
    ["units"],
    ["log"],
    ["log", "export"],
    ["ruling"],
    ["new-game", "ford", "--folder", "."],
    ["check", "."],
    ["new-rules", "nothing", "--game", "ford", "--folder", "."],
    ["new-chart", "rulebook/ford/01-rules.md", "--game", "ford", "--folder", ".", *ANSWERS],
    ["new-calculator", "--game", "ford", "--folder", ".", *SUM],
    ["new-example", "ford:sum", "--folder", ".", "--answer", "result-the_sum=1"],
    ["new-turn", "--game", "ford", "--folder", ".", "--answer", "rule=none", "--answer", "phases=Move"],
    ["coverage", "--game", "pub"],
    ["schema"],
    ["keys"],
    ["completion", "bash"],
]


def _run(script: str, tmp_path: Path, *given: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", script, *given],
        capture_output=True,
        text=True,
        env=dict(os.environ),
        cwd=tmp_path,
        check=True,
        timeout=300,
    )
    return run.stdout


def test_every_command_but_serve_is_tried_here() -> None:
    """The list above has every command but serve."""
    assert {line[0] for line in LINES} == set(COMMANDS) - {"serve"}


@pytest.mark.slow
def test_no_command_opens_a_socket(tmp_path: Path) -> None:
    """The interpreter's audit events include no socket."""
    opened = json.loads(_run(_COMMANDS, tmp_path, json.dumps(LINES)))
    assert len(opened) == len(LINES)
    for line, (status, seen) in opened.items():
        assert seen == [], line
        assert status in (0, 1), line


@pytest.mark.slow
def test_the_app_opens_no_socket(tmp_path: Path) -> None:
    """A run through search, calculator, turn and log opens no socket."""
    assert json.loads(_run(_APP, tmp_path)) == []


def test_a_socket_is_noticed() -> None:
    """The audit hook notices a socket."""
    script = _WATCH + "socket.socket().close(); print(json.dumps(seen))"
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300
    )
    assert json.loads(run.stdout) == ["socket.__new__"]
