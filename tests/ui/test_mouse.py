"""Touch and mouse do what keys do: results, lists, questions, modifiers, dice, and the keys in the footer."""

from __future__ import annotations

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widget import Widget

from companion.load.places import Places
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.calculators import CalculatorsScreen
from companion.ui.screens.fill import FillScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.games import GamesScreen
from companion.ui.screens.help import HelpScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.turn import TurnScreen
from companion.ui.widgets.option_list import OptionList
from tests.ui.cup_game import play_creek
from tests.ui.helpers import at, context, painted, press, row, screen, settled, started, type_in, until

SIZES = [(80, 24), (40, 20)]


async def touch(pilot: Pilot[None], widget: Widget | str, words: str = "") -> None:
    """Scroll to a widget and click on these words in it."""
    target = pilot.app.screen.query_one(widget, Widget) if isinstance(widget, str) else widget
    target.scroll_visible(animate=False)
    await settled(pilot)
    lines = [target.render_line(y).text for y in range(target.content_size.height)]
    place = next((Offset(line.index(words), y) for y, line in enumerate(lines) if words in line), None)
    assert place is not None, (words, lines)
    inside = target.content_region.offset - target.region.offset
    assert await pilot.click(target, offset=inside + place)
    await settled(pilot)


async def touch_key(pilot: Pilot[None], hint: str) -> None:
    """Touch a key in the header or footer, on the edge of a panel, or in the list of all keys if it is nowhere else."""
    for bar in ("#where", "#keys"):
        if hint in pilot.app.screen.query_one(bar).render_line(0).text:
            await touch(pilot, bar, hint)
            return
    for y, edge in enumerate(painted(pilot).splitlines()):
        if hint in edge and "──" in edge:
            assert await pilot.click(offset=(edge.index(hint), y))
            await settled(pilot)
            return
    await touch(pilot, "#keys", "F1 More")
    text = screen(pilot, HelpScreen).query_one("#help-text")
    lines = [" ".join(text.render_line(y).text.split()) for y in range(text.content_size.height)]
    line = next(y for y, line in enumerate(lines) if line.startswith(hint))
    pilot.app.screen.query_one("#help").scroll_to(y=line, animate=False)
    await settled(pilot)
    assert await pilot.click(text, offset=Offset(1, line))
    await settled(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_touch_opens_a_rule_and_returns(places: Places, size: tuple[int, int]) -> None:
    """A touch opens a result and a reference, and the Esc key in the footer goes back."""
    async with started(places, size) as pilot:
        await type_in(pilot, "closing")
        results = screen(pilot, FindScreen).query_one("#results", OptionList)
        await until(pilot, lambda: results.option_count > 2)
        second = str(results.options[1].prompt).partition(" ")[0]
        await touch(pilot, results, second)
        await until(pilot, lambda: isinstance(pilot.app.screen, ReadScreen))
        page = screen(pilot, ReadScreen)
        assert page.record == f"lob:{second}"
        await touch(pilot, "#references", page.references[0].title[:16])
        assert pilot.app.screen is not page or page.record != f"lob:{second}"
        for _ in range(2):
            await touch(pilot, "#keys", "Esc")
        screen(pilot, FindScreen)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_calculation_by_touch(places: Places, size: tuple[int, int]) -> None:
    """Touches work on the list, a choice, a modifier, the dice and the key New."""
    async with started(places, size) as pilot:
        await touch_key(pilot, "F2 Calc")
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
        await touch(pilot, "#dice", "r to roll" if size[0] > 40 else "to roll")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert [each.source for each in page.calculation.resolution.rolls] == ["app"]
        await touch_key(pilot, "F8 New")
        assert page.calculation.rolls == []
        await touch(pilot, "#keys", "Esc")
        screen(pilot, CalculatorsScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_keys_in_the_bars(places: Places, size: tuple[int, int]) -> None:
    """Touches work on modes, phases, help and its Esc."""
    async with started(places, size) as pilot:
        await touch(pilot, "#where", "Turn")
        screen(pilot, TurnScreen)
        await touch_key(pilot, "→ Next")
        assert context(pilot).position.moment == 1
        await touch(pilot, "#keys", "More")
        screen(pilot, HelpScreen)
        await touch(pilot, "#keys", "Esc")
        screen(pilot, TurnScreen)
        await touch_key(pilot, "F5 Find")
        screen(pilot, FindScreen)


@pytest.mark.slow
async def test_a_dialog_shows_all_its_keys(places: Places) -> None:
    """A dialog has no help, so its footer uses as many lines as it needs."""
    play_creek(places)
    async with started(places, (40, 20)) as pilot:
        await press(pilot, "f3 c f")
        before = screen(pilot, FillScreen)
        await touch(pilot, "#keys", "New")
        screen(pilot, FormScreen)
        await touch(pilot, "#keys", "Back")
        assert screen(pilot, FillScreen) is before


@pytest.mark.parametrize("size", SIZES)
async def test_a_game_by_touch(places: Places, size: tuple[int, int]) -> None:
    """A touch on a game switches to it."""
    async with started(places, size) as pilot:
        await touch_key(pilot, "F9 Switch game")
        games = screen(pilot, GamesScreen).query_one(OptionList)
        await touch(pilot, games, context(pilot).library.modules[1].game.name)
        await until(pilot, lambda: context(pilot).game == context(pilot).library.modules[1].game.slug)


@pytest.mark.slow
async def test_a_touch_on_the_box_of_a_step_ticks_it(places: Places) -> None:
    """A touch on the box toggles the tick, on the turn screen and on the first one; on the words it opens the step."""
    async with started(places) as pilot:
        await touch(pilot, "#home-turn-text", "[ ]")
        await press(pilot, "f3")
        assert "[x] Order of Arrival removals" in at(pilot, "#steps")
        await touch(pilot, "#steps", "[x]")
        assert "[ ] Order of Arrival removals" in at(pilot, "#steps")
        await touch(pilot, "#steps", "[ ]")
        assert "[x] Order of Arrival removals" in at(pilot, "#steps")
        screen(pilot, TurnScreen)
        await touch(pilot, "#steps", "Order delivery")
        screen(pilot, CalculatorScreen)
