"""Keys typed faster than the screens change: each dialog closes once and has its effect once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.command import CommandList, CommandPalette

from companion.engine import Dice
from companion.load.places import Places
from companion.model.event import Noted
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.sessions import SessionsScreen
from tests.proofs.hands import Hands, opened


@asynccontextmanager
async def playing(places: Places) -> AsyncIterator[Hands]:
    """Start the app for keys without a pause between them."""
    async with opened(places, "lob", (80, 24), Dice(random.Random(1))) as hands:
        yield hands


@pytest.mark.parametrize("typed", ["12", "21", "555"])
async def test_two_digits_choose_a_game_once(places: Places, typed: str) -> None:
    """The first digit chooses the game and closes the dialog; the second closes no other screen."""
    async with playing(places) as hands:
        await hands.press("f9")
        await hands.type(typed)
        context = hands.app.context
        assert context is not None
        slugs = [each.game.slug for each in context.library.modules]
        assert context.game == slugs[int(typed[0]) - 1]
        assert isinstance(hands.app.screen, FindScreen)


async def test_escape_sent_repeatedly_closes_each_screen_once(places: Places) -> None:
    """From a note above the log, any number of Escapes sent at once ends at the search."""
    async with playing(places) as hands:
        await hands.press("f10", "n")
        for _ in range(4):
            hands.send("escape")
        await hands.rest()
        await hands.press("escape")
        assert isinstance(hands.app.screen, FindScreen)
        assert len(hands.app.screen_stack) == 1


async def test_a_form_sent_twice_is_saved_once(places: Places) -> None:
    """Ctrl+s sent twice at once adds one note."""
    async with playing(places) as hands:
        await hands.press("f10", "n")
        await hands.type("once")
        hands.send("ctrl+s")
        hands.send("ctrl+s")
        await hands.rest()
        context = hands.app.context
        assert context is not None
        noted = [each.event.text for each in context.session.log if isinstance(each.event, Noted)]
        assert noted == ["once"]


@pytest.mark.slow
@pytest.mark.parametrize("key", ["pageup", "pagedown"])
async def test_a_page_key_before_the_palette_is_open(places: Places, key: str) -> None:
    """The list of commands may have its entries before its layout."""
    async with playing(places) as hands:
        for turns in (0, 5, 15, 50):
            hands.send("ctrl+p")
            for _ in range(turns):
                await asyncio.sleep(0)
            hands.send(key)
            await hands.rest()
            await hands.press("escape", "escape")


@pytest.mark.parametrize("key", ["pagedown", "down", "end"])
async def test_a_key_for_the_list_of_a_closing_palette(places: Places, key: str) -> None:
    """The list of a palette that is closing may already be removed."""
    async with playing(places) as hands:
        await hands.press("ctrl+p")
        await hands.app.screen.query_one(CommandList).remove()
        await hands.press(key, "escape")
        assert isinstance(hands.app.screen, FindScreen)


async def test_a_calculator_closed_while_its_mark_moves(places: Places) -> None:
    """The row to be scrolled into view may already be removed."""
    async with playing(places) as hands:
        await hands.press("f2", "2", "c")
        page = hands.app.screen
        assert isinstance(page, CalculatorScreen)
        await hands.press("escape")
        assert not page.form.is_attached
        page.form.keep_in_sight(page)


@pytest.mark.slow
async def test_sessions_open_at_once_from_the_games(places: Places) -> None:
    """The sessions open before the next key is handled, which would otherwise miss their screen."""
    async with playing(places) as hands:
        for _ in range(5):
            await hands.press("f9", "s")
            assert isinstance(hands.app.screen, SessionsScreen)
            await hands.press("escape")


async def test_the_palette_closes_once(places: Places) -> None:
    """Enter sent twice at once runs one command and closes no other screen; ctrl+p sent repeatedly opens it again."""
    async with playing(places) as hands:
        await hands.press("ctrl+p")
        await hands.burst("enter", "enter")
        assert not isinstance(hands.app.screen, CommandPalette)
        await hands.burst("ctrl+p", "enter", "ctrl+p", "escape", "ctrl+p")
        assert isinstance(hands.app.screen, CommandPalette)


async def test_keys_wait_for_the_fields_of_a_form(places: Places) -> None:
    """Text typed before the form is open is entered into it in order."""
    async with playing(places) as hands:
        await hands.press("f10")
        await hands.burst("n", "o", "n", "c", "e", "enter", "enter")
        context = hands.app.context
        assert context is not None
        assert [each.event.text for each in context.session.log if isinstance(each.event, Noted)] == ["once"]


async def test_a_form_of_a_game_is_closed_with_the_game(places: Places) -> None:
    """After a switch of the game, an order written for the first game can no longer be sent."""
    async with playing(places) as hands:
        await hands.press("f3", "o", "n")
        assert isinstance(hands.app.screen, FormScreen)
        assert hands.app.context is not None
        hands.app.context.switch("bp")
        hands.app.changed()
        await hands.rest()
        assert not any(isinstance(each, FormScreen) for each in hands.app.screen_stack)


@pytest.mark.slow
async def test_an_unfinished_form_stays_with_its_game(places: Places) -> None:
    """After a rule is looked up and closed, the form is unchanged."""
    async with playing(places) as hands:
        await hands.press("f3", "o", "n", "f2", "f5", "f3")
        assert isinstance(hands.app.screen, FormScreen)


@pytest.mark.slow
async def test_switching_the_session_twice_at_once(places: Places) -> None:
    """The session named last is open."""
    async with playing(places) as hands:
        await hands.press("f11", "n")
        await hands.type("First")
        await hands.press("enter", "escape", "f11", "n")
        await hands.type("Second")
        await hands.burst("enter", "enter")
        context = hands.app.context
        assert context is not None
        assert context.session.name == "Second"


async def test_enter_sent_repeatedly_on_a_reference(places: Places) -> None:
    """Enter is sent repeatedly on the last reference of a long list, while the list changes."""
    async with playing(places) as hands:
        await hands.type("3.5")
        await hands.press("enter", "tab", "end")
        await hands.burst("enter", "enter", "enter")
        assert isinstance(hands.app.screen, ReadScreen)


@pytest.mark.slow
async def test_a_half_typed_number_is_discarded_with_its_calculation(places: Places) -> None:
    """A unit, a digit and F8 sent at once: the digit answers nothing."""
    async with playing(places) as hands:
        await hands.press("f2", "3", "1")
        await hands.burst("plus", "1", "f8")
        page = hands.app.screen
        assert isinstance(page, CalculatorScreen)
        assert page.form.sheet.values == page.calculation.initial_answers()
