"""Kill the app in a terminal or behind the server: every change that was on the screen must have been kept."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sys
import time
from asyncio.subprocess import PIPE, STDOUT, Process
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

from tests.proofs.kept import RULE, Change, assert_kept, changes, read_kept
from tests.proofs.own_folders import environment, variables
from tests.smoke.terminal import KEYS, PATIENCE, Screen, Terminal, single_spaced

COMMAND = (sys.executable, "-m", "companion")
KINDS = ("note", "bookmark", "ruling", "theme")
"""Changes in a terminal."""
SERVED = ("note", "bookmark", "ruling")
"""Changes through the server, which does not keep the colours of a guest."""
OPENED = ("Closing rolls 3.5", "Esc Back")
_SAVE, _PALETTE = "\x13", "\x10"
_COLUMNS, _LINES = 80, 24


class Player(Protocol):
    """Somebody at the app."""

    screen: Screen

    async def press(self, *keys: str) -> None:
        """Send keys by name, or text as it is, all at once."""

    async def until(self, *words: str, gone: str = "", light: bool | None = None) -> None:
        """Wait until these words are on the screen and `gone` is not, on a light ground or not."""


class AtTerminal:
    """The app in a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self.screen = terminal.screen
        self._terminal = terminal

    async def press(self, *keys: str) -> None:
        """Send keys."""
        self._terminal.press(*keys)

    async def until(self, *words: str, gone: str = "", light: bool | None = None) -> None:
        """Wait for words and for the colour of the ground."""
        end = time.monotonic() + PATIENCE
        self._terminal.until(*words, gone=gone)
        while light not in (None, self.screen.light):
            assert self._terminal.read() and time.monotonic() < end, "the colours do not change"
            self._terminal.until(*words, gone=gone)


class AtBrowser:
    """The app behind the server."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.screen = Screen(_COLUMNS, _LINES)
        self._socket = socket

    async def press(self, *keys: str) -> None:
        """Send keys."""
        for key in keys:
            await self._socket.send_json(["stdin", KEYS.get(key, key)])

    async def until(self, *words: str, gone: str = "", light: bool | None = None) -> None:
        """Wait for words."""
        async with asyncio.timeout(PATIENCE):
            while True:
                text = single_spaced(self.screen.text)
                if all(each in text for each in words) and not (gone and gone in text):
                    return
                message = await self._socket.receive()
                assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), message
                if message.type is WSMsgType.BINARY:
                    self.screen.feed(message.data)


async def _play(player: Player, seed: int, kinds: tuple[str, ...]) -> int:
    """Make some changes, and begin another one; return the number of those that were shown."""
    chance = random.Random(seed)
    await player.until("Type words or a rule number")
    await player.press("3.5", "enter")
    await player.until(*OPENED)
    plan = changes(seed, kinds, (RULE,))
    shown = chance.randrange(1, 4)
    for _ in range(shown):
        change, before = next(plan)
        await _ask(player, change)
        match change.kind:
            case "note" | "ruling":
                word = re.findall(r"(?:see|ruled)\d+", change.text)[-1]
                await player.until(*OPENED, word, gone="Enter Next")
            case "bookmark" if before.bookmarks:
                await player.until(*OPENED, gone="(bookmark)")
            case "bookmark":
                await player.until(*OPENED, "(bookmark)")
            case _:
                await player.until(*OPENED, gone="Search for commands", light=change.text == "light")
    await _ask(player, next(plan)[0])
    time.sleep(chance.random() * 0.4)
    return shown


async def _ask(player: Player, change: Change) -> None:
    """Press the keys for a change."""
    match change.kind:
        case "note":
            await player.press("n", f" {change.text.split()[-1]}", _SAVE)
        case "bookmark":
            await player.press("b")
        case "ruling":
            await player.press("r", change.text, "\t", "p", _SAVE)
        case _:
            await player.press(_PALETTE)
            await player.until("Search for commands")
            await player.press(f"Colours: {change.text}")
            other = "dark" if change.text == "light" else "light"
            await player.until(
                f"Colours: {change.text}", "saved for the next start", gone=f"Colours: {other}"
            )
            await player.press("enter")


def kill_app(folder: Path, seed: int) -> int:
    """Play in a terminal, kill, and read what is on disk; return the number of changes shown. Raises AssertionError."""
    with Terminal([*COMMAND, "--game", "lob"], variables(folder), _COLUMNS, _LINES) as terminal:
        shown = asyncio.run(_play(AtTerminal(terminal), seed, KINDS))
        terminal.send(signal.SIGKILL)
    assert_kept(changes(seed, KINDS, (RULE,)), shown, read_kept(folder / "data", folder / "config"))
    return shown


def kill_served(folder: Path, seed: int) -> int:
    """As `kill_app`, through the server; the server and the app are killed together (Linux)."""
    shown = asyncio.run(_kill_served(folder, seed))
    found = read_kept(folder / "data", folder / "config")
    assert_kept(changes(seed, SERVED, (RULE,)), shown, found)
    return shown


async def _kill_served(folder: Path, seed: int) -> int:
    (folder / "config").mkdir()
    (folder / "config" / "config.yaml").write_text("game: lob\n")
    server = await asyncio.create_subprocess_exec(
        *(*COMMAND, "serve", "--port", "0"),
        stdout=PIPE,
        stderr=STDOUT,
        env=environment(folder),
    )
    try:
        page, origin = await _address(server)
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            await (await session.get(page)).read()
            address = f"{origin}/ws?width={_COLUMNS}&height={_LINES}"
            async with session.ws_connect(address, headers={"Origin": origin}) as socket:
                shown = await _play(AtBrowser(socket), seed, SERVED)
                _kill_all(server.pid)
    finally:
        if server.returncode is None:
            _kill_all(server.pid)
        await server.wait()
    return shown


def _kill_all(process: int) -> None:
    """Kill a process with those that it has started, and wait until all are dead."""
    doomed = [process]
    for each in doomed:
        for children in Path(f"/proc/{each}/task").glob("*/children"):
            doomed += map(int, children.read_text().split())
    for each in reversed(doomed):
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
    while any(map(_lives, doomed)):
        time.sleep(0.01)


def _lives(process: int) -> bool:
    """Whether a thread of a process still runs; the first one may be dead before the others."""
    try:
        threads = [path.read_text() for path in Path(f"/proc/{process}/task").glob("*/stat")]
        return any(thread.rpartition(")")[2].split()[0] not in "ZX" for thread in threads)
    except OSError:
        return False


async def _address(server: Process) -> tuple[str, str]:
    """The link that the server prints, and its beginning."""
    assert server.stdout is not None
    output = ""
    while not (found := re.search(r"(http://\S+?)/\?key=\S+", output)):
        line = await server.stdout.readline()
        assert line, output
        output += line.decode()
    return found[0], found[1]
