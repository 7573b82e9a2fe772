"""A served session for a real browser; skipped if none is installed."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path

import pytest

from tests.browser.chromium import Browser, Page, chromium, start_chromium
from tests.ui.helpers import write

PATIENCE = 120
"""Seconds after which a server that does not start or end is killed; far longer than any machine needs."""
Serving = Callable[..., AbstractAsyncContextManager[str]]


async def save_picture(page: Page, name: str) -> None:
    """Save a screenshot of a page in the folder `COMPANION_PICTURES`, if that is set."""
    folder = os.environ.get("COMPANION_PICTURES")
    if folder:
        await page.picture(Path(folder) / f"{name}.png")


@pytest.fixture(autouse=True)
def cached(own_cache: Path) -> None:
    """Let the processes use a cache that contains the included games, and choose a game, so that nobody is asked."""
    write(Path(os.environ["COMPANION_CONFIG"]) / "config.yaml", "game: lob\n")


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[Browser]:
    """Start a Chromium."""
    if not chromium():
        pytest.skip("no Chromium is installed here (looked for chromium, google-chrome, chrome)")
    async with start_chromium(tmp_path / "browser") as started:
        yield started


@pytest.fixture
def serving() -> Serving:
    """Return a context manager that runs `companion serve` and yields the address it shows."""

    @asynccontextmanager
    async def start(*arguments: str, **environment: str) -> AsyncIterator[str]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "companion", "serve", "--port", "0", *arguments),
            stdin=DEVNULL,
            stdout=PIPE,
            env={**os.environ, **environment},
        )
        assert process.stdout is not None
        output = ""
        try:
            async with asyncio.timeout(PATIENCE):
                while "Ctrl+C" not in output:
                    line = await process.stdout.readline()
                    assert line, output
                    output += line.decode()
            found = re.search(r"https?://\S+", output)
            assert found
            yield found[0]
            process.terminate()
            async with asyncio.timeout(PATIENCE):
                assert await process.wait() == 0
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    return start
