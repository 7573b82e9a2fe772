"""`companion serve` in a Chromium without a window, by keyboard and by touch, read from the page's terminal.

With COMPANION_PICTURES set to a folder, what the pages look like at the end is put there.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.browser.chromium import Browser, Page
from tests.browser.conftest import Serving

pytestmark = pytest.mark.slow


async def _picture(page: Page, name: str) -> None:
    folder = os.environ.get("COMPANION_PICTURES")
    if folder:
        await page.picture(Path(folder) / f"{name}.png")


async def test_by_keyboard(browser: Browser, serving: Serving) -> None:
    """Search, open a rule, go back, finish a closing roll."""
    async with serving() as address, browser.page() as page:
        await page.go(address)
        await page.until("Line of Battle")
        await page.keys("canister")
        await page.until("8.2c", "Artillery depletion box")
        await page.key("Enter")
        await page.until("8.2", "depletion", "esc Back", gone="f9 Game")
        await _picture(page, "rule")
        await page.key("Escape")
        await page.until("f9 Game")
        await page.key("F2")
        await page.until("2 Closing roll")
        await page.key("2")
        await page.until("▸? Morale rating of the moving stack")
        for key, seen in (("c", "[C]"), ("2", "[2]"), ("m", "Needed on the die: 4")):
            await page.key(key)
            await page.until(seen)
        await page.key("4")
        done = await page.until("=> The stack: closes  (rolled 4 on 1d6)", "of the log")
        assert "1d6: 4, typed" in done
        assert page.faults == []
        await _picture(page, "keyboard")


async def test_by_touch(browser: Browser, serving: Serving) -> None:
    """The same with fingers: taps on the terminal and on the keys under it, letters from the keyboard alone."""
    async with serving() as address, browser.page() as page:
        await page.go(address)
        await page.until("Line of Battle")
        await page.tap("Find a rule")
        await page.keys("canister")
        await page.tap("8.2c Artillery depletion box")
        await page.until("8.2c Artillery depletion box", "esc Back", gone="f9 Game")
        await page.tap_key("Escape")
        await page.until("f9 Game")
        await page.tap("f2 Calc")
        await page.tap("2 Closing roll")
        await page.until("▸? Morale rating of the moving stack")
        await page.tap(" C ")
        await page.until("[C]")
        await page.tap_key("2")
        await page.until("closes 67 %")
        await page.tap("Moving stack is Shaken")
        await page.until("Needed on the die: 4")
        await page.tap("type 1d6")
        await page.tap_key("4")
        done = await page.until("=> The stack: closes  (rolled 4 on 1d6)", "of the log")
        assert "1d6: 4, typed" in done
        await page.tap("Resolve any opening volley")
        await page.until("Opening volley  5.4")
        assert page.faults == []
        await _picture(page, "touch")


async def test_on_a_telephone(browser: Browser, serving: Serving) -> None:
    """Forty columns, the keys under the terminal in two rows."""
    async with serving() as address, browser.page(390, 780) as page:
        await page.go(address)
        text = await page.until("Turn 1", "f2 Calc")
        assert max(map(len, text.splitlines())) <= 44
        await page.tap("f2 Calc")
        await page.tap("2 Closing roll")
        await page.tap(" C ")
        await page.until("[C]")
        await page.tap_key("2")
        await page.tap("type 1d6")
        await page.tap_key("r")
        await page.until("rolled by the", "=> The stack")
        assert page.faults == []
        await _picture(page, "telephone")


async def test_login_and_a_second_visitor(browser: Browser, serving: Serving) -> None:
    """The pass phrase first; the second browser follows, and writes when the first is gone."""
    async with (
        serving("--lan", "127.0.0.2", COMPANION_PASSPHRASE="iron brigade") as address,
        browser.page() as first,
        browser.page() as second,
    ):
        await first.go(address)
        await _log_in(first, "iron brigada")
        await _says(first, "That was not it.")
        await _picture(first, "login")
        await asyncio.sleep(1.1)
        await _log_in(first, "iron brigade")
        await first.until("Line of Battle")
        await second.go(address)
        await second.until("only reading")
        await second.key("F3")
        await first.key("F3")
        await first.until("g Go")
        await first.key("ArrowRight")
        await first.until("> 2 Activity Phase")
        await second.until("only reading", "> 2 Activity Phase")
        await _picture(second, "follower")
        await first.go("about:blank")
        await second.until("You write now", gone="only reading")


async def test_another_page_of_this_browser_gets_in_nowhere(browser: Browser, serving: Serving) -> None:
    """One at another port of this machine, whose requests carry the cookie, and one under another name."""
    async with serving() as address, browser.page() as page, browser.page() as other:
        await page.go(address)
        await page.until("Line of Battle")
        port = address.partition("127.0.0.1:")[2].partition("/")[0]
        await other.go(f"{browser.address}/json/version")
        await _says(other, "Browser")
        reached = await other.says(
            "new Promise(done => {"
            f"const socket = new WebSocket('ws://127.0.0.1:{port}/ws');"
            "socket.onopen = () => done('open'); socket.onerror = () => done('refused'); })"
        )
        assert reached == "refused"


async def _log_in(page: Page, phrase: str) -> None:
    await _says(page, "Pass phrase")
    await page.says(f"document.getElementById('phrase').value = '{phrase}'")
    await page.says("document.querySelector('form').requestSubmit()")


async def _says(page: Page, words: str) -> None:
    """Waits until a page that is no terminal says this."""
    for _ in range(200):
        if words in str(await page.says("document.readyState === 'complete' && document.body.innerText")):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(words)
