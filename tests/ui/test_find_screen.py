"""The search screen: words and rule numbers find rules, and Enter opens them."""

from __future__ import annotations

import re

import pytest
from textual.widgets import Input, OptionList

from companion.load.places import Places
from companion.search.filters import KINDS
from companion.ui.app import CompanionApp
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.read import ReadScreen
from tests.ui.helpers import (
    at,
    burst,
    companion,
    context,
    focused,
    painted,
    press,
    read,
    read_title,
    resize,
    screen,
    settled,
    started,
    type_in,
    until,
    words,
)


async def test_results_appear_while_typing_and_enter_opens_one(places: Places) -> None:
    """`closing` lists 3.5 first; Enter opens it."""
    async with started(places) as pilot:
        await type_in(pilot, "closing")
        assert at(pilot, "#results").startswith("3.5 Closing rolls")
        await press(pilot, "enter")
        assert screen(pilot, ReadScreen).record == "lob:3.5"
        assert read_title(pilot) == "Closing rolls 3.5 Movement, 15 of 21"


@pytest.mark.parametrize("number", ["3.5c", "6.1", "10.6a", "7.0"])
async def test_a_number_finds_its_rule(places: Places, number: str) -> None:
    """A rule number lists the rule itself first."""
    async with started(places) as pilot:
        assert (await read(pilot, number)).record == f"lob:{number}"


async def test_arrows_move_the_mark_while_typing(places: Places) -> None:
    """Down and Up mark other results and stop at the ends; the search line keeps the focus."""
    async with started(places) as pilot:
        await type_in(pilot, "skedaddle")
        results = screen(pilot, FindScreen).query_one("#results", OptionList)
        await press(pilot, "up")
        assert results.highlighted == 0
        await press(pilot, "down down up")
        assert results.highlighted == 1
        assert isinstance(focused(pilot), Input)
        marked = (results.get_option_at_index(1).id or "").partition("|")[2]
        await press(pilot, "enter")
        assert screen(pilot, ReadScreen).record == marked


async def test_escape_clears_the_line(places: Places) -> None:
    """Escape clears the search line and the results; Enter then opens nothing."""
    async with started(places) as pilot:
        await type_in(pilot, "closing")
        await press(pilot, "escape")
        find = screen(pilot, FindScreen)
        assert find.query_one(Input).value == ""
        await until(pilot, lambda: find.query_one("#results", OptionList).option_count == 0)
        await press(pilot, "enter")
        assert screen(pilot, FindScreen) is find


async def test_nothing_found(places: Places) -> None:
    """A search without results says so, and Enter does nothing."""
    async with started(places) as pilot:
        await type_in(pilot, "xyzzy")
        assert "Nothing found" in at(pilot, "#results")
        assert at(pilot, "#told").startswith('No match for "xyzzy"')
        await press(pilot, "enter")
        screen(pilot, FindScreen)


async def test_typing_errors_are_corrected(places: Places) -> None:
    """A misspelt word is replaced by the nearest one, and the screen says so."""
    async with started(places) as pilot:
        await type_in(pilot, "cmbat table")
        assert "cmbat read as combat" in at(pilot, "#told")
        assert at(pilot, "#results").startswith("5.6 Combat Table")


@pytest.mark.slow
async def test_a_calculator_among_the_results_opens_as_one(places: Places) -> None:
    """A calculator among the results opens as a calculator."""
    async with started(places) as pilot:
        await type_in(pilot, "closing roll")
        results = screen(pilot, FindScreen).query_one("#results", OptionList)
        place = next(
            number
            for number, option in enumerate(results.options)
            if "lob:closing-roll" in (option.id or "").split("|")
        )
        await press(pilot, " ".join(["down"] * place + ["enter"]))
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        assert screen(pilot, CalculatorScreen).calculation.procedure.id == "lob:closing-roll"


@pytest.mark.slow
async def test_words_typed_while_the_library_loads_are_searched(places: Places) -> None:
    """Keys typed while the library loads are not lost."""
    app = CompanionApp(places)
    app.asks_first = False
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"closing")
        await until(pilot, lambda: app.context is not None)
        await until(pilot, lambda: words(app.screen.query_one("#results")).startswith("3.5 Closing rolls"))


async def test_rule_beside_the_results_where_there_is_room(places: Places) -> None:
    """At 120 columns the marked rule is shown beside the list, and changes with the mark."""
    async with started(places, (120, 40)) as pilot:
        await type_in(pilot, "skedaddle")
        assert read_title(pilot, "#preview-side").startswith("Skedaddle 10.9")
        await press(pilot, "down")
        results = screen(pilot, FindScreen).query_one("#results", OptionList)
        row = re.match(r"(\S+) +(.+?)(  |\n|$)", str(results.get_option_at_index(1).prompt))
        assert row is not None
        number, title = row[1], row[2]
        assert read_title(pilot, "#preview-side").startswith(f"{title} {number}")


@pytest.mark.slow
async def test_preview_appears_when_there_is_room(places: Places) -> None:
    """A terminal made wider shows the marked rule beside the list without another key."""
    async with started(places) as pilot:
        await type_in(pilot, "closing")
        await resize(pilot, 120, 40)
        await until(pilot, lambda: screen(pilot, FindScreen).query_one("#preview-side").display)
        await settled(pilot)
        assert read_title(pilot, "#preview-side").startswith("Closing rolls 3.5")


@pytest.mark.slow
async def test_a_second_search_replaces_the_first(places: Places) -> None:
    """After a rule was read, typing starts a new search."""
    async with started(places) as pilot:
        await read(pilot, "closing")
        await press(pilot, "escape")
        await type_in(pilot, "3.5c")
        assert screen(pilot, FindScreen).query_one(Input).value == "3.5c"


@pytest.mark.slow
async def test_find_key_focuses_the_search_line(places: Places) -> None:
    """F5 from another mode focuses the search line, whatever was read last."""
    async with started(places) as pilot:
        await read(pilot, "closing")
        await press(pilot, "f2 f5")
        assert isinstance(screen(pilot, FindScreen).app.focused, Input)


async def test_kind_key_limits_the_kind(places: Places) -> None:
    """F7 cycles through the kinds and back to all; the screen names the current one."""
    async with started(places) as pilot:
        await type_in(pilot, "closing roll")
        assert at(pilot, "#results").startswith("3.5 Closing rolls")
        await press(pilot, "f7 f7 f7")
        assert "Filter: kind chart" in at(pilot, "#told")
        results = screen(pilot, FindScreen).query_one("#results", OptionList)
        assert all(" Chart\n" in str(option.prompt) for option in results.options)
        await press(pilot, "f7 " * (len(KINDS) - 2))
        assert "Filter: kind" not in at(pilot, "#told")
        assert at(pilot, "#results").startswith("3.5 Closing rolls")


async def test_scope_key_limits_the_games(places: Places) -> None:
    """ctrl+g cycles: current game first, current game only, every game."""
    async with started(places) as pilot:
        await type_in(pilot, "prolonge")
        assert "bar: " in at(pilot, "#results")
        await press(pilot, "ctrl+g")
        assert "bar: " not in at(pilot, "#results")
        assert "Filter: game Line of Battle" in at(pilot, "#told")
        await press(pilot, "ctrl+g")
        assert "Every game" in at(pilot, "#told")
        results = screen(pilot, FindScreen).query_one("#results", OptionList)
        assert (results.get_option_at_index(0).id or "").startswith("0|bar:")
        await press(pilot, "ctrl+g")
        assert "bar: " in at(pilot, "#results")


async def test_filters_may_be_typed(places: Places) -> None:
    """The search line accepts the same filters as the command line."""
    async with started(places) as pilot:
        await type_in(pilot, "kind:calculator closing")
        results = screen(pilot, FindScreen).query_one("#results", OptionList)
        assert all(" Calculator\n" in str(option.prompt) for option in results.options)
        assert "Filter: kind calculator" in at(pilot, "#told")


async def test_one_letter_is_not_searched(places: Places) -> None:
    """Nothing is listed, and no message is shown."""
    async with started(places) as pilot:
        await type_in(pilot, "c")
        find = screen(pilot, FindScreen)
        assert find.query_one("#results", OptionList).option_count == 0
        assert not find.query_one("#told").display


@pytest.mark.slow
async def test_a_pause_in_typing_shows_the_results_as_ranked(places: Places) -> None:
    """Within the last word the first result stays; it gives way when the typing pauses."""
    async with started(places) as pilot:
        await type_in(pilot, "town hex column limbered road")
        before = screen(pilot, FindScreen).option_list.marked_id
        await burst(pilot, "space i n t e r s e c t i o n")
        assert before != "0|lob:1.7g"
        await until(pilot, lambda: screen(pilot, FindScreen).option_list.marked_id == "0|lob:1.7g")


@pytest.mark.slow
async def test_a_pause_changes_nothing_once_the_mark_has_moved(places: Places) -> None:
    """The results stay under a mark that the player has moved."""
    async with started(places) as pilot:
        await type_in(pilot, "town hex column limbered road")
        await burst(pilot, "space i n t e r s e c t i o n down")
        page = screen(pilot, FindScreen)
        before = [option.id for option in page.option_list.options]
        page.settle()
        assert [option.id for option in page.option_list.options] == before
        assert page.option_list.highlighted == 1


async def test_a_longer_number_widens_the_column_of_numbers(places: Places) -> None:
    """Numbers begin in one column and titles in another, whatever the numbers of a game look like."""
    async with started(places) as pilot:
        context(pilot).switch("aor")
        companion(pilot).changed()
        await type_in(pilot, "infantry cavalry")
        await until(pilot, lambda: "21.2.1  " in painted(pilot))
        lines = [line for line in painted(pilot).splitlines() if re.match(r"│[ ▸]\d+\.\d", line)]
        assert len({line.index(line[2:].split(maxsplit=1)[1].strip()[:8]) for line in lines}) == 1
        assert any(line[2:].startswith("21.2.1  ") for line in lines)
