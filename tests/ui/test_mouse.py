"""A finger or a mouse does what keys do: results, lists, questions, modifiers, dice, the keys at the bottom."""

from __future__ import annotations

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widget import Widget

from companion.load.places import Places
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.calculators import CalculatorsScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.games import GamesScreen
from companion.ui.screens.help import HelpScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.turn import TurnScreen
from companion.ui.widgets.option_list import OptionList
from tests.ui.helpers import context, press, row, screen, settled, started, type_in, until

SIZES = [(80, 24), (40, 20)]


async def touch(pilot: Pilot[None], widget: Widget | str, words: str = "") -> None:
    """Scroll to a widget and click on the place where these words stand on it."""
    target = pilot.app.screen.query_one(widget, Widget) if isinstance(widget, str) else widget
    target.scroll_visible(animate=False)
    await settled(pilot)
    lines = [target.render_line(y).text for y in range(target.content_size.height)]
    place = next((Offset(line.index(words), y) for y, line in enumerate(lines) if words in line), None)
    assert place is not None, (words, lines)
    inside = target.content_region.offset - target.region.offset
    assert await pilot.click(target, offset=inside + place)
    await settled(pilot)


@pytest.mark.variants
@pytest.mark.parametrize("size", SIZES)
async def test_find_open_back(places: Places, size: tuple[int, int]) -> None:
    """A result by a touch, a reference by a touch, back by the key at the bottom."""
    async with started(places, size) as pilot:
        await type_in(pilot, "closing")
        results = screen(pilot, FindScreen).query_one("#results", OptionList)
        await until(pilot, lambda: results.option_count > 2)
        second = str(results.options[1].prompt).partition(" ")[0]
        await touch(pilot, results, second)
        await until(pilot, lambda: isinstance(pilot.app.screen, ReadScreen))
        page = screen(pilot, ReadScreen)
        assert page.record == f"lob:{second}"
        await touch(pilot, "#references", page.references[0].words[:20])
        assert pilot.app.screen is not page or page.record != f"lob:{second}"
        for _ in range(2):
            await touch(pilot, "#keys", "Back")
        screen(pilot, FindScreen)


@pytest.mark.variants
@pytest.mark.parametrize("size", SIZES)
async def test_a_calculation_without_a_key(places: Places, size: tuple[int, int]) -> None:
    """The list, a choice, a modifier on and off, a roll, what follows."""
    async with started(places, size) as pilot:
        await touch(pilot, "#keys", "Calc")
        listed = screen(pilot, CalculatorsScreen).query_one(OptionList)
        await touch(pilot, listed, "Closing roll")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        page = screen(pilot, CalculatorScreen)
        await settled(pilot)
        await touch(pilot, row(pilot, "rating"), " C ")
        assert page.form.sheet.values["rating"] == "C"
        for expected in (True, False):
            await touch(pilot, row(pilot, "shaken"), "Moving stack")
            assert bool(page.form.sheet.values.get("shaken")) is expected
        row(pilot, "leader_morale").focus()
        await press(pilot, "2")
        await touch(pilot, "#dice", "r to roll" if size[0] > 40 else "r to")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert [each.source for each in page.calculation.resolution.rolls] == ["app"]
        await touch(pilot, "#keys", "New")
        assert page.calculation.rolls == []
        await touch(pilot, "#keys", "Back")
        screen(pilot, CalculatorsScreen)


@pytest.mark.variants
@pytest.mark.parametrize("size", SIZES)
async def test_keys_at_the_bottom(places: Places, size: tuple[int, int]) -> None:
    """Modes, help and its way out, the phases."""
    async with started(places, size) as pilot:
        await touch(pilot, "#keys", "Turn")
        screen(pilot, TurnScreen)
        await touch(pilot, "#keys", "Next")
        assert context(pilot).position.moment == 1
        await touch(pilot, "#keys", "Help")
        screen(pilot, HelpScreen)
        await touch(pilot, "#keys", "Back")
        screen(pilot, TurnScreen)
        await touch(pilot, "#keys", "Find")
        screen(pilot, FindScreen)


async def test_a_game_by_touch(places: Places) -> None:
    """The line of the game takes it into play."""
    async with started(places) as pilot:
        await touch(pilot, "#keys", "f9 Game")
        games = screen(pilot, GamesScreen).query_one(OptionList)
        await touch(pilot, games, context(pilot).library.modules[1].game.name)
        await until(pilot, lambda: context(pilot).game == context(pilot).library.modules[1].game.slug)
