"""A session in a list: battle, position in the turn and game; sessions of missing games and unreadable files."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model import Game, GameModule, Library
from companion.model.scenario import Scenario, Scenarios, Setting
from companion.play.session import Session
from companion.play.state import GameState
from companion.play.store.session_file import SessionFile
from companion.play.turn import choose_scenario, choose_setting, step
from companion.workspace.session_list import battle, session_facts, session_words, words_of_session
from tests.small_game import LIBRARY

SIDES: dict[str, tuple[str, ...]] = {"north": ("Union", "Rebels")}
SETTINGS = (
    Setting("weather", "Weather", ("dry", "wet"), ("Dry", "Wet")),
    Setting("field", "Battle", ("north", "south"), ("The north", "The south"), sides=SIDES),
    Setting("war", "War", ("north", "south"), sides=SIDES),
)
MODULE = GameModule(
    Game("xx", "Game", "1", "none", ()),
    scenarios=Scenarios(scenarios=(Scenario("ford", "The ford"),), settings=SETTINGS),
)


def opened(folder: Path, library: Library = LIBRARY, game: str = "small") -> Session:
    """Return a session, of a game if one is named."""
    session = Session(SessionFile(folder, "Friday"), library)
    if game:
        session.open_game(game)
    return session


@pytest.mark.parametrize(
    ("state", "title"),
    [
        (GameState(), ""),
        (GameState(scenario="ford"), "The ford"),
        (GameState(scenario="ford", settings={"field": "north"}), "The ford"),
        (GameState(scenario="gone"), ""),
        (GameState(scenario="gone", settings={"field": "south"}), "The south"),
        (GameState(settings={"weather": "wet"}), ""),
        (GameState(settings={"weather": "wet", "field": "north", "war": "south"}), "The north"),
        (GameState(settings={"field": "", "war": "south"}), "south"),
        (GameState(settings={"field": "gone"}), ""),
    ],
)
def test_the_battle_is_the_scenario_or_the_first_setting_that_names_the_sides(
    state: GameState, title: str
) -> None:
    """Other settings name no battle; a scenario or choice that is no longer in the game has no title."""
    assert battle(MODULE, state) == title


def test_the_facts_of_a_session(tmp_path: Path) -> None:
    """Game, battle, position and the number of lines in the log."""
    session = opened(tmp_path)
    assert session_facts(session) == {
        "game": "small",
        "title": "Small",
        "battle": "",
        "where": "Turn 1, Red, Orders",
        "lines": 1,
    }
    choose_scenario(session, "first")
    step(session, 1)
    facts = session_facts(session)
    assert (facts["battle"], facts["where"]) == ("The first day", "Turn 1, July 1, 10:00, Blue, Orders")
    assert facts["lines"] == len(session.log) > 1
    assert session_words(facts) == "The first day; Turn 1, July 1, 10:00, Blue, Orders; Small"
    session.close()


def test_a_session_without_a_game_has_no_words(tmp_path: Path) -> None:
    """JSON has null as its game."""
    session = opened(tmp_path, game="")
    facts = session_facts(session)
    assert facts == {"game": None, "title": "", "battle": "", "where": "", "lines": 0}
    assert session_words(facts) == ""
    session.close()


def test_a_session_of_a_missing_game_has_its_slug_and_its_length(tmp_path: Path) -> None:
    """For a session of a missing game, slug and length are known; title, battle and position are empty."""
    session = opened(tmp_path)
    session.library = Library(())
    assert session_facts(session) == {"game": "small", "title": "", "battle": "", "where": "", "lines": 1}
    session.close()


def test_a_game_without_a_sequence_of_play_has_no_position(tmp_path: Path) -> None:
    """A game without a sequence of play has no position, and its other parts are in words."""
    library = Library((MODULE,))
    session = opened(tmp_path, library, "xx")
    choose_setting(session, "war", "south")
    assert session_words(session_facts(session)) == "south; Game"
    session.close()


@pytest.mark.parametrize(("game", "words"), [("", "not started"), ("small", "Turn 1, Red, Orders; Small")])
def test_a_file_in_words(tmp_path: Path, game: str, words: str) -> None:
    """A session is described with turn, phase and game, even while it is open elsewhere."""
    session = opened(tmp_path, game=game)
    assert words_of_session(tmp_path, "Friday", LIBRARY) == words
    assert words_of_session(tmp_path, "Friday", Library(())) == "not started"
    session.close()


def test_a_file_that_cannot_be_read_has_the_reason_as_words(tmp_path: Path) -> None:
    """No file is created for a session that does not exist."""
    words = words_of_session(tmp_path, "Saturday", LIBRARY)
    assert words == "session Saturday is being started elsewhere; try again"
    assert [*tmp_path.iterdir()] == []
