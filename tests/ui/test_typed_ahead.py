"""Keys that come faster than the screens change: each dialog is left once, and does once what it does."""

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
        context = hands.app.context
        assert context is not None
        slugs = [each.game.slug for each in context.library.modules]
        assert context.game == slugs[int(typed[0]) - 1]
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
        context = hands.app.context
        assert context is not None
        noted = [each.event.text for each in context.session.log if isinstance(each.event, Noted)]
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


@pytest.mark.parametrize("key", ["pagedown", "down", "end"])
async def test_a_key_for_the_list_of_a_palette_that_is_going(places: Places, key: str) -> None:
    """Its list may be gone before it is."""
    async with at_hand(places) as hands:
        await hands.press("ctrl+p")
        await hands.app.screen.query_one(CommandList).remove()
        await hands.press(key, "escape")
        assert isinstance(hands.app.screen, FindScreen)


async def test_a_calculator_left_as_its_mark_moves(places: Places) -> None:
    """What was to come into sight may be gone by then."""
    async with at_hand(places) as hands:
        await hands.press("f2", "2", "c")
        page = hands.app.screen
        assert isinstance(page, CalculatorScreen)
        await hands.press("escape")
        assert not page.form.is_attached
        page.form.keep_in_sight(page)


@pytest.mark.slow
async def test_sessions_come_at_once_from_the_games(places: Places) -> None:
    """Not with whatever the app does next: what is typed then would miss its screen."""
    async with at_hand(places) as hands:
        for _ in range(5):
            await hands.press("f9", "s")
            assert isinstance(hands.app.screen, SessionsScreen)
            await hands.press("escape")


async def test_the_palette_is_left_once(places: Places) -> None:
    """Enter twice at once runs one command and closes no other screen; called again at once it comes again."""
    async with at_hand(places) as hands:
        await hands.press("ctrl+p")
        await hands.burst("enter", "enter")
        assert not isinstance(hands.app.screen, CommandPalette)
        await hands.burst("ctrl+p", "enter", "ctrl+p", "escape", "ctrl+p")
        assert isinstance(hands.app.screen, CommandPalette)


async def test_keys_wait_for_the_lines_of_a_form(places: Places) -> None:
    """What is typed before a form is on the screen is written into it, in its order."""
    async with at_hand(places) as hands:
        await hands.press("f10")
        await hands.burst("n", "o", "n", "c", "e", "enter", "enter")
        context = hands.app.context
        assert context is not None
        assert [each.event.text for each in context.session.log if isinstance(each.event, Noted)] == ["once"]


async def test_a_form_of_a_game_goes_with_the_game(places: Places) -> None:
    """An order half written; another game comes into play, and no order of the first can be sent in it."""
    async with at_hand(places) as hands:
        await hands.press("f3", "o", "n")
        assert isinstance(hands.app.screen, FormScreen)
        assert hands.app.context is not None
        hands.app.context.switch("bp")
        hands.app.changed()
        await hands.rest()
        assert not any(isinstance(each, FormScreen) for each in hands.app.screen_stack)


@pytest.mark.slow
async def test_a_form_half_written_stays_with_its_game(places: Places) -> None:
    """Looking a rule up and coming back finds it as it was."""
    async with at_hand(places) as hands:
        await hands.press("f3", "o", "n", "f2", "f5", "f3")
        assert isinstance(hands.app.screen, FormScreen)


@pytest.mark.slow
async def test_a_session_may_be_changed_twice_at_once(places: Places) -> None:
    """The one named last is open."""
    async with at_hand(places) as hands:
        await hands.press("f11", "n")
        await hands.type("First")
        await hands.press("enter", "escape", "f11", "n")
        await hands.type("Second")
        await hands.burst("enter", "enter")
        context = hands.app.context
        assert context is not None
        assert context.session.name == "Second"


async def test_a_reference_is_opened_that_was_on_the_screen(places: Places) -> None:
    """Enter twice on the last reference of a long list: the list is another by the second."""
    async with at_hand(places) as hands:
        await hands.type("3.5")
        await hands.press("enter", "tab", "end")
        await hands.burst("enter", "enter", "enter")
        assert isinstance(hands.app.screen, ReadScreen)


@pytest.mark.slow
async def test_a_number_half_typed_goes_with_the_calculation(places: Places) -> None:
    """One more unit, a digit, and all begun anew at once: the digit answers nothing."""
    async with at_hand(places) as hands:
        await hands.press("f2", "3", "1")
        await hands.burst("plus", "1", "f8")
        page = hands.app.screen
        assert isinstance(page, CalculatorScreen)
        assert page.form.sheet.values == page.calculation.initial_answers()
