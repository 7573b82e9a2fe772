"""Dialogs: their keys stay visible however long the text is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.load.places import Places
from companion.model import Fault, Refused
from companion.ui.base.dialogs import Choice, ChooseScreen
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.screens.faults import FaultsScreen
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.fields import Field
from companion.ui.widgets.option_list import OptionList
from tests.ui.helpers import at, painted, press, resize, screen, settled, started, type_in

LONG = "a long text about an order that was sent and how it fared " * 30
CHOICES = [Choice(key, key, f"take {key}") for key in "abc"]
FIELDS = [Field(f"line-{number}", f"Line {number}") for number in range(9)]


def refuse(values: dict[str, str]) -> None:
    """Refuse any input."""
    raise Refused(LONG)


DIALOGS: dict[str, Callable[[], Page[Any]]] = {
    "heading": lambda: ChooseScreen(LONG, CHOICES),
    "choices": lambda: ChooseScreen("Which?", [Choice("", str(number), LONG) for number in range(9)]),
    "form": lambda: FormScreen(LONG, FIELDS, refuse, note=LONG),
    "faults": lambda: FaultsScreen((Fault("tables/lob/game.yaml", 3, "name", LONG, LONG),)),
}


@pytest.mark.parametrize("size", [(40, 20), (80, 24)], ids=["narrow", "medium"])
@pytest.mark.parametrize("dialog", DIALOGS)
async def test_a_dialog_shows_all_its_keys_under_a_long_text(
    places: Places, dialog: str, size: tuple[int, int]
) -> None:
    """The keys are below everything else and fully visible, and so is the focused widget."""
    async with started(places, size) as pilot:
        page = DIALOGS[dialog]()
        await pilot.app.push_screen(page)
        await press(pilot, "ctrl+s" if dialog == "form" else "tab")
        keys = page.query_one(Keys)
        frame = page.query_one("#dialog").region
        assert keys.region.height >= 1
        assert frame.contains_region(keys.region)
        assert page.region.contains_region(keys.region)
        shown = page.find_widget(keys).visible_region
        assert shown == keys.region
        focused = page.focused
        if focused is not None:
            visible = page.find_widget(focused).visible_region
            assert visible.height >= 1
            assert visible.bottom <= keys.region.y
        for options in page.query(OptionList):
            assert options.caret.y < keys.region.y


@pytest.mark.slow
async def test_the_layout_of_a_form_settles_on_a_small_screen(places: Places) -> None:
    """The keys need two lines beside a scroll bar and one without; the bar must not keep appearing and disappearing."""
    async with started(places) as pilot:
        await press(pilot, "f3 o n")
        for height in (8, 9, 10, 11, 12):
            await resize(pilot, 51, height)
        screen(pilot, FormScreen)


@pytest.mark.parametrize("size", [(40, 20), (80, 24)], ids=["narrow", "medium"])
async def test_a_long_text_is_shown_whole_while_it_is_typed(places: Places, size: tuple[int, int]) -> None:
    """Below the lines of the form; once the player goes on, its line shows the beginning."""
    async with started(places, size) as pilot:
        await pilot.app.push_screen(FormScreen("Order", FIELDS[:2], refuse))
        await type_in(pilot, "hold the bridge until the guard arrives, whatever it costs")
        await settled(pilot)
        assert at(pilot, "#whole") == "hold the bridge until the guard arrives, whatever it costs"
        await press(pilot, "enter")
        await settled(pilot)
        assert at(pilot, "#whole") == ""
        assert "hold the bri" in painted(pilot)
