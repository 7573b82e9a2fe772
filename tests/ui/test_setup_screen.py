"""The setup screen (scenario, clock, settings) and the list of sessions."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from companion.load.places import Places
from companion.play import turn
from companion.play.clock import Position
from companion.play.session_files import session_names, session_path, sessions_folder
from companion.play.store.lock import try_lock
from companion.play.store.session_file import SessionFile, open_to_write
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.sessions import SessionsScreen
from companion.ui.screens.setup import SetupScreen
from companion.ui.screens.turn import TurnScreen
from tests.ui.cup_game import play_creek
from tests.ui.helpers import (
    at,
    companion,
    context,
    notes,
    painted,
    press,
    screen,
    screen_text,
    settled,
    started,
    type_in,
    until,
)


async def choose(pilot: Pilot[None], name: str) -> None:
    """Mark a line of the setup by its id and press Enter."""
    listed = screen(pilot, SetupScreen).query_one("#setup", OptionList)
    listed.highlighted = [option.id for option in listed.options].index(name)
    await press(pilot, "enter")


async def test_start_of_a_scenario(places: Places) -> None:
    """Confirming a scenario sets time, initial orders and arrivals; one undo reverts everything."""
    play_creek(places, "")
    async with started(places) as pilot:
        await press(pilot, "f3 plus s")
        assert "( ) The first day" in at(pilot, "#setup")
        assert "Enter Begin ─" in painted(pilot)
        assert "Begins July 1, 10:00; last turn July 1, 19:00" in at(pilot, "#setup-about")
        await choose(pilot, "scenario|first")
        assert context(pilot).session.game_state.scenario == ""
        await press(pilot, "y")
        assert "(x) The first day" in at(pilot, "#setup")
        assert "Turn 1 begins July 1, 10:00" in at(pilot, "#setup")
        assert context(pilot).position == Position(1, 0)
        assert "Enter Continue" in painted(pilot)
        await press(pilot, "enter")
        assert "Blue reinforcements at the ford: Scouts" in at(pilot, "#due")
        assert at(pilot, "#where").startswith("1 due · Turn 1, July 1, 10:00, Blue, Command Phase")
        await press(pilot, "ctrl+z")
        assert context(pilot).session.game_state.scenario == ""
        assert context(pilot).position == Position(2, 0)
        assert "Scouts" not in at(pilot, "#due")


async def test_the_clock_is_set(places: Places) -> None:
    """Start, day and light are typed; the form refuses invalid values."""
    play_creek(places, "")
    async with started(places) as pilot:
        await press(pilot, "f3 s")
        await choose(pilot, "clock|")
        form = screen(pilot, FormScreen)
        form.put("time", "25:00")
        await press(pilot, "ctrl+s")
        assert "! '25:00' is not a time of day (00:00 to 23:59)" in screen_text(pilot)
        form.put("time", "19:45")
        form.put("light", "20:00 dusk")
        await press(pilot, "ctrl+s")
        assert "light: 'dusk' is not one of day, twilight, night" in screen_text(pilot)
        form.put("light", "06:00 day, 20:00 night")
        form.put("days", "July 1")
        await press(pilot, "ctrl+s")
        assert "Turn 1 begins July 1, 19:45" in at(pilot, "#setup")
        await press(pilot, "escape plus")
        assert at(pilot, "#where").startswith("Turn 2, July 1, 20:00, night, Blue")
        await press(pilot, "plus")
        assert at(pilot, "#where").startswith("1 due · Turn 3, July 1, 20:30, night, Blue")


async def test_a_setting_is_chosen_and_cleared(places: Places) -> None:
    """A digit chooses the value; labels come from the game's data."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 s")
        assert "Weather not chosen" in at(pilot, "#setup")
        await choose(pilot, "setting|weather")
        await press(pilot, "2")
        assert context(pilot).session.game_state.settings == {"weather": "wet"}
        assert "Weather Wet ground" in at(pilot, "#setup")
        await choose(pilot, "setting|weather")
        await press(pilot, "0")
        assert context(pilot).session.game_state.settings == {}


@pytest.mark.slow
async def test_switch_between_two_sessions(places: Places) -> None:
    """Each session keeps its own turn and opens with its own screen."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 plus f11")
        screen(pilot, SessionsScreen)
        assert "Game 1 open now" in screen_text(pilot)
        await press(pilot, "n")
        await type_in(pilot, "Second evening")
        await press(pilot, "enter escape")
        await until(pilot, lambda: context(pilot).session.name == "Second evening")
        await settled(pilot)
        assert context(pilot).position == Position(1, 0)
        assert context(pilot).game == "creek"
        await press(pilot, "f3 plus plus plus f5 f9 s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SessionsScreen))
        listed = pilot.app.screen.query_one(OptionList)
        listed.highlighted = [
            str(option.prompt).strip().startswith("Game 1") for option in listed.options
        ].index(True)
        await press(pilot, "enter")
        await until(pilot, lambda: context(pilot).session.name == "Game 1")
        await settled(pilot)
        screen(pilot, TurnScreen)
        assert context(pilot).position == Position(2, 0)
        assert "Turn 2" in at(pilot, "#where")
    assert set(session_names(sessions_folder(places.data))) == {"Game 1", "Second evening"}


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_the_sessions_are_listed_with_battle_and_position(
    places: Places, size: tuple[int, int]
) -> None:
    """Scenario, turn, time and phase of each, the chosen battle where it has none; another game is said, too."""
    async with started(places, size) as pilot:
        here = context(pilot)
        here.switch("aor")
        turn.choose_scenario(here.session, "little-round-top")
        turn.jump(here.session, 2, 2)
        here.change_session("Silesia")
        here.switch("bar")
        turn.choose_setting(here.session, "battle", "leuthen")
        companion(pilot).changed()
        await press(pilot, "f11")
        read = "Little Round Top; Turn 2, July 2, 17:00, Command and Reorganization Phase; Age of Rifles"
        await until(pilot, lambda: read in screen_text(pilot))
        await settled(pilot)
        assert "Silesia open now Leuthen; Turn 1" in screen_text(pilot)
        assert "Battles from the Age of Reason" in screen_text(pilot)


@pytest.mark.parametrize("has_tables", [False, True])
async def test_the_app_does_not_wait_for_a_session_being_started_elsewhere(
    places: Places, monkeypatch: pytest.MonkeyPatch, has_tables: bool
) -> None:
    """A message says so, and the current session stays open; the UI thread never sleeps."""
    path = session_path(sessions_folder(places.data), "Started")
    async with started(places) as pilot:
        lock = try_lock(path)
        assert lock is not None
        if has_tables:
            open_to_write(path).close()

        def fail(_: float) -> None:
            raise AssertionError("slept")

        monkeypatch.setattr("companion.play.opening.time.sleep", fail)
        await press(pilot, "f11 n")
        await type_in(pilot, "Started")
        await press(pilot, "enter")
        await until(pilot, lambda: "session Started is being started elsewhere" in notes(pilot))
        assert context(pilot).session.name == "Game 1"
        await press(pilot, "f3")
        assert "Turn 1" in at(pilot, "#where")
        lock.close()


async def test_the_line_for_a_new_session_appears_with_its_key(places: Places) -> None:
    """Before, it would look as if one could type; after, letters are typed and not offered as keys."""
    async with started(places, (80, 24)) as pilot:
        await press(pilot, "f3 right f11")
        assert "n New session" in painted(pilot)
        assert "Name of the new session" not in painted(pilot)
        await press(pilot, "n")
        assert "Name of the new session, then Enter" in painted(pilot)
        assert "n New session" not in painted(pilot)


async def test_an_invalid_name_of_a_session_is_refused(places: Places) -> None:
    """The dialog refuses the name, and the session stays open."""
    async with started(places) as pilot:
        await press(pilot, "f11 n")
        await type_in(pilot, "../x")
        await press(pilot, "enter")
        assert "is not a valid session name" in screen_text(pilot)
        await press(pilot, "escape")
        assert context(pilot).session.name == "Game 1"


async def test_a_session_open_elsewhere_can_only_be_read(places: Places) -> None:
    """Starting the app and each attempted change report it; nothing changes."""
    play_creek(places)
    other = SessionFile(sessions_folder(places.data), "Game 1")
    try:
        async with started(places) as pilot:
            assert "open elsewhere; it is read-only here" in notes(pilot)
            await press(pilot, "f3 right")
            assert context(pilot).position == Position(1, 0)
            assert "open elsewhere; it is read-only here" in at(pilot, "#said")
            await press(pilot, "space s")
            await choose(pilot, "setting|weather")
            await press(pilot, "1")
            assert "open elsewhere" in at(pilot, "#said")
            assert context(pilot).session.game_state.settings == {}
    finally:
        other.close()
