"""Refusals quote what the player typed, so that a typing mistake can be seen; a pasted page is cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.engine.answers import take_answers
from companion.engine.dice import accept
from companion.model import CompanionError, Input, Library, Refused, RollRequest
from companion.model.event import Chit
from companion.play import chits, dispatch, turn, units_and_notes
from companion.play.session import Session
from companion.play.session_files import checked_name
from companion.play.typed_chits import typed_chit
from tests.unit.test_session import opened, slip

DOORS: dict[str, Callable[[Session, str], object]] = {
    "side of an order": lambda session, text: dispatch.send(session, slip(side=text)),
    "kind of an order": lambda session, text: dispatch.send(session, slip(kind=text)),
    "time": turn.set_clock,
    "light": lambda session, text: turn.set_clock(session, "10:00", lights=[("12:00", text)]),
    "setting": lambda session, text: turn.choose_setting(session, "battle", text),
    "fact of a unit": lambda session, text: units_and_notes.keep_unit(session, "A", {text: 1}),
    "unit": units_and_notes.drop_unit,
    "name of a session": lambda session, text: checked_name(text),
    "side of a chit": lambda session, text: chits.fill(session, (Chit("A", text),)),
    "rating of a chit": lambda session, text: typed_chit(session, f"I Corps:Red:{text}"),
    "chit": chits.draw,
    "mark of a chit": lambda session, text: chits.mark(session, "I Corps", text),
}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A session of the small game, with chits in its cup."""
    made = opened(tmp_path)
    chits.fill(made)
    yield made
    made.close()


def test_up_to_40_characters_are_quoted(session: Session) -> None:
    """A text of 40 characters is quoted completely; of a longer one its beginning, with a mark that it goes on."""
    with pytest.raises(Refused, match=f"'{'x' * 40}' is not one of Red, Blue"):
        dispatch.send(session, slip(side="x" * 40))
    with pytest.raises(Refused, match=rf"'{'x' * 40}\.\.\.' is not one of Red, Blue"):
        dispatch.send(session, slip(side="x" * 41))


@pytest.mark.parametrize("door", DOORS)
def test_a_pasted_page_is_not_repeated(session: Session, door: str) -> None:
    """The message still fits on the screen."""
    with pytest.raises(CompanionError, match=re.escape("//...")) as refused:
        DOORS[door](session, "/" * 5000)
    assert len(str(refused.value)) < 200


def test_a_refusal_names_the_facts_that_a_game_keeps(session: Session, library: Library) -> None:
    """A game without facts keeps none."""
    with pytest.raises(Refused, match=r"unknown unit fact 'colour'; known: none$"):
        units_and_notes.keep_unit(session, "A", {"colour": 1})
    session.library = library
    session.open_game("lob")
    with pytest.raises(Refused, match=r"unknown unit fact 'colour'; known: .*leader_morale"):
        units_and_notes.keep_unit(session, "A", {"colour": 1})


@pytest.mark.parametrize("kind", ["number", "choice", "set", "yes-no"])
@pytest.mark.parametrize("answer", ["/" * 5000, ["/" * 5000], {"/": "/" * 5000}])
def test_a_pasted_answer_is_not_repeated(kind: str, answer: object) -> None:
    """Questions refuse it in one line."""
    question = msgspec.convert({"name": "a", "label": "A", "kind": kind, "choices": [{"key": "x"}]}, Input)
    with pytest.raises(Refused) as refused:
        take_answers((question,), {"a": answer})
    assert len(str(refused.value)) < 200


def test_a_pasted_roll_is_not_repeated() -> None:
    """Dice refuse it in one line."""
    with pytest.raises(Refused, match=re.escape("//...' is not a roll")) as refused:
        accept(RollRequest("die", "1d6", "Die", 1, 6), "/" * 5000)
    assert len(str(refused.value)) < 200
