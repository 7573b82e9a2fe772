"""A session records the game data it was played with, and a change is reported once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.process.conftest import Say
from tests.process.cup_game import write_game


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A player's own game."""
    folder = tmp_path / "mine"
    monkeypatch.setenv("COMPANION_OVERLAY", str(folder))
    write_game(folder)
    return folder


def test_a_change_of_the_data_is_told_once(say: Say, own: Path) -> None:
    """A changed modifier is reported at the next write to the session, once, and never in a new session."""
    say("session", "new", "Friday", "--game", "drum")
    assert say("turn", "next").err == ""
    chart = own / "tables" / "drum" / "procedures" / "alter.yaml"
    chart.write_text(chart.read_text().replace("add: 1,", "add: 2,"))
    told = say("turn", "next").err
    assert "the game data has changed since this session was last played: Drum and Colours (was " in told
    assert "the log keeps the earlier results" in told
    assert say("turn", "next").err == ""
    say("session", "new", "Saturday", "--game", "drum")
    assert say("turn", "next").err == ""
    assert os.environ["COMPANION_OVERLAY"]


def test_a_change_of_the_wording_is_no_change(say: Say, own: Path) -> None:
    """Rules and search words lead to no results."""
    say("session", "new", "Friday", "--game", "drum")
    say("turn", "next")
    chapter = own / "rulebook" / "drum"
    chapter.mkdir(parents=True, exist_ok=True)
    (chapter / "1-more.md").write_text("# More\n\n## 9 Weather\n\n- It may rain.\n")
    assert say("turn", "next").err == ""
