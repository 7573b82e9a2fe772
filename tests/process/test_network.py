"""Nothing reaches out: a command, or the app, that opens a socket to anywhere fails here."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import COMMANDS
from companion.load.places import Places
from tests.conftest import ROOT
from tests.ui.helpers import press, started

SERVERS = {"serve"}
"""Commands that are there to be reached."""

_WATCH = """
import socket, sys

class Refused(BaseException):
    pass

def refuse(*given, **named):
    raise Refused("a socket was opened")

def watch(event, given):
    if event.startswith("socket.") and event != "socket.gethostname":
        sys.stderr.write(f"NETWORK {event} {given}\\n")
        raise Refused(event)

sys.addaudithook(watch)
"""

LINES: dict[str, list[list[str]]] = {
    "find": [["charge"], ["charge", "--json"], ["--stdin"]],
    "show": [["lob:1.1"], ["bp:shooting", "--json"]],
    "calc": [
        ["--list"],
        ["lob:command-roll", "--describe"],
        ["lob:command-roll", "command_value=2", "--roll", "app"],
    ],
    "session": [[], ["list"], ["new", "Friday"]],
    "turn": [[], ["next"]],
    "cup": [[]],
    "orders": [[]],
    "units": [[]],
    "log": [[], ["--json"], ["report"]],
    "ruling": [[], ["list"]],
    "check": [[]],
    "coverage": [["--game", "bp"]],
}


def watched(arguments: list[str], tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command in a process in which every socket is a failure."""
    (tmp_path / "sitecustomize.py").write_text(_WATCH)
    path = os.pathsep.join([str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        input="charge\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        timeout=120,
    )


def test_every_command_is_watched() -> None:
    """A new command must be tried here, or be a server."""
    assert set(LINES) == set(COMMANDS) - SERVERS


@pytest.mark.parametrize("name", list(LINES))
def test_no_command_opens_a_socket(name: str, tmp_path: Path) -> None:
    """Whatever it answers, it answers from the disk."""
    for arguments in LINES[name]:
        run = watched([name, *arguments], tmp_path)
        assert "NETWORK" not in run.stderr, run.stderr
        assert "Traceback" not in run.stderr, run.stderr
        assert run.returncode in (0, 1, 2), run


def test_the_watch_sees_a_socket(tmp_path: Path) -> None:
    """A process that does reach out is caught."""
    (tmp_path / "sitecustomize.py").write_text(_WATCH)
    code = "import socket; socket.create_connection(('127.0.0.1', 9), 1)"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        timeout=60,
    )
    assert "NETWORK socket." in run.stderr
    assert run.returncode != 0


async def test_the_app_opens_no_socket(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding, calculating, the turn, the log: no connection and no name looked up."""
    reached: list[str] = []

    def refuse(name: str) -> Any:
        def refused(*given: object, **named: object) -> Any:
            reached.append(name)
            raise OSError(name)

        return refused

    for name in ("connect", "connect_ex", "bind", "listen", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse(name), raising=False)
    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refuse(name))
    async with started(places) as pilot:
        for keys in ("c h a r g e", "enter", "f2", "down enter", "f3", "f10", "f11", "escape"):
            await press(pilot, keys)
    assert reached == []
