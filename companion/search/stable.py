"""Keeps the results stable while a question is typed.

They change when a word ends, or when a clearly better result is found.
"""

from __future__ import annotations

from companion.search.answer import Answer
from companion.search.tokens import STOP, words_of

_BETTER = 1.3
"""Factor by which a new first result must score higher than the present one while a word is being typed."""
_SHORT = 3
"""Fewest letters of an unfinished word that changes the results, if it is not the first word."""


class StableResults:
    """The results to show while a question is typed. When the typing pauses, the results as ranked replace them."""

    def __init__(self) -> None:
        self.shown = self.ranked = Answer(())
        self._question = ""
        self._limits: object = None

    def show(self, question: str, limits: object, ranked: Answer) -> Answer:
        """Return the results to show for a question.

        If the question does not continue the last one, or if `limits` such as the game have changed, these are the
        results as ranked.
        """
        continues = limits == self._limits and question.startswith(self._question)
        self._question, self._limits, self.ranked = question, limits, ranked
        self.shown = stable_answer(question, self.shown, ranked) if continues else ranked
        return self.shown

    def settle(self) -> Answer:
        """Show the results as ranked, and return them."""
        self.shown = self.ranked
        return self.shown


def stable_answer(question: str, present: Answer, ranked: Answer) -> Answer:
    """Return the answer to show: `present`, which is shown now, or `ranked`.

    Common words such as "how" change nothing. Numbers change the results at once, and so do other notes, rulings and
    log lines.
    """
    words = words_of(question)
    is_number = not all(map(str.isalpha, words[-2:]))  # "10.8", and "10.8 e"
    if not (words and present.results and ranked.results) or is_number:
        return ranked
    if _own_snippets(present) != _own_snippets(ranked):
        return ranked
    last, in_word = words[-1], question[-1].isalnum()
    if last in STOP or (in_word and len(words) > 1 and len(last) < _SHORT):
        return present
    first = present.results[0].id
    score = next((result.score for result in ranked.results if result.id == first), 0.0)
    return present if in_word and ranked.results[0].score < _BETTER * score else ranked


def _own_snippets(answer: Answer) -> list[str]:
    """Return the snippets of the players' own texts in an answer."""
    return [result.snippet for result in answer.results if result.kind in ("ruling", "note", "log")]
