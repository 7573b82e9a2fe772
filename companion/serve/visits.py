"""The visits: each is an app with at most one connection, and keeps running for a while after its connection ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from aiohttp import WSCloseCode

from companion.serve.terminal import Connection
from companion.serve.visitor import Visitor

MOST_VISITORS = 8
"""Most apps at a time, including those without a connection."""
KEPT_SECONDS = 600.0
"""Seconds for which an app keeps running without a connection."""
HAND_OVER_SECONDS = 5.0
"""Seconds without a connection after which the app lets others write; a reloaded page reconnects sooner."""
TAKEN = 4001
"""Code with which a connection is closed because its app has a new connection."""
Tab = tuple[str, str]
"""Identity of a page: the cookie of its browser, and the random id of its tab."""


class Visit:
    """An app and its current connection."""

    def __init__(self, session: str, tab: Tab | None, on_over: Callable[[Visit], object]) -> None:
        """Without a `tab`, the app ends together with its connection."""
        self.visitor = Visitor(session, self._send_bytes, self._send_text, self._over)
        self.tab = tab
        self.connection: Connection | None = None
        self.away_since: float | None = None
        """When the last connection ended; None while there is one."""
        self.has_left = False
        """Whether the app has been asked to let others write."""
        self.is_over = False
        """Whether the app has ended by itself."""
        self.ending: asyncio.Task[None] | None = None
        self._number = -1
        """Number of the current connection, counted from 0."""
        self._on_over = on_over
        self._starting: asyncio.Task[None] | None = None
        self._has_started = False
        self._dismissing: set[asyncio.Task[None]] = set()

    def claim(self, connection: Connection) -> None:
        """Use this connection from now on, and close the one before. Output waits until `connect`."""
        if self.connection is not None:
            task = asyncio.create_task(self.connection.close(TAKEN))
            self._dismissing.add(task)
            task.add_done_callback(self._dismissing.discard)
        self.connection = connection
        self.away_since, self.has_left = None, False
        self._number += 1

    async def connect(self, columns: int, rows: int) -> None:
        """Start the app, or make the running app draw its whole screen for the current connection."""
        number = self._number
        if self._starting is None:
            self._starting = asyncio.create_task(self.visitor.start(columns, rows))
        await asyncio.shield(self._starting)
        self._has_started = True
        if self.is_over and self.connection is not None:
            await self.connection.close()
        elif number:
            await self.visitor.come_back(number, columns, rows)

    @property
    def is_running(self) -> bool:
        """Whether the app has started and not ended."""
        return self._has_started and not self.is_over

    async def stop(self) -> None:
        """End the app."""
        if self._starting is not None:
            await asyncio.wait({self._starting})
        await self.visitor.stop()

    async def _send_bytes(self, data: bytes) -> None:
        if self.connection is not None and self.visitor.drawn_for == self._number:
            await self.connection.send_bytes(data)

    async def _send_text(self, text: str) -> None:
        if self.connection is not None and self.visitor.drawn_for == self._number:
            await self.connection.send_text(text)

    async def _over(self) -> None:
        """Close the connection of an app that has ended, or end the visit if there is no connection."""
        self.is_over = True
        if self.connection is not None:
            await self.connection.close()
        else:
            self._on_over(self)


class Visits:
    """The visits of a session."""

    def __init__(self, session: str) -> None:
        self.session = session
        self.now: Callable[[], float] = time.monotonic
        self.open: list[Visit] = []
        self.leaving: set[Visit] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def visit(self, tab: Tab | None) -> Visit | None:
        """Return the visit of a tab, or a new one; None if there are too many visits.

        If there are too many, a new visit replaces the one that has been without a connection for longest.
        """
        visit = next((known for known in self.open if tab is not None and known.tab == tab), None)
        if visit is not None and not visit.is_over:
            return visit
        if len(self.open) >= MOST_VISITORS:
            away = [known for known in self.open if known.away_since is not None]
            if not away:
                return None
            self.end(min(away, key=lambda known: known.away_since or 0.0))
        visit = Visit(self.session, tab, self.end)
        self.open.append(visit)
        return visit

    async def connect(self, visit: Visit, columns: int, rows: int) -> None:
        """Connect a visit, after apps that are ending have freed the session."""
        await self._wait_for_leaving()
        await visit.connect(columns, rows)

    async def disconnect(self, visit: Visit, connection: Connection, is_kept: bool) -> None:
        """Keep the app of a connection that has ended, or end it; do nothing if it already has a new connection."""
        if visit.connection is not connection:
            return
        visit.connection = None
        if is_kept and visit.tab is not None and visit.is_running and visit.ending is None:
            visit.away_since = self.now()
        else:
            await self.end(visit)

    def sweep(self) -> None:
        """Make apps without a connection let others write, and end those that have waited too long."""
        for visit in list(self.open):
            if visit.away_since is None:
                continue
            away = self.now() - visit.away_since
            if away >= KEPT_SECONDS:
                self.end(visit)
            elif away >= HAND_OVER_SECONDS and not visit.has_left:
                visit.has_left = True
                task = asyncio.create_task(self._leave(visit))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def keep_sweeping(self) -> None:
        """Sweep every quarter of a second."""
        while True:
            self.sweep()
            await asyncio.sleep(0.25)

    def end(self, visit: Visit) -> asyncio.Task[None]:
        """End a visit; return the task that waits for the end of its app."""
        if visit.ending is None:
            self.open.remove(visit)
            self.leaving.add(visit)
            visit.ending = asyncio.create_task(self._stop(visit))
        return visit.ending

    async def close(self) -> None:
        """End all visits, and wait up to ten seconds until their apps have ended."""
        connections = [each.connection for each in self.open if each.connection is not None]
        for visit in list(self.open):
            self.end(visit)
        await asyncio.gather(*(each.close(WSCloseCode.GOING_AWAY) for each in connections))
        async with asyncio.timeout(10):
            while self.leaving:
                await asyncio.sleep(0.05)

    async def _leave(self, visit: Visit) -> None:
        """Make an app let others write; end it if it does not answer, so that it cannot block the session."""
        if not await visit.visitor.leave() and visit.has_left:
            self.end(visit)

    async def _stop(self, visit: Visit) -> None:
        try:
            with suppress(ConnectionError):
                await visit.stop()
        finally:
            self.leaving.discard(visit)

    async def _wait_for_leaving(self) -> None:
        """Wait up to two seconds for apps that are ending, so that the session is free for a new one."""
        for _ in range(40):
            if not self.leaving:
                return
            await asyncio.sleep(0.05)
