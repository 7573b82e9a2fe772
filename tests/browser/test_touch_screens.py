"""`companion serve` on phone and tablet: by touch alone, at every size, with the screen's keys below the terminal."""

from __future__ import annotations

import pytest

from tests.browser.chromium import Browser, Page
from tests.browser.conftest import Serving, save_picture

pytestmark = pytest.mark.slow

SIZES = {"phone": (390, 844), "tablet": (1024, 768)}
_SHOWN_KEYS = "[...document.querySelectorAll('#offered button')].map(each => each.textContent).join('  ')"
_SEARCH_IS_FOCUSED = """
  (line => line(1).getCell(0).getFgColor() !== line(3).getCell(0).getFgColor())
    (row => window.fitting._terminal.buffer.active.getLine(row))
"""
"""The line above the search has another colour than the next panel's."""
_SHOWN_VIEWS = _SHOWN_KEYS.replace("#offered", "#views")
_DISABLED = "document.querySelectorAll('[data-view][aria-disabled=true]').length"
_ROWS = """
  [...['#views', '#offered'].map(row => [...document.querySelectorAll(row + ' button')]
     .map(each => each.getBoundingClientRect()).reduce(([top, bottom], at) =>
       [Math.min(top, at.top), Math.max(bottom, at.bottom)], [9999, 0])),
   Math.min(...[...document.querySelectorAll('#views button, #offered button')].map(each => each.offsetHeight))]
"""
"""Top and bottom of the row of the views and of the screen's keys, and the height of the lowest key."""
_SMALLEST = """
  [...document.querySelectorAll('#keypad button')].map(each => each.getBoundingClientRect())
    .reduce(([width, height], at) => [Math.min(width, at.width), Math.min(height, at.height)], [999, 999])
"""


@pytest.mark.parametrize("name", SIZES)
async def test_by_touch_alone(name: str, browser: Browser, serving: Serving) -> None:
    """A player finds and reads a rule, makes a closing roll, opens it in the log and begins to correct it.

    Taps near the edge of a row hit that row.
    """
    async with serving() as address, browser.page(*SIZES[name]) as page:
        await page.go(address)
        await page.until("Turn 1", "Type words or a rule number")
        await _fits(page)
        await save_picture(page, f"{name}-home")
        await _find_and_read(page, name)
        await page.tap_button('[data-key="f2"]')
        await page.until("2 Closing roll", gone="Type words or a rule number")
        await page.tap("2 Closing roll", height=0.1)
        await page.until("▸? Morale rating of the moving", "F1 More", "Answer first")
        await page.tap(" C ", height=0.9)
        await page.until("[C]", "▸? Leader's morale value")
        await page.tap_button('#digits [data-key="2"]')
        await page.until("67%", "type 1d6")
        await save_picture(page, f"{name}-before")
        await page.tap_button('#digits [data-key="4"]')
        await page.until("THE STACK CLOSES", "4, typed")
        await save_picture(page, f"{name}-after")
        await page.tap("Resolve any opening", height=0.9)
        await page.until("Opening volley 5.4")
        await page.tap_key("f10")
        await page.until("Log session Game 1")
        await page.tap("Closing roll")
        await page.until("Modified roll", "4 on 1d6, typed")
        await page.tap_key("w")
        await page.until("Leader's morale value")
        assert page.faults == []


async def test_other_sizes(browser: Browser, serving: Serving) -> None:
    """The app fits a small phone in portrait and landscape, and a large one in landscape."""
    async with serving() as address, browser.page() as page:
        for width, height in ((360, 640), (640, 360), (844, 390)):
            await page.resize(width, height)
            await page.go(address)
            await page.until("Turn 1", "Type words or a rule number")
            await _fits(page)
            await save_picture(page, f"{width}x{height}-home")
        await page.tap_button('[data-key="f2"]')
        await page.until("2 Closing roll", gone="Type words or a rule number")
        await page.tap("2 Closing roll")
        await page.until("▸? Morale rating of the moving", "F1 More", "Answer first")
        await save_picture(page, "844x390-calculator")


async def test_keys_of_the_page_match_the_screen(browser: Browser, serving: Serving) -> None:
    """The keys of the page change with each screen and dialog; F1 is always first."""
    async with serving() as address, browser.page(*SIZES["phone"]) as page:
        await page.go(address)
        await page.until("Turn 1")
        await _offers(page, "F1 More", "^B Bookmarks", "^Q Quit")
        await page.tap_button('[data-key="f1"]')
        await page.tap("the calculators: odds")
        await page.until("2 Closing roll")
        await _offers(page, "F1 More", "/ Filter")
        await page.tap_button('[data-key="slash"]')
        await page.keys("opening")
        await page.tap("Opening volley")
        await page.until("Opening volley 5.4")
        await _offers(page, "F1 More", "? Ledger", "= Known answers")
        await page.tap_button('[data-key="at"]')
        await _offers(page, "Enter Next", "^S Save", lost="? Ledger")
        await page.tap_button('[data-key="escape"]')
        await _offers(page, "? Ledger")
        for key in ("left", "up", "down", "right", "backspace"):
            assert await page.evaluate(f"!!document.querySelector('#moves [data-key={key}]')"), key


async def test_the_main_views_have_a_row_of_their_own(browser: Browser, serving: Serving) -> None:
    """Above the keys of the screen, with Esc and Enter; both rows are low, and side by side on a tablet."""
    async with serving() as address, browser.page(*SIZES["phone"]) as page:
        await page.go(address)
        await page.until("Turn 1")
        assert await page.evaluate(_SHOWN_VIEWS) == "F5 Find  F2 Calc  F3 Turn  F10 Log  Esc  Enter"
        for width, height, rows in ((390, 844, 2), (1024, 768, 1), (844, 390, 0)):
            await page.resize(width, height)
            await page.until_true(f"document.body.offsetHeight === {height}")
            views, offered, lowest = await page.evaluate(_ROWS)
            assert lowest >= (44 if rows else 40)
            if rows:
                assert views[1] <= offered[0] if rows == 2 else views[0] == offered[0]
                assert offered[1] - views[0] <= 0.14 * height
        await page.resize(*SIZES["phone"])
        await page.until_true(f"document.body.offsetHeight === {SIZES['phone'][1]}")
        await page.tap_key("f10")
        await page.until("Log session Game 1")
        await page.tap_key("f3")
        await page.until("Command Phase", "g Go")
        await page.tap_key("g")
        await page.until("Go to")
        await page.until_true(f"{_DISABLED} === 4")
        await page.tap_key("escape")
        await page.until_true(f"{_DISABLED} === 0")


async def test_the_keys_of_a_screen_start_at_the_left(browser: Browser, serving: Serving) -> None:
    """Whenever another screen opens; on the same screen, they stay where the finger has moved them."""
    async with serving() as address, browser.page(*SIZES["phone"]) as page:
        await page.go(address)
        await page.until("Turn 1")
        await page.tap_key("f3")
        await page.until_true(f"{_SHOWN_KEYS}.includes('g Go')")
        await page.evaluate("offered.scrollTo(200, 0)")
        await page.evaluate("press('space')")
        await page.until("[x]")
        assert await page.evaluate("offered.scrollLeft") == 200
        await page.tap_key("f10")
        await page.until_true(f"{_SHOWN_KEYS}.includes('n Note')")
        assert await page.evaluate("offered.scrollLeft") == 0
        assert page.faults == []


async def test_the_search_line_is_focused_after_a_reload(browser: Browser, serving: Serving) -> None:
    """Without a tap: the page gets the focus before its connection is open, and the app receives it afterwards."""
    async with serving() as address, browser.page(*SIZES["phone"]) as page:
        await page.go(address)
        for _ in range(2):
            await page.until("Turn 1", "Type words or a rule number")
            await page.until_true(_SEARCH_IS_FOCUSED)
            await page.send("Page.reload")
        assert page.faults == []


async def test_opening_the_keyboard_or_turning_the_phone_keeps_the_text(
    browser: Browser, serving: Serving
) -> None:
    """After each change of size the app fills the space that is left."""
    async with serving() as address, browser.page(*SIZES["phone"]) as page:
        await page.go(address)
        await page.until("Turn 1")
        columns, rows, _ = await page.size()
        await page.tap_button("#typing")
        await page.compose("canist")
        await page.until("8.2c")
        for width, height in ((390, 508), (844, 390), (844, 190), (390, 844)):
            await page.resize(width, height)
            await page.until_true(f"document.body.offsetHeight === {height}")
            await page.until_true(
                "(([screen, room]) => room.height - screen.height < 30 && room.width - screen.width < 20)"
                "(['.xterm-screen', '#terminal'].map(each => document.querySelector(each).getBoundingClientRect()))"
            )
            await page.until("canist")
            assert await page.evaluate("document.activeElement.className") == "xterm-helper-textarea"
        assert await page.evaluate("document.querySelector('.xterm-helper-textarea').inputMode") == "text"
        await page.insert("canister")
        await page.until("canister", "8.2c", gone="canistcanister")
        top = await page.text()
        await page.swipe(450, 200)
        await page.until("8.2a", gone=top.splitlines()[4])
        await page.tap_button("#typing")
        await page.until_true("document.querySelector('#digits').offsetHeight > 0")
        await page.until_true(f"window.fitting._terminal.rows === {rows}")
        assert (await page.size())[0] == columns


async def _find_and_read(page: Page, name: str) -> None:
    await page.tap("Type words or a rule number")
    await page.tap_button("#typing")
    await page.insert("3.5")
    await page.until("▸3.5 Closing rolls")
    await save_picture(page, f"{name}-results")
    await page.tap_button("#typing")
    await page.tap("3.5 Closing rolls")
    await page.until("A stack that wants to close", "F1 More", gone="^Q Quit")
    await save_picture(page, f"{name}-rule")
    await page.tap_button('[data-key="escape"]')
    await page.until("Find", "^Q Quit")


async def _fits(page: Page) -> None:
    """Check that the terminal has at least 40 columns, that rows and keys can be tapped, and that nothing scrolls."""
    columns, rows, height = await page.size()
    assert columns >= 40 and rows >= 12 and height >= 24
    width, height = await page.evaluate(_SMALLEST)
    assert width >= 24 and height >= 40
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await page.evaluate(
        "document.querySelector('#keypad').getBoundingClientRect().bottom <= innerHeight"
    )


async def _offers(page: Page, *words: str, lost: str = "no key at all") -> None:
    """Wait until the page offers these keys and not `lost`. F1 comes first, although it is last in the footer."""
    wanted = " && ".join(f"keys.includes({word!r})" for word in words)
    await page.until_true(f"(keys => {wanted} && !keys.includes({lost!r}))({_SHOWN_KEYS})")
    if "F1 More" in words:
        assert (await page.evaluate(_SHOWN_KEYS)).startswith("F1 More")
        await page.until("F1 More", *words[1:2])
