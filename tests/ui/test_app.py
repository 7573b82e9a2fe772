"""The app as a whole: modes, games, the session, warnings, and terminals of every size."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, OptionList

from companion.load.places import Places
from companion.model.event import Moved
from companion.play.clock import Position
from companion.play.session_files import sessions_folder
from companion.play.store.session_file import SessionFile
from companion.ui.app import CompanionApp
from companion.ui.commands import CompanionCommands
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.calculators import CalculatorsScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.games import GamesScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.turn import TurnScreen
from companion.ui.widgets.bars import Keys
from tests.ui.cup_game import play_creek
from tests.ui.helpers import (
    add_second_game,
    at,
    calculator,
    companion,
    context,
    notes,
    painted,
    press,
    read,
    screen,
    screen_text,
    settled,
    started,
    type_in,
    until,
    write,
)

SESSION = ("cup", "orders", "setup", "units", "log", "rulings", "sessions", "games")
"""Screens that open on top of a mode."""

# modes and help


async def test_function_keys_go_everywhere(places: Places) -> None:
    """F2, F3 and F5 switch between all modes."""
    modes = {"f2": CalculatorsScreen, "f3": TurnScreen, "f5": FindScreen}
    async with started(places) as pilot:
        for key in ["f2", "f2", "f3", "f3", "f5", "f5", "f3", "f2", "f5", "f2"]:
            await press(pilot, key)
            assert isinstance(pilot.app.screen, modes[key])


@pytest.mark.slow
async def test_calculation_survives_a_switch_of_mode(places: Places) -> None:
    """After a switch to another mode and back, the calculation can be continued with its answers."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c f3 f2 enter ctrl+o")
        assert screen(pilot, CalculatorScreen).form.sheet.values == {"rating": "C"}


async def test_keys_while_the_library_loads_do_no_harm(places: Places) -> None:
    """While the library loads, every key works or does nothing."""
    app = CompanionApp(places)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(
            "f2", "1", "enter", "f3", "right", "r", "enter", "plus", "f9", "f5", "enter", "escape"
        )
        await until(pilot, lambda: app.context is not None)
        await settled(pilot)
        assert "Line of Battle" in at(pilot, "#where")


@pytest.mark.slow
async def test_command_palette_opens_a_calculator(places: Places) -> None:
    """The command palette lists the calculators of the game."""
    async with started(places) as pilot:
        await press(pilot, "ctrl+p")
        await type_in(pilot, "closing")
        await until(pilot, lambda: "Closing roll (3.5)" in screen_text(pilot))
        await press(pilot, "enter")
        if not isinstance(pilot.app.screen, CalculatorScreen):
            await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        assert screen(pilot, CalculatorScreen).calculation.procedure.id == "lob:closing-roll"


async def test_quit(places: Places) -> None:
    """Ctrl+q in a form ends the app with status 0."""
    app = CompanionApp(places, "lob")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.context is not None)
        await calculator(pilot, "fire")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: not app.is_running or app._exit)
    assert app.return_code == 0


# games


async def test_games_are_listed_and_escape_keeps_the_game(places: Places) -> None:
    """F9 lists the games; Escape closes the list and keeps the game."""
    async with started(places) as pilot:
        await press(pilot, "f9")
        screen(pilot, GamesScreen)
        assert "Line of Battle 2.0" in screen_text(pilot)
        await press(pilot, "escape")
        screen(pilot, FindScreen)
        assert context(pilot).game == "lob"


@pytest.mark.slow
async def test_switch_to_another_game(places: Places) -> None:
    """Switching the game changes search, calculators and turn, and the next start remembers it."""
    add_second_game(places)
    async with started(places) as pilot:
        await press(pilot, "f9")
        games = screen(pilot, GamesScreen).query_one(OptionList)
        assert [option.id for option in games.options] == [
            m.game.slug for m in context(pilot).library.modules
        ]
        games.highlighted = [option.id for option in games.options].index("toy")
        await press(pilot, "enter")
        await until(pilot, lambda: context(pilot).game == "toy")
        assert at(pilot, "#where").startswith("Turn 1, Red, Marching Phase · Toy Battles")
        page = await read(pilot, "marching")
        assert page.record == "toy:1.0"
        await press(pilot, "f2")
        assert screen(pilot, CalculatorsScreen).query_one(OptionList).option_count == 0
        await press(pilot, "f3 right")
        assert at(pilot, "#where") == "Turn 1, Blue, Marching Phase · Toy Battles"
    async with started(places) as pilot:
        assert at(pilot, "#where") == "Turn 1, Blue, Marching Phase · Toy Battles"


@pytest.mark.slow
async def test_a_calculator_of_another_game_names_its_game(places: Places) -> None:
    """An open calculator stays open when the game changes. Its title then names its game."""
    async with started(places, (120, 40)) as pilot:
        await calculator(pilot, "closing-roll")
        assert at(pilot, "#where") == "Closing roll 3.5"
        await press(pilot, "f9 2 escape")
        assert at(pilot, "#where") == "Closing roll 3.5 Line of Battle, not in play"
        await press(pilot, "f9 1")
        assert at(pilot, "#where") == "Closing roll 3.5"


@pytest.mark.slow
async def test_results_follow_the_game(places: Places) -> None:
    """Text in the search line is searched again after a change of game."""
    add_second_game(places)
    async with started(places) as pilot:
        await type_in(pilot, "marching")
        await press(pilot, "f9")
        games = screen(pilot, GamesScreen).query_one(OptionList)
        games.highlighted = [option.id for option in games.options].index("toy")
        await press(pilot, "enter")
        await until(pilot, lambda: at(pilot, "#results").startswith("1.0 Marching"))


@pytest.mark.slow
async def test_the_current_game_is_marked(places: Places) -> None:
    """F9 marks the current game in the list."""
    add_second_game(places)
    async with started(places) as pilot:
        context(pilot).switch("toy")
        await press(pilot, "f9")
        games = screen(pilot, GamesScreen).query_one(OptionList)
        assert games.highlighted_option is not None
        assert games.highlighted_option.id == "toy"


async def test_f9_twice_opens_one_dialog(places: Places) -> None:
    """F9 pressed twice opens one dialog."""
    async with started(places) as pilot:
        await press(pilot, "f9 f9 escape")
        screen(pilot, FindScreen)


# the session


async def test_undo_and_redo_on_every_screen(places: Places) -> None:
    """Ctrl+z and ctrl+y work on every screen, and a notification names the change."""
    async with started(places) as pilot:
        await press(pilot, "f3 right right f5 ctrl+z")
        assert context(pilot).position == Position(1, 1)
        assert "Turn 1, First player, Activity Phase" in at(pilot, "#where")
        assert "Turn 1, First player, Rally Phase" in notes(pilot)
        await press(pilot, "f2 ctrl+z")
        assert context(pilot).position == Position(1, 0)
        await press(pilot, "ctrl+z")
        assert "there is nothing to undo" in notes(pilot)
        await press(pilot, "ctrl+y ctrl+y")
        assert context(pilot).position == Position(1, 2)
        await press(pilot, "ctrl+y")
        assert "there is nothing to redo" in notes(pilot)


@pytest.mark.slow
async def test_undo_of_a_change_of_game(places: Places) -> None:
    """Undo switches back to the previous game and its turn."""
    add_second_game(places)
    async with started(places) as pilot:
        await press(pilot, "f3 right f9")
        games = screen(pilot, GamesScreen).query_one(OptionList)
        games.highlighted = games.get_option_index("toy")
        await press(pilot, "enter")
        await until(pilot, lambda: context(pilot).game == "toy")
        await press(pilot, "ctrl+z")
        assert context(pilot).game == "lob"
        assert at(pilot, "#where").startswith("Turn 1, First player, Activity Phase · Line of Battle")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["calculators", "turn", "find"])
async def test_the_next_start_is_on_the_same_screen(places: Places, mode: str) -> None:
    """The next start opens whichever of search, calculators and turn was open last."""
    keys = {"calculators": "f2", "turn": "f3", "find": "f3 f5"}
    async with started(places) as pilot:
        await press(pilot, keys[mode])
    async with started(places) as pilot:
        assert companion(pilot).current_mode == mode


@pytest.mark.slow
async def test_typing_during_the_start_keeps_the_search_open(places: Places) -> None:
    """A search typed while the library loads is not interrupted by the last used screen."""
    async with started(places) as pilot:
        await press(pilot, "f3")
    app = CompanionApp(places)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c", "l", "o")
        await until(pilot, lambda: app.context is not None)
        await settled(pilot)
        screen(pilot, FindScreen)


@pytest.mark.slow
async def test_the_session_is_closed_at_the_end(places: Places) -> None:
    """Quitting leaves one complete file, which can be opened at once."""
    async with started(places) as pilot:
        await press(pilot, "f3 right")
    folder = sessions_folder(places.data)
    assert not (folder / "Game 1.session-wal").exists()
    store = SessionFile(folder, "Game 1")
    assert not store.read_only
    assert store.read()[-1].event == Moved(1, 1)
    store.close()


@pytest.mark.slow
async def test_the_session_named_at_the_start_is_opened(places: Places) -> None:
    """The next start opens the same session again."""
    async with started(places) as pilot:
        await press(pilot, "f3 right")
    app = CompanionApp(places, session="Friday")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.context is not None)
        assert context(pilot).session.name == "Friday"
        assert context(pilot).position == Position(1, 0)
    async with started(places) as pilot:
        assert context(pilot).session.name == "Friday"


@pytest.mark.slow
async def test_screens_of_the_session_open_once_and_leave_with_escape(places: Places) -> None:
    """An action that is run twice opens one screen; Escape closes it."""
    async with started(places) as pilot:
        for name in SESSION:
            await pilot.app.run_action(f"open('{name}')")
            await settled(pilot)
            assert type(pilot.app.screen).__name__ == f"{name.capitalize()}Screen"
            await pilot.app.run_action(f"open('{name}')")
            await settled(pilot)
            await press(pilot, "escape")
            screen(pilot, FindScreen)


async def test_the_palette_lists_a_screen_of_the_session_once(places: Places) -> None:
    """The palette lists a screen with its key on the current screen, and finds it by its full title, too."""
    async with started(places) as pilot:
        await press(pilot, "f3")
        commands = CompanionCommands(pilot.app.screen)
        titles = [str(hit.text) async for hit in commands.discover()]
        assert {"Chit cup", "Setup", "Bookmarks"} <= set(titles)
        assert titles.count("Chit cup") == titles.count("Setup") == 1
        assert [str(hit.text) async for hit in commands.search("cup")] == ["Chit cup"]


@pytest.mark.slow
async def test_log_units_and_palette(places: Places) -> None:
    """F10 works everywhere, l and u work on the turn, and the palette finds screens by name."""
    async with started(places) as pilot:
        for keys, kind in (("f2 f10", "LogScreen"), ("f3 l", "LogScreen"), ("f3 u", "UnitsScreen")):
            await press(pilot, keys)
            assert type(pilot.app.screen).__name__ == kind
            await press(pilot, "escape")
        await press(pilot, "ctrl+p")
        await type_in(pilot, "table rulings")
        await until(pilot, lambda: "Table rulings" in screen_text(pilot))
        await press(pilot, "enter")
        if type(pilot.app.screen).__name__ == "CommandPalette":
            await press(pilot, "enter")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "RulingsScreen")


# warnings


@pytest.mark.slow
async def test_a_broken_overlay_file_is_named_and_the_rest_works(places: Places) -> None:
    """The warning names file and line; the included game still works."""
    write(places.own / "tables/lob/charts/mine.yaml", "id: mine\ntitle: Mine\nrows: [1\n")
    async with started(places) as pilot:
        warnings = notes(pilot)
        assert "tables/lob/charts/mine.yaml:" in warnings
        assert any(f"mine.yaml:{line}:" in warnings for line in (3, 4)), warnings
        await read(pilot, "3.5")


@pytest.mark.slow
async def test_a_wrong_key_in_an_overlay_file_is_named(places: Places) -> None:
    """An invalid record is refused with file, line and key; the included one stays in use."""
    write(
        places.own / "tables/lob/procedures/closing-roll.yaml",
        'id: closing-roll\ntitle: Mine\ncite: "3.5"\nnonsense: 1\nsummary: x\ninputs: []\nsteps: []\noutcome: []\n',
    )
    async with started(places) as pilot:
        warnings = notes(pilot)
        assert "tables/lob/procedures/closing-roll.yaml:4" in warnings
        assert "nonsense" in warnings
        assert context(pilot).library.procedure("lob:closing-roll").title == "Closing roll"


@pytest.mark.slow
async def test_many_faults_are_counted(places: Places) -> None:
    """The first three faults are shown, the rest is counted, and the message says how to list them."""
    for number in range(6):
        write(places.own / f"tables/lob/charts/mine-{number}.yaml", "a: [\n")
    async with started(places) as pilot:
        assert "more faults; companion check lists them" in notes(pilot)


async def test_an_unwritable_data_folder_is_reported(places: Places) -> None:
    """The first warning gives the reason; it does not blame a damaged file."""
    write(places.data, "a file in place of the folder")
    where = places._replace(data=places.data / "below")
    async with started(where) as pilot:
        assert f"this session is not saved: sessions cannot be saved in {where.data}" in notes(pilot)
        assert "damaged" not in notes(pilot)
        await press(pilot, "f3 right")
        assert "Activity Phase" in at(pilot, "#where")


async def test_an_unwritable_cache_is_not_needed(places: Places) -> None:
    """Search and reading work without a cache."""
    blocked = places.data.parent / "file"
    write(blocked, "a file in place of the folder")
    async with started(places._replace(cache=blocked / "below")) as pilot:
        assert (await read(pilot, "3.5c")).record == "lob:3.5c"


async def test_without_a_game_the_app_ends_with_status_2(places: Places) -> None:
    """Without any installed game the app ends with status 2."""
    app = CompanionApp(places._replace(bases=(places.own,)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_code is not None)
    assert app.return_code == 2


async def test_an_unknown_game_ends_with_status_2(places: Places) -> None:
    """`--game` with an unknown slug ends the app with status 2."""
    app = CompanionApp(places, "nope")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_code is not None)
    assert app.return_code == 2


# sizes


async def _tour(pilot: Pilot[None]) -> None:
    """Open every screen once."""
    await press(pilot, "f5 escape")
    await type_in(pilot, "closing")
    await press(pilot, "enter 3 right_square_bracket escape escape escape escape")
    await calculator(pilot, "fire")
    await press(pilot, "1 1 enter 3 enter r plus 2 enter m 7")
    await calculator(pilot, "morale-check")
    await press(pilot, "b 2 2 enter 9 1")
    await press(pilot, "f3 right 7 down f4 escape f9 escape f1 f1")
    await press(pilot, "g 3 escape k escape c f space f d t escape 1 escape m escape escape")
    await press(
        pilot, "o n down down escape escape s enter escape escape f11 n escape u escape l escape f10 escape"
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 20), (20, 5), (120, 40), (16, 4), (300, 100)])
async def test_every_screen_in_every_size(places: Places, size: tuple[int, int]) -> None:
    """The app draws every screen in very small and very large terminals."""
    async with started(places, size) as pilot:
        await _tour(pilot)
        lines = painted(pilot).split("\n")
        assert len(lines) == size[1] and max(map(cell_len, lines)) <= size[0]


async def test_a_terminal_of_one_column_does_not_end_the_app(places: Places) -> None:
    """The app survives a terminal of one column, as window managers make it for a moment."""
    async with started(places) as pilot:
        await type_in(pilot, "closing")
        await pilot.resize_terminal(1, 1)
        await settled(pilot)
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "Closing rolls" in at(pilot, "#results")


async def test_games_in_a_terminal_of_ten_columns_do_not_end_the_app(places: Places) -> None:
    """The dialog opens even if its frame leaves no room for the list."""
    async with started(places, (10, 5)) as pilot:
        await press(pilot, "f9")
        screen(pilot, GamesScreen)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_random_resizes(places: Places, seed: int) -> None:
    """Random resizes with a form half filled in keep the answers."""
    chance = random.Random(seed)
    async with started(places) as pilot:
        page = await calculator(pilot, "fire")
        for keys in ("1", "1 enter", "3 enter", "r", "plus", "2 enter", "m"):
            await pilot.resize_terminal(
                chance.randint(16, 200), 60 if keys == "plus" else chance.randint(3, 60)
            )
            await press(pilot, keys)
        assert page.form.sheet.values["firers"] == [{"sps": "3", "weapon": "R"}, {"sps": "2", "weapon": "M"}]
        for key in ("f3", "f5", "f2", "f1", "f1", "f9", "escape"):
            await pilot.resize_terminal(chance.randint(16, 200), chance.randint(3, 60))
            await press(pilot, key)
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "Closing roll" in at(pilot, "#calculators")


async def _sideways(pilot: Pilot[None], name: str) -> list[str]:
    """Return the widgets that scroll sideways once the layout has settled."""
    for _ in range(20):
        found = _wider(pilot, name)
        if not found:
            break
        await pilot.pause(0.01)
    return found


def _wider(pilot: Pilot[None], name: str) -> list[str]:
    """Return the widgets that scroll sideways now."""
    return [
        f"{name}: {widget!r}"
        for widget in pilot.app.screen.query(Widget)
        if widget.region.area
        and widget.is_scrollable
        and widget.display
        and widget.max_scroll_x > 0
        and not isinstance(widget, Input)
    ]


async def _screens(pilot: Pilot[None]) -> list[str]:
    """Open the screens of the rulebook and every calculator; return the widgets that scroll sideways."""
    await type_in(pilot, "closing")
    found = await _sideways(pilot, "find")
    await press(pilot, "enter")
    found += await _sideways(pilot, "read")
    page = screen(pilot, ReadScreen)
    for chart in context(pilot).module.charts:
        page.go(chart.id)
        await settled(pilot)
        found += await _sideways(pilot, chart.id)
    await press(pilot, "f2")
    found += await _sideways(pilot, "calculators")
    for procedure in context(pilot).module.procedures:
        await calculator(pilot, procedure.id.partition(":")[2])
        found += await _sideways(pilot, procedure.id)
    return found


async def _session_screens(pilot: Pilot[None]) -> list[str]:
    """Open each screen of the session; return the widgets that scroll sideways."""
    await press(pilot, "f3")
    found = await _sideways(pilot, "turn")
    for name in SESSION:
        await pilot.app.run_action(f"open('{name}')")
        await settled(pilot)
        found += await _sideways(pilot, name)
        await press(pilot, "escape")
    for keys in ("g", "k", "c f", "c f f d 1", "o n", "s enter"):
        await press(pilot, f"f3 {keys}")
        found += await _sideways(pilot, keys)
        await press(pilot, "escape escape")
    return found


@pytest.mark.slow
async def test_nothing_scrolls_sideways_at_forty_columns(places: Places) -> None:
    """Texts, charts, forms and lists fit the width."""
    async with started(places, (40, 20)) as pilot:
        assert await _screens(pilot) == []
        assert await _session_screens(pilot) == []


@pytest.mark.slow
async def test_the_session_fits_forty_columns(places: Places) -> None:
    """The screens also fit for a game with a cup, orders and a scenario."""
    play_creek(places)
    async with started(places, (40, 20)) as pilot:
        assert await _session_screens(pilot) == []


@pytest.mark.parametrize("width", [40, 80])
async def test_keys_of_the_footer_fit(places: Places, width: int) -> None:
    """The footer fits one line and ends with F1."""
    async with started(places, (width, 24)) as pilot:
        for key in ("f5", "f2", "f3"):
            await press(pilot, key)
            keys = pilot.app.screen.query_one(Keys)
            assert keys.size.height == 1
            assert "F1 More" in keys.render_line(0).text
