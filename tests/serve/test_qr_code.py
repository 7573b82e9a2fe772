"""The address as a QR code on the terminal."""

from __future__ import annotations

import io
import re
import signal
import sys

import pytest
import segno

from companion.cli import main, serving
from companion.cli.qr_code import print_qr_code, qr_code

ADDRESSES = ["http://10.0.0.2:80/", "http://192.168.1.7:8000/", "https://192.168.100.107:65535/"]


def on_terminal(monkeypatch: pytest.MonkeyPatch, **changed: str) -> None:
    """Make standard output a terminal of 80 columns and 24 lines; `changed` sets environment variables."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"COLUMNS": "80", "LINES": "24", "TERM": "xterm", **changed}.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_blocks_show_every_module(address: str) -> None:
    """Each character is two modules, light ones drawn; around them is the margin that scanners need."""
    drawn = []
    for row in qr_code(address):
        drawn += [[each not in "▀█" for each in row], [each not in "▄█" for each in row]]
    modules = [[bool(each) for each in row] for row in segno.make_qr(address).matrix]
    size = len(modules)
    assert [row[4 : 4 + size] for row in drawn[4 : 4 + size]] == modules
    assert not any(map(any, drawn[:4])) and not any(map(any, drawn[4 + size : 8 + size]))
    assert not any(any(row[:4]) or any(row[4 + size :]) for row in drawn[: 8 + size])


def test_it_is_light_on_black_whatever_the_colours_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The code is light on black; without colours it uses the terminal's own."""
    on_terminal(monkeypatch)
    print_qr_code(ADDRESSES[0])
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"  \x1b[97;40m{row}\x1b[0m" for row in qr_code(ADDRESSES[0])] != []
    for name, value in (("NO_COLOR", ""), ("TERM", "dumb")):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            print_qr_code(ADDRESSES[0])
            assert capsys.readouterr().out.splitlines() == [f"  {row}" for row in qr_code(ADDRESSES[0])]


@pytest.mark.parametrize(("name", "value"), [("COLUMNS", "30"), ("LINES", "15")])
def test_a_terminal_that_is_too_small_shows_none(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A terminal that is too small shows no QR code, because part of a code is useless."""
    on_terminal(monkeypatch)
    print_qr_code(ADDRESSES[0])
    assert capsys.readouterr().out
    monkeypatch.setenv(name, value)
    print_qr_code(ADDRESSES[0])
    assert capsys.readouterr().out == ""


def test_without_its_package_there_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the QR code package, the server prints only the address."""
    on_terminal(monkeypatch)
    monkeypatch.setitem(sys.modules, "segno", None)
    print_qr_code(ADDRESSES[0])
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("encoding", "is_terminal", "shows"),
    [("utf-8", True, True), ("cp437", True, True), ("latin-1", True, False), ("utf-8", False, False)],
)
def test_only_a_terminal_that_has_the_characters_shows_it(
    encoding: str, is_terminal: bool, shows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No QR code is printed to a file, or to a terminal without block characters."""
    raw = io.BytesIO()
    output = io.TextIOWrapper(raw, encoding=encoding)
    monkeypatch.setattr(sys, "stdout", output)
    on_terminal(monkeypatch)
    monkeypatch.setattr(output, "isatty", lambda: is_terminal)
    print_qr_code(ADDRESSES[0])
    output.flush()
    assert bool(raw.getvalue()) == shows


@pytest.mark.parametrize("arguments", [["--lan", "127.0.0.2"], ["--lan", "127.0.0.2", "--tls"], []])
def test_it_has_the_address_and_no_secret(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The code has the address and no secret: an address with this machine's key is not shown as a code."""
    coded: list[str] = []
    monkeypatch.setenv("COMPANION_PASSPHRASE", "iron brigade")
    monkeypatch.setattr(serving, "print_qr_code", coded.append)
    monkeypatch.setattr(serving, "flush", lambda: signal.raise_signal(signal.SIGINT))
    assert main(["serve", "--port", "0", *arguments]) == 0
    output = capsys.readouterr().out
    expected = re.findall(r"^  (https?://127\.0\.0\.2:\d+/)$", output, re.MULTILINE)
    assert coded == expected
    assert len(coded) == bool(arguments) and "iron" not in output
