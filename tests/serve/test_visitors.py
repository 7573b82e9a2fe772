"""Several visitors, each with an app, share a session: one writes, the others follow."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from companion.serve import visitor, visits
from companion.serve.visitor import TALLEST, WIDEST, Visitor, in_bounds
from tests.serve.conftest import Visit


async def terminal(visit: Visit) -> ClientWebSocketResponse:
    """Open a terminal of 80 columns and 24 rows. Return its socket."""
    return await visit.client.ws_connect("/ws?width=80&height=24", headers={"Origin": visit.home})


async def until(socket: ClientWebSocketResponse, words: str) -> str:
    """Read output until it contains these words. Return the output."""
    output = ""
    async with asyncio.timeout(120):
        async for message in socket:
            if message.type is WSMsgType.BINARY:
                output += message.data.decode(errors="replace")
            if words in output:
                return output
    raise AssertionError(output[-2000:])


async def ended(process: asyncio.subprocess.Process) -> None:
    """Wait until an app has ended."""
    async with asyncio.timeout(120):
        await process.wait()


@pytest.mark.slow
async def test_visitors_share_a_session_and_one_writes(guest: Visit) -> None:
    """The second visitor reads, and may write once the first has left."""
    first = await terminal(guest)
    await until(first, "Line of Battle")
    apps = [each.visitor._process for each in guest.site.visits.open]
    second = await terminal(guest)
    await until(second, "read-only")
    await first.close()
    assert apps[0] is not None
    await ended(apps[0])
    await until(second, "You have control")
    await second.close()


@pytest.mark.slow
async def test_keys_and_sizes_reach_the_app(guest: Visit) -> None:
    """F3 shows the turn, even after a resize to an absurd size."""
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
    assert not guest.site.visits.open


@pytest.mark.slow
async def test_keys_are_sent_by_name(guest: Visit) -> None:
    """Keys offered by the screen are sent with their labels; an empty input does not end the app."""
    socket = await terminal(guest)
    await until(socket, "Line of Battle")
    await socket.send_json(["stdin", ""])
    await socket.send_json(["key", "f3"])
    async with asyncio.timeout(120):
        while ["g", "g", "Go to"] not in await _next_keys(socket):
            pass
        await socket.send_json(["key", "g"])
        while ["g", "g", "Go to"] in await _next_keys(socket):
            pass
    await socket.close()


@pytest.mark.slow
async def test_text_is_inserted_at_once_or_refused(guest: Visit) -> None:
    """The search line accepts text, even half a character; a screen without a text field refuses it."""
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
    """Return the keys offered by the next screen."""
    while (message := await socket.receive()).type is not WSMsgType.TEXT:
        assert not socket.closed
    kind, keys, *_ = message.json()
    assert kind == "keys"
    made: list[list[str]] = keys
    return made


def test_a_size_stays_in_bounds() -> None:
    """A size sent by a browser is limited at both ends."""
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
    """The invalid message closes its terminal, and the server continues."""
    socket = await terminal(guest)
    await socket.send_str(message)
    async with asyncio.timeout(120):
        while not socket.closed:
            await socket.receive()
        while guest.site.visits.open or guest.site.visits.leaving:
            await asyncio.sleep(0.05)


async def test_the_number_of_visitors_is_limited(guest: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor over the limit is refused with status 503."""
    monkeypatch.setattr(visits, "MOST_VISITORS", 0)
    with pytest.raises(WSServerHandshakeError) as refused:
        await terminal(guest)
    assert refused.value.status == 503


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process and let it hang")
async def test_an_app_that_does_not_end_is_killed(guest: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hanging app is killed after its browser leaves, so that it cannot keep the session."""
    monkeypatch.setattr(visitor, "PATIENCE", 0.5)
    socket = await terminal(guest)
    await until(socket, "Line of Battle")
    process = guest.site.visits.open[0].visitor._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    await socket.close()
    await ended(process)


@pytest.mark.slow
async def test_an_app_ends_with_the_server(guest: Visit) -> None:
    """An app ends even if the server is killed, because the pipe to the app closes."""
    socket = await terminal(guest)
    await until(socket, "Line of Battle")
    process = guest.site.visits.open[0].visitor._process
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


class Clogged:
    """The pipe of an app that takes nothing."""

    def write(self, data: bytes) -> None:
        """Take the data."""

    async def drain(self) -> None:
        """Wait forever."""
        await asyncio.Event().wait()


async def test_a_visit_ends_that_sends_more_than_the_app_can_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visit that sends more than its app can take ends, and the app still gets the request to end."""

    async def nothing(*given: object) -> None:
        """Do nothing."""

    monkeypatch.setattr(visitor, "PATIENCE", 0.01)
    app = Visitor("Table", nothing, nothing, nothing)
    monkeypatch.setattr(app, "_stdin", Clogged())
    for sending in (app.send_bytes(b"x"), app.press("x"), app.insert(0, "x"), app.set_terminal_size(80, 24)):
        with pytest.raises(ValueError):
            await sending
    done, waiting = await asyncio.wait({asyncio.ensure_future(app.send_meta({"type": "quit"}))}, timeout=0.1)
    assert not done
    waiting.pop().cancel()


async def test_the_browser_receives_only_the_screen_of_an_app() -> None:
    """The browser gets the screen and its keys, but no pages or files; the end of the app closes the terminal."""
    sent: list[object] = []

    async def write(data: bytes | str) -> None:
        sent.append(data)

    async def close() -> None:
        sent.append("closed")

    app = Visitor("Table", write, write, close)
    await app.on_meta(b'{"type": "open_url", "url": "http://evil.example", "new_tab": true}')
    await app.on_meta(b'{"type": "deliver_file_start", "key": "k", "path": "/etc/passwd"}')
    await app.on_packed(b"anything")
    assert sent == []
    await app.on_meta(b'{"type": "keys", "keys": [["f1", "F1", "More"]], "views": {}, "new": true}')
    await app.on_meta(b'{"type": "exit"}')
    assert sent == ['["keys", [["f1", "F1", "More"]], {}, true]', "closed"]
