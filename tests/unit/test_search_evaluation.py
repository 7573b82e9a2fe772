"""The search finds the right rule more often than FTS5 and BM25F, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model import Library
from tests.conftest import shipped_places
from tests.evaluate.measure import TESTING, Asked, Hit, echoes, interval, labelled, places, score, sets
from tests.evaluate.searches import bm25f, fts5, ours
from tests.once import FINDERS

ASKED = labelled(sets())
GAMES = sorted({each.answered_by for each in ASKED})


@pytest.fixture(scope="module")
def found(library: Library, ready: Path) -> dict[str, list[int]]:
    """Positions of the right entries for each search."""
    finder = FINDERS(shipped_places(ready))
    with fts5(library) as rival:
        searches = {
            "ours": ours(finder),
            "fts5": rival,
            "bm25f": bm25f(library),
        }
        return {name: places(ASKED, search) for name, search in searches.items()}


def test_there_are_questions_of_every_game() -> None:
    """There are at least 300 questions, and some for every game."""
    assert len(ASKED) >= 300
    assert GAMES == ["aor", "bar", "bp", "lob", "pub"]


@pytest.mark.slow
@pytest.mark.parametrize("rival", ["fts5", "bm25f"])
@pytest.mark.parametrize("game", GAMES)
def test_beats_the_simple_searches(game: str, rival: str, found: dict[str, list[int]]) -> None:
    """More often first and within three, and a higher mean reciprocal rank, unless the other search is perfect."""
    of_game = [place for place, each in enumerate(ASKED) if each.answered_by == game]
    mine = score(found["ours"][place] for place in of_game).shares
    other = score(found[rival][place] for place in of_game).shares
    for one, two in zip(mine, other, strict=True):
        assert one > two or one == two == 1.0


@pytest.mark.slow
def test_the_right_entry_is_first_for_most_questions_for_testing(found: dict[str, list[int]]) -> None:
    """Exactly the labelled entry is first for 86 % of the questions for testing, and within three for 94 %."""
    testing = [place for place, each in zip(found["ours"], ASKED, strict=True) if each.set in TESTING]
    first, three, _ = score(testing).shares
    assert first >= 0.86
    assert three >= 0.94


def test_scores_are_counted_right() -> None:
    """The questions are answered first, second, tenth and not at all."""
    result = score([0, 1, 9, 99])
    assert (result.questions, result.first, result.within_three) == (4, 1, 2)
    assert result.reciprocal == pytest.approx(1 + 1 / 2 + 1 / 10)


def test_an_answer_is_exactly_the_labelled_entry() -> None:
    """Number and heading of a label must both fit, in its game; an id must be the same."""
    label = {"game": "lob", "section": "3.5", "heading": "Fire"}
    asked = Asked("", "", "", "lob", "", (label, {"game": "lob", "entry": "lob:1.8"}))
    assert asked.answered(Hit("lob:3.5", "lob", "3.5", "Cross fire"))
    assert asked.answered(Hit("lob:1.8", "lob", "1.8", "Small units"))
    assert not asked.answered(Hit("lob:3.5", "lob", "3.5", "Water"))
    assert not asked.answered(Hit("lob:3.5a", "lob", "3.5a", "Cross fire"))
    assert not asked.answered(Hit("bp:3.5", "bp", "3.5", "Cross fire"))


def test_the_interval_of_a_share() -> None:
    """Wilson's interval of 9 in 10: 0.596 to 0.982."""
    assert interval(9, 10) == pytest.approx((0.5958, 0.9821), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


def test_a_question_that_repeats_a_phrase_is_an_echo(library: Library) -> None:
    """The first phrase of a rule, and words that no rule has."""
    entry = next(entry for module in library.modules for entry in module.entries if entry.asked)
    repeated = Asked("", entry.asked[0], "", entry.game, "", ())
    assert echoes([repeated, repeated._replace(question="purple elephants")], library) == [True, False]
