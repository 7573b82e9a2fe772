"""Hostile requests to a running server: before the login, and with the cookie of a visitor."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import struct
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

MARK = "zq7"
"""Part of every text that an attacker sends; the server must never print it."""
EVIL = (
    f"{MARK}\x1b]0;pwned\x07\x1b[2J",
    f"{MARK}\x9b2J",
    f"{MARK}\u202e\u2066",
    f"{MARK}\r\n{MARK}: 1",
    f"{MARK}\x00",
    f"{MARK}%0a%1b%5b2J",
    f"{MARK}{{}}%s%(x)s",
    f"{MARK}" + "a\u0301" * 40,
    MARK * 400,
)
PATHS = (
    *("/", "/login", "/ws", "/static/page.js", "/static/textual.js", "/?key=", "/?fontsize="),
    *(
        "/static/../../etc/passwd",
        "/static/%2e%2e%2f%2e%2e%2fetc/passwd",
        "//etc/passwd",
        "/ws?width=9&height=",
    ),
    *(
        "/download/",
        "*",
        "http://127.0.0.1/",
        "",
        "/%",
        "/%zz",
        "/\xff",
        "?" * 99,
        "/ws?tab=",
        "/login?phrase=",
    ),
)
METHODS = (
    "GET",
    "POST",
    "HEAD",
    "PUT",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PRI",
    "get",
    "M" * 40,
    "\x16\x03\x01",
)
FORM = "application/x-www-form-urlencoded"
PATIENCE = 12.0
"""Seconds that an attacker waits for an answer: longer than the server lets a stranger stay."""
AT_ONCE = 60
"""Attackers at a time."""
KINDS = {
    "request": 40,
    "login": 20,
    "terminal": 10,
    "pipeline": 5,
    "noise": 10,
    "slow": 2,
    "large": 5,
    "with cookie": 8,
    "as visitor": 0.1,
}
"""Kinds of attacks and how many in a hundred there are of each."""

Raw = bytes


class Attacker:
    """A hostile request, with its own source address and random numbers."""

    def __init__(self, port: int, cookie: str, seed: int, number: int) -> None:
        self.host, self.port, self.cookie = "127.0.0.2", port, cookie
        self.chance = random.Random(f"{seed} {number}")
        self.source = f"127.0.0.{self.chance.randint(2, 250)}"
        self.kind = self.chance.choices(list(KINDS), list(KINDS.values()))[0]

    async def attack(self) -> str:
        """Send a request; return its kind with the status of the answer, or how the connection ended."""
        try:
            reader, writer = await asyncio.open_connection(
                self.host, self.port, local_addr=(self.source, 0), limit=1 << 20
            )
        except OSError as error:
            return f"{self.kind}: not connected, {type(error).__name__}"
        try:
            async with asyncio.timeout(PATIENCE * 2):
                return f"{self.kind}: {await self._talk(reader, writer)}"
        except (OSError, TimeoutError, ValueError) as error:
            return f"{self.kind}: {type(error).__name__}"
        finally:
            writer.transport.abort()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        makers: dict[str, Callable[[], Raw]] = {
            "request": self.request,
            "login": self.login,
            "terminal": self.terminal,
            "pipeline": lambda: self.request() * self.chance.randint(2, 60),
            "noise": self.noise,
            "slow": lambda: self.login()[: self.chance.randint(0, 200)],
            "large": self.large,
            "with cookie": lambda: self.request(self.cookie),
            "as visitor": lambda: self.upgrade(self.cookie, ("Origin", self.home)),
        }
        with suppress(ConnectionError):
            writer.write(makers[self.kind]())
            await writer.drain()
        if self.kind == "as visitor":
            return await self._visit(reader, writer)
        half_open = self.kind in ("request", "noise", "slow") and self.chance.random() < 0.5
        if half_open and writer.can_write_eof():
            writer.write_eof()
        async with asyncio.timeout(PATIENCE):
            line = await reader.readline()
        return line.decode("latin-1").partition(" ")[2][:3] or "ended"

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        """Be a visitor who sends hostile frames."""
        status = (await reader.readline()).decode("latin-1").partition(" ")[2][:3]
        reading = asyncio.create_task(self._read_all(reader))
        try:
            async with asyncio.timeout(PATIENCE):
                for _ in range(self.chance.choice((1, 20, 300))):
                    writer.write(self.frame())
                    await writer.drain()
                    await asyncio.sleep(self.chance.choice((0, 0, 0.05)))
        except (ConnectionError, TimeoutError):
            pass
        finally:
            reading.cancel()
        return status

    async def _read_all(self, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            while await reader.read(1 << 16):
                pass

    @property
    def home(self) -> str:
        """The address of the server."""
        return f"http://{self.host}:{self.port}"

    def evil(self) -> str:
        """A text that would do harm on a terminal, in a header or in a page."""
        return self.chance.choice(EVIL)

    def value(self) -> str:
        """The value of a header, as the server may accept it or not."""
        text = self.evil()
        return text if self.chance.random() < 0.3 else "".join(char for char in text if char.isprintable())

    def request(self, cookie: str = "") -> Raw:
        """A request with a random method, address, headers and body."""
        chance = self.chance
        target = chance.choice(PATHS) + (self.evil() if chance.random() < 0.4 else "")
        if chance.random() < 0.8:
            target = "".join(char for char in target if char.isascii() and char.isprintable())
        method = chance.choice(METHODS) if chance.random() < 0.4 else "GET"
        body = self.body() if chance.random() < 0.4 else b""
        return self._written(method, target, self.headers(cookie, body), body)

    def headers(self, cookie: str, body: Raw) -> list[tuple[str, str]]:
        """Random headers, some of them twice, malformed, or those of another site."""
        chance = self.chance
        host = f"{self.host}:{self.port}"
        made = [
            (
                "Host",
                chance.choice((host, host, host, f"localhost:{self.port}", "evil.example", self.evil(), "")),
            )
        ]
        if cookie:
            made.append(("Cookie", cookie))
        odd = [
            (
                "Cookie",
                f"companion-{self.port}={chance.choice(('x.y.z', self.value(), '=' * 99, '.' * 999))}",
            ),
            ("Cookie", "; ".join(f"{self.value()}={number}" for number in range(chance.choice((1, 90))))),
            ("Origin", chance.choice((self.home, "http://evil.example", "null", self.value()))),
            ("Host", "evil.example"),
            (
                "Content-Type",
                chance.choice((FORM, f"{FORM}; charset*=utf-8''{self.value()}", "multipart/form-data")),
            ),
            ("Content-Length", chance.choice((str(len(body)), "-1", "9" * 30, "1, 2", self.value()))),
            ("Transfer-Encoding", chance.choice(("chunked", "gzip", "chunked, chunked", self.value()))),
            ("Content-Encoding", chance.choice(("gzip", "deflate", "br", self.value()))),
            ("Expect", chance.choice(("100-continue", self.value()))),
            (
                "Range",
                chance.choice(("bytes=0-", "bytes=-1", f"bytes={'0-,' * 99}", "bytes=9-1", self.value())),
            ),
            ("If-Modified-Since", chance.choice(("Sat, 01 Jan 99999 00:00:00 GMT", self.value()))),
            ("If-None-Match", self.value()),
            ("Accept-Encoding", "gzip, br"),
            ("Connection", chance.choice(("close", "upgrade", "keep-alive, upgrade", self.value()))),
            ("Upgrade", chance.choice(("websocket", "h2c", self.value()))),
            ("X-Forwarded-For", "127.0.0.1"),
            (self.value(), self.value()),
        ]
        return made + chance.sample(odd, chance.randint(0, 5))

    def login(self) -> Raw:
        """A login form, as the page sends it or not."""
        body = self.body()
        odd = [] if self.chance.random() < 0.5 else self.headers("", body)[1:]
        given = [("Host", f"{self.host}:{self.port}"), ("Origin", self.home), ("Content-Type", FORM), *odd]
        if not any(name == "Content-Length" for name, _ in given):
            given.append(("Content-Length", str(len(body))))
        return self._written("POST", "/login", given, body)

    def body(self) -> Raw:
        """A body, most often a form."""
        chance = self.chance
        return chance.choice(
            (
                f"phrase={self.evil()}".encode(errors="replace"),
                b"phrase=" + MARK.encode() + b"%FF%1b\xff",
                b"&".join([b"phrase=zq7"] * chance.choice((1, 9, 200))),
                b"phrase=" + b"%" * chance.choice((1, 900, 1100)),
                chance.randbytes(chance.choice((0, 9, 1000, 5000))),
                zlib.compress(b"phrase=zq7" * 9999),
                b"5\r\nphras\r\nffffffffffffffff\r\n",
                b"0\r\n" + MARK.encode() + b": \x1b\r\n\r\n",
                b'{"phrase": "zq7"}',
            )
        )

    def terminal(self) -> Raw:
        """A request for the terminal without a valid cookie, and frames sent at once."""
        cookie = f"companion-{self.port}={MARK}.abcdef.{'0' * 43}"
        return self.upgrade(cookie, *self.headers("", b"")[1:]) + self.frame()

    def upgrade(self, cookie: str, *more: tuple[str, str]) -> Raw:
        """A request to open the terminal."""
        size = self.chance.choice(("width=80&height=24", "width=99999&height=99999", "width=x&height=-1", ""))
        extensions = "permessage-deflate; client_max_window_bits"
        given = [
            *(("Host", f"{self.host}:{self.port}"), ("Cookie", cookie), ("Upgrade", "websocket")),
            *(
                ("Connection", "Upgrade"),
                ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Extensions", extensions),
            ),
            ("Sec-WebSocket-Key", base64.b64encode(os.urandom(16)).decode()),
        ]
        return self._written("GET", f"/ws?{size}", [*given, *more], b"")

    def frame(self) -> Raw:
        """A frame of a terminal's connection: a message, malformed, compressed without end, or of another kind."""
        chance = self.chance
        if chance.random() < 0.8:
            return _framed(self.message(), chance.choice((0x81,) * 9 + (0x82,)))
        return chance.choice(
            (
                _framed(zlib.compress(b"x" * 50_000_000)[2:-4], 0xC1),
                _framed(b"", 0x89),
                _framed(b"x" * 200, 0x89),
                _framed(b"[", 0x01) + _framed(b"[", 0x01),
                _framed(b"\xff\xfe", 0x81),
                _framed(struct.pack(">H", 99) + b"\x1b", 0x88),
                b"\x81\xff" + b"\x7f" * 8,
                b"\x8f\x80\0\0\0\0",
                chance.randbytes(40),
            )
        )

    def message(self) -> Raw:
        """A message to the terminal, valid or not."""
        chance = self.chance
        number = chance.choice((0, -1, 80, 400, 10**9, 10**30, True, 1.5, None))
        message: object = chance.choice(
            (
                ["stdin", chance.choice(("\x1bOR", "\x1b[B" * 900, "zq7", "\t", "2c2s4", "\x1b"))],
                ["stdin", f"\x1b[200~{self.evil() * 20}" + "\x1b[201~" * chance.randint(0, 1)],
                ["stdin", f"\x1b[48;{number};{number};1;1t"],
                ["stdin", f"\x1b[<{number};{number};{number}M"],
                ["stdin", f"\x1b[{number};{number}u"],
                ["stdin", "\x1b[<64;10;10M" * 500],
                [
                    "key",
                    chance.choice(
                        ("f1", "f2", "f3", "f10", "enter", "escape", "down", "ctrl+p", "zq7", "x" * 50)
                    ),
                ],
                ["insert", number, self.evil()],
                ["insert", 0, "x" * 60_000],
                ["resize", {"width": number, "height": number}],
                ["ping", chance.choice((number, self.evil(), "x" * 60_000, [], {}))],
                ["focus"],
                ["blur", self.evil()],
                [self.evil()],
                {},
            )
        )
        text = json.dumps(message)
        return chance.choice(
            (text, text, text, text, text[:-1], "[" * 60_000, '["ping",NaN]', "x" * 70_000)
        ).encode()

    def noise(self) -> Raw:
        """Bytes that are no request."""
        chance = self.chance
        return chance.choice(
            (
                chance.randbytes(chance.choice((1, 20, 4000))),
                b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + chance.randbytes(500),
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + chance.randbytes(90),
                b"GET / HTTP/9.9\r\n\r\n",
                b"GET " + MARK.encode() + b"\x1b[2J\r\n\r\n",
                b"\r\n" * 5000,
                b"SSH-2.0-" + self.evil().encode(errors="replace"),
                b"",
            )
        )

    def large(self) -> Raw:
        """A request that is too large: its address, a header, their number, or its body."""
        host = ("Host", f"{self.host}:{self.port}")
        match self.chance.randrange(4):
            case 0:
                return self._written("GET", "/" + MARK * 30_000, [host], b"")
            case 1:
                return self._written("GET", "/", [host, ("X", MARK * 60_000)], b"")
            case 2:
                return self._written("GET", "/", [host, *[("X", MARK)] * 20_000], b"")
            case _:
                given = [host, ("Origin", self.home), ("Content-Type", FORM), ("Content-Length", "500000")]
                return self._written("POST", "/login", given, MARK.encode() * 160_000)

    def _written(self, method: str, target: str, headers: list[tuple[str, str]], body: Raw) -> Raw:
        lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "replace") + body


def _framed(payload: Raw, first: int) -> Raw:
    """A frame as a browser sends it, masked with zeros; `first` is its first byte."""
    size = len(payload)
    if size < 126:
        head = bytes((first, 0x80 | size))
    elif size < 1 << 16:
        head = bytes((first, 0x80 | 126)) + struct.pack(">H", size)
    else:
        head = bytes((first, 0x80 | 127)) + struct.pack(">Q", size)
    return head + b"\0\0\0\0" + payload


async def attack(port: int, cookie: str, requests: int, seed: int) -> Counter[str]:
    """Make so many hostile requests, AT_ONCE at a time; return how many there were of each kind and answer."""
    numbers = iter(range(requests))
    counts: Counter[str] = Counter()

    async def work() -> None:
        for number in numbers:
            counts[await Attacker(port, cookie, seed, number).attack()] += 1

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    return counts
