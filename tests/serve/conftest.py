"""A served session, and a client that takes the place of a browser."""

from __future__ import annotations

import os
import ssl
from asyncio import StreamReader, StreamWriter, open_connection
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse, CookieJar, TCPConnector
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request
from yarl import URL

from companion.serve.certificate import context
from companion.serve.login_attempts import LoginAttempts
from companion.serve.site import Site
from tests.ui.helpers import write
from tests.unit.test_login_attempts import Clock

PHRASE = "iron brigade"
OURS = frozenset({"127.0.0.1", "localhost"})


class Visit:
    """A client of a served session, with access to the server and its clock."""

    def __init__(self, site: Site, client: TestClient[Request, Application], clock: Clock) -> None:
        self.site = site
        self.client = client
        self.clock = clock

    @property
    def home(self) -> str:
        """The address of the server, without a slash at the end."""
        return f"{self.client.server.scheme}://127.0.0.1:{self.client.port}"

    def sweep(self) -> int:
        """End connections without a login that are too many or too old; return how many there were before."""
        runner = self.client.server.runner
        assert runner is not None and runner.server is not None
        connections = runner.server.connections
        self.site.limiter.sweep(connections)
        return len(connections)

    @asynccontextmanager
    async def knock(self) -> AsyncIterator[tuple[StreamReader, StreamWriter]]:
        """Open a connection that sends nothing by itself."""
        reader, writer = await open_connection("127.0.0.1", self.client.port)
        try:
            yield reader, writer
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def request(self, address: str, method: str = "GET", **given: Any) -> ClientResponse:
        """Send a request exactly as written. Return the complete response."""
        target = URL(f"{self.home}{address}", encoded=True)
        answer = await self.client.session.request(method, target, allow_redirects=False, **given)
        await answer.read()
        return answer

    async def log_in(self, phrase: str = PHRASE, **headers: str) -> ClientResponse:
        """Submit the login form. Return the response."""
        sent = {"Origin": self.home, **headers}
        return await self.request("/login", "POST", data={"phrase": phrase}, headers=sent)


Visiting = Callable[..., Any]


@pytest.fixture
async def visiting() -> AsyncIterator[Visiting]:
    """Return a function that serves a session and returns its client."""
    open_clients: list[TestClient[Request, Application]] = []

    async def make(by_link: bool = False, certificate: Path | None = None) -> Visit:
        clock = Clock()
        encrypted = certificate is not None
        site = Site(
            "Table", PHRASE, OURS, by_link=by_link, encrypted=encrypted, attempts=LoginAttempts(clock)
        )
        site.limiter.now = site.visits.now = clock
        server = TestServer(site.application(), scheme="https" if encrypted else "http")
        trusting = ssl.create_default_context(cafile=certificate)
        client = TestClient(server, cookie_jar=CookieJar(unsafe=True), connector=TCPConnector(ssl=trusting))
        await server.start_server(ssl=context(certificate, certificate) if certificate else None)
        open_clients.append(client)
        return Visit(site, client, clock)

    yield make
    for each in open_clients:
        await each.close()


@pytest.fixture
async def visit(visiting: Visiting) -> Visit:
    """Return a client that has not logged in."""
    made = await visiting()
    assert isinstance(made, Visit)
    return made


@pytest.fixture
async def guest(visit: Visit) -> Visit:
    """Return a client that has logged in."""
    assert (await visit.log_in()).status == 303
    return visit


@pytest.fixture(autouse=True)
def cached(own_cache: Path) -> None:
    """Let the processes use a cache that contains the included games, and choose a game, so that nobody is asked."""
    write(Path(os.environ["COMPANION_CONFIG"]) / "config.yaml", "game: lob\n")
