"""The report of a short session, compared with the recorded one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.engine import Dice, Engine
from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Library, NotFound
from companion.model.event import Calculated, RulingMade
from companion.model.recorded import OrderSlip
from companion.play import chits, dispatch
from companion.play.dice_tape import DiceTape
from companion.play.recording import dice_of
from companion.play.rulings import new_ruling, session_ids
from companion.play.session import Session
from companion.play.store.session_file import SessionFile
from companion.play.turn import choose_scenario, choose_setting, count, settle, step, tick
from companion.play.units_and_notes import add_note, keep_unit, log_calculation, toggle_pin
from companion.render.log import logged_calculation
from companion.render.markdown_text import plain
from companion.render.report import report_facts
from companion.render.report_text import report_markdown
from companion.workspace.reports import report_text
from tests.process.cup_game import write_game
from tests.recorded import recorded


class FixedDice:
    """Dice with fixed results."""

    def __init__(self, *faces: int) -> None:
        self._faces = iter(faces)

    def randint(self, a: int, b: int) -> int:
        """The next result."""
        face = next(self._faces)
        assert a <= face <= b
        return face


def clock() -> Iterator[datetime]:
    """Times of the events, one minute apart."""
    now = datetime(2026, 11, 20, 19, 0)
    while True:
        yield now
        now += timedelta(minutes=1)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A library with only the test game."""
    write_game(tmp_path / "own")
    nowhere = Path("/nonexistent")
    return read_library(Places((tmp_path / "own",), nowhere, nowhere))


def evening(folder: Path, library: Library) -> Session:
    """A turn and a half: an order, a draw, an attempt with the companion's die, one amended, one undone."""
    ticking = clock()
    session = Session(SessionFile(folder, "Friday"), library, FixedDice(3, 2, 6), lambda: next(ticking))
    session.open_game("drum")
    choose_scenario(session, "first")
    choose_setting(session, "battle", "north")
    order = OrderSlip(
        "Red", "Lee | son", "I Corps", "attack", "take *the* hill", 1, 2, "the guns fall silent"
    )
    dispatch.send(session, order)
    keep_unit(session, "Guard", {"rating": 4}, "Blue")
    step(session, 1)
    tick(session, 1)
    chits.fill(session)
    chits.draw(session)
    first = alter(session, {"rating": 3}, "app")
    add_note(session, "The commander was near <b>after all</b>", first)
    toggle_pin(session, first)
    alter(session, {"rating": 3, "near": "yes"}, "", first)
    alter(session, {"rating": 3}, "app")
    session.undo()
    session.add(
        RulingMade(
            new_ruling(session, "alter/The army commander is near", "within two hexes", session_ids(()))
        )
    )
    count(session, "losses", 2)
    step(session, 1)
    step(session, 1)
    settle(session, session.game_state.due()[0].id, "on the way")
    dispatch.change_state(session, 1, "accepted", "rolled 9")
    return session


def alter(session: Session, answers: dict[str, object], roll: str, amends: int = 0) -> int:
    """Log a calculation and return its line number."""
    engine, procedure = Engine(session.library), session.library.procedure("drum:alter")
    amended = session.event(amends).event if amends else None
    rolls: list[object] = list(dice_of(amended)) if isinstance(amended, Calculated) else [roll]
    if roll == "app":
        tape = DiceTape(session, "Alter", procedure.id)
        rolls = [Dice(tape).roll(engine.resolve(procedure.id, answers, []).needs[0])]
        tape.save()
    resolution = engine.resolve(procedure.id, answers, rolls)
    return log_calculation(session, logged_calculation(resolution, procedure, amends)).id


def test_the_report_matches_its_recording(tmp_path: Path, library: Library) -> None:
    """Markdown and JSON; undone lines are struck through; a reopened file gives the same report."""
    session = evening(tmp_path, library)
    facts = report_facts(session)
    markdown, document = report_text(session, "md"), report_text(session, "json")
    assert markdown == recorded("report.md", markdown)
    assert document == recorded("report.json", document)
    session.close()
    again = Session(SessionFile(tmp_path, "Friday"), library)
    assert report_facts(again) == json.loads(json.dumps(facts))
    again.close()


def test_a_report_on_one_game(library: Library, tmp_path: Path) -> None:
    """Other games of the session are left out; a game that is not installed is refused, also if it was played."""
    session = evening(tmp_path, library)
    assert report_text(session, "md", "drum") == report_text(session, "md")
    session.library = Library(())
    with pytest.raises(NotFound, match="drum"):
        report_text(session, "md", "drum")
    session.close()


def test_an_empty_session(tmp_path: Path, library: Library) -> None:
    """The report has only the name of the session."""
    session = Session(SessionFile(tmp_path, "Empty"), library)
    assert report_markdown(report_facts(session)) == "# After-action report: Empty\n"
    session.close()


def test_a_missing_game(tmp_path: Path, library: Library) -> None:
    """The log is still listed, with the names stored in it."""
    evening(tmp_path, library).close()
    session = Session(SessionFile(tmp_path, "Friday"), Library(()))
    text = report_markdown(report_facts(session))
    assert "## drum: first" in text
    assert "Dice (Alter): 2 on 1d6, rolled by the companion" in text
    session.close()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a | b", r"a \| b"),
        ("*x* _y_ `z` ~~w~~", r"\*x\* \_y\_ \`z\` \~\~w\~\~"),
        ("<b> & [a](b)", r"\<b\> \& \[a\](b)"),
        ("two\n\nlines", "two lines"),
        ("bell\x07", r"bell\<07\>"),
    ],
)
def test_typed_text_is_not_markup(text: str, written: str) -> None:
    """Typed text is escaped: a table stays a table, a line a line."""
    assert plain(text) == written
