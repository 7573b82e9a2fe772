"""While a word is typed, the list of results changes only for a clearly better one."""

from __future__ import annotations

import pytest

from companion.search.answer import Answer, SearchResult
from companion.search.calm import keeps
from companion.search.finder import Finder


def found(**scores: float) -> Answer:
    """An answer with these ids and scores, in this order."""
    results = (
        SearchResult(name, "lob", "", name, "entry", "rule", "Rules", "", score)
        for name, score in scores.items()
    )
    return Answer(tuple(results))


@pytest.mark.parametrize(
    ("typed", "new", "kept"),
    [
        ("skedad", found(b=12.0, a=10.0), True),
        ("skedad", found(b=14.0, a=10.0), False),
        ("charge", found(b=12.0, a=10.0), False),
        ("skedad ", found(b=12.0, a=10.0), False),
        ("skedad", found(b=12.0), False),
        ("skedad", found(b=1.2), False),
        ("skedad", found(), False),
        ("10.6", found(b=12.0, a=10.0), False),
    ],
)
def test_results_stay_within_a_word(typed: str, new: Answer, kept: bool, finder: Finder) -> None:
    """They stay while their first one is found, and the new first one is not clearly better."""
    assert keeps(typed, found(a=10.0), new, finder.lexicon) is kept


def test_without_results_there_is_nothing_to_keep(finder: Finder) -> None:
    """The first letters show what they find."""
    assert not keeps("skedad", found(), found(a=10.0), finder.lexicon)
