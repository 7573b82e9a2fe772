"""The command `companion serve`: its address, its pass phrase, and how it ends."""

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
"""Seconds after which a server that prints nothing, or does not end, is killed; far longer than any machine needs."""

END = "Server stopped. The session is unchanged.\n"


@contextmanager
def served(
    *arguments: str, start: Sequence[str] = (), end: signal.Signals = signal.SIGINT, **environment: str
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run `companion serve`. Yield its output up to the first address, and the process; nothing else is printed.

    `start` are words before the command, `end` is the signal that ends it.
    """
    process = subprocess.Popen(
        [*start, sys.executable, "-m", "companion", "serve", "--port", "0", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    timeout = threading.Timer(PATIENCE, process.kill)
    timeout.start()
    try:
        output = ""
        while not output.endswith("stops the server.\n"):
            line = process.stdout.readline()
            assert line, output
            output += line
        yield output, process
        process.send_signal(end)
        rest = process.stdout.read()
        assert process.wait() == 0, rest
        assert rest == END
    finally:
        timeout.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


def _address(output: str) -> str:
    found = re.search(r"http://\S+", output)
    assert found, output
    return found[0]


def test_only_this_machine_reaches_the_server() -> None:
    """The server listens at 127.0.0.1 and at no other address of the machine, and shows its key in the address."""
    with served() as (output, _):
        address = _address(output)
        port = int(address.rpartition(":")[2].partition("/")[0])
        assert address.startswith("http://127.0.0.1:") and "/?key=" in address
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.2", port), timeout=2).close()
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/static/page.css")
        assert refused.value.code == 401
        refused.value.close()


IGNORING = ("sh", "-c", "trap '' INT; exec \"$@\"", "sh")
"""Starts a command with SIGINT ignored, as a shell script starts background jobs."""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_either_signal_ends_the_server_even_if_sigint_was_ignored(end: signal.Signals) -> None:
    """A signal works at any time after the address is shown. Every start has a new key, too long to guess."""
    keys = set()
    for start in ((), IGNORING):
        with served(start=start, end=end) as (output, _):
            keys.add(_address(output).partition("key=")[2])
    assert len(keys) == 2 and all(len(each) >= 32 for each in keys)


def test_a_signal_takes_effect_once_the_address_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A signal works even while the address is being printed, and if it was ignored before."""
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
    assert shown[-1] == "Server stopped. The session is unchanged."


def test_in_the_network_it_warns_and_shows_no_secret() -> None:
    """The server listens at the given address only; the phrase comes from the environment."""
    with served("--lan", "127.0.0.2", COMPANION_PASSPHRASE="iron brigade") as (output, _):
        assert "WARNING" in output and "not encrypted" in output
        assert "iron" not in output and "key=" not in output
        address = _address(output)
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
    """A pass phrase has at least eight characters; without a terminal the command cannot ask for one."""
    monkeypatch.setenv("COMPANION_PASSPHRASE", phrase)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert main(["serve", "--lan", "127.0.0.2", "--port", "0"]) == 2
    output = capsys.readouterr().err
    assert output.startswith("companion: a pass phrase") and output.count("\n") == 1


def test_the_pass_phrase_is_typed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second entry detects a typing error."""
    typed = iter(["iron brigade", "iron brigade", "iron brigade", "iron brigada"])
    monkeypatch.delenv("COMPANION_PASSPHRASE", raising=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(serving, "getpass", lambda prompt: next(typed))
    assert serving._pass_phrase() == "iron brigade"
    with pytest.raises(Refused, match="do not match"):
        serving._pass_phrase()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--passphrase", "iron brigade"],
        ["--port", "70000"],
        ["--port", "x"],
        ["--lan", "0.0.0.0"],
        ["--session", "../x"],
        ["--host", "0.0.0.0"],
    ],
)
def test_invalid_arguments_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The message is one line; the command line does not accept a pass phrase."""
    try:
        status = main(["serve", *arguments])
    except SystemExit as end:
        status = int(str(end.code))
    assert status == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_port_in_use_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """The message is one line and names `--port`."""
    with socket.create_server(("127.0.0.1", 0)) as used:
        assert main(["serve", "--port", str(used.getsockname()[1])]) == 2
    assert "choose another with --port" in capsys.readouterr().err


def test_the_session_can_be_named(tmp_path: Path) -> None:
    """`--session` names the session."""
    with served("--session", "Friday night") as (output, _):
        assert "Session Friday night is at" in output
