"""Who won: recorded by the players, undone, renamed with the sides, and reset by a new scenario."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.load.library import read_library
from companion.load.places import Places
from companion.model import NotFound, Refused
from companion.model.event import OutcomeRecorded
from companion.play.outcome import record_outcome, victory_conditions
from companion.play.session import Session
from companion.play.side_names import name_sides
from companion.play.store.session_file import SessionFile
from companion.play.turn import choose_scenario, count
from companion.play.units_and_notes import add_note, keep_unit
from companion.render.report import report_facts
from companion.render.report_text import report_markdown
from tests.process.cup_game import write_game

VICTORY = """
victory:
  - {id: rout, title: Rout, says: I Corps is demoralized., side: Blue, cite: "4"}
  - {id: ground, title: Ground, says: Hold the hill at dusk., scenario: first, cite: "4"}
  - {id: other, title: Other, says: Of another battle., scenario: second, cite: "4"}
"""


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A session of the test game with victory conditions."""
    write_game(tmp_path / "own")
    scenarios = tmp_path / "own/tables/drum/scenarios.yaml"
    text = scenarios.read_text().replace(
        "commands:\n  - {name: I Corps", "  - {id: second, title: Next}\ncommands:\n  - {name: I Corps"
    )
    scenarios.write_text(text + VICTORY)
    nowhere = Path("/nonexistent")
    library = read_library(Places((tmp_path / "own",), nowhere, nowhere))
    assert not library.faults
    session = Session(SessionFile(tmp_path / "sessions", "Friday"), library)
    session.open_game("drum")
    choose_scenario(session, "first")
    yield session
    session.close()


def test_conditions_of_the_scenario(session: Session) -> None:
    """A scenario has its own victory conditions and those for every scenario."""
    assert [each.id for each in victory_conditions(session)] == ["rout", "ground"]
    choose_scenario(session, "second")
    assert [each.id for each in victory_conditions(session)] == ["rout", "other"]


def test_the_outcome_is_an_event(session: Session) -> None:
    """An outcome is logged with the condition's text; the last one counts, until it is undone."""
    record_outcome(session, "blue", "rout", " they\nran ")
    blue = OutcomeRecorded("Blue", "Rout", "I Corps is demoralized.", "4", "they ran")
    assert session.game_state.outcome == blue
    record_outcome(session, "draw")
    assert session.game_state.outcome == OutcomeRecorded("")
    session.undo()
    assert session.game_state.outcome == blue
    session.undo()
    assert session.game_state.outcome is None
    session.redo()
    assert session.game_state.outcome == blue
    choose_scenario(session, "second")
    assert session.game_state.outcome is None


def test_what_is_refused(session: Session) -> None:
    """An outcome with an unknown side or condition, or the other side's condition, is refused."""
    for winner, why in (("", "say who won: Red, Blue, draw"), ("Green", "winner: 'Green' is not one of")):
        with pytest.raises(Refused, match=why):
            record_outcome(session, winner)
    with pytest.raises(NotFound, match="unknown victory condition"):
        record_outcome(session, "Red", "other")
    for winner in ("Red", "draw"):
        with pytest.raises(Refused, match="Rout: only Blue can win this way"):
            record_outcome(session, winner, "rout")
    assert session.game_state.outcome is None


def test_the_winner_has_the_name_of_the_session(session: Session) -> None:
    """A side that is renamed later is the winner by its new name, and only it can win its way."""
    record_outcome(session, "Blue", "rout")
    name_sides(session, ["Union", "Confederate"])
    assert session.game_state.outcome is not None
    assert session.game_state.outcome.winner == "Confederate"
    record_outcome(session, "Confederate", "rout")
    with pytest.raises(Refused, match="only Confederate can win this way"):
        record_outcome(session, "Union", "rout")


def test_the_report_opens_with_it(session: Session) -> None:
    """The report begins with the outcome: winner, condition with its rule, reason, and each side's losses."""
    keep_unit(session, "Guard", {"rating": 4}, "Blue")
    count(session, "losses", 2)
    record_outcome(session, "Blue", "rout", "two *stars*")
    markdown = report_markdown(report_facts(session))
    assert (
        "## Drum and Colours 1: The first day\n\n**Winner: Blue.**\n\nRout (4): I Corps is demoralized.\n\n"
        "“two \\*stars\\*”\n\nLosses of each side:\n\n- Red: Losses of I Corps 2 of 2.\n- Blue: none recorded.\n\n"
        "Red against Blue."
    ) in markdown
    assert report_facts(session)["games"][0]["outcome"] == {
        "winner": "Blue",
        "level": "Rout",
        "condition": "I Corps is demoralized.",
        "cite": "4",
        "why": "two *stars*",
    }


def test_a_battle_without_an_outcome_was_not_finished(session: Session) -> None:
    """The report says that a battle without an outcome was not finished."""
    add_note(session, "the pub closes")
    markdown = report_markdown(report_facts(session))
    assert (
        "\n\n**The battle was not finished:** nobody recorded an outcome.\n\nLosses of each side:" in markdown
    )
    assert report_facts(session)["games"][0]["outcome"] is None
