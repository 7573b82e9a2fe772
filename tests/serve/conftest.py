"""A served session on this machine, and a client in place of a browser."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse, CookieJar
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request
from yarl import URL

from companion.serve.login_attempts import LoginAttempts
from companion.serve.site import Site
from tests.ui.helpers import write
from tests.unit.test_login_attempts import Clock

PHRASE = "iron brigade"
OURS = frozenset({"127.0.0.1", "localhost"})


class Visit:
    """Somebody who asks."""

    def __init__(self, site: Site, client: TestClient[Request, Application], clock: Clock) -> None:
        self.site = site
        self.client = client
        self.clock = clock

    @property
    def home(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.client.port}"

    async def ask(self, address: str, method: str = "GET", **given: Any) -> ClientResponse:
        """Send a request exactly as written, and return the complete response."""
        target = URL(f"{self.home}{address}", encoded=True)
        answer = await self.client.session.request(method, target, allow_redirects=False, **given)
        await answer.read()
        return answer

    async def log_in(self, phrase: str = PHRASE, **headers: str) -> ClientResponse:
        """Submit the login form."""
        sent = {"Origin": self.home, **headers}
        return await self.ask("/login", "POST", data={"phrase": phrase}, headers=sent)


Visiting = Callable[..., Any]


@pytest.fixture
async def visiting() -> AsyncIterator[Visiting]:
    """Serve a session and yield a visitor."""
    open_clients: list[TestClient[Request, Application]] = []

    async def make(by_link: bool = False) -> Visit:
        clock = Clock()
        site = Site("Table", PHRASE, OURS, by_link=by_link, attempts=LoginAttempts(clock))
        client = TestClient(TestServer(site.application()), cookie_jar=CookieJar(unsafe=True))
        await client.start_server()
        open_clients.append(client)
        return Visit(site, client, clock)

    yield make
    for each in open_clients:
        await each.close()


@pytest.fixture
async def visit(visiting: Visiting) -> Visit:
    """A visitor who has not logged in."""
    made = await visiting()
    assert isinstance(made, Visit)
    return made


@pytest.fixture
async def guest(visit: Visit) -> Visit:
    """A visitor who has logged in."""
    assert (await visit.log_in()).status == 303
    return visit


@pytest.fixture(autouse=True)
def cached(own_cache: Path) -> None:
    """The processes find the shipped games in their cache; the game is chosen, so that no visitor is asked."""
    write(Path(os.environ["COMPANION_CONFIG"]) / "config.yaml", "game: lob\n")
