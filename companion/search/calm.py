"""Keeps the results calm while a question is typed: they change when a word ends or a clearly better one is found."""

from __future__ import annotations

from companion.search.answer import Answer
from companion.search.tokens import STOP, words_of

_BETTER = 1.3
"""Factor by which a new first result must score higher than the present one while a word is being typed."""
_SHORT = 3
"""Letters from which an unfinished word changes the results, if it is not the first word."""


class CalmResults:
    """The results to show while a question is typed, and those as ranked, which replace them when the typing pauses."""

    def __init__(self) -> None:
        self.shown = self.ranked = Answer(())
        self._question = ""
        self._limits: object = None

    def show(self, question: str, limits: object, ranked: Answer) -> Answer:
        """Return the results to show for a question.

        Another question, rather than the last one with more letters, shows its own results at once; so do other
        `limits`, such as the game.
        """
        continues = limits == self._limits and question.startswith(self._question)
        self._question, self._limits, self.ranked = question, limits, ranked
        self.shown = calmed(question, self.shown, ranked) if continues else ranked
        return self.shown

    def settle(self) -> Answer:
        """Return the results as ranked, which are shown from now on."""
        self.shown = self.ranked
        return self.shown


def calmed(question: str, present: Answer, ranked: Answer) -> Answer:
    """Return the results to show after those that are shown at present: one or the other.

    Common words such as "how" change nothing. Numbers change the results at once, and so do other notes, rulings and
    log lines.
    """
    words = words_of(question)
    is_number = not all(map(str.isalpha, words[-2:]))  # "10.8", and "10.8 e"
    if not (words and present.results and ranked.results) or is_number or _own(present) != _own(ranked):
        return ranked
    last, in_word = words[-1], question[-1].isalnum()
    if last in STOP or (in_word and len(words) > 1 and len(last) < _SHORT):
        return present
    first = present.results[0].id
    score = next((result.score for result in ranked.results if result.id == first), 0.0)
    return present if in_word and ranked.results[0].score < _BETTER * score else ranked


def _own(answer: Answer) -> list[str]:
    """Return the snippets of the players' own texts in an answer."""
    return [result.snippet for result in answer.results if result.kind in ("ruling", "note", "log")]
