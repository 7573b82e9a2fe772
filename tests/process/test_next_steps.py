"""Each command for authors ends with the command that comes next, ready to type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.process.conftest import Say

RULES = "# 1 Firing\n\nRoll two dice.\n\n# 2 Morale\n\nRoll one die.\n"
SHEET = "Dice,Loss\n1-3,0\n4-6,1\n"
CHART = ("cite=1", "page=Card", "title=Losses")
SUM = ("title=Points", "cite=2", "summary=One.", "method=sum", "start=1", "result=Sum")
STEPS = [
    (("new-game", "ford", "--small"), "companion import RULEBOOK.pdf --game ford --name rules"),
    (
        ("import", "book.md", "--game", "ford", "--name", "rules", "--yes"),
        "companion new-rules rules --game ford",
    ),
    (("new-rules", "rules", "--game", "ford"), "companion new-chart CHART.xlsx --game ford"),
    (
        ("new-chart", "losses.csv", "--game", "ford", *CHART),
        "companion new-calculator --game ford",
    ),
    (("new-calculator", "--game", "ford", *SUM), "companion new-example ford:points"),
    (("new-example", "ford:points", "result-the_sum=1"), "companion new-turn --game ford"),
    (("new-turn", "--game", "ford", "phases=Fire, Morale"), "companion check"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, only_own_games: None) -> Path:
    """A folder with a rulebook and a chart."""
    monkeypatch.setenv("COMPANION_OVERLAY", str(tmp_path / "mine"))
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "book.md").write_text(RULES)
    (tmp_path / "losses.csv").write_text(SHEET)
    return tmp_path


def test_each_command_names_the_next(folder: Path, say: Say) -> None:
    """From an empty folder to worked examples; each next step is one line with the name of the game."""
    for words, following in STEPS:
        command = [each for word in words for each in (("--answer", word) if "=" in word else (word,))]
        answer = say(*command)
        assert (answer.status, answer.err) == (0, ""), answer
        assert [line for line in answer.out.splitlines() if line.startswith("Next: ")] == [
            f"Next: {following}"
        ]
    assert answer.out.endswith("Then: companion --game ford\n")


def test_the_document_of_an_included_game_becomes_no_rules(
    folder: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever imports the rulebook of an included game is a player."""
    assert say("new-game", "ford", "--small").status == 0
    monkeypatch.setattr("companion.load.places.shipped_folder", lambda: folder / "mine")
    monkeypatch.setenv("COMPANION_OVERLAY", str(folder / "other"))
    answer = say("import", "book.md", "--game", "ford", "--yes")
    assert answer.status == 0, answer
    assert "Next: " not in answer.out
