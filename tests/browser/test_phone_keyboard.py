"""Text from a phone's keyboard arrives once and complete, in the search line and in a form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.browser.chromium import Browser, Page
from tests.browser.conftest import Serving, save_picture

pytestmark = pytest.mark.slow


async def test_in_the_search_line(browser: Browser, serving: Serving) -> None:
    """The search line receives text from every way of typing."""
    async with serving() as address, browser.page(390, 844) as page:
        await page.go(address)
        await page.until("Turn 1")
        await page.tap_button("#typing")
        await _type(page, *WAYS)
        assert page.faults == []


async def test_in_a_form(browser: Browser, serving: Serving) -> None:
    """A note receives text from those ways of typing that change earlier text."""
    async with serving() as address, browser.page(390, 844) as page:
        await page.go(address)
        await page.until("Turn 1")
        await page.tap_button("#typing")
        await page.insert("3.5\n")
        await page.until("Closing rolls 3.5", "Esc")
        await page.tap_button('[data-key="n"]')
        await page.until("Note")
        await _type(page, _corrected, _dictated, _deleted_earlier_text)
        await page.keys("ask Tom")  # capital letters of real keys arrive once, too
        await page.insert("\n\n")
        await page.until("Your note: ask Tom")
        assert page.faults == []


async def test_a_word_is_no_keys(browser: Browser, serving: Serving) -> None:
    """A word is refused with a reason where no text field is selected; digits and single letters still act."""
    async with serving() as address, browser.page(390, 844) as page:
        await page.go(address)
        await page.until("Turn 1")
        await page.tap_button('[data-key="f2"]')
        await page.until("2 Closing roll", gone="Type words or a rule number")
        await page.tap("2 Closing roll")
        await page.until("▸? Morale rating of the moving")
        await page.tap_button("#typing")
        await page.compose("bad")
        await page.insert("bad")
        await page.until('! "bad" not entered', gone="[B]")
        await save_picture(page, "refused")
        for text, seen in (("c", "[C]"), ("2", "67%")):
            await page.insert(text)
            await page.until(seen)
        assert page.faults == []


async def _type(page: Page, *ways: Callable[[Page], Awaitable[str]]) -> None:
    """Type text in each way into an empty field, between `<` and `>`, which show where it begins and ends."""
    for way in ways:
        await page.insert("<")
        expected = await way(page)
        await page.insert(">")
        await page.until(f"<{expected}>")
        await page.evaluate("press('ctrl+u')")
        await page.until(gone="<")


async def _predicted(page: Page) -> str:
    """Type letters, then a suggestion that replaces them. Return the expected text."""
    for part in ("c", "ca", "can"):
        await page.compose(part)
    await page.insert("canister ")
    return "canister "


async def _corrected(page: Page) -> str:
    """Replace a finished word, followed by a space. Return the expected text."""
    for part in ("rlo", "rlol"):
        await page.compose(part)
    await page.insert("rlol")
    await page.insert(" ")
    await page.compose("roll", replacementStart=2, replacementEnd=6)
    await page.insert("roll")
    await page.evaluate("input().setSelectionRange(99, 99)")
    return "roll "


async def _swiped(page: Page) -> str:
    """Swipe two whole words, the second one preceded by a space. Return the expected text."""
    for word in ("die", " roll"):
        await page.compose(word)
        await page.insert(word)
    return "die roll"


async def _dictated(page: Page) -> str:
    """Dictate a sentence that is recognized step by step. Return the expected text."""
    for part in ("roll", "role of", "Rolls of"):
        await page.compose(part)
    await page.insert("rolls")
    return "rolls"


async def _discarded(page: Page) -> str:
    """Compose a word and discard it. Return the expected text."""
    await page.compose("can")
    await page.compose("")
    return ""


async def _deleted(page: Page) -> str:
    """Delete by word and by letter, including characters of two code units. Return the expected text."""
    for word in ("Höhe", " 🐎", " roll"):
        await page.insert(word)
    for what in ("DeleteWordBackward", "DeleteBackward", "DeleteBackward"):
        await page.delete(what)
    return "Höhe "


async def _deleted_earlier_text(page: Page) -> str:
    """Delete text that the keyboard no longer knows, because the cursor was moved. Return the expected text."""
    await page.insert("die roll odds")
    await page.tap_button('[data-key="left"]')
    await page.tap_button('[data-key="right"]')
    for what in ("DeleteWordBackward", "DeleteWordBackward", "DeleteBackward"):
        await page.delete(what)
    return "die"


async def _mixed_with_keys(page: Page) -> str:
    """Mix keys of the page and of a real keyboard with words of the phone's keyboard. Return the expected text."""
    await page.insert("can")
    await page.key("x")
    await page.tap_button('[data-key="backspace"]')
    await page.compose("is")
    await page.insert("ister")
    return "canister"


WAYS = (
    *(_predicted, _corrected, _swiped, _dictated, _discarded),
    *(_deleted, _deleted_earlier_text, _mixed_with_keys),
)
