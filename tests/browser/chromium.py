"""A headless Chromium, driven through its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import re
import shutil
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 120.0
"""Timeout of a wait in seconds; far longer than any machine needs."""

_KEYS = {
    "Enter": 13,
    "Escape": 27,
    "Backspace": 8,
    "ArrowDown": 40,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "Tab": 9,
} | {f"F{number}": 111 + number for number in range(1, 13)}

_PLACE = """JSON.stringify([
  document.querySelector(".xterm-screen").getBoundingClientRect(),
  fitting._terminal.rows, fitting._terminal.cols, document.querySelectorAll("#offered button").length])"""
"""Place and size of the terminal, and the number of keys below it."""

_NAVIGATED = ("navigated", "context was destroyed", "Cannot find context", "Promise was collected")
"""Parts of Chromium's errors when a page is left while a script runs in it."""

_WATCH = """
const push = Array.prototype.push;
Array.prototype.push = function (...given) {
  for (const each of given)
    if (each && each.instance && "isDisposed" in each && each.instance.proposeDimensions)
      window.fitting = each.instance;
  return push.apply(this, given);
};
window.terminalText = () => {
  if (!window.fitting || !window.fitting._terminal) return "";
  const shown = window.fitting._terminal.buffer.active, lines = [];
  for (let row = 0; row < shown.length; row++) lines.push(shown.getLine(row).translateToString(true));
  return lines.join("\\n");
};
window.terminalCell = (row, column, height) => {
  const terminal = window.fitting._terminal;
  const at = document.querySelector(".xterm-screen").getBoundingClientRect();
  return [at.left + (column + 0.5) * at.width / terminal.cols, at.top + (row + height) * at.height / terminal.rows];
};
"""
"""A script that finds the page's terminal, which has no name, when its first addon is loaded."""


class Navigated(Exception):
    """The page went to another address while it was asked."""


def chromium() -> str:
    """Return the path of Chromium; empty if none is installed."""
    return next((found for name in NAMES if (found := shutil.which(name))), "")


class Page:
    """A page of the browser."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self.faults: list[str] = []
        """Errors of the page's scripts."""

    async def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command of the protocol. Return its result.

        Errors: `Navigated`.
        """
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": params})
        while True:
            message = json.loads(await self._socket.receive_str())
            if message.get("method") == "Runtime.exceptionThrown":
                self.faults.append(str(message["params"]["exceptionDetails"]))
            if message.get("id") == number:
                if "error" in message and any(each in message["error"]["message"] for each in _NAVIGATED):
                    raise Navigated(message["error"]["message"])
                assert "error" not in message, (method, message)
                answer: dict[str, Any] = message["result"]
                return answer

    async def begin(self, width: int, height: int) -> None:
        """Set up the page: a touch screen of this size in pixels."""
        for each in ("Page.enable", "Runtime.enable", "Network.enable"):
            await self.send(each)
        await self.resize(width, height)
        await self.send("Emulation.setTouchEmulationEnabled", enabled=True)
        await self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        await self.send("Page.addScriptToEvaluateOnNewDocument", source=_WATCH)

    async def resize(self, width: int, height: int) -> None:
        """Resize the screen (pixels), as when the device is turned or a keyboard opens."""
        await self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    async def size(self) -> tuple[int, int, float]:
        """Return columns and rows of the terminal, and the height of a row in pixels."""
        columns, rows, height = await self.evaluate(
            "(({cols, rows}) => [cols, rows, document.querySelector('.xterm-screen').clientHeight / rows])"
            "(window.fitting._terminal)"
        )
        return columns, rows, height

    async def go(self, address: str) -> None:
        """Open an address."""
        await self.send("Page.navigate", url=address)

    async def accept_certificate(self) -> None:
        """Accept a certificate that no authority has signed, as a player does after comparing its fingerprint."""
        await self.send("Security.enable")
        await self.send("Security.setIgnoreCertificateErrors", ignore=True)

    async def evaluate(self, script: str) -> Any:
        """Evaluate a script. Return its value."""
        answer = await self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        return answer["result"].get("value")

    async def text(self) -> str:
        """Return the text of the terminal; empty while there is none."""
        return str(await self.ask("window.terminalText ? terminalText() : ''") or "")

    async def ask(self, script: str) -> Any:
        """Evaluate a script while the page may change its address. Return its value; None if the page did so."""
        try:
            return await self.evaluate(script)
        except Navigated:
            return None

    async def until(self, *words: str, gone: str = "\0") -> str:
        """Wait until all these words are on the terminal and `gone` is not. Return the text."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    text = await self.text()
                    if all(each in re.sub(" +", " ", text) for each in words) and gone not in text:
                        return text
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"{words} did not appear; on the terminal:\n{await self.text()}") from None

    async def key(self, name: str) -> None:
        """Press and release a key."""
        code = _KEYS.get(name)
        text = {"Enter": "\r"}.get(name, "" if code else name)
        params: dict[str, Any] = {"key": name, "code": name}
        if code:
            params["windowsVirtualKeyCode"] = code
        elif name.isascii() and name.isalnum():
            params["windowsVirtualKeyCode"] = ord(name.upper())
        await self.send(
            "Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **params
        )
        await self.send("Input.dispatchKeyEvent", type="keyUp", **params)

    async def keys(self, text: str) -> None:
        """Type a text, one letter at a time."""
        for each in text:
            await self.key(each)

    async def insert(self, text: str) -> None:
        """Insert text at once, as a keyboard does for a suggestion, a swiped word, or the end of a composition."""
        await self.send("Input.insertText", text=text)

    async def compose(self, text: str, **replaced: int) -> None:
        """Set the word being composed; `replacementStart` and `replacementEnd` replace earlier text."""
        await self.send(
            "Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text), **replaced
        )

    async def delete(self, command: str) -> None:
        """Delete as a keyboard does without a key press. Commands: `DeleteBackward`, `DeleteWordBackward`."""
        params = {"key": "Unidentified", "windowsVirtualKeyCode": 229}
        await self.send("Input.dispatchKeyEvent", type="rawKeyDown", commands=[command], **params)
        await self.send("Input.dispatchKeyEvent", type="keyUp", **params)

    async def tap(self, words: str, last: bool = False, height: float = 0.5) -> None:
        """Tap the first place with these words, or the last. `height` is the part of the row from its top."""
        text = await self._stable_text(words)
        at = re.compile(re.escape(words).replace("\\ ", " +"))
        found = [(row, match) for row, line in enumerate(text.split("\n")) if (match := at.search(line))]
        row, match = found[-1] if last else found[0]
        column = (match.start() + match.end()) // 2
        await self._touch(await self.evaluate(f"terminalCell({row}, {column}, {height})"))

    async def tap_key(self, key: str) -> None:
        """Tap a key below the terminal."""
        await self.tap_button(f'[data-key="{key}"]')

    async def tap_button(self, selector: str) -> None:
        """Tap a button of the page once it exists, scrolled into view."""
        await self.until_true(f"!!document.querySelector('{selector}')")
        await self._touch(
            await self.evaluate(
                f"(button => {{ button.scrollIntoView(); const at = button.getBoundingClientRect();"
                f"return [at.left + at.width / 2, at.top + at.height / 2]; }})(document.querySelector('{selector}'))"
            )
        )

    async def swipe(self, start: int, end: int) -> None:
        """Swipe vertically between two heights in pixels."""
        await self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 150, "y": start}])
        for part in range(1, 11):
            point = {"x": 150, "y": start + (end - start) * part // 10}
            await self.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[point])
        await self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def until_true(self, script: str) -> None:
        """Wait until a script returns a true value."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not await self.ask(script):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"never true: {script}; on the terminal:\n{await self.text()}") from None

    async def _stable_text(self, words: str) -> str:
        """Return the text once it contains these words and six reads of text and size are the same, so that a tap hits.

        On a slow machine the keys below the terminal may appear late and move its rows.
        """
        reads: list[tuple[str, object]] = []
        while len(reads) < 6 or any(read != reads[-1] for read in reads[-6:]):
            reads.append((await self.until(words), await self.ask(_PLACE)))
            await asyncio.sleep(0.2)
        return reads[-1][0]

    async def _touch(self, place: list[float]) -> None:
        x, y = place
        await self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def picture(self, path: Path) -> None:
        """Write a screenshot to a file."""
        answer = await self.send("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(answer["data"]))


class Browser:
    """A running Chromium."""

    def __init__(self, session: ClientSession, address: str) -> None:
        self._session = session
        self.address = address

    @asynccontextmanager
    async def page(self, width: int = 1024, height: int = 700) -> AsyncIterator[Page]:
        """Open a page, and close it at the end."""
        async with self._session.put(f"{self.address}/json/new?about:blank") as answer:
            target = await answer.json()
        async with self._session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as socket:
            page = Page(socket)
            await page.begin(width, height)
            yield page
        async with self._session.get(f"{self.address}/json/close/{target['id']}") as answer:
            await answer.read()


@asynccontextmanager
async def start_chromium(folder: Path) -> AsyncIterator[Browser]:
    """Start a Chromium with a new profile in `folder`."""
    options = ("--headless=new", "--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage")
    process = await asyncio.create_subprocess_exec(
        *(chromium(), *options, "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"),
        stdout=DEVNULL,
        stderr=DEVNULL,
    )
    try:
        async with ClientSession() as session:
            yield Browser(session, f"http://127.0.0.1:{await _port(folder, process)}")
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def _port(folder: Path, process: Process) -> int:
    for _ in range(400):
        with suppress(FileNotFoundError, IndexError, ValueError):
            return int((folder / "DevToolsActivePort").read_text().splitlines()[0])
        assert process.returncode is None, "Chromium does not start"
        await asyncio.sleep(0.05)
    raise AssertionError("Chromium opens no port")
