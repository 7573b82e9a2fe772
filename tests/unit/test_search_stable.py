"""While a question is typed, the list of results changes when a word ends or a clearly better one is found."""

from __future__ import annotations

import pytest

from companion.search.answer import Answer, SearchResult
from companion.search.stable import StableResults, stable_answer


def found(kind: str = "entry", **scores: float) -> Answer:
    """An answer with these ids and scores, in this order."""
    results = (
        SearchResult(name, "lob", "", name, kind, "rule", "Rules", name, score)
        for name, score in scores.items()
    )
    return Answer(tuple(results))


NEAR = found(b=12.0, a=10.0)
BETTER = found(b=13.0, a=10.0)


@pytest.mark.parametrize(
    ("question", "ranked", "stays"),
    [
        ("skedad", NEAR, True),
        ("skedad", BETTER, False),
        ("skedad", found(b=1.2), False),
        ("skedad", found(), False),
        ("skedad ", NEAR, False),
        ("skedad,", NEAR, False),
        ("charge", NEAR, True),
        ("how", BETTER, True),
        ("how ", BETTER, True),
        ("can sk", BETTER, True),
        ("can sk ", BETTER, False),
        ("can ske", BETTER, False),
        ("sk", BETTER, False),
        ("10.6", NEAR, False),
        ("rule 10", NEAR, False),
        ("10.8 e", NEAR, False),
        ("10.8 danger clos", NEAR, True),
        ('"', NEAR, False),
    ],
)
def test_results_stay_until_a_word_ends_or_one_is_clearly_better(
    question: str, ranked: Answer, stays: bool
) -> None:
    """Common words and the first two letters of a later word change nothing; numbers show at once what they find."""
    present = found(a=10.0)
    assert stable_answer(question, present, ranked) is (present if stays else ranked)


def test_without_results_there_is_nothing_to_keep() -> None:
    """The first letters show what they find."""
    assert stable_answer("skedad", found(), NEAR) is NEAR


@pytest.mark.parametrize("kind", ["ruling", "note", "log"])
def test_texts_of_the_players_show_at_once(kind: str) -> None:
    """Another note, table ruling or line of the log replaces what is shown; the same one does not."""
    noted = found(kind, b=10.0, a=10.0)
    assert stable_answer("skedad", found(a=10.0), noted) is noted
    assert stable_answer("skedad", found(kind, a=10.0), found(kind, a=10.0)) != noted


def test_a_pause_shows_the_results_as_ranked() -> None:
    """Until then, more letters of the same question keep them."""
    stable = StableResults()
    assert stable.show("skedad", "lob", found(a=10.0)) == found(a=10.0)
    assert stable.show("skedadd", "lob", NEAR) == found(a=10.0)
    assert stable.settle() == NEAR == stable.shown
    assert stable.show("skedaddl", "lob", found(a=12.0, b=10.0)) == NEAR


@pytest.mark.parametrize(("question", "limits"), [("charge", "lob"), ("skeda", "lob"), ("skedadd", "bp")])
def test_another_question_or_limit_shows_its_own_results(question: str, limits: str) -> None:
    """Only the same question with more letters keeps the results, within the same game and kind."""
    stable = StableResults()
    stable.show("skedad", "lob", found(a=10.0))
    assert stable.show(question, limits, NEAR) == NEAR
