"""Nothing is visible before the login, and guessing is slow."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, closing, suppress

import pytest
from aiohttp import ClientConnectionResetError, web
from aiohttp.http import HttpProcessingError
from aiohttp.http_exceptions import BadStatusLine, InvalidURLError

from companion.serve.connections import (
    ANONYMOUS_SECONDS,
    MOST_ANONYMOUS,
    MOST_ERROR_LINES,
    ConnectionLimiter,
    ErrorPrinter,
)
from companion.serve.login_attempts import FREE_FAILURES
from companion.serve.site import ROUTES
from tests.serve.conftest import PHRASE, Visit, Visiting
from tests.unit.test_login_attempts import Clock

FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(("method", "address", "name"), ROUTES)
async def test_without_login_only_the_login_is_served(
    visit: Visit, method: str, address: str, name: str
) -> None:
    """The page redirects to the login; everything else is refused, the terminal too."""
    answer = await visit.request(address, method, headers={"Origin": visit.home})
    expected = {"/": 303, "/login": 200 if method == "GET" else 400}.get(address, 401)
    assert answer.status == expected
    assert "Set-Cookie" not in answer.headers
    if address == "/":
        assert answer.headers["Location"] == "/login"


@pytest.mark.parametrize("address", ["/download/x", "/nothing", "/static/", "/static/../x", "/favicon.ico"])
async def test_without_login_missing_pages_look_like_others(visit: Visit, address: str) -> None:
    """Addresses that exist and others are refused in the same way."""
    assert (await visit.request(address)).status == 401


async def test_the_cookie_is_for_this_server_alone(visit: Visit) -> None:
    """Scripts cannot read the cookie, and requests from other sites do not carry it."""
    answer = await visit.log_in()
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    name, _, rest = answer.headers["Set-Cookie"].partition("=")
    assert name == f"companion-{visit.client.port}"
    assert rest.partition("; ")[2] == "HttpOnly; Path=/; SameSite=Strict"
    assert (await visit.request("/")).status == 200


async def test_a_wrong_phrase_is_refused(visit: Visit) -> None:
    """A wrong phrase is refused, and the response says so in plain words."""
    answer = await visit.log_in("iron brigada")
    assert answer.status == 401
    assert "Wrong pass phrase." in await answer.text()
    assert (await visit.request("/")).status == 303


async def test_a_forged_cookie_is_refused(visit: Visit) -> None:
    """A cookie with the right name and a wrong signature is not accepted."""
    sent = {"Cookie": f"companion-{visit.client.port}=9999999999.ab.{'0' * 64}"}
    assert (await visit.request("/", headers=sent)).status == 303
    assert (await visit.request("/static/page.css", headers=sent)).status == 401


async def test_after_a_wrong_phrase_even_the_right_one_waits(visit: Visit) -> None:
    """During the delay the server does not even compare the phrase."""
    await visit.log_in("wrong")
    answer = await visit.log_in()
    assert (answer.status, answer.headers["Retry-After"]) == (429, "1")
    assert "Try again in 1 s" in await answer.text()
    visit.clock.time += 1
    await visit.log_in("wrong")
    assert (await visit.log_in()).headers["Retry-After"] == "2"
    visit.clock.time += 2
    assert (await visit.log_in()).status == 303


async def test_guessing_does_not_affect_logged_in_visitors(guest: Visit) -> None:
    """Wrong phrases delay the login, not the visitors who have logged in."""
    for number in range(FREE_FAILURES * 2):
        guest.site.attempts.failed(f"10.0.0.{number}")
    assert (await guest.log_in()).status == 429
    assert (await guest.request("/")).status == 200


async def test_a_key_in_the_address_logs_in_and_is_removed_from_it(visiting: Visiting) -> None:
    """A link with a key works on this machine only."""
    visit = await visiting(by_link=True)
    assert (await visit.request("/?key=wrong")).status == 401
    answer = await visit.request(f"/?key={PHRASE.replace(' ', '%20')}")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    again = await visit.request(f"/?key={PHRASE.replace(' ', '%20')}")
    assert (again.status, again.headers["Location"]) == (303, "/")
    assert (await visit.request("/")).status == 200


async def test_a_pass_phrase_is_never_taken_from_an_address(visit: Visit) -> None:
    """A pass phrase in the address is not accepted, because the browser's history would contain it."""
    answer = await visit.request(f"/?key={PHRASE.replace(' ', '%20')}")
    assert (answer.status, answer.headers["Location"]) == (303, "/login")
    assert "Set-Cookie" not in answer.headers


async def test_no_response_contains_the_phrase(guest: Visit) -> None:
    """Neither a page nor a header contains the phrase."""
    for method, address, _ in ROUTES:
        if method == "GET" and address != "/ws":
            answer = await guest.request(address)
            assert PHRASE not in str(answer.headers)
            assert PHRASE.encode() not in await answer.read()


async def test_a_form_that_is_too_long_is_refused(visit: Visit) -> None:
    """The server refuses the form before reading it."""
    assert (await visit.log_in("x" * 10_000)).status == 413


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"Content-Type": f"{FORM}; charset*=utf-8''x%0a%1b%5d0%3bpwned%07"}, b"phrase=%FF%1b"),
        ({"Content-Type": FORM}, b"phrase=\xff\xfe"),
        ({"Content-Type": FORM, "Content-Encoding": "gzip"}, b"phrase=no gzip"),
        ({"Content-Type": FORM}, b"&".join(b"phrase=x" for _ in range(100))),
        ({"Content-Type": FORM}, b"phrase"),
        ({"Content-Type": "multipart/form-data; boundary=x"}, b"broken"),
        ({"Content-Type": "application/json"}, b'{"phrase": "x"}'),
        ({}, b""),
    ],
)
async def test_an_invalid_form_is_refused_and_counts_as_a_wrong_phrase(
    visit: Visit, headers: dict[str, str], body: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """An invalid form is not printed on the terminal, and the next attempt has to wait."""
    sent = {"Origin": visit.home, **headers}
    answer = await visit.request("/login", "POST", data=body, headers=sent)
    assert answer.status in (400, 401)
    assert (await visit.log_in()).status == 429
    assert capsys.readouterr() == ("", "")


async def test_a_wrong_link_delays_nobody(visiting: Visiting) -> None:
    """Any page can make a browser ask for one; the owner's own link works all the same."""
    visit = await visiting(by_link=True)
    for _ in range(FREE_FAILURES * 3):
        assert (await visit.request("/?key=wrong")).status == 401
    assert (await visit.request(f"/?key={PHRASE.replace(' ', '%20')}")).status == 303


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether the server ends a connection without having sent anything."""
    with suppress(ConnectionError):
        return await asyncio.wait_for(reader.read(), 60) == b""
    return True


async def test_connections_without_a_login_end(visit: Visit) -> None:
    """A connection without a complete request ends after ten seconds; a connection with a login stays."""
    async with visit.knock() as silent, visit.knock() as slow:
        slow[1].write(f"POST /login HTTP/1.1\r\nHost: 127.0.0.1:{visit.client.port}\r\n".encode())
        assert (await visit.log_in()).status == 303
        assert (await visit.request("/")).status == 200
        visit.sweep()
        visit.clock.time += ANONYMOUS_SECONDS - 1
        async with visit.knock() as late:
            assert (await visit.request("/")).status == 200  # the server has met the late one by now
            visit.sweep()
            visit.clock.time += 1
            visit.sweep()
            assert await ended(silent[0]) and await ended(slow[0])
            assert (await visit.request("/")).status == 200
            assert visit.sweep() == 2  # the late one, and the one with a login
            assert not late[0].at_eof()


async def test_too_many_connections_without_a_login_end_the_oldest(visit: Visit) -> None:
    """Too many connections without a login end the oldest, so a flood cannot use up all descriptors."""
    async with AsyncExitStack() as opened:
        first, _ = await opened.enter_async_context(visit.knock())
        for _ in range(MOST_ANONYMOUS):
            assert (await visit.request("/login")).status == 200
            visit.sweep()
            visit.clock.time += 0.01
            await opened.enter_async_context(visit.knock())
        assert (await visit.request("/login")).status == 200
        visit.sweep()
        assert await ended(first)
        async with asyncio.timeout(60):
            while (
                visit.sweep() > MOST_ANONYMOUS
            ):  # a connection that was ended is listed until its loop has run
                await asyncio.sleep(0)


class Caller:
    """A connection from an address, with the attributes that the limiter reads."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_open = True
        self.transport = self

    def get_extra_info(self, name: str) -> tuple[str, int]:
        """Return the address."""
        return {"peername": (self.address, 40_000)}[name]

    def is_closing(self) -> bool:
        """Whether the connection has been ended."""
        return not self.is_open

    def abort(self) -> None:
        """End the connection."""
        self.is_open = False


async def test_a_flood_ends_its_own_connections_at_once() -> None:
    """Connections count when they are made; a flood from one address does not end those of others."""
    limiter = ConnectionLimiter(Clock())
    server = web.Server(lambda request: None)  # type: ignore[arg-type, return-value]
    limiter.watch(server)
    callers = [
        Caller("10.0.0.1"),
        *(Caller("10.0.0.2") for _ in range(MOST_ANONYMOUS * 3)),
        Caller("10.0.0.3"),
    ]
    for each in callers:
        server.connection_made(each, each)  # type: ignore[arg-type]
        assert sum(other.is_open for other in callers[: callers.index(each)]) <= MOST_ANONYMOUS
    is_open = [each.is_open for each in callers]
    assert is_open[0] and is_open[-1] and sum(is_open) == MOST_ANONYMOUS
    assert is_open[1:-1] == sorted(is_open[1:-1])  # the oldest ones have ended


def test_what_is_no_http_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither requests that are not HTTP nor lost connections use up the twenty error lines."""
    errors = ErrorPrinter()
    for error in (BadStatusLine("\x1b"), InvalidURLError("\x1b"), ClientConnectionResetError("\x1b")):
        try:
            raise error
        except (HttpProcessingError, ConnectionError):
            errors.logger().exception("Error handling request from %s", "\x1b[2J")
    assert capsys.readouterr() == ("", "")


def test_errors_are_single_lines_without_foreign_text(capsys: pytest.CaptureFixture[str]) -> None:
    """The kind of an exception is printed, never its text; after twenty lines no more follow."""
    errors = ErrorPrinter()
    logger = errors.logger()
    try:
        raise ValueError("\x1b]0;pwned\x07")
    except ValueError:
        logger.exception("Error handling request from %s", "\x1b[2J")
    logger.error("Unhandled %s", "\x1b[2J")
    with closing(asyncio.new_event_loop()) as loop:
        errors.handle_loop_error(loop, {"message": "too many files", "exception": OSError("\x1b")})
    assert capsys.readouterr().err.splitlines() == [
        "a request failed: ValueError",
        "Unhandled %s",
        "server error: too many files (OSError)",
    ]
    for _ in range(100):
        logger.error("again")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == MOST_ERROR_LINES - 3 + 1
    assert lines[-1] == "further server errors are not shown"
