"""Reads what each result of a chart requires from the rule that explains them: `Shaken: may not charge`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.printed.rules import SENTENCE
from companion.model import Entry
from companion.render.text import table_cells, unlinked

_IS = " is "
_FEWEST = 2
_EXPLAINS = (
    "yes: what the rule says about a result is shown with this result. no: you are asked what the rules require "
    "afterwards."
)


class _Meaning(NamedTuple):
    """Sentences of a rule about one result."""

    result: Option
    says: str


def ask_result_rules(draft: Draft) -> None:
    """Add what the rules of the chapter require after each result, if the author agrees.

    Only a rule counts in which most points, or rows of a table, begin with a result. Without a terminal, none is read.
    """
    for entry in draft.chapter if draft.interview.asks else []:
        found = _meanings(draft, entry)
        if len({each.result for each in found}) < _FEWEST:
            continue
        cite, words = entry.cites[0], ", ".join(_word(each.result) for each in found)
        says = f"Does {cite} say what follows from the results {words}?"
        name = f"results-{cite}"
        if draft.need(name, says, default="yes", check=yes_or_no, explains=_EXPLAINS) == "yes":
            draft.sentences_read += [each.says for each in found]
            draft.next += [{"says": each.says, "when": each.result.value, "cite": cite} for each in found]


def _meanings(draft: Draft, entry: Entry) -> list[_Meaning]:
    """Return what a rule says about results; nothing if most of it is about something else.

    A point with several results in it counts by itself: `Steady: carry on. Shaken: halts.`
    """
    results = [each for each in draft.results if _IS in each.label]
    texts = list(_texts(entry))
    begun = [text for text in texts if any(_begins(text, _word(each)) for each in results)]
    found = [each for text in begun for each in _named(text, results)]
    if 2 * len(begun) > len(texts) and len({each.result for each in found}) >= _FEWEST:
        return found
    return [each for text in texts if len(within := _within(text, results)) >= _FEWEST for each in within]


def _within(text: str, results: Sequence[Option]) -> list[_Meaning]:
    """Return what the sentences of a text say about results; of the last result only the sentence that names it."""
    found = _named(text, results)
    if found:
        found[-1] = found[-1]._replace(says=SENTENCE.split(found[-1].says)[0])
    return found


def _named(text: str, results: Sequence[Option]) -> list[_Meaning]:
    """Return what the sentences of a text say about results, from the one that names a result on."""
    found: list[_Meaning] = []
    sentences = SENTENCE.split(text)
    for place, sentence in enumerate(sentences):
        rest = " ".join(sentences[place:])
        named = next((each for each in results if _begins(rest, _word(each))), None)
        if named is not None:
            found.append(_Meaning(named, sentence))
        elif found:
            found[-1] = found[-1]._replace(says=f"{found[-1].says} {sentence}")
    return found


def _texts(entry: Entry) -> Iterator[str]:
    """Yield the points of a rule, and the rows of its tables of two columns: `Shaken: may not charge`."""
    for point in entry.points:
        if point.authority == "companion":
            continue
        if point.kind != "table":
            yield finished(unlinked(point.text))
            continue
        for cells in table_cells(unlinked(point.text)):
            if len(cells) == 2 and all(cells):
                yield finished(": ".join(cells))


def _begins(text: str, word: str) -> bool:
    """Return whether a text begins with a result and a sign after it."""
    return re.match(rf"{re.escape(word)}\s*[:.\u2013\u2014-]\s*\S", text, re.IGNORECASE) is not None


def _word(result: Option) -> str:
    """Return the result that an option names: `Shaken` for `Result is Shaken`."""
    return result.label.rpartition(_IS)[2]


def finished(text: str) -> str:
    """Return a text as one or more whole sentences, without braces, which would insert values."""
    whole = text.strip().replace("{", "(").replace("}", ")").rstrip(" :;,")
    return whole if re.search(r"[.!?][)\"'\u2019\u201d]*$", whole) else f"{whole}."
