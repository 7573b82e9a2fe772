"""The server with TLS: the certificate, the cookie, and the addresses that it answers."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from aiohttp import WSServerHandshakeError

from companion.cli import main
from companion.play.replacing import replace_file
from companion.serve.certificate import NAME, fingerprint, renewed
from tests.serve.conftest import Visit, Visiting
from tests.serve.page import open_page
from tests.serve.test_serve_command import served

LAN = ("--lan", "127.0.0.2")


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A file with a certificate for this machine."""
    made = renewed(tmp_path / "missing", ["127.0.0.1"])
    assert made is not None
    replace_file(tmp_path / "own.pem", made)
    return tmp_path / "own.pem"


@pytest.fixture
async def visit(visiting: Visiting, certificate: Path) -> Visit:
    """Return a client of an encrypted server."""
    made = await visiting(certificate=certificate)
    assert isinstance(made, Visit)
    return made


async def test_the_cookie_never_travels_unencrypted(visit: Visit) -> None:
    """With TLS, the cookie is marked as secure, and is still for this server alone."""
    answer = await visit.log_in()
    assert answer.status == 303
    rest = answer.headers["Set-Cookie"].partition("; ")[2]
    assert set(rest.split("; ")) == {"HttpOnly", "Path=/", "SameSite=Strict", "Secure"}


async def test_the_page_opens_an_encrypted_terminal(guest: Visit) -> None:
    """The page names the encrypted terminal, the Content-Security-Policy allows it, and it works."""
    answer = await guest.request("/")
    terminal = f"wss://127.0.0.1:{guest.client.port}"
    assert f'"{terminal}/ws"' in await answer.text()
    assert f"connect-src 'self' {terminal};" in answer.headers["Content-Security-Policy"]
    page = await open_page(guest, "a1" * 16)
    await page.until("Line of Battle")


async def test_an_unencrypted_page_is_another_site(guest: Visit) -> None:
    """A page of the same address without TLS may neither log in nor open the terminal."""
    origin = guest.home.replace("https", "http")
    assert (await guest.log_in(Origin=origin)).status == 403
    assert (await guest.request("/", headers={"Origin": origin})).status == 403
    with pytest.raises(WSServerHandshakeError) as refused:
        await guest.client.ws_connect("/ws", headers={"Origin": origin})
    assert refused.value.status == 403
    assert (await guest.request("/", headers={"Host": "evil.example"})).status == 403


def _address(output: str) -> tuple[str, str, int]:
    found = re.search(r"(https?://([\d.]+):(\d+)/)", output)
    assert found, output
    return found[1], found[2], int(found[3])


def _shown_fingerprint(output: str) -> str:
    return "".join(re.findall(r"^  ((?:[0-9A-F]{2}:?){16})$", output, re.MULTILINE))


def test_tls_makes_a_certificate_and_keeps_it() -> None:
    """With --tls a certificate is made and kept: its fingerprint, but no secret, is shown at every start."""
    kept = Path(os.environ["COMPANION_DATA"]) / NAME
    shown = set()
    for _ in range(2):
        with served(*LAN, "--tls", COMPANION_PASSPHRASE="iron brigade") as (output, _process):
            assert "iron" not in output and "not encrypted" not in output and "is encrypted" in output
            shown.add(_shown_fingerprint(output))
            address, host, port = _address(output)
            assert address.startswith("https://127.0.0.2:")
            trusting = ssl.create_default_context(cafile=kept)
            with urllib.request.urlopen(address, context=trusting) as page:
                assert b"Pass phrase" in page.read()
            with socket.create_connection((host, port)) as plain:
                plain.sendall(b"GET / HTTP/1.1\r\nHost: \x1b[2J\r\n\r\n")
                with suppress(ConnectionError):
                    assert not plain.recv(100).startswith(b"HTTP")
    assert shown == {fingerprint(kept)}
    if sys.platform != "win32":
        assert kept.stat().st_mode & 0o777 == 0o600


def test_a_certificate_of_ones_own(certificate: Path) -> None:
    """A certificate of the user's own is served without --lan too, and the key in the address works."""
    with served("--cert", str(certificate), "--key", str(certificate)) as (output, _):
        assert _shown_fingerprint(output) == fingerprint(certificate)
        link = re.search(r"https://\S+", output)
        assert link is not None
        trusting = ssl.create_default_context(cafile=certificate)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(link[0].replace("key=", "key=x"), context=trusting)
        assert refused.value.code == 401
        refused.value.close()
        opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=trusting), urllib.request.HTTPCookieProcessor()
        )
        with opener.open(link[0]) as page:
            assert b'"wss://127.0.0.1:' in page.read()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--cert", "own.pem"], "must be given together"),
        (["--key", "own.pem"], "must be given together"),
        (["--tls", "--cert", "own.pem", "--key", "own.pem"], "conflicts with --cert"),
        (["--cert", "missing.pem", "--key", "own.pem"], "not found"),
        (["--cert", "own.pem", "--key", "."], "not found"),
        (["--cert", "own.pem", "--key", "/dev/zero"], "not found"),
        (["--cert", "own.pem", "--key", "x\x1b[2J"], "not found"),
    ],
)
def test_bad_files_are_refused_in_one_line(
    arguments: list[str],
    says: str,
    certificate: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Bad files are refused in one line without control characters, and nothing is served."""
    monkeypatch.chdir(certificate.parent)
    assert main(["serve", "--port", "0", *arguments]) == 2
    output = capsys.readouterr().err
    assert says in output and output.count("\n") == 1 and "\x1b" not in output


def test_without_its_package_tls_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without its package, TLS is refused in one line that names the package."""
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert main(["serve", "--tls", "--port", "0"]) == 2
    output = capsys.readouterr().err
    assert "pip install cryptography" in output and output.count("\n") == 1


def test_the_package_is_imported_only_for_tls() -> None:
    """A server without TLS does not import the package for certificates."""
    script = "import sys, companion.cli.serving; print('cryptography' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300
    )
    assert run.stdout == "False\n"


def test_a_folder_that_cannot_be_written_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that cannot be written is refused in one line."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "file"))
    assert main(["serve", "--tls", "--port", "0"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
