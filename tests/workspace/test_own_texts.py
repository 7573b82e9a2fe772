"""Notes and lines of the log among the results of a search."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from companion.load.places import Places
from companion.model import Library
from companion.model.event import OrderSent
from companion.model.recorded import OrderSlip
from companion.play.annotations import toggle_bookmark, write_note
from companion.play.opening import open_session
from companion.play.session import Session
from companion.play.store.session_file import SessionFile
from companion.play.turn import step
from companion.play.units_and_notes import add_note, keep_unit
from companion.search.answer import Answer
from companion.search.own_results import LOG_LINES, MOST_LOG_LINES, NEAR, LogText, OwnText, with_own
from companion.search.tokens import tokens_of
from companion.workspace.context import AppContext
from companion.workspace.own_texts import LogTexts, noted_texts
from tests.newer import of_newer_version
from tests.once import FINDERS
from tests.small_game import LIBRARY


@pytest.fixture
def context(places: Places, library: Library) -> Iterator[AppContext]:
    """A context with Line of Battle and the search, in an empty session on disk."""
    session = open_session(places.data, library)
    session.open_game("lob")
    yield AppContext(places, library, session, FINDERS(places))
    session.close()


def answer_to(context: AppContext, question: str, typing: bool = False) -> Answer:
    """The answer of the current game with notes and log, as both front ends give it."""
    found = context.finder.find(question, context.game, 20, typing=typing)
    own, log = noted_texts(context.places.data), LogTexts(context.session).newest_first()
    lexicon, titled = context.finder.lexicon, context.library.titled
    return with_own(answer=found, question=question, own=own, lexicon=lexicon, title_of=titled,
                    game=context.game, typing=typing, log=log)  # fmt: skip


def kinds(answer: Answer) -> list[str]:
    """The kinds of the results, the players' own only."""
    return [result.kind for result in answer.results if result.kind in ("note", "log")]


def test_a_note_is_above_its_rule_and_found_by_its_words(context: AppContext) -> None:
    """A note is a result if its rule is found, or if it has every word of the question."""
    write_note(context.places.data, "lob:3.5", "Marmaduke always forgets this", "2026-01-01")
    first, second = answer_to(context, "3.5").results[:2]
    assert (first.id, first.kind, first.authority, first.snippet) == (
        "lob:3.5", "note", "your note", "Marmaduke always forgets this",
    )  # fmt: skip
    assert second.id == "lob:3.5"
    by_words = answer_to(context, "marmaduke forgets")
    assert (by_words.results[0].kind, by_words.unknown, by_words.changed) == ("note", (), ())
    assert kinds(answer_to(context, "marmaduke remembers")) == []
    assert kinds(answer_to(context, "kind:chart marmaduke")) == []
    assert kinds(answer_to(context, "kind:note")) == ["note"]


def test_a_half_typed_word_finds_only_while_typing(context: AppContext) -> None:
    """The last word may be incomplete while typing."""
    write_note(context.places.data, "lob:3.5", "Marmaduke always forgets this", "2026-01-01")
    add_note(context.session, "Marmaduke sneezed")
    assert kinds(answer_to(context, "marmad", typing=True)) == ["note", "log"]
    assert kinds(answer_to(context, "marmad")) == []


def test_a_line_of_the_log_comes_first_if_no_rule_has_a_word_of_it(context: AppContext) -> None:
    """A unit's name is in no rule; its notice about an unknown word goes."""
    line = add_note(context.session, "The Zanzibar Rifles never closed").id
    answer = answer_to(context, "zanzibar closed")
    assert (answer.results[0].id, answer.results[0].title) == (f"line/{line}", f"Line {line}")
    assert (answer.unknown, answer.changed) == ((), ())
    assert ":" not in answer.results[0].id, "no record of any game has such an id"
    assert answer.results[0].source.startswith(f"session {context.session.name}, ")


def test_other_lines_of_the_log_come_after_the_first_rules(context: AppContext) -> None:
    """The newest come first, and no more than three of them."""
    lines = [add_note(context.session, "The closing roll was argued about").id for _ in range(LOG_LINES + 1)]
    answer = answer_to(context, "closing roll")
    assert all(result.kind != "log" for result in answer.results[:NEAR])
    found = answer.results[NEAR : NEAR + LOG_LINES + 1]
    assert [result.id for result in found[:-1]] == [f"line/{line}" for line in lines[:0:-1]]
    assert found[-1].kind != "log"


def test_the_kind_log_lists_lines_only(context: AppContext) -> None:
    """Without words every line is listed, the newest first, up to a hundred."""
    lines = [add_note(context.session, f"Remark {number}").id for number in range(MOST_LOG_LINES + 1)]
    answer = answer_to(context, "kind:log")
    assert [result.id for result in answer.results] == [f"line/{line}" for line in lines[:0:-1]]
    assert [result.id for result in answer_to(context, "kind:log remark 7").results] == [f"line/{lines[7]}"]


def test_orders_and_units_are_found_until_they_are_undone(context: AppContext) -> None:
    """An undone line does not count and is not found."""
    keep_unit(context.session, "Zanzibar Rifles", {})
    context.session.add(
        OrderSent(OrderSlip("attacker", "Lee", "Zanzibar Rifles", "attack", "take the orchard", 1, 3))
    )
    assert kinds(answer_to(context, "zanzibar")) == ["log", "log"]
    assert kinds(answer_to(context, "zanzibar orchard")) == ["log"]
    context.session.undo()
    assert kinds(answer_to(context, "zanzibar orchard")) == []


def test_lines_of_another_game_are_left_out(context: AppContext) -> None:
    """A search with a game finds only the lines of that game."""
    add_note(context.session, "Zanzibar")
    context.switch("bp")
    assert kinds(answer_to(context, "zanzibar")) == []
    assert kinds(answer_to(context, "game:lob zanzibar")) == ["log"]


def test_the_first_line_of_a_session_is_read(places: Places, library: Library) -> None:
    """A note may come before any game is opened."""
    session = open_session(places.data, library)
    add_note(session, "Marmaduke is late")
    assert [text.text for text in LogTexts(session).newest_first()] == ["Note: Marmaduke is late"]
    session.close()


def test_later_lines_are_read_too(context: AppContext) -> None:
    """The lines are read once and continued."""
    texts = LogTexts(context.session)
    before = len(list(texts.newest_first()))
    line = add_note(context.session, "Zanzibar").id
    assert next(each.line for each in texts.newest_first()) == line
    assert len(list(texts.newest_first())) == before + 1


def test_a_line_has_its_session_and_the_minute_of_its_time(tmp_path: Path) -> None:
    """Its words are those that the search compares; moves of the turn are not among the lines."""
    now = datetime(2026, 11, 20, 19, 5, 48)
    session = Session(SessionFile(tmp_path, "Friday"), LIBRARY, now=lambda: now)
    session.open_game("small")
    step(session, 1)
    line = add_note(session, "Zouaves late").id
    assert list(LogTexts(session).newest_first()) == [
        LogText(
            line,
            "small",
            "Note: Zouaves late",
            "session Friday, 19:05",
            frozenset(tokens_of("note zouaves late")),
        )
    ]
    session.close()


def test_a_bookmark_without_a_note_is_no_text(tmp_path: Path) -> None:
    """Nor is a note that was removed."""
    toggle_bookmark(tmp_path, "lob:3.5", "2026-01-01")
    write_note(tmp_path, "lob:3.6", "Marmaduke", "2026-01-01")
    write_note(tmp_path, "lob:3.7", "Marmalade", "2026-01-01")
    write_note(tmp_path, "lob:3.7", "", "2026-01-01")
    assert noted_texts(tmp_path) == [OwnText("note", "lob:3.6", "Marmaduke", "your note")]


def test_notes_that_cannot_be_read_are_no_results(context: AppContext) -> None:
    """The screen of the bookmarks tells why; the search goes on without them."""
    write_note(context.places.data, "lob:3.5", "Marmaduke always forgets this", "2026-01-01")
    of_newer_version(context.places.data)
    assert noted_texts(context.places.data) == []


def test_a_ruling_on_a_rule_of_another_game_is_left_out(context: AppContext) -> None:
    """Words find rulings of the game that is searched only."""
    own = [OwnText("ruling", "bp:shooting", "Zanzibar fires twice", "this table")]
    found = context.finder.find("zanzibar", "lob", 20)
    lexicon, titled = context.finder.lexicon, context.library.titled
    assert with_own(found, "zanzibar", own, lexicon, titled, "lob").results == found.results
    assert with_own(found, "zanzibar", own, lexicon, titled, "bp").results[0].kind == "ruling"
