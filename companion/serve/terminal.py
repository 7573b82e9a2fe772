"""The connection of the terminal in a browser: the messages that its page may send, and how it ends."""

from __future__ import annotations

import asyncio
import json
import re
from asyncio import BaseTransport, WriteTransport
from collections.abc import Awaitable, Callable

from aiohttp import WSCloseCode, WSMsgType, web

from companion.serve.visitor import Visitor

LONGEST = 64 * 1024
"""Most bytes of a message from a browser."""
STALE_SECONDS = 10.0
"""Input is dropped if the last beat that the page had received is older than this."""
CLOSING_SECONDS = 2.0
"""Seconds that a browser has to confirm that the connection is closed."""
_KEY = re.compile(r"[A-Za-z0-9_+]{1,40}")
"""Names of keys."""


class Connection:
    """The socket of one browser page.

    A network that was interrupted may deliver old input later. So page and server exchange beats: each beat of the page
    has the number of the last beat of the server, which shows by the server's clock how old the input after it is.
    """

    def __init__(
        self, socket: web.WebSocketResponse, transport: BaseTransport | None, now: Callable[[], float]
    ) -> None:
        self.socket = socket
        self._transport = transport
        self._now = now
        self._began = now()
        self._last_beat: int | None = None
        """Number of the last beat that the page has received; None before the page has sent a beat."""

    async def send_bytes(self, data: bytes) -> None:
        """Send a part of the screen, unless the connection has ended."""
        await _sent(self.socket.send_bytes(data))

    async def send_text(self, text: str) -> None:
        """Send a message, unless the connection has ended."""
        await _sent(self.socket.send_str(text))

    async def close(self, code: int = WSCloseCode.OK) -> None:
        """Close the connection, by force if the browser does not confirm it in CLOSING_SECONDS."""
        if not self.socket.prepared:
            return
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.socket.close(code=code)
        except (ConnectionError, TimeoutError):
            self.abort()

    def abort(self) -> None:
        """End the connection at once, so that nothing waits for a browser that no longer reads its output."""
        if isinstance(self._transport, WriteTransport):
            self._transport.abort()

    def beat(self) -> int:
        """Return the number of a beat: milliseconds since the connection began."""
        return int((self._now() - self._began) * 1000)

    def is_stale(self) -> bool:
        """Return whether input that arrives now was entered too long ago."""
        return self._last_beat is not None and self.beat() - self._last_beat > STALE_SECONDS * 1000

    async def handle_all(self, visitor: Visitor, is_current: Callable[[], bool]) -> bool:
        """Pass on messages until the connection ends or is no longer current; return False after an invalid one."""
        async for message in self.socket:
            if not is_current():
                break
            if message.type is WSMsgType.TEXT and not await self._handle(visitor, message.data):
                return False
        return True

    async def _handle(self, visitor: Visitor, text: str) -> bool:
        """Handle a message of the page; return False if it is invalid."""
        try:
            match json.loads(text):
                case ["beat", int(number)] if 0 <= number <= self.beat():
                    self._last_beat = number
                    await self.send_text(json.dumps(["beat", self.beat()]))
                case ["ping", str() | int() | float() as payload]:
                    await self.send_text(json.dumps(["pong", payload]))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await visitor.set_terminal_size(width, height)
                case ["blur", *_]:
                    await visitor.blur()
                case ["focus", *_]:
                    await visitor.focus()
                case message:
                    return await self._enter(visitor, message)
        except (ValueError, RecursionError):
            return False
        return True

    async def _enter(self, visitor: Visitor, message: object) -> bool:
        """Pass on input, unless it is stale; return False if it is invalid."""
        match message:
            case ["stdin", ""]:
                pass  # Textual would take it for the end of all input
            case ["stdin", str(keys)]:
                if not self.is_stale():
                    await visitor.send_bytes(keys.encode(errors="replace"))
            case ["key", str(key)] if _KEY.fullmatch(key):
                if not self.is_stale():
                    await visitor.press(key)
            case ["insert", int(erased), str(text)] if 0 <= erased <= LONGEST:
                if not self.is_stale():
                    await visitor.insert(erased, text)
            case _:
                return False
        return True


async def _sent(sending: Awaitable[None]) -> None:
    """Wait until a message is sent, or until the connection ends.

    All senders of a connection wait for one future of aiohttp, which is cancelled if `close` takes too long.
    """
    try:
        await sending
    except ConnectionError:
        pass
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
