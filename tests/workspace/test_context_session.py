"""The context of the app: the start, the session and its changes, the log, rulings and warnings."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import pytest
from msgspec.structs import replace

from companion.engine import Dice
from companion.load.import_files import imports_stamp
from companion.load.places import Places
from companion.load.settings import GUESTS
from companion.model import Library, NotFound, Refused, RollRequest
from companion.model.event import Calculated, DiceRolled, Opened, UnitKept
from companion.model.recorded import Prompt
from companion.play.clock import Position
from companion.play.opening import open_session
from companion.play.player_clock import clock_event, clock_runs, set_clock_running
from companion.play.session_files import sessions_folder
from companion.play.store.session_file import SessionFile
from companion.render.turn import Where
from companion.search.finder import Finder
from companion.workspace.context import AppContext
from companion.workspace.logged_dice import LoggedRoll
from companion.workspace.names import Participants
from companion.workspace.rulings import make
from companion.workspace.settings_file import write_setting

CLOSING = "lob:closing-roll"
READY = {"rating": "C", "leader_morale": 2}


class Sixes:
    """Dice that always show their highest face."""

    def randint(self, a: int, b: int) -> int:
        """Return the highest number."""
        return b


def test_without_a_game_nothing_opens(tmp_path: Path) -> None:
    """The refusal names the file that is missing; no session is begun."""
    places = Places((tmp_path / "base",), tmp_path / "cache", tmp_path / "data", tmp_path / "config")
    with pytest.raises(NotFound) as refused:
        AppContext.open(places)
    assert str(refused.value) == "no game is installed: no tables/SLUG/game.yaml was found"
    assert not (tmp_path / "data").exists()


@pytest.mark.usefixtures("games_are_read_once")
def test_an_opened_context_has_all_that_the_app_needs(places: Places) -> None:
    """The session by its name, the search, and the dice, also in the session that is opened next."""
    context = AppContext.open(places, "pub", Dice(Sixes()), "Evening")
    assert (context.session.name, context.game, context.guest) == ("Evening", "pub", False)
    assert (context.step_by_step, context.rule_beside, context.option_a) == (False, None, None)
    assert context.finder is not None and context.reads_imports
    request = RollRequest("die", "1d6", "Die", 1, 6, id="die")
    procedure = context.library.procedure(CLOSING)
    assert context.roll(request, procedure).value == 6
    context.change_session("Night")
    assert [context.roll(request, procedure).value for _ in range(8)] == [6] * 8
    context.close()


@pytest.mark.usefixtures("games_are_read_once")
def test_a_session_that_cannot_be_saved_is_played_in_memory(places: Places) -> None:
    """A session that cannot be saved is played in memory, with a warning that gives the reason."""
    folder = sessions_folder(places.data)
    folder.parent.mkdir(parents=True)
    folder.write_text("")
    context = AppContext.open(places, "pub")
    assert context.game == "pub"
    fault = f"sessions cannot be saved in {folder}: File exists"
    assert context.warnings() == [f"this session is not saved: {fault}"]
    context.close()


@pytest.mark.usefixtures("games_are_read_once")
def test_dice_without_a_given_source_are_random(places: Places) -> None:
    """Dice without a given source come from the random numbers of the operating system."""
    context = AppContext.open(places, "lob")
    assert isinstance(context.session.chance, SystemRandom)
    context.close()


@pytest.mark.usefixtures("games_are_read_once")
@pytest.mark.parametrize(("usual", "opened"), [("", "lob"), ("pub", "pub")])
def test_a_session_of_a_game_that_is_gone(places: Places, library: Library, usual: str, opened: str) -> None:
    """A session whose game is not installed opens with the default game, or else with the first game."""
    store = SessionFile(sessions_folder(places.data), "Game 1")
    store.add("zz", [Opened("zz")], "2026-01-01T00:00:00")
    store.close()
    if usual:
        write_setting(places.config, "game", usual)
    context = AppContext.open(places)
    assert context.game == (opened if usual else library.modules[0].game.slug)
    context.close()


@pytest.mark.usefixtures("games_are_read_once")
def test_a_window_that_watches_a_game_that_is_not_installed_here(places: Places) -> None:
    """A read-only window refuses to open a session whose game is not installed."""
    store = SessionFile(sessions_folder(places.data), "Game 1")
    store.add("zz", [Opened("zz")], "2026-01-01T00:00:00")
    with pytest.raises(NotFound, match="zz"):
        AppContext.open(places)
    store.close()


@pytest.mark.parametrize(
    ("guest", "setting", "reads"), [(False, "", True), (True, "", False), (True, "yes", True)]
)
def test_guests_read_imported_documents_only_if_the_settings_allow_it(
    places: Places, library: Library, finder: Finder, guest: bool, setting: str, reads: bool
) -> None:
    """Then the search follows what is imported."""
    if setting:
        write_setting(places.config, GUESTS, setting)
    own = Finder(finder.index)
    context = AppContext(places, library, open_session(places.data, library), own, guest)
    assert context.reads_imports is reads
    context.follow_imports()
    assert context.finder is own, "nothing was imported"
    (places.data / "imports").mkdir()
    context.follow_imports()
    assert (context.finder is own) is not reads
    followed = context.finder
    context.follow_imports()
    assert context.finder is followed
    context.close()


@pytest.mark.usefixtures("games_are_read_once")
@pytest.mark.parametrize(
    ("guest", "setting", "reads"), [(False, "", True), (True, "", False), (True, "yes", True)]
)
def test_imported_documents_are_searched_from_the_start(
    places: Places, finder: Finder, monkeypatch: pytest.MonkeyPatch, guest: bool, setting: str, reads: bool
) -> None:
    """By guests only if the settings allow it."""
    monkeypatch.setattr(finder, "imports_stamp", (0, 0))  # the tests share one finder
    if setting:
        write_setting(places.config, GUESTS, setting)
    (places.data / "imports").mkdir(parents=True)
    context = AppContext.open(places, guest=guest)
    assert (context.finder.imports_stamp == imports_stamp(places.data)) is reads
    context.close()


def test_position_and_phase_of_the_game_in_play(context: AppContext) -> None:
    """A move raises its prompts; an impossible one is refused."""
    assert context.position == Position()
    assert context.where_parts() == Where("Turn 1", "", "First player", "Command Phase")
    prompts = context.move_to(Position(9, 0))
    assert [prompt.id for prompt in prompts] == ["reminder-fluke-begins"]
    assert context.position == Position(9, 0)
    with pytest.raises(Refused, match=r"^turn 0 is outside 1 to \d+$"):
        context.move_to(Position(0, 0))


def test_a_game_without_a_sequence_of_play_has_no_position(context: AppContext) -> None:
    """A game without a sequence of play has neither turn nor phase."""
    edited = tuple(replace(module, sequence=None) for module in context.library.modules)
    context.library = context.session.library = replace(context.library, modules=edited)
    assert context.where_parts() is None


def test_edited_games_are_used_by_all_parts(context: AppContext, finder: Finder) -> None:
    """The session, the engine, the search and the words of the log."""
    module = replace(context.module, game=replace(context.module.game, name="Edited"))
    edited = replace(context.library, modules=(module,))
    context.use_library(edited, finder)
    assert context.library is context.session.library is context.engine.library is edited
    assert context.finder is finder
    opened = next(line for line in context.session.log if isinstance(line.event, Opened))
    assert context.log_words.line(opened) == "Switched to Edited"


def test_guests_stay_in_the_session(places: Places, library: Library) -> None:
    """Guests cannot change the session, and the refusal says how the host can."""
    guest = AppContext(places, library, open_session(places.data, library, "Evening"), guest=True)
    with pytest.raises(Refused) as refused:
        guest.change_session("Other")
    assert (
        str(refused.value)
        == "everyone here plays session Evening; to change it, use companion serve --session"
    )
    assert guest.session.name == "Evening"
    guest.close()


def test_a_new_session_has_the_game_of_the_old_one(
    context: AppContext, places: Places, library: Library
) -> None:
    """An existing one keeps its own; the file of the old one is free again."""
    context.switch("pub")
    context.change_session("Night")
    assert (context.session.name, context.game) == ("Night", "pub")
    context.switch("bar")
    context.change_session("Game 1")
    assert (context.session.name, context.game) == ("Game 1", "pub")
    night = open_session(places.data, library, "Night")
    assert (night.store.read_only, night.state.game) == (False, "bar")
    night.close()


def test_a_session_that_is_played_elsewhere_is_watched(
    context: AppContext, places: Places, library: Library
) -> None:
    """Its game is shown, and nothing is written."""
    other = open_session(places.data, library, "Night")
    other.open_game("bar")
    context.change_session("Night")
    assert (context.session.store.read_only, context.game) == (True, "bar")
    assert len(other.log) == len(context.session.log) == 1
    other.close()


def test_the_player_clock_is_stopped_while_a_session_is_closed(context: AppContext) -> None:
    """The player clock stops while a session is closed, and runs again when the session is reopened."""
    set_clock_running(context.session, True)
    context.change_session("Night")
    assert clock_event(context.session) is None
    context.change_session("Game 1")
    assert clock_runs(context.session)
    assert [(line.event.runs, line.event.by_app) for line in context.session.clock_lines] == [  # type: ignore[union-attr]
        (True, False),
        (False, True),
        (True, True),
    ]


def test_a_clock_that_ran_when_the_app_ended_starts_again(
    context: AppContext, places: Places, library: Library
) -> None:
    """The time since the last line does not count."""
    other = open_session(places.data, library, "Night")
    other.open_game("lob")
    set_clock_running(other, True)
    last = other.log[-1].at
    other.close()
    context.change_session("Night")
    event = clock_event(context.session)
    assert event is not None and (event.runs, event.by_app, event.since) == (True, True, last)


def test_taking_over_keeps_the_game(places: Places, library: Library) -> None:
    """Only one process writes; this one does as soon as the other has ended."""
    other = open_session(places.data, library, "Night")
    other.open_game("pub")
    context = AppContext(places, library, open_session(places.data, library, "Night"))
    assert context.take_over() is False
    assert context.session.store.read_only
    other.close()
    assert context.take_over() is True
    assert (context.session.store.read_only, context.game, len(context.session.log)) == (False, "pub", 1)
    context.close()


def test_dice_of_the_companion_are_in_the_log(context: AppContext) -> None:
    """Dice of the companion are in the log, and know their line."""
    request = RollRequest("die", "1d6", "Closing roll", 1, 6, id="die")
    rolled = context.roll(request, context.library.procedure(CLOSING))
    line = context.session.log[-1]
    assert isinstance(rolled, LoggedRoll) and isinstance(line.event, DiceRolled)
    assert (rolled.event, rolled.faces, rolled.source) == (line.id, line.event.faces, "app")
    assert (line.event.procedure, line.event.label) == (CLOSING, "Closing roll")


def test_a_logged_calculation_has_rulings_and_participants(context: AppContext) -> None:
    """Its changes of units are undone together with it."""
    ruling = make(context, f"{CLOSING}/Moving stack is Shaken", "Ask.", permanent=False)
    make(context, "lob:charge", "Ask.", permanent=False)
    resolution = context.engine.resolve(CLOSING, READY, [4])
    procedure = context.library.procedure(CLOSING)
    participants = Participants({"stack": "5th Texas"}, {"stack": "5th Texas"}, 7)
    change = UnitKept("5th Texas", {"sps": 3})
    first = context.log_calculation(resolution, procedure).id
    line = context.log_calculation(resolution, procedure, first, participants, [change])
    event = line.event
    assert isinstance(event, Calculated)
    assert (event.names, event.units, event.after) == ({"stack": "5th Texas"}, {"stack": "5th Texas"}, 7)
    assert (event.amends, event.rulings) == (first, (ruling,))
    assert event.summary == "5th Texas closes: rolled 4, needed 3"
    assert context.session.game_state.units["5th Texas"].facts == {"sps": 3}
    context.session.undo()
    assert context.session.game_state.units == {}
    assert line.id not in context.session.counting()


def test_a_logged_calculation_without_participants(context: AppContext) -> None:
    """Its line has the headline result, without the roll that was needed."""
    resolution = context.engine.resolve(CLOSING, READY, [4])
    event = context.log_calculation(resolution, context.library.procedure(CLOSING)).event
    assert isinstance(event, Calculated)
    assert (event.names, event.units, event.after, event.amends, event.rulings) == ({}, {}, 0, 0, ())
    assert "needed" not in event.summary


def test_a_remembered_result_belongs_to_its_session_game_and_prompt(context: AppContext) -> None:
    """Elsewhere the same prompt asks for a roll."""
    prompt = Prompt("check-1@3", "Check", 3)
    resolution = context.engine.resolve(CLOSING, READY, [4])
    line = context.log_calculation(resolution, context.library.procedure(CLOSING)).id
    assert context.rolled(prompt) is None
    context.remember_result(prompt, line, resolution)
    assert context.rolled(prompt) is resolution
    context.switch("pub")
    assert context.rolled(prompt) is None
    context.switch("lob")
    context.change_session("Night")
    assert context.rolled(prompt) is None
    context.change_session("Game 1")
    assert context.rolled(prompt) is resolution
