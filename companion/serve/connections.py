"""Limits what a browser may send before the login, and how many connections may wait for one."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from aiohttp import web
from aiohttp.http import HttpProcessingError
from aiohttp.web_protocol import RequestHandler

from companion.render.text import shown

MOST_STRANGERS = 64
"""Most connections without a login at a time."""
STRANGER_SECONDS = 10.0
"""Seconds that a connection may last without a login."""
ACCEPTED_AT_ONCE = 32
"""Most connections that are accepted before the next sweep, and that the system lets wait."""
LONGEST_FORM = 1024
"""Most bytes of a login form."""
_FORM = "application/x-www-form-urlencoded"
MOST_COMPLAINTS = 20
"""Most lines about failed requests on the terminal."""


class BadForm(Exception):
    """A login form that no login page sends."""


async def phrase_in(request: web.Request) -> str:
    """Return the secret of a login form. Raises BadForm, also if the form does not arrive within STRANGER_SECONDS."""
    length = request.content_length
    odd = request.headers.get("Content-Encoding") or request.headers.get("Transfer-Encoding")
    if request.content_type != _FORM or odd or length is None:
        raise BadForm
    if length > LONGEST_FORM:
        raise web.HTTPRequestEntityTooLarge(LONGEST_FORM, length)
    try:
        async with asyncio.timeout(STRANGER_SECONDS):
            raw = await request.content.readexactly(length)
        fields = parse_qs(raw.decode(), strict_parsing=True, max_num_fields=8)
    except (asyncio.IncompleteReadError, TimeoutError, ValueError):
        raise BadForm from None
    return fields.get("phrase", [""])[0][:200]


class Doorkeeper:
    """Knows which connections have sent a valid cookie, and ends others that stay too long or are too many."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.known: set[RequestHandler] = set()
        self._since: dict[RequestHandler, float] = {}

    def sweep(self, connections: list[RequestHandler]) -> None:
        """End connections without a login: those older than STRANGER_SECONDS, and those beyond MOST_STRANGERS.

        The latter are the oldest of the address that has most, so that a flood does not end those of others.
        """
        now = self.now()
        self.known.intersection_update(connections)
        strangers = [each for each in connections if each not in self.known and not _is_ending(each)]
        self._since = {each: self._since.get(each, now) for each in strangers}
        strangers.sort(key=self._since.__getitem__)
        late = [each for each in strangers if now - self._since[each] >= STRANGER_SECONDS]
        others = strangers[len(late) :]
        while len(others) > MOST_STRANGERS:
            number = Counter(map(_address, others))
            most = max(number.values())
            late.append(next(each for each in others if number[_address(each)] == most))
            others.remove(late[-1])
        for each in late:
            if each.transport is not None:
                each.transport.abort()

    def watch(self, server: web.Server) -> None:
        """Sweep whenever a connection is made: between two turns of the clock a flood makes thousands."""
        make = server.connection_made

        def connection_made(handler: RequestHandler, transport: asyncio.Transport) -> None:
            make(handler, transport)
            self.sweep(server.connections)

        server.connection_made = connection_made  # type: ignore[method-assign]

    async def keep_sweeping(self, server: web.Server) -> None:
        """Sweep the connections of a server every quarter of a second, and whenever one is made."""
        self.watch(server)
        while True:
            self.sweep(server.connections)
            await asyncio.sleep(0.25)


def _is_ending(connection: RequestHandler) -> bool:
    return connection.transport is not None and connection.transport.is_closing()


def _address(connection: RequestHandler) -> str:
    """The address from which a connection was made."""
    peer = connection.transport.get_extra_info("peername") if connection.transport is not None else None
    return str(peer[0]) if peer else ""


class Complaints(logging.Handler):
    """Prints faults of the server as single lines without anything that a browser has sent, and not without end."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._told = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record of the log: the kind of its exception, or its unfilled message."""
        kind = record.exc_info[0] if record.exc_info else None
        if kind and issubclass(kind, HttpProcessingError | ConnectionError):
            return  # what came was no HTTP, or nobody waits for the answer: no fault of the server
        self.tell(f"a request failed: {kind.__name__}" if kind else str(record.msg))

    def tell(self, text: str) -> None:
        """Print a line; after MOST_COMPLAINTS say once that no more follow."""
        self._told += 1
        if self._told <= MOST_COMPLAINTS:
            print(shown(text[:200]), file=sys.stderr)
        if self._told == MOST_COMPLAINTS:
            print("further server errors are not shown", file=sys.stderr)

    def of_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Print a fault of the event loop, such as too many open files."""
        error = context.get("exception")
        self.tell(f"server error: {context['message']}" + (f" ({type(error).__name__})" if error else ""))

    def logger(self) -> logging.Logger:
        """Return a logger that only this handler prints."""
        logger = logging.Logger("companion.serve")
        logger.addHandler(self)
        return logger
