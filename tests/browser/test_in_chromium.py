"""`companion serve` in a Chromium without a window, by keyboard, read from the page's terminal.

With COMPANION_PICTURES set to a folder, what the pages look like at the end is put there.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.browser.chromium import Browser, Page
from tests.browser.conftest import Serving, save_picture

pytestmark = pytest.mark.slow


async def test_by_keyboard(browser: Browser, serving: Serving) -> None:
    """Search, open a rule, go back, finish a closing roll."""
    async with serving() as address, browser.page() as page:
        await page.go(address)
        await page.until("Line of Battle")
        await page.keys("canister")
        await page.until("8.2c", "Artillery depletion box")
        await page.key("Enter")
        await page.until("8.2", "depletion", "Esc Back", gone="^Q Quit")
        await save_picture(page, "rule")
        await page.key("Escape")
        await page.until("^Q Quit")
        await page.key("F2")
        await page.until("2 Closing roll")
        await page.key("2")
        await page.until("▸? Morale rating of the moving stack")
        for key, seen in (("c", "[C]"), ("2", "[2]"), ("s", "50%")):
            await page.key(key)
            await page.until(seen)
        await page.key("4")
        done = await page.until("THE STACK CLOSES", "of the log")
        assert "1d6: 4, typed" in done
        assert page.faults == []
        await save_picture(page, "keyboard")


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
        await save_picture(first, "login")
        await asyncio.sleep(1.1)
        await _log_in(first, "iron brigade")
        await first.until("Line of Battle")
        await second.go(address)
        await second.until("only reading")
        await second.key("F3")
        await first.key("F3")
        await first.until("g Go")
        await first.key("ArrowRight")
        await first.until("First player Activity Phase")
        await second.until("only reading", "First player Activity Phase")
        await save_picture(second, "follower")
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
