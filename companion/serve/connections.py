"""Limits what a browser may send before the login, and how many connections may be open without one."""

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

MOST_ANONYMOUS = 64
"""Most connections without a login at a time."""
ANONYMOUS_SECONDS = 10.0
"""Seconds that a connection may last without a login."""
ACCEPTED_AT_ONCE = 32
"""Most connections that are accepted before the next sweep, and that the system queues."""
LONGEST_FORM = 1024
"""Most bytes of a login form."""
_FORM = "application/x-www-form-urlencoded"
MOST_ERROR_LINES = 20
"""Most lines about server errors on the terminal."""


class BadForm(Exception):
    """An invalid login form, which our login page never sends."""


async def phrase_in(request: web.Request) -> str:
    """Return the secret in a login form. Raises BadForm, also if the form does not arrive within ANONYMOUS_SECONDS."""
    length = request.content_length
    is_encoded = request.headers.get("Content-Encoding") or request.headers.get("Transfer-Encoding")
    if request.content_type != _FORM or is_encoded or length is None:
        raise BadForm
    if length > LONGEST_FORM:
        raise web.HTTPRequestEntityTooLarge(LONGEST_FORM, length)
    try:
        async with asyncio.timeout(ANONYMOUS_SECONDS):
            raw = await request.content.readexactly(length)
        fields = parse_qs(raw.decode(), strict_parsing=True, max_num_fields=8)
    except (asyncio.IncompleteReadError, TimeoutError, ValueError):
        raise BadForm from None
    return fields.get("phrase", [""])[0][:200]


class ConnectionLimiter:
    """Ends connections that have sent no valid cookie, if they are open too long or are too many."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.authenticated: set[RequestHandler] = set()
        """Connections that have sent a valid cookie."""
        self._since: dict[RequestHandler, float] = {}

    def sweep(self, connections: list[RequestHandler]) -> None:
        """End connections without a login: those older than ANONYMOUS_SECONDS, and those beyond MOST_ANONYMOUS.

        Of those beyond the limit, the oldest of the address with most connections end first, so that a flood does not
        end the connections of others.
        """
        now = self.now()
        self.authenticated.intersection_update(connections)
        anonymous = [
            connection
            for connection in connections
            if connection not in self.authenticated and not _is_ending(connection)
        ]
        self._since = {connection: self._since.get(connection, now) for connection in anonymous}
        anonymous.sort(key=self._since.__getitem__)
        ending = [each for each in anonymous if now - self._since[each] >= ANONYMOUS_SECONDS]
        others = anonymous[len(ending) :]
        while len(others) > MOST_ANONYMOUS:
            number = Counter(map(_address, others))
            most = max(number.values())
            ending.append(next(each for each in others if number[_address(each)] == most))
            others.remove(ending[-1])
        for connection in ending:
            if connection.transport is not None:
                connection.transport.abort()

    def watch(self, server: web.Server) -> None:
        """Sweep whenever a connection is made, because a flood makes thousands between two timed sweeps."""
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
    """Return the address from which a connection was made; empty if it is closed."""
    peer = connection.transport.get_extra_info("peername") if connection.transport is not None else None
    return str(peer[0]) if peer else ""


class ErrorPrinter(logging.Handler):
    """Prints server errors as single lines, up to a limit and without any text that a browser has sent."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._printed = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Print a log record: the type of its exception, or its message without the arguments."""
        kind = record.exc_info[0] if record.exc_info else None
        if kind and issubclass(kind, HttpProcessingError | ConnectionError):
            return  # the request was not HTTP, or its connection has ended: not an error of the server
        self.print_line(f"a request failed: {kind.__name__}" if kind else str(record.msg))

    def print_line(self, text: str) -> None:
        """Print a line; after MOST_ERROR_LINES, print once that further errors are not shown."""
        self._printed += 1
        if self._printed <= MOST_ERROR_LINES:
            print(shown(text[:200]), file=sys.stderr)
        if self._printed == MOST_ERROR_LINES:
            print("further server errors are not shown", file=sys.stderr)

    def handle_loop_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Print an error of the event loop, such as too many open files."""
        error = context.get("exception")
        self.print_line(
            f"server error: {context['message']}" + (f" ({type(error).__name__})" if error else "")
        )

    def logger(self) -> logging.Logger:
        """Return a logger whose records only this handler prints."""
        logger = logging.Logger("companion.serve")
        logger.addHandler(self)
        return logger
