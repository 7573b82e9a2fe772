"""The installed app through `companion serve`, under the interpreter that runs the tests."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

from tests.smoke.terminal import KEYS, PATIENCE, Screen, single_spaced
from tests.smoke.test_terminal import COMPANION


async def until(socket: ClientWebSocketResponse, screen: Screen, *words: str) -> None:
    """Wait until all these words are on the screen."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not all(each in single_spaced(screen.text) for each in words):
                message = await socket.receive()
                assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), message
                if message.type is WSMsgType.BINARY:
                    screen.feed(message.data)
    except TimeoutError:
        raise AssertionError(f"{words} did not appear; on the screen:\n{screen.text}") from None


async def press(socket: ClientWebSocketResponse, *keys: str) -> None:
    """Send keys by name, or text as it is."""
    for key in keys:
        await socket.send_json(["stdin", KEYS.get(key, key)])


@pytest.mark.slow
async def test_from_the_search_to_a_closing_roll(folders: dict[str, str]) -> None:
    """A player can find rule 3.5, complete a closing roll and quit; the server ends when it is terminated."""
    process = await asyncio.create_subprocess_exec(
        *(COMPANION, "serve", "--port", "0"), stdout=PIPE, env={**os.environ, **folders}
    )
    try:
        async with asyncio.timeout(3 * PATIENCE):
            await _closing_roll(process)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _closing_roll(process: Process) -> None:
    """Play at the address that the server shows, then end the server."""
    assert process.stdout is not None
    output = ""
    while not (address := re.search(r"(http://\S+?)/\?key=\S+", output)):
        line = await process.stdout.readline()
        assert line, output
        output += line.decode()
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        await (await session.get(address[0])).read()
        headers = {"Origin": address[1]}
        async with session.ws_connect(f"{address[1]}/ws?width=80&height=24", headers=headers) as socket:
            screen = Screen(80, 24)
            await until(socket, screen, "Which game are you playing?")
            await press(socket, "1", "1")
            await until(socket, screen, "Type words or a rule number", "Line of Battle")
            await press(socket, "3.5", "enter")
            await until(socket, screen, "Closing rolls 3.5", "Esc Back")
            await press(socket, "f2")
            await until(socket, screen, "2 Closing roll")
            await press(socket, "2", "c", "2", "s", "4")
            await until(socket, screen, "CLOSES")
            await press(socket, "ctrl+q")
            async with asyncio.timeout(PATIENCE):
                while not (await socket.receive()).type.name.startswith("CLOS"):
                    pass
    process.terminate()
    assert await process.wait() == 0, output


def test_the_tests_run_the_installed_app() -> None:
    """`COMPANION` is the command of the interpreter that runs the tests."""
    assert Path(COMPANION).is_file()
    assert Path(COMPANION).parent == Path(sys.executable).parent
