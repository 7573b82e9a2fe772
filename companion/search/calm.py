"""Keeps the results calm while a word is typed: the list changes when the word ends or something better is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.search.answer import Answer
from companion.search.tokens import STOP, stem, words_of

if TYPE_CHECKING:
    from companion.search.lexicon import Lexicon  # 1 ms, for which the first frame would wait

_BETTER = 1.3
"""Factor by which a new first result must score higher than the present one. After whole words without a space, such a
factor would save more changes, but sometimes leave a wrong result first when the player stops typing."""


def keeps(question: str, present: Answer, new: Answer, lexicon: Lexicon) -> bool:
    """Return whether the present results stay while the last word of the question is still being typed.

    They stay if the word is not a whole word of the rules, their first result is still found, and no new one is clearly
    better.
    """
    words = words_of(question)
    if not words or not question[-1].isalnum() or not words[-1].isalpha():
        return False
    if not present.results or not new.results:
        return False
    last = words[-1]
    if last in STOP or last in lexicon.words or stem(last) in lexicon.stems:
        return False
    first = present.results[0].id
    found = next((result.score for result in new.results if result.id == first), 0.0)
    return found > 0 and new.results[0].score < _BETTER * found
