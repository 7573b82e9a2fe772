"""Keys that come faster than the screens change: each dialog is left once, and does once what it does."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from companion.engine import Dice
from companion.load.places import Places
from companion.model.event import Noted
from companion.ui.screens.find import FindScreen
from tests.proofs.hands import Hands, opened


@asynccontextmanager
async def at_hand(places: Places) -> AsyncIterator[Hands]:
    """The app, for keys without a pause between them."""
    async with opened(places, "lob", (80, 24), Dice(random.Random(1))) as hands:
        yield hands


@pytest.mark.parametrize("typed", ["12", "21", "555"])
async def test_two_digits_choose_a_game_once(places: Places, typed: str) -> None:
    """The first digit chooses; the second one leaves no screen that is not the dialog's."""
    async with at_hand(places) as hands:
        await hands.press("f9")
        await hands.type(typed)
        desk = hands.app.desk
        assert desk is not None
        slugs = [each.game.slug for each in desk.library.modules]
        assert desk.game == slugs[int(typed[0]) - 1]
        assert isinstance(hands.app.screen, FindScreen)


async def test_escape_many_times_leaves_each_screen_once(places: Places) -> None:
    """Above the log a note: however many Escapes come at once, the search line is where it ends."""
    async with at_hand(places) as hands:
        await hands.press("f10", "n")
        for _ in range(4):
            hands.send("escape")
        await hands.rest()
        await hands.press("escape")
        assert isinstance(hands.app.screen, FindScreen)
        assert len(hands.app.screen_stack) == 1


async def test_a_form_sent_twice_is_done_once(places: Places) -> None:
    """Ctrl+s twice at once is one note."""
    async with at_hand(places) as hands:
        await hands.press("f10", "n")
        await hands.type("once")
        hands.send("ctrl+s")
        hands.send("ctrl+s")
        await hands.rest()
        desk = hands.app.desk
        assert desk is not None
        noted = [each.event.text for each in desk.session.log if isinstance(each.event, Noted)]
        assert noted == ["once"]


@pytest.mark.parametrize("key", ["pageup", "pagedown"])
async def test_a_page_turned_before_the_palette_is_there(places: Places, key: str) -> None:
    """The list of commands may have its entries before it has its place on the screen."""
    async with at_hand(places) as hands:
        for turns in (0, 5, 15, 50):
            hands.send("ctrl+p")
            for _ in range(turns):
                await asyncio.sleep(0)
            hands.send(key)
            await hands.rest()
            await hands.press("escape", "escape")
