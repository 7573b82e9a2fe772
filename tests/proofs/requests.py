"""Attack a running server while a guest plays: he gets his answers, and nothing of the attack reaches the terminal.

`python -m tests.proofs.requests --requests 100000 --seed 1` makes so many hostile requests from 249 addresses
(127.0.0.2 to 127.0.0.250; Linux) and prints how long the guest waited for the answers to his keys, and the memory of
the server. Exit status 1: he waited more than two seconds, a status of 500, or output of the server that nobody
expects.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, TCPConnector, WSMsgType

from tests.proofs import hostile_requests
from tests.proofs.hostile_requests import MARK

PHRASE = "iron brigade"
LONGEST_WAIT = 2.0
"""Most seconds for which the guest may wait for an answer."""
KEYS = ("f3", "f10", "f2", "f5")
"""Keys of the guest; each opens another screen, whose keys the server then sends."""
BEFORE = 20
"""Keys that the guest presses before the attack; the first ones wait until the games are loaded."""
PAUSE = 0.1
"""Seconds between an answer and the next key."""
PATIENCE = 120.0
"""Seconds after which something is hanging."""


@dataclass
class Outcome:
    """Measurements of an attack."""

    attacks: Counter[str]
    waits: list[float]
    """Seconds for which the guest waited, for each key during the attack."""
    waits_before: list[float]
    """Seconds for each key before the attack, without the first keys."""
    memory: list[int] = field(default_factory=list)
    """Megabytes of the server, about four times a second."""
    output: str = ""
    """Output of the server."""

    def faults(self) -> list[str]:
        """Return what must not happen, whatever the speed of the machine."""
        failed = [each for each in self.attacks if each.endswith(": 500")]
        odd = sorted({char for char in self.output if char != "\n" and not char.isprintable()})
        return [
            *failed,
            *([f"the server printed {odd}"] if odd else []),
            *(["the server printed what an attacker sent"] if MARK in self.output else []),
            *(["the server printed a traceback"] if "Traceback" in self.output else []),
        ]


class Guest:
    """A visitor with a plain client, who opens one screen after the other."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.cookie = ""
        self.waits: list[float] = []
        self._answered = asyncio.Event()

    async def play(self, started: asyncio.Event, ended: asyncio.Event) -> None:
        """Log in, and press keys until `ended`; set `started` once the app is there. Raises AssertionError."""
        connector = TCPConnector(local_addr=("127.0.0.1", 0))
        async with ClientSession(cookie_jar=CookieJar(unsafe=True), connector=connector) as client:
            await self._log_in(client)
            address = f"{self.home}/ws?width=80&height=24"
            async with client.ws_connect(address, headers={"Origin": self.home}, max_msg_size=0) as socket:
                reading = asyncio.create_task(self._read(socket))
                async with asyncio.timeout(PATIENCE):
                    await self._answered.wait()
                while not ended.is_set():
                    if len(self.waits) == BEFORE:
                        started.set()
                    await self._press(socket, KEYS[len(self.waits) % len(KEYS)])
                    await asyncio.sleep(PAUSE)
                reading.cancel()

    async def _log_in(self, client: ClientSession) -> None:
        form = {"data": {"phrase": PHRASE}, "headers": {"Origin": self.home}}
        async with client.post(f"{self.home}/login", allow_redirects=False, **form) as answer:  # type: ignore[arg-type]
            assert answer.status == 303
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]

    async def _read(self, socket: ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is WSMsgType.TEXT and json.loads(message.data)[0] == "keys":
                self._answered.set()

    async def _press(self, socket: ClientWebSocketResponse, key: str) -> None:
        self._answered.clear()
        started = time.monotonic()
        await socket.send_json(["key", key])
        async with asyncio.timeout(PATIENCE):
            await self._answered.wait()
        self.waits.append(time.monotonic() - started)


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[Process, int, Path]]:
    """Run `companion serve --lan`; yield its process, its port, and the file with everything that it prints."""
    (folder / "config").mkdir(parents=True)
    (folder / "config" / "config.yaml").write_text("game: lob\n", encoding="utf-8")
    names = {
        f"COMPANION_{name.upper()}": str(folder / name) for name in ("data", "config", "cache", "overlay")
    }
    environment = {**os.environ, **names, "COMPANION_PASSPHRASE": PHRASE}
    words = ("-m", "companion", "serve", "--lan", "127.0.0.2", "--port", "0")
    printed = folder / "printed"
    with printed.open("wb") as output:
        server = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdout=output, stderr=output, env=environment
        )
    try:
        async with asyncio.timeout(PATIENCE):
            while "Ctrl+C" not in (text := printed.read_text(encoding="utf-8")):
                assert server.returncode is None, text
                await asyncio.sleep(0.05)
        yield server, int(text.partition("http://127.0.0.2:")[2].partition("/")[0]), printed
        server.terminate()
        async with asyncio.timeout(PATIENCE):
            assert await server.wait() == 0
    finally:
        with suppress(ProcessLookupError):
            server.kill()


def megabytes(process: int) -> int:
    """Return the resident memory of a process in megabytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


async def attack_server(folder: Path, requests: int, seed: int) -> Outcome:
    """Attack a new server from another process while a guest plays in this one."""
    async with served(folder) as (server, port, printed):
        guest, started, ended = Guest(f"http://127.0.0.2:{port}"), asyncio.Event(), asyncio.Event()
        playing = asyncio.create_task(guest.play(started, ended))
        await asyncio.wait({playing, asyncio.ensure_future(started.wait())}, return_when="FIRST_COMPLETED")
        assert started.is_set(), playing
        words = (str(port), guest.cookie, str(requests), str(seed))
        attackers = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.proofs.requests", "--attack", *words, stdout=asyncio.subprocess.PIPE
        )
        telling = asyncio.create_task(attackers.communicate())
        memory = [megabytes(server.pid)]
        while not telling.done():
            await asyncio.wait({telling}, timeout=0.25)
            assert server.returncode is None and not playing.done(), playing
            memory.append(megabytes(server.pid))
        ended.set()
        await playing
    told, _ = await telling
    text = printed.read_text(encoding="utf-8", errors="replace")
    return Outcome(
        Counter(json.loads(told)), guest.waits[BEFORE:], guest.waits[len(KEYS) : BEFORE], memory, text
    )


def main() -> int:
    """Attack a server and print the measurements; return whether anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--attack", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack:
        port, cookie, requests, seed = options.attack
        print(json.dumps(asyncio.run(hostile_requests.attack(int(port), cookie, int(requests), int(seed)))))
        return 0
    with tempfile.TemporaryDirectory() as made:
        outcome = asyncio.run(attack_server(Path(made) / "evening", options.requests, options.seed))
    for kind, number in sorted(outcome.attacks.items()):
        print(f"{number:7} {kind}")
    waits, memory = outcome.waits, outcome.memory
    print(f"{sum(outcome.attacks.values())} requests; the guest pressed {len(waits)} keys and waited")
    for name, these in (("before", outcome.waits_before), ("during the attack", waits)):
        print(f"  {name}: {max(these):.2f} s at most, {statistics.median(these):.2f} s in the middle")
    print(f"memory of the server: {memory[0]} MB at first, {max(memory)} MB at most, {memory[-1]} MB at last")
    print(f"the server printed:\n{outcome.output!a}")
    faults = outcome.faults() + ([f"a wait of {max(waits):.1f} s"] if max(waits) > LONGEST_WAIT else [])
    for each in faults:
        print(each)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
