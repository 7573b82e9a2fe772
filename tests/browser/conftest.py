"""A served session for a real browser; skipped where there is none."""

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

from tests.browser.chromium import Browser, Page, browsing, chromium
from tests.ui.helpers import write

PATIENCE = 120
"""Seconds after which a server that does not start or end is killed; far more than any machine needs."""
Serving = Callable[..., AbstractAsyncContextManager[str]]


async def save_picture(page: Page, name: str) -> None:
    """Saves what a page looks like in the folder COMPANION_PICTURES, if there is one."""
    folder = os.environ.get("COMPANION_PICTURES")
    if folder:
        await page.picture(Path(folder) / f"{name}.png")


@pytest.fixture(autouse=True)
def cached(own_cache: Path) -> None:
    """The processes find the shipped games in their cache; the game is chosen, so that no visitor is asked."""
    write(Path(os.environ["COMPANION_CONFIG"]) / "config.yaml", "game: lob\n")


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[Browser]:
    """A Chromium."""
    if not chromium():
        pytest.skip("no Chromium is installed here (looked for chromium, google-chrome, chrome)")
    async with browsing(tmp_path / "browser") as made:
        yield made


@pytest.fixture
def serving() -> Serving:
    """Starts `companion serve` and gives the address that it shows."""

    @asynccontextmanager
    async def start(*given: str, **environment: str) -> AsyncIterator[str]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "companion", "serve", "--port", "0", *given),
            stdin=DEVNULL,
            stdout=PIPE,
            env={**os.environ, **environment},
        )
        assert process.stdout is not None
        said = ""
        try:
            async with asyncio.timeout(PATIENCE):
                while "Ctrl+C" not in said:
                    line = await process.stdout.readline()
                    assert line, said
                    said += line.decode()
            found = re.search(r"http://\S+", said)
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
