"""A visitor's app process: started without a shell, and ended by force if necessary."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

import companion
from companion.render.text import shown

SECRET = "COMPANION_PASSPHRASE"
"""Environment variable with the pass phrase; it is not passed on to the apps of visitors."""
PATIENCE = 5.0
"""Seconds that an app has to answer, or to end by itself."""
WIDEST, TALLEST = 400, 150
"""Largest terminal, in columns and lines."""


class TooMuchInput(ValueError):
    """The browser sends input faster than the app reads it."""


class Visitor(AppService):
    """The app of one visitor. The browser receives only its screen and its key hints, no other requests of the app."""

    def __init__(
        self,
        session: str,
        write_bytes: Callable[[bytes], Awaitable[None]],
        write_text: Callable[[str], Awaitable[None]],
        close: Callable[[], Awaitable[object]],
    ) -> None:
        async def closed() -> None:
            await close()

        super().__init__(
            "companion",
            write_bytes=write_bytes,
            write_str=write_text,
            close=closed,
            download_manager=DownloadManager(),
        )
        self.session = session
        self.drawn_for = 0
        """Number of the last connection for which the app has begun to draw its whole screen."""
        self._left = asyncio.Event()

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        environment = self._build_environment(width, height)
        environment.pop(SECRET, None)
        home = str(Path(companion.__file__).parent.parent)
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
        self._process = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "companion.ui.served", self.session),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=environment,
            start_new_session=True,
        )
        self._stdin = process.stdin
        assert process.stderr is not None
        self._error_report = asyncio.create_task(_report_last_line(process.stderr))
        process.stderr = asyncio.StreamReader()
        process.stderr.feed_eof()
        return process

    async def send_bytes(self, data: bytes) -> bool:
        """Send keys to the app. Raises TooMuchInput if it does not read them within PATIENCE seconds."""
        return await _in_time(super().send_bytes(data))

    async def send_meta(self, data: dict[str, str | int | bool | None]) -> bool:
        """Send a message to the app. Raises TooMuchInput, except for the one that ends the app."""
        sending = super().send_meta(data)
        return await (sending if data["type"] == "quit" else _in_time(sending))

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Set the size of the terminal, within bounds."""
        await super().set_terminal_size(*in_bounds(width, height))

    async def press(self, key: str) -> None:
        """Press the key with this Textual name."""
        await self.send_meta({"type": "key", "key": key})

    async def insert(self, erased: int, text: str) -> None:
        """Replace `erased` letters before the cursor with a text, in one step."""
        valid = text.encode(errors="replace").decode()
        await self.send_meta({"type": "insert", "erased": erased, "text": valid})

    async def leave(self) -> bool:
        """Make the app let others write; return False if it does not answer within PATIENCE seconds."""
        self._left.clear()
        await self.send_meta({"type": "leave"})
        try:
            async with asyncio.timeout(PATIENCE):
                await self._left.wait()
        except TimeoutError:
            return False
        return True

    async def come_back(self, number: int, width: int, height: int) -> None:
        """Make the app write again, and draw its whole screen for the connection with this number."""
        await self.send_meta({"type": "return", "number": number, "width": width, "height": height})

    async def run(self) -> None:
        """Run until the app ends, and close the connection to the browser in any case."""
        try:
            await super().run()
        finally:
            with contextlib.suppress(OSError, RuntimeError):
                await self.remote_close()

    async def stop(self) -> None:
        """End the app, by force if it does not end within PATIENCE seconds."""
        process = self._process
        if process is None:
            return
        ending = asyncio.ensure_future(self._end(process))
        done, _ = await asyncio.wait({ending}, timeout=PATIENCE)
        if not done:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await ending

    async def _end(self, process: Process) -> None:
        """Ask the app to end, and discard its remaining output."""
        await super().stop()
        while process.stdout is not None and await process.stdout.read(65536):
            pass
        await process.wait()

    async def on_packed(self, payload: bytes) -> None:
        """Ignore a part of a file download."""

    async def on_meta(self, data: bytes) -> None:
        """Handle a message of the app: pass on the keys of its screen, and close the connection when it ends."""
        match json.loads(data):
            case {"type": "keys", "keys": keys, "views": views, "new": is_new_screen}:
                await self.remote_write_str(json.dumps(["keys", keys, views, is_new_screen]))
            case {"type": "left"}:
                self._left.set()
            case {"type": "returned", "number": int(number)}:
                self.drawn_for = number
            case {"type": "exit"}:
                await self.remote_close()


async def _in_time(sending: Awaitable[bool]) -> bool:
    """Wait until a message is sent. Raises TooMuchInput after PATIENCE seconds."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await sending
    except TimeoutError:
        raise TooMuchInput from None


async def _report_last_line(errors: asyncio.StreamReader) -> None:
    """Print the last line that an app has written to standard error."""
    last = b""
    while chunk := await errors.read(4096):
        last = (last + chunk)[-4096:]
    lines = [line.strip() for line in last.decode(errors="replace").splitlines() if line.strip()]
    if lines:
        print(f"a visitor's app ended: {shown(lines[-1][-300:])}", file=sys.stderr)


def in_bounds(width: int, height: int) -> tuple[int, int]:
    """Return the nearest size at which the app can be drawn."""
    return max(10, min(width, WIDEST)), max(3, min(height, TALLEST))
