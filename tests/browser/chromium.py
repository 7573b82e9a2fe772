"""A Chromium without a window, driven through its DevTools protocol."""

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
"""Seconds after which a test gives up on text that does not appear; far more than any machine needs."""

_KEYS = {
    "Enter": 13,
    "Escape": 27,
    "Backspace": 8,
    "ArrowDown": 40,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "Tab": 9,
} | {f"F{number}": 111 + number for number in range(1, 13)}

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
"""Finds the page's terminal, which has no name of its own, when its first part is put in."""


def chromium() -> str:
    """Where a Chromium lies; empty where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), "")


class Page:
    """One page of the browser."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self.faults: list[str] = []
        """What the page's own scripts complained about."""

    async def ask(self, method: str, **given: Any) -> dict[str, Any]:
        """One command of the protocol and its answer."""
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": given})
        while True:
            told = json.loads(await self._socket.receive_str())
            if told.get("method") == "Runtime.exceptionThrown":
                self.faults.append(str(told["params"]["exceptionDetails"]))
            if told.get("id") == number:
                assert "error" not in told, (method, told)
                answer: dict[str, Any] = told["result"]
                return answer

    async def begin(self, width: int, height: int) -> None:
        """A screen of this size that is touched."""
        for each in ("Page.enable", "Runtime.enable", "Network.enable"):
            await self.ask(each)
        await self.resize(width, height)
        await self.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        await self.ask("Emulation.setFocusEmulationEnabled", enabled=True)
        await self.ask("Page.addScriptToEvaluateOnNewDocument", source=_WATCH)

    async def resize(self, width: int, height: int) -> None:
        """Another size: turned, or a keyboard opens over it."""
        await self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    async def size(self) -> tuple[int, int, float]:
        """Columns and rows of the terminal, and the height of a row in pixels."""
        columns, rows, height = await self.says(
            "(({cols, rows}) => [cols, rows, document.querySelector('.xterm-screen').clientHeight / rows])"
            "(window.fitting._terminal)"
        )
        return columns, rows, height

    async def go(self, address: str) -> None:
        """Opens an address."""
        await self.ask("Page.navigate", url=address)

    async def says(self, script: str) -> Any:
        """What a script comes to."""
        answer = await self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        return answer["result"].get("value")

    async def text(self) -> str:
        """What is on the terminal."""
        return str(await self.says("window.terminalText ? terminalText() : ''") or "")

    async def until(self, *words: str, gone: str = "\0") -> str:
        """Waits until all these words are on the terminal and `gone` is not."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    text = await self.text()
                    if all(each in re.sub(" +", " ", text) for each in words) and gone not in text:
                        return text
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"never came: {words}; on the terminal:\n{await self.text()}") from None

    async def key(self, name: str) -> None:
        """Presses a key."""
        code = _KEYS.get(name)
        text = {"Enter": "\r"}.get(name, "" if code else name)
        given: dict[str, Any] = {"key": name, "code": name}
        if code:
            given["windowsVirtualKeyCode"] = code
        elif name.isascii() and name.isalnum():
            given["windowsVirtualKeyCode"] = ord(name.upper())
        await self.ask("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **given)
        await self.ask("Input.dispatchKeyEvent", type="keyUp", **given)

    async def keys(self, text: str) -> None:
        """Types text letter by letter."""
        for each in text:
            await self.key(each)

    async def insert(self, text: str) -> None:
        """Text that a keyboard inserts at once: a suggestion, a swiped word, the end of a composition."""
        await self.ask("Input.insertText", text=text)

    async def compose(self, text: str, **replaced: int) -> None:
        """The word that a keyboard is still changing; with `replacementStart` and `replacementEnd`, an earlier one."""
        await self.ask(
            "Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text), **replaced
        )

    async def delete(self, command: str) -> None:
        """What a keyboard deletes without pressing a key: `DeleteBackward`, `DeleteWordBackward`."""
        given = {"key": "Unidentified", "windowsVirtualKeyCode": 229}
        await self.ask("Input.dispatchKeyEvent", type="rawKeyDown", commands=[command], **given)
        await self.ask("Input.dispatchKeyEvent", type="keyUp", **given)

    async def tap(self, words: str, last: bool = False, height: float = 0.5) -> None:
        """Touches the first place, or the last, where these words are; `height` is the part of the row from its top."""
        text = await self._still(words)
        at = re.compile(re.escape(words).replace("\\ ", " +"))
        found = [(row, match) for row, line in enumerate(text.split("\n")) if (match := at.search(line))]
        row, match = found[-1] if last else found[0]
        column = (match.start() + match.end()) // 2
        await self._touch(await self.says(f"terminalCell({row}, {column}, {height})"))

    async def tap_key(self, key: str) -> None:
        """Touches a key under the terminal."""
        await self.tap_button(f'[data-key="{key}"]')

    async def tap_button(self, selector: str) -> None:
        """Touches a button of the page, once it is there; a row of buttons is scrolled to it first."""
        await self.until_true(f"!!document.querySelector('{selector}')")
        await self._touch(
            await self.says(
                f"(button => {{ button.scrollIntoView(); const at = button.getBoundingClientRect();"
                f"return [at.left + at.width / 2, at.top + at.height / 2]; }})(document.querySelector('{selector}'))"
            )
        )

    async def swipe(self, start: int, end: int) -> None:
        """Draws a finger from one height to another."""
        await self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 150, "y": start}])
        for part in range(1, 11):
            point = {"x": 150, "y": start + (end - start) * part // 10}
            await self.ask("Input.dispatchTouchEvent", type="touchMove", touchPoints=[point])
        await self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def until_true(self, script: str) -> None:
        """Waits until a script comes to something that is true."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not await self.says(script):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(
                f"never came true: {script}; on the terminal:\n{await self.text()}"
            ) from None

    async def _still(self, words: str) -> str:
        """The text once these words are there and nothing moves any more: a finger needs to aim."""
        text = ""
        while text != (text := await self.until(words)):
            await asyncio.sleep(0.25)
        return text

    async def _touch(self, place: list[float]) -> None:
        x, y = place
        await self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def picture(self, path: Path) -> None:
        """Writes what the page looks like."""
        answer = await self.ask("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(answer["data"]))


class Browser:
    """A running Chromium."""

    def __init__(self, session: ClientSession, address: str) -> None:
        self._session = session
        self.address = address

    @asynccontextmanager
    async def page(self, width: int = 1024, height: int = 700) -> AsyncIterator[Page]:
        """A page, closed at the end."""
        async with self._session.put(f"{self.address}/json/new?about:blank") as answer:
            target = await answer.json()
        async with self._session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as socket:
            page = Page(socket)
            await page.begin(width, height)
            yield page
        async with self._session.get(f"{self.address}/json/close/{target['id']}") as answer:
            await answer.read()


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[Browser]:
    """A Chromium that knows nothing yet and keeps what it learns in `folder`."""
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
