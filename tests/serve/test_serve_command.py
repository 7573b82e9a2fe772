"""`companion serve` as it is started: where it listens, what it asks for, how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli import main, serving
from companion.model import Refused

PATIENCE = 60
"""Seconds after which a server that says nothing, or does not end, is killed; far more than any machine needs."""


@contextmanager
def served(
    *given: str, start: Sequence[str] = (), end: signal.Signals = signal.SIGINT, **environment: str
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A running `companion serve` and what it says up to its first address; `start` are words before the command."""
    process = subprocess.Popen(
        [*start, sys.executable, "-m", "companion", "serve", "--port", "0", *given],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    overdue = threading.Timer(PATIENCE, process.kill)
    overdue.start()
    try:
        said = ""
        while "Ctrl+C" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        yield said, process
        process.send_signal(end)
        rest = process.stdout.read()
        assert process.wait() == 0, rest
        assert rest.endswith("Ended. The session stays as it is.\n")
        assert "Traceback" not in rest
    finally:
        overdue.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


def _address(said: str) -> str:
    found = re.search(r"http://\S+", said)
    assert found, said
    return found[0]


def test_only_this_machine_reaches_it() -> None:
    """It listens at 127.0.0.1 and at no other address of the machine, and the key is in the address it shows."""
    with served() as (said, _):
        address = _address(said)
        port = int(address.rpartition(":")[2].partition("/")[0])
        assert address.startswith("http://127.0.0.1:") and "/?key=" in address
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.2", port), timeout=2).close()
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/static/page.css")
        assert refused.value.code == 401
        refused.value.close()


IGNORING = ("sh", "-c", "trap '' INT; exec \"$@\"", "sh")
"""Starts a command with SIGINT ignored, as a script starts its background jobs."""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_either_signal_ends_it_also_where_the_first_was_ignored(end: signal.Signals) -> None:
    """At any time after the address is shown; every start has another key, too long to be guessed."""
    keys = set()
    for start in ((), IGNORING):
        with served(start=start, end=end) as (said, _):
            keys.add(_address(said).partition("key=")[2])
    assert len(keys) == 2 and all(len(each) >= 32 for each in keys)


def test_a_signal_is_heard_as_soon_as_the_address_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even if it comes while the address is being printed, and although it was ignored before."""
    shown: list[str] = []

    def print_lines(lines: Sequence[str]) -> None:
        shown.extend(lines)
        if len(shown) == len(lines):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(serving, "print_lines", print_lines)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert main(["serve", "--port", "0"]) == 0
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert shown[-1] == "Ended. The session stays as it is."


def test_in_the_network_it_warns_and_shows_address_but_no_secret() -> None:
    """Bound to the address named; the phrase comes from the environment here."""
    with served("--lan", "127.0.0.2", COMPANION_PASSPHRASE="iron brigade") as (said, _):
        assert "WARNING" in said and "not encrypted" in said
        assert "iron" not in said and "key=" not in said
        address = _address(said)
        assert address.startswith("http://127.0.0.2:")
        with urllib.request.urlopen(address) as page:
            assert b"Pass phrase" in page.read()
        with pytest.raises(OSError):
            socket.create_connection(
                ("127.0.0.3", int(address.rstrip("/").rpartition(":")[2])), timeout=2
            ).close()


@pytest.mark.parametrize("phrase", ["", "short", "       x       ", "x" * 201])
def test_in_the_network_a_pass_phrase_is_needed(
    phrase: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Eight letters at least; without a terminal nobody can be asked."""
    monkeypatch.setenv("COMPANION_PASSPHRASE", phrase)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert main(["serve", "--lan", "127.0.0.2", "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("companion: a pass phrase") and said.count("\n") == 1


def test_the_pass_phrase_is_typed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nobody is locked out by a slip."""
    typed = iter(["iron brigade", "iron brigade", "iron brigade", "iron brigada"])
    monkeypatch.delenv("COMPANION_PASSPHRASE", raising=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(serving, "getpass", lambda prompt: next(typed))
    assert serving._pass_phrase() == "iron brigade"
    with pytest.raises(Refused, match="not the same"):
        serving._pass_phrase()


@pytest.mark.parametrize(
    "given",
    [
        ["--passphrase", "iron brigade"],
        ["--port", "70000"],
        ["--port", "x"],
        ["--lan", "0.0.0.0"],
        ["--session", "../x"],
        ["--host", "0.0.0.0"],
    ],
)
def test_what_cannot_be_is_refused(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, and no pass phrase is taken from the command line."""
    try:
        status = main(["serve", *given])
    except SystemExit as end:
        status = int(str(end.code))
    assert status == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_port_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """In one line."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "--port takes another" in capsys.readouterr().err


def test_the_session_is_the_one_of_last_time(tmp_path: Path) -> None:
    """Or the one named."""
    with served("--session", "Friday night") as (said, _):
        assert "Session Friday night is at" in said
