"""The sentence shown for a first result, by the labelled questions."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.model import Library
from tests.evaluate.sentences import HALVES, answered, labels
from tests.once import FINDERS


@pytest.mark.slow
def test_the_sentence_shown_answers_most_questions(library: Library, places: Places) -> None:
    """At least two thirds of each part: a little under what was measured."""
    finder = FINDERS(places)
    for half in HALVES:
        right = answered(library, finder, [each for each in labels() if each.half == half])
        assert len(right) >= 60
        assert sum(right) >= 0.65 * len(right), half
