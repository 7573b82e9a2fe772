"""A served session on this machine, and a browser that is none."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse, CookieJar
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request
from yarl import URL

from companion.serve.site import Site
from companion.serve.tries import Tries
from tests.unit.test_tries import Clock

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
        """The address that he sees."""
        return f"http://127.0.0.1:{self.client.port}"

    async def ask(self, address: str, method: str = "GET", **given: Any) -> ClientResponse:
        """One request, written exactly so, its answer read whole."""
        target = URL(f"{self.home}{address}", encoded=True)
        answer = await self.client.session.request(method, target, allow_redirects=False, **given)
        await answer.read()
        return answer

    async def log_in(self, phrase: str = PHRASE, **headers: str) -> ClientResponse:
        """The login form, sent off."""
        sent = {"Origin": self.home, **headers}
        return await self.ask("/login", "POST", data={"phrase": phrase}, headers=sent)


Visiting = Callable[..., Any]


@pytest.fixture
async def visiting() -> AsyncIterator[Visiting]:
    """Serves a session and gives somebody who visits it."""
    open_clients: list[TestClient[Request, Application]] = []

    async def make(by_link: bool = False) -> Visit:
        clock = Clock()
        site = Site("Table", PHRASE, OURS, by_link=by_link, tries=Tries(clock))
        client = TestClient(TestServer(site.application()), cookie_jar=CookieJar(unsafe=True))
        await client.start_server()
        open_clients.append(client)
        return Visit(site, client, clock)

    yield make
    for each in open_clients:
        await each.close()


@pytest.fixture
async def visit(visiting: Visiting) -> Visit:
    """Somebody who does not know the pass phrase yet."""
    made = await visiting()
    assert isinstance(made, Visit)
    return made


@pytest.fixture
async def guest(visit: Visit) -> Visit:
    """Somebody who logged in."""
    assert (await visit.log_in()).status == 303
    return visit


@pytest.fixture(autouse=True)
def cached(own_cache: Path) -> None:
    """The processes find the shipped games in their cache."""
