"""`companion serve` in a headless Chromium, used by keyboard.

If COMPANION_PICTURES names a folder, screenshots of the pages are saved in it.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.browser.chromium import Browser, Page
from tests.browser.conftest import PATIENCE, Serving, save_picture

pytestmark = pytest.mark.slow


async def test_by_keyboard(browser: Browser, serving: Serving) -> None:
    """A player can search, open a rule, go back, and complete a closing roll."""
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
        for key, expected in (("c", "[C]"), ("2", "[2]"), ("s", "50%")):
            await page.key(key)
            await page.until(expected)
        await page.key("4")
        done = await page.until("THE STACK CLOSES", "of the log")
        assert "1d6: 4, typed" in done
        assert page.faults == []
        await save_picture(page, "keyboard")


async def test_login_and_a_second_visitor(browser: Browser, serving: Serving) -> None:
    """The server asks for the pass phrase; a second browser follows, and writes once the first is closed."""
    async with (
        serving("--lan", "127.0.0.2", COMPANION_PASSPHRASE="iron brigade") as address,
        browser.page() as first,
        browser.page() as second,
    ):
        await first.go(address)
        await _log_in(first, "iron brigada")
        await _shows(first, "Wrong pass phrase.")
        await save_picture(first, "login")
        await asyncio.sleep(1.1)
        await _log_in(first, "iron brigade")
        await first.until("Line of Battle")
        await second.go(address)
        await second.until("read-only")
        await second.key("F3")
        await first.key("F3")
        await first.until("g Go")
        await first.key("ArrowRight")
        await first.until("First player Activity Phase")
        await second.until("read-only", "First player Activity Phase")
        await save_picture(second, "follower")
        await first.go("about:blank")
        await second.until("You have control", gone="read-only")


async def test_another_page_of_this_browser_is_refused(browser: Browser, serving: Serving) -> None:
    """A page at another port of this machine is refused, although its requests carry the cookie."""
    async with serving() as address, browser.page() as page, browser.page() as other:
        await page.go(address)
        await page.until("Line of Battle")
        port = address.partition("127.0.0.1:")[2].partition("/")[0]
        await other.go(f"{browser.address}/json/version")
        await _shows(other, "Browser")
        result = await other.evaluate(
            "new Promise(done => {"
            f"const socket = new WebSocket('ws://127.0.0.1:{port}/ws');"
            "socket.onopen = () => done('open'); socket.onerror = () => done('refused'); })"
        )
        assert result == "refused"


async def _log_in(page: Page, phrase: str) -> None:
    await _shows(page, "Pass phrase")
    await page.evaluate(f"document.getElementById('phrase').value = '{phrase}'")
    await page.ask("document.querySelector('form').requestSubmit()")


async def _shows(page: Page, words: str) -> None:
    """Wait until a page without a terminal shows these words."""
    async with asyncio.timeout(PATIENCE):
        while words not in str(
            await page.ask("document.readyState === 'complete' && document.body.innerText")
        ):
            await asyncio.sleep(0.05)


async def test_a_silent_connection_is_told_and_made_again(browser: Browser, serving: Serving) -> None:
    """While the server does not answer the page says so; a lost connection is made again without a key."""
    async with serving() as address, browser.page() as page:
        await page.go(address)
        await page.until("Line of Battle")
        await page.key("F3")
        await page.until("g Go")
        await page.evaluate("WebSocket.prototype.send = () => {}, heard = Date.now() - SILENCE")
        await _shows(page, "No answer from the computer")
        await _loses_its_connection(page)
        await page.until("g Go", "Command Phase")
        assert await page.evaluate("document.body.classList.contains('-silent')") is False


async def _goes(page: Page, script: str) -> None:
    """Run a script that reloads the page, and wait until the new page is there."""
    await page.ask(f"window.isOld = true, {script}")
    await page.until_true("typeof isOld === 'undefined'")


async def _loses_its_connection(page: Page) -> None:
    """Break the connection as a network failure does, and wait until the page has reloaded itself."""
    await _goes(page, "socket.dispatchEvent(new CloseEvent('close', {code: 1006}))")


async def _in_calculator(page: Page) -> None:
    """Open the closing roll and give two answers."""
    await page.until("Line of Battle")
    await page.key("F2")
    await page.until("2 Closing roll")
    await page.key("2")
    await page.until("▸? Morale rating of the moving stack")
    for key, expected in (("c", "[C]"), ("2", "[2]")):
        await page.key(key)
        await page.until(expected)


async def test_a_page_that_is_reloaded_shows_the_same_answers(browser: Browser, serving: Serving) -> None:
    """A calculator with two answers is still open; a lost connection and another size make no difference."""
    async with serving() as address, browser.page() as page:
        await page.go(address)
        await _in_calculator(page)
        await _goes(page, "location.reload()")
        await page.until("[C]", "[2]", "Esc Back", gone="read-only")
        await page.key("s")
        await page.until("[x] s")
        await _loses_its_connection(page)
        await page.resize(600, 500)
        await page.until("[2]", "[x] s", "? Ledger", gone="read-only")
        await page.key("4")
        await page.until("THE STACK CLOSES", "of the log")
        assert page.faults == []
        await save_picture(page, "reloaded")


async def test_encrypted(browser: Browser, serving: Serving) -> None:
    """The login and the terminal work with a certificate that signs itself, and the page finds its app again."""
    async with (
        serving("--lan", "127.0.0.2", "--tls", COMPANION_PASSPHRASE="iron brigade") as address,
        browser.page() as page,
    ):
        assert address.startswith("https://")
        await page.accept_certificate()
        await page.go(address)
        await _log_in(page, "iron brigade")
        await _in_calculator(page)
        await _goes(page, "location.reload()")
        await page.until("[C]", "[2]")
        assert page.faults == []


async def test_a_duplicated_tab_takes_the_app(browser: Browser, serving: Serving) -> None:
    """The first tab says so, and its button opens a new app."""
    async with serving() as address, browser.page() as first, browser.page() as second:
        await first.go(address)
        await _in_calculator(first)
        tab = await first.evaluate("sessionStorage.getItem('tab')")
        await second.go(address.partition("?")[0])
        await second.until("read-only")
        await _goes(second, f"sessionStorage.setItem('tab', '{tab}'), location.reload()")
        await second.until("[C]", "[2]", gone="read-only")
        await _shows(first, "This companion is open in another tab.")
        await first.evaluate("document.getElementById('again').click()")
        await first.until("2 Closing roll", "read-only", gone="[C]")
        assert first.faults == second.faults == []


async def test_keys_typed_into_a_silent_connection_are_dropped(browser: Browser, serving: Serving) -> None:
    """They have no effect once the server answers again."""
    async with serving() as address, browser.page() as page:
        await page.go(address)
        await page.until("Line of Battle")
        await page.until_true("beat > 0")
        await page.evaluate("heard = Date.now() - SILENCE, watch()")
        await page.evaluate("document.body.classList.add('-silent'), send('key', 'f3')")
        await page.until_true("!document.body.classList.contains('-silent')")
        await page.key("F2")
        assert "g Go" not in await page.until("2 Closing roll")


async def test_a_visit_that_the_player_ends_stays_ended(browser: Browser, serving: Serving) -> None:
    """The page offers to open the companion again and does not do so by itself."""
    async with serving() as address, browser.page() as page:
        await page.go(address)
        await page.until("Line of Battle", "^Q Quit")
        await page.evaluate("send('key', 'ctrl+q')")
        await _shows(page, "The companion was closed.")
        assert await page.evaluate("lost") is False
