"""A page that was closed, reloaded or cut off finds its app again, with everything on its screen."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import WSServerHandshakeError
from yarl import URL

from companion.serve import visitor, visits
from companion.serve.terminal import STALE_SECONDS
from companion.serve.visitor import Visitor
from companion.serve.visits import HAND_OVER_SECONDS, KEPT_SECONDS, TAKEN
from tests.serve.conftest import Visit
from tests.serve.page import PATIENCE, Page, open_page

TAB, OTHER = "a1" * 16, "b2" * 16


async def in_calculator(page: Page) -> None:
    """Open the closing roll and give two answers."""
    await page.until("Line of Battle")
    await page.press("f2")
    await page.until("2 Closing roll")
    await page.press("2")
    await page.until("Morale rating of the moving")
    await page.press("c", "2")
    await page.until("[C]", "[2]")


async def leave(visit: Visit, page: Page) -> None:
    """Close a page, and wait until the server has noticed."""
    await page.socket.close()
    async with asyncio.timeout(PATIENCE):
        while all(each.away_since is None for each in visit.site.visits.open):
            await asyncio.sleep(0.02)


def processes(visit: Visit) -> list[Process]:
    """The app processes of all visits."""
    found = [each.visitor._process for each in visit.site.visits.open]
    return [each for each in found if each is not None]


async def ended(process: Process) -> None:
    """Wait until an app has ended."""
    async with asyncio.timeout(PATIENCE):
        await process.wait()


@pytest.mark.slow
async def test_a_page_that_is_opened_again_shows_the_same_answers(guest: Visit) -> None:
    """A reopened page gets its app back, redrawn at the new size, with the terminal modes and the keys."""
    page = await open_page(guest, TAB)
    await in_calculator(page)
    before = processes(guest)
    await leave(guest, page)
    again = await open_page(guest, TAB, 100, 30)
    text = await again.until("[C]", "[2]", "Closing roll", "Esc Back")
    assert "read-only" not in text
    await again.filled()
    assert processes(guest) == before
    assert again.modes >= {each for each in page.modes if each.endswith("h") and each != "\x1b[?2026h"}
    await again.press("s")
    await again.until("[x] s")
    assert again.keys


@pytest.mark.slow
async def test_a_page_that_was_away_for_long_lets_others_write(guest: Visit) -> None:
    """After five seconds another visitor may write; the first page returns read-only, with its answers."""
    page = await open_page(guest, TAB)
    await in_calculator(page)
    second = await open_page(guest, OTHER)
    await second.until("2 Closing roll")
    await leave(guest, page)
    guest.clock.time += HAND_OVER_SECONDS - 1
    guest.site.visits.sweep()
    assert not guest.site.visits.open[0].has_left
    guest.clock.time += 1
    guest.site.visits.sweep()
    await second.until("You have control")
    await second.until("2 Closing roll", gone="read-only")
    again = await open_page(guest, TAB)
    await again.until("[C]", "[2]", "Read-only", "Another window has taken")


@pytest.mark.slow
async def test_a_page_that_was_away_writes_again_if_nobody_else_does(guest: Visit) -> None:
    """A page that was away writes again if nobody else does; until then it takes over from nobody."""
    page = await open_page(guest, TAB)
    await in_calculator(page)
    await leave(guest, page)
    guest.clock.time += HAND_OVER_SECONDS
    guest.site.visits.sweep()
    second = await open_page(guest, OTHER)
    await second.until("2 Closing roll", gone="read-only")
    await leave_for_good(guest, second)
    again = await open_page(guest, TAB)
    await again.until("[C]", "[2]", gone="read-only")
    await again.press("s", "4")
    await again.until("CLOSES", "of the log")


async def leave_for_good(visit: Visit, page: Page) -> None:
    """End the app of a page, as its player does, and wait until it has freed the session.

    The page may know that its connection is closed before the server has ended the visit.
    """
    (ended,) = (each for each in visit.site.visits.open if each.connection is not None)
    await page.press("ctrl+q")
    assert await page.closed() == 1000
    async with asyncio.timeout(PATIENCE):
        while ended in visit.site.visits.open or visit.site.visits.leaving:
            await asyncio.sleep(0.02)


@pytest.mark.slow
async def test_another_tab_or_cookie_gets_another_app(guest: Visit) -> None:
    """The id of a tab is of no use without the cookie of its browser."""
    page = await open_page(guest, TAB)
    await in_calculator(page)
    await leave(guest, page)
    first = processes(guest)
    other = await open_page(guest, OTHER)
    await other.until("2 Closing roll", gone="[C]")
    await other.socket.close()
    guest.client.session.cookie_jar.clear()
    assert (await guest.log_in()).status == 303
    assert guest.client.session.cookie_jar.filter_cookies(URL(guest.home))
    stranger = await open_page(guest, TAB)
    await stranger.until("2 Closing roll", gone="[C]")
    assert len(set(processes(guest))) == 3 and processes(guest)[0] is first[0]


@pytest.mark.parametrize(
    "tab", ["x", "", "a" * 31, "a" * 33, "A1" * 16, "a1" * 15 + "%00a", "a1" * 15 + "a1&tab=" + "b2" * 16]
)
async def test_an_invalid_tab_is_refused(guest: Visit, tab: str) -> None:
    """No app is started for an invalid tab."""
    with pytest.raises(WSServerHandshakeError) as refused:
        await guest.client.ws_connect(URL(f"/ws?tab={tab}", encoded=True), headers={"Origin": guest.home})
    assert refused.value.status == 400
    assert not guest.site.visits.open


@pytest.mark.slow
async def test_an_app_is_kept_for_ten_minutes(guest: Visit) -> None:
    """An app without a page ends by itself after ten minutes."""
    page = await open_page(guest, TAB)
    await page.until("Line of Battle")
    (process,) = processes(guest)
    await leave(guest, page)
    guest.clock.time += KEPT_SECONDS - 1
    guest.site.visits.sweep()
    assert processes(guest) == [process]
    guest.clock.time += 1
    guest.site.visits.sweep()
    assert not processes(guest)
    await ended(process)


@pytest.mark.slow
async def test_a_page_without_a_tab_keeps_no_app(guest: Visit) -> None:
    """The app of a page without a tab id ends with its connection."""
    page = await open_page(guest)
    await page.until("Line of Battle")
    (process,) = processes(guest)
    await page.socket.close()
    await ended(process)


@pytest.mark.slow
async def test_kept_apps_make_room(guest: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are too many apps, a new visitor replaces an app without a page, but no other app."""
    monkeypatch.setattr(visits, "MOST_VISITORS", 1)
    page = await open_page(guest, TAB)
    await page.until("Line of Battle")
    with pytest.raises(WSServerHandshakeError) as refused:
        await open_page(guest, OTHER)
    assert refused.value.status == 503
    (process,) = processes(guest)
    await leave(guest, page)
    other = await open_page(guest, OTHER)
    await ended(process)
    await other.until("Line of Battle")
    assert len(processes(guest)) == 1


@pytest.mark.slow
async def test_a_second_page_of_a_tab_takes_its_app(guest: Visit) -> None:
    """The first page learns that its app was taken, and keys pressed there have no effect."""
    first = await open_page(guest, TAB)
    await first.until("Line of Battle")
    second = await open_page(guest, TAB)
    await first.press("f3")
    assert await first.closed() == TAKEN
    await second.until("Line of Battle")
    await second.press("f2")
    assert "g Go" not in await second.until("2 Closing roll")
    assert len(processes(guest)) == 1


@pytest.mark.slow
async def test_a_player_who_quits_is_not_kept(guest: Visit) -> None:
    """After a player quits, the next page of the tab has a new app."""
    page = await open_page(guest, TAB)
    await page.until("Line of Battle")
    await page.press("f3")
    await page.until("g Go")
    await leave_for_good(guest, page)
    assert not guest.site.visits.open


@pytest.mark.slow
async def test_an_app_that_ends_while_its_page_is_away_is_not_kept(guest: Visit) -> None:
    """If an app ends while its page is away, the next page of the tab gets a new app."""
    page = await open_page(guest, TAB)
    await page.until("Line of Battle")
    (process,) = processes(guest)
    await leave(guest, page)
    process.kill()
    await ended(process)
    again = await open_page(guest, TAB)
    await again.until("Line of Battle")
    assert processes(guest) != [process]


@pytest.mark.slow
async def test_a_dead_line_with_stuck_output_does_not_hold_the_app(guest: Visit) -> None:
    """A new page gets the app, even while the old connection reads nothing and its output is stuck."""
    page = await open_page(guest, TAB, 400, 150)
    await in_calculator(page)
    (visit,) = guest.site.visits.open
    connection = visit.connection
    async with deaf_page(guest, TAB) as writer:
        async with asyncio.timeout(PATIENCE):
            while visit.connection is connection or visit.connection is None:
                await asyncio.sleep(0.02)
            transport = visit.connection._transport
            assert isinstance(transport, asyncio.WriteTransport)
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            width = 400
            while not transport.get_write_buffer_size():
                width = 799 - width
                writer.write(frame(json.dumps(["resize", {"width": width, "height": 150}])))
                await asyncio.sleep(0.1)
        again = await open_page(guest, TAB)
        await again.until("[C]", "[2]", "Esc Back")


@asynccontextmanager
async def deaf_page(visit: Visit, tab: str) -> AsyncIterator[asyncio.StreamWriter]:
    """Open a page that reads nothing."""
    with socket.create_connection(("127.0.0.1", visit.client.port or 0)) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        _, writer = await asyncio.open_connection(sock=line, limit=1)
        name = f"companion-{visit.client.port}"
        cookie = visit.client.session.cookie_jar.filter_cookies(URL(visit.home))[name].value
        head = (
            f"GET /ws?width=400&height=150&tab={tab} HTTP/1.1\r\nHost: 127.0.0.1:{visit.client.port}\r\n"
            f"Origin: {visit.home}\r\nCookie: {name}={cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        writer.write(head.encode())
        yield writer
        writer.transport.abort()


def frame(text: str) -> bytes:
    """Return a message as a browser sends it, masked with zeros."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process and let it hang")
async def test_an_app_that_hangs_cannot_hold_the_session(
    guest: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hanging app that does not hand over writing is killed."""
    monkeypatch.setattr(visitor, "PATIENCE", 0.5)
    page = await open_page(guest, TAB)
    await page.until("Line of Battle")
    (process,) = processes(guest)
    process.send_signal(signal.SIGSTOP)
    await leave(guest, page)
    guest.clock.time += HAND_OVER_SECONDS
    guest.site.visits.sweep()
    await ended(process)
    assert not guest.site.visits.open


@pytest.mark.slow
async def test_input_that_was_held_back_is_dropped(guest: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and text after an old beat are dropped; those after a recent beat take effect."""
    entered: list[object] = []

    async def note(visitor: Visitor, *what: object) -> None:
        entered.append(what)

    for name in ("send_bytes", "press", "insert"):
        monkeypatch.setattr(Visitor, name, note)
    page = await open_page(guest, TAB)
    await page.until("Line of Battle")
    for number, wait in ((0, STALE_SECONDS), (0, 1), (int(STALE_SECONDS) * 1000 + 1000, 0)):
        await page.socket.send_json(["beat", number])
        assert await page.beat() == int(guest.clock.time - 1000) * 1000
        guest.clock.time += wait
        await page.socket.send_json(["stdin", f"{number} {wait}"])
        await page.socket.send_json(["key", f"f{wait:.0f}"])
        await page.socket.send_json(["insert", 0, f"{wait}"])
    await page.socket.send_json(["beat", 0])
    await page.beat()
    first, last = (0, STALE_SECONDS), (11000, 0)
    expected = [
        each
        for number, wait in (first, last)
        for each in ((f"{number} {wait}".encode(),), (f"f{wait:.0f}",), (0, f"{wait}"))
    ]
    assert entered == expected


@pytest.mark.slow
async def test_a_beat_of_the_future_ends_the_visit(guest: Visit) -> None:
    """A beat that the server has not sent yet ends the visit."""
    page = await open_page(guest, TAB)
    await page.until("Line of Battle")
    await page.socket.send_json(["beat", 10**9])
    assert await page.closed() == 1000
