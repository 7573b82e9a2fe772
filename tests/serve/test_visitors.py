"""Visitors with an app each, in one session: one writes, the others follow."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from companion.serve import site, visitor
from companion.serve.visitor import TALLEST, WIDEST, Visitor, in_bounds
from tests.serve.conftest import Visit


async def terminal(visit: Visit) -> ClientWebSocketResponse:
    """A terminal of 80 by 24."""
    return await visit.client.ws_connect("/ws?width=80&height=24", headers={"Origin": visit.home})


async def until(socket: ClientWebSocketResponse, words: str) -> str:
    """The output on the screen up to these words."""
    came = ""
    async with asyncio.timeout(120):
        async for message in socket:
            if message.type is WSMsgType.BINARY:
                came += message.data.decode(errors="replace")
            if words in came:
                return came
    raise AssertionError(came[-2000:])


async def ended(process: asyncio.subprocess.Process) -> None:
    """Wait for the end of an app."""
    async with asyncio.timeout(120):
        await process.wait()


async def test_visitors_share_a_session_and_one_writes(guest: Visit) -> None:
    """The second reads; when the first leaves, the second may write."""
    first = await terminal(guest)
    await until(first, "Line of Battle")
    apps = [each._process for each in guest.site.visitors]
    second = await terminal(guest)
    await until(second, "only reading")
    await first.close()
    assert apps[0] is not None
    await ended(apps[0])
    await until(second, "You write now")
    await second.close()


async def test_keys_and_sizes_reach_the_app(guest: Visit) -> None:
    """F3 shows the turn, on a screen of any size."""
    socket = await terminal(guest)
    await until(socket, "Line of Battle")
    await socket.send_json(["ping", "1"])
    await socket.send_json(["resize", {"width": 10**9, "height": 10**9}])
    await socket.send_json(["focus"])
    await socket.send_json(["stdin", "\x1bOR"])
    await until(socket, "Phase")
    await socket.send_json(["stdin", "\x11"])
    async with asyncio.timeout(120):
        while not socket.closed:
            await socket.receive()
    assert not guest.site.visitors


async def test_a_key_is_pressed_by_its_name(guest: Visit) -> None:
    """Those that the screen offers come with their purpose; no text at all is no end of input."""
    socket = await terminal(guest)
    await until(socket, "Line of Battle")
    await socket.send_json(["stdin", ""])
    await socket.send_json(["key", "f3"])
    async with asyncio.timeout(120):
        while ["g", "g", "Go"] not in await _next_keys(socket):
            pass
        await socket.send_json(["key", "g"])
        while ["g", "g", "Go"] in await _next_keys(socket):
            pass
    await socket.close()


async def test_text_is_inserted_at_once_or_refused(guest: Visit) -> None:
    """The search line takes it, half a character included; a screen without a text field says that it does not."""
    socket = await terminal(guest)
    await until(socket, "Line of Battle")
    await socket.send_str('["insert", 0, "canist\\ud83d"]')
    await socket.send_json(["insert", 1, "er"])
    await until(socket, "8.2c")
    await socket.send_json(["key", "f3"])
    await socket.send_json(["insert", 0, "gusto"])
    await until(socket, "not entered")
    await socket.close()


async def _next_keys(socket: ClientWebSocketResponse) -> list[list[str]]:
    """The keys of the next screen."""
    while (message := await socket.receive()).type is not WSMsgType.TEXT:
        assert not socket.closed
    kind, keys, *_ = message.json()
    assert kind == "keys"
    made: list[list[str]] = keys
    return made


def test_a_size_stays_in_bounds() -> None:
    """Whatever size a browser sends."""
    assert in_bounds(10**9, 10**9) == (WIDEST, TALLEST)
    assert in_bounds(-5, 0) == (10, 3)
    assert in_bounds(80, 24) == (80, 24)


@pytest.mark.variants
@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "1",
        "[]",
        '["stdin"]',
        '["stdin", 1]',
        '["resize", {"width": "x"}]',
        '["run", "ls"]',
        '["key", "f3; ls"]',
        '["insert", -1, "can"]',
        '["insert", 0]',
        "[" * 5000,
    ],
)
async def test_an_invalid_message_ends_the_visit(guest: Visit, message: str) -> None:
    """The server continues."""
    socket = await terminal(guest)
    await socket.send_str(message)
    async with asyncio.timeout(120):
        while not socket.closed:
            await socket.receive()
        while guest.site.visitors or guest.site.leaving:
            await asyncio.sleep(0.05)


async def test_the_number_of_visitors_is_limited(guest: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each needs an app."""
    monkeypatch.setattr(site, "MOST_VISITORS", 0)
    with pytest.raises(WSServerHandshakeError) as refused:
        await terminal(guest)
    assert refused.value.status == 503


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process and let it hang")
async def test_an_app_that_does_not_end_is_killed(guest: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hanging app cannot keep the session."""
    monkeypatch.setattr(visitor, "PATIENCE", 0.5)
    socket = await terminal(guest)
    await until(socket, "Line of Battle")
    process = next(iter(guest.site.visitors))._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    await socket.close()
    await ended(process)


async def test_an_app_ends_with_the_server(guest: Visit) -> None:
    """Even if the server is killed: the pipe to the app closes."""
    socket = await terminal(guest)
    await until(socket, "Line of Battle")
    process = next(iter(guest.site.visitors))._process
    assert process is not None and process.stdin is not None
    process.stdin.close()
    await ended(process)
    await socket.close()


async def test_an_app_is_started_without_a_shell_and_without_the_phrase(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The session's name is a single argument, whatever characters it contains."""
    started: dict[str, Any] = {}

    async def start(*words: str, **given: Any) -> Any:
        started.update(words=words, env=given["env"])
        raise FileNotFoundError

    async def nothing(*given: object) -> None:
        """Do nothing."""

    monkeypatch.setenv(visitor.SECRET, "iron brigade")
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    with pytest.raises(FileNotFoundError):
        await Visitor("; rm -rf $HOME", nothing, nothing, nothing).start(80, 24)
    assert started["words"][1:] == ("-P", "-m", "companion.ui.served", "; rm -rf $HOME")
    assert "iron brigade" not in str(started["env"].values())


async def test_the_browser_receives_only_the_screen_of_an_app() -> None:
    """And the keys for it: no page to open, no file to fetch; the end of the app closes the terminal."""
    told: list[object] = []

    async def write(data: bytes | str) -> None:
        told.append(data)

    async def close() -> None:
        told.append("closed")

    app = Visitor("Table", write, write, close)
    await app.on_meta(b'{"type": "open_url", "url": "http://evil.example", "new_tab": true}')
    await app.on_meta(b'{"type": "deliver_file_start", "key": "k", "path": "/etc/passwd"}')
    await app.on_packed(b"anything")
    assert told == []
    await app.on_meta(b'{"type": "keys", "keys": [["f1", "F1", "More"]], "views": {}, "new": true}')
    await app.on_meta(b'{"type": "exit"}')
    assert told == ['["keys", [["f1", "F1", "More"]], {}, true]', "closed"]
