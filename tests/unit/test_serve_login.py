"""The secret, its cookie, and the allowed hosts and addresses."""

from __future__ import annotations

import socket

import pytest

from companion.model import Refused
from companion.serve.addresses import allowed_host, checked_address, listening
from companion.serve.login import COOKIE_SECONDS, Authenticator
from tests.unit.test_login_attempts import Clock

OURS = frozenset({"127.0.0.1", "localhost"})


@pytest.mark.parametrize(
    "given", ["", "iron brigad", "iron brigade!", "IRON BRIGADE", "iron\x00brigade", "\udc80"]
)
def test_only_the_secret_is_accepted(given: str) -> None:
    """Neither a part of the secret nor anything longer is accepted."""
    assert not Authenticator("iron brigade").accepts(given)


def test_unicode_forms_of_a_phrase_are_equal() -> None:
    """A tablet may encode an accent in two ways, and add a space at the end."""
    assert Authenticator("caf\u00e9 au lait").accepts("cafe\u0301 au lait ")


def test_a_cookie_is_valid_for_an_evening() -> None:
    """The cookie is not valid a second longer."""
    clock = Clock()
    authenticator = Authenticator("iron brigade", clock)
    cookie = authenticator.new_cookie()
    assert authenticator.is_valid(cookie)
    assert cookie != authenticator.new_cookie()
    clock.time += COOKIE_SECONDS
    assert authenticator.is_valid(cookie)
    clock.time += 1
    assert not authenticator.is_valid(cookie)


@pytest.mark.parametrize("forged", ["", ".", "..", "9999999999.a.b", "9" * 5000, "x.y.\u00e9", "\udc80.a.b"])
def test_a_forged_cookie_is_invalid(forged: str) -> None:
    """A cookie that this server did not sign is invalid, whatever it contains."""
    assert not Authenticator("iron brigade").is_valid(forged)


@pytest.mark.parametrize("part", [0, 1, 2])
def test_a_changed_cookie_is_invalid(part: int) -> None:
    """The signature covers the random part and the time, and all of it is compared."""
    authenticator = Authenticator("iron brigade")
    parts = authenticator.new_cookie().split(".")
    assert len(parts) == 3
    first = parts[part][0]
    parts[part] = ("A" if first != "A" else "B") + parts[part][1:]
    assert not authenticator.is_valid(".".join(parts))


def test_a_cookie_of_another_run_is_invalid() -> None:
    """Each run has a new key, even with the same pass phrase."""
    assert not Authenticator("iron brigade").is_valid(Authenticator("iron brigade").new_cookie())


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("127.0.0.1:8000", "127.0.0.1:8000"),
        ("localhost", "localhost"),
        ("LOCALHOST:1", "localhost:1"),
        ("evil.example:8000", ""),
        ("127.0.0.1.evil.example", ""),
        ("127.0.0.1:8000 'unsafe-inline'", ""),
        ("127.0.0.1:8000\n", ""),
        ("127.0.0.1:", ""),
        ("user@127.0.0.1", ""),
        ("", ""),
    ],
)
def test_a_request_for_another_host_is_refused(host: str, found: str) -> None:
    """A foreign name that resolves to this machine is not one of the server's hosts."""
    assert allowed_host(host, OURS) == found


@pytest.mark.parametrize("text", ["0.0.0.0", "", "::", "example.org", "192.168.1", "224.0.0.1", "1.2.3.4:80"])
def test_lan_takes_one_address(text: str) -> None:
    """The server never listens on all addresses at once."""
    with pytest.raises(Refused, match="such as 192"):
        checked_address(text)


def test_a_port_in_use_is_refused() -> None:
    """No socket stays open."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        with pytest.raises(Refused, match="choose another with --port"):
            listening(["127.0.0.2", "127.0.0.1"], taken.getsockname()[1])
        listening(["127.0.0.2"], taken.getsockname()[1])[0].close()
