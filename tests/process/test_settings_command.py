"""Effects of `config.yaml` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.load.settings import FILE
from tests.process.conftest import Say

pytestmark = pytest.mark.usefixtures("shipped")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A config file that names a game."""
    path = tmp_path / "config" / FILE
    path.parent.mkdir()
    path.write_text("# mine\ngame: bar\n")
    return path


def test_find_lists_the_game_first(config: Path, say: Say) -> None:
    """The game of the settings comes first, unless --game names another."""
    assert say("find", "shaken", "--json").json == say("find", "shaken", "--game", "bar", "--json").json
    assert say("find", "shaken", "--game", "lob", "--json").json[0]["game"] == "lob"
    config.unlink()
    assert say("find", "canister", "--json").json[0]["game"] == "lob"


def test_a_number_in_several_games_means_the_game_of_the_settings(config: Path, say: Say) -> None:
    """The game of the settings decides in show and bookmarks; without one, --game is needed."""
    assert say("show", "10.1", "--json").json["id"] == "bar:shaken-10.1"
    assert say("show", "10.1", "--game", "lob", "--json").json["id"] == "lob:10.1"
    assert say("bookmarks", "set", "10.1", "--json").json[0]["id"] == "bar:shaken-10.1"
    config.unlink()
    say("show", "10.1").refused(1, "10.1 is in several games: lob:10.1, bar:shaken-10.1")


@pytest.mark.usefixtures("config")
def test_a_new_session_plays_the_game_and_keeps_its_own(say: Say) -> None:
    """The game of a session overrides the settings."""
    assert say("turn", "--json").json["game"] == "bar"
    assert say("session", "new", "Friday", "--json").json["game"] == "bar"
    say("session", "game", "aor")
    assert say("turn", "--json").json["game"] == "aor"
    assert say("session", "new", "Saturday", "--game", "lob", "--json").json["game"] == "lob"


def test_an_unknown_game_is_reported_and_ignored(config: Path, say: Say) -> None:
    """An unknown game is reported with file, line and the nearest name."""
    config.write_text("game: barr\n")
    answer = say("find", "canister", "--json")
    assert answer.err == f"companion: {config}:1: game: unknown game 'barr' (did you mean bar?)\n"
    assert answer.json[0]["game"] == "lob"
    assert say("turn", "--json").json["game"] == "lob"
