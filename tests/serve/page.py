"""A page in a browser, as the server sees it: a socket, and the terminal that shows its output."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pyte
from aiohttp import ClientWebSocketResponse, WSMsgType

from tests.serve.conftest import Visit

PATIENCE = 120
"""Timeout of a wait in seconds; far longer than any machine needs."""


class Page:
    """An open page."""

    def __init__(self, socket: ClientWebSocketResponse, columns: int, rows: int) -> None:
        self.socket = socket
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.modes: set[str] = set()
        """The terminal modes that were set."""
        self.keys: list[list[Any]] = []
        """The keys of the screen, as each message about them had them."""

    async def until(self, *words: str, gone: str = "\0") -> str:
        """Wait until all these words are on the screen and `gone` is not; return the text."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not all(each in self.text for each in words) or gone in self.text:
                    await self._receive()
        except TimeoutError:
            raise AssertionError(f"{words} did not appear; on the screen:\n{self.text}") from None
        return self.text

    async def filled(self) -> None:
        """Wait until the last row shows something: the app is drawn as high as the terminal."""
        async with asyncio.timeout(PATIENCE):
            while not self._screen.display[-1].strip():
                await self._receive()

    async def closed(self) -> int | None:
        """Wait until the server closes the connection; return its code."""
        async with asyncio.timeout(PATIENCE):
            while not self.socket.closed:
                await self.socket.receive()
        return self.socket.close_code

    async def beat(self) -> int:
        """Wait for the next beat of the server; return its number."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.socket.receive()
                assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), message
                if message.type is WSMsgType.TEXT and message.json()[0] == "beat":
                    return int(message.json()[1])

    async def press(self, *keys: str) -> None:
        """Press keys, which have Textual's names."""
        for key in keys:
            await self.socket.send_json(["key", key])

    @property
    def text(self) -> str:
        """The text of the screen, with single blanks."""
        return re.sub(" +", " ", "\n".join(self._screen.display))

    async def _receive(self) -> None:
        message = await self.socket.receive()
        assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), message
        if message.type is WSMsgType.BINARY:
            self.modes |= set(re.findall(r"\x1b\[\?\d+[hl]", message.data.decode(errors="replace")))
            self._stream.feed(message.data)
        elif message.json()[0] == "keys":
            self.keys.append(message.json()[1])


async def open_page(visit: Visit, tab: str = "", columns: int = 80, rows: int = 24) -> Page:
    """Open a page with a terminal of this size."""
    address = f"/ws?width={columns}&height={rows}" + (f"&tab={tab}" if tab else "")
    socket = await visit.client.ws_connect(address, headers={"Origin": visit.home})
    return Page(socket, columns, rows)
