"""The driver of a visitor's app limits its input, and ignores screen sizes among the keys."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import Any

import pytest
from textual.events import Key, Resize
from textual.geometry import Size
from textual.message import Message

from companion.ui import served
from companion.ui.key_queue import SerialKeyApp
from companion.ui.served import MOST_ERASED, MOST_WAITING, GuestDriver


@pytest.fixture
async def driver(monkeypatch: pytest.MonkeyPatch) -> GuestDriver:
    """Return a driver that reads no input, with an app that does not run."""
    made = GuestDriver.__new__(GuestDriver)
    made.__dict__ |= {
        "_app": SerialKeyApp("dark"),
        "_loop": asyncio.get_running_loop(),
        "cursor_origin": None,
    }
    made.exit_event = threading.Event()
    made.__dict__["sent"] = []
    monkeypatch.setattr(GuestDriver, "send_message", lambda self, message: self.sent.append(message))
    return made


def sent(driver: GuestDriver) -> list[Message]:
    """Return what the driver has passed on."""
    messages: list[Message] = driver.__dict__["sent"]
    return messages


async def test_a_size_among_the_keys_is_ignored(driver: GuestDriver) -> None:
    """A terminal may report its size in a sequence of keys; from a browser it would have no bounds."""
    huge = Size(10**6, 10**6)
    await asyncio.to_thread(driver.process_message, Resize(huge, huge))
    await asyncio.to_thread(driver.process_message, Key("a", "a"))
    assert [type(each) for each in sent(driver)] == [Key]


@pytest.mark.parametrize("end", ["the app has time", "the app ends"])
async def test_input_waits_while_the_app_has_too_much(driver: GuestDriver, end: str) -> None:
    """While the app has too much to handle, further input stays in the pipe, not in the app's memory."""
    app: Any = driver._app
    app._keys.extend([Key("a", "a")] * MOST_WAITING)
    passing = asyncio.create_task(asyncio.to_thread(driver.process_message, Key("b", "b")))
    await asyncio.wait({passing}, timeout=0.3)
    assert sent(driver) == []
    if end == "the app has time":
        app._keys.popleft()
    else:
        driver.exit_event.set()
    await passing
    assert len(sent(driver)) == 1


async def test_the_letters_that_a_text_replaces_are_limited(driver: GuestDriver) -> None:
    """A text field deletes a limited number of letters, because each deletion is a key."""
    payload: dict[str, object] = {"erased": 10**6, "text": "canister"}
    await asyncio.to_thread(driver.on_meta, "insert", payload)
    assert [each.__dict__["erased"] for each in sent(driver)] == [MOST_ERASED]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot limit the memory")
def test_the_memory_of_the_app_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory of the app is limited, unless the system has a lower limit."""
    import resource

    limits: list[object] = []
    monkeypatch.setattr(resource, "setrlimit", lambda kind, both: limits.append(both))
    for hard in (resource.RLIM_INFINITY, served.MOST_MEMORY + 1, served.MOST_MEMORY - 1):
        monkeypatch.setattr(resource, "getrlimit", lambda kind, hard=hard: (hard, hard))
        served._limit_memory()
    assert limits == [(served.MOST_MEMORY, served.MOST_MEMORY)] * 2
