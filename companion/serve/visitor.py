"""One visitor: his app process, started without a shell, ended for certain."""

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
"""Variable of the environment with the pass phrase; no visitor's app gets to see it."""
PATIENCE = 5.0
"""Seconds that an app has to end by itself."""
WIDEST, TALLEST = 400, 150


class Visitor(AppService):
    """The app of one visitor. Of what it may tell the browser only its screen goes out."""

    def __init__(
        self,
        session: str,
        write_bytes: Callable[[bytes], Awaitable[None]],
        close: Callable[[], Awaitable[object]],
    ) -> None:
        async def closed() -> None:
            await close()

        async def nothing(text: str) -> None:
            """No orders to the browser: it opens no page and fetches no file."""

        super().__init__(
            "companion",
            write_bytes=write_bytes,
            write_str=nothing,
            close=closed,
            download_manager=DownloadManager(),
        )
        self.session = session

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
        self._complaints = asyncio.create_task(_told(process.stderr))
        process.stderr = asyncio.StreamReader()
        process.stderr.feed_eof()
        return process

    async def set_terminal_size(self, width: int, height: int) -> None:
        """A size in bounds, whatever was asked for."""
        await super().set_terminal_size(*in_bounds(width, height))

    async def run(self) -> None:
        """Until the app ends; the browser is told in any case."""
        try:
            await super().run()
        finally:
            with contextlib.suppress(OSError, RuntimeError):
                await self.remote_close()

    async def stop(self) -> None:
        """Ends the app, with force where it does not end by itself."""
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
        """Asks the app to end; what it still writes goes nowhere."""
        await super().stop()
        while process.stdout is not None and await process.stdout.read(65536):
            pass
        await process.wait()

    async def on_packed(self, payload: bytes) -> None:
        """A piece of a file: it goes nowhere."""

    async def on_meta(self, data: bytes) -> None:
        """Of what an app says beside its screen only its end counts."""
        if json.loads(data).get("type") == "exit":
            await self.remote_close()


async def _told(complaints: asyncio.StreamReader) -> None:
    """Tells the host the last line that an app complained with."""
    last = b""
    while piece := await complaints.read(4096):
        last = (last + piece)[-4096:]
    lines = [each.strip() for each in last.decode(errors="replace").splitlines() if each.strip()]
    if lines:
        print(f"a visitor's app ended: {shown(lines[-1][-300:])}", file=sys.stderr)


def in_bounds(width: int, height: int) -> tuple[int, int]:
    """A terminal that can be drawn."""
    return max(10, min(width, WIDEST)), max(3, min(height, TALLEST))
