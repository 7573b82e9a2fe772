"""Reads results that become another one from the rules: `Batteries never rout: for Rout read Retire`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.cli.authoring.printed.rules import chapter_sentences
from companion.model import Entry

_BEGINS = re.compile(r"^(?:but\s+)?(?:(?:if|when|where)\s+)?(?:(?:an?|the)\s+)?", re.IGNORECASE)
_SUBJECT_ENDS = re.compile(
    r"[,:;]|\s+(?:never|cannot|do(?:es)?\s+not|must|would|may|instead|treats?|(?:(?:that|which|who)\s+(?:is|are)\s+)?told|(?:that|which|who)\s+(?:reads?|gets?|rolls?|scores?)|and\s+(?:is|are|gets?|has|rolls?|scores?|then))\b",
    re.IGNORECASE,
)
"""The end of the words that say whom an exception is about."""
_QUOTE = '["\u201c\u201d]?'
_LONGEST = 70
_MOST_WORDS = 4
_UNLESS = re.compile(r",\s+(?:but|except|unless)\b", re.IGNORECASE)
"""The beginning of an exception to the exception, which the player applies."""


class PrintedException(NamedTuple):
    """A result that becomes another in a case, by the rules."""

    old: str
    new: str
    """Texts of both results for the author: `Result is Rout`."""
    label: str
    """The case: `Batteries behind hard cover`."""
    sentence: str
    """The sentence that states it, without an exception to it at the end."""
    cite: str


def printed_exceptions(rules: Sequence[Entry], known: Mapping[str, str]) -> list[PrintedException]:
    """Return the exceptions to results that sentences of the rules state, in their order.

    `known` has the words of each result by its text for the author: `Rout` for `Result is Rout`. An exception to Shaken
    is one to `Shaken, no fire`, too.
    """
    named = {text: pattern for text, words in known.items() if (pattern := _pattern(words))}
    found = []
    for cite, sentence in chapter_sentences(rules):
        pairs = [
            (old, new)
            for old, first in named.items()
            for new, second in named.items()
            if old != new and _becomes(sentence, first, second)
        ]
        label = _subject(sentence)
        if len(pairs) == 1 and label:
            old, new = pairs[0]
            alike = [
                text for text, words in known.items() if words.startswith(f"{known[old]},") and text != new
            ]
            stated = _UNLESS.split(sentence)[0]
            found += [PrintedException(each, new, label, stated, cite) for each in (old, *alike)]
    return found


def _pattern(text: str) -> str:
    """Return the pattern of the words for a result, in the singular or plural; empty for a number or many words."""
    words = re.findall(r"[^\W\d_]+", text)
    several = r"s?\s+".join(map(re.escape, words))
    return rf"{_QUOTE}\b{several}s?\b{_QUOTE}" if 0 < len(words) < _MOST_WORDS else ""


def _becomes(sentence: str, old: str, new: str) -> bool:
    """Return whether a sentence says that one result becomes another."""
    ways = (
        rf"\bfor\s+(?:an?\s+)?{old}\s+read\s+(?:an?\s+)?{new}",
        rf"{old}\s+(?:is|are)\s+(?:read|treated|taken)\s+as\s+(?:an?\s+)?{new}",
        rf"{old}[^.;]*?\s{new}\s+instead\b(?!\s+of)",
        rf"\btreats?\s+(?:an?\s+)?{old}\s+as\s+(?:an?\s+)?{new}",
    )
    return any(re.search(way, sentence, re.IGNORECASE) for way in ways)


def _subject(sentence: str) -> str:
    """Return the words that say whom a sentence is about; empty if they are too long."""
    plain = _BEGINS.sub("", sentence)
    subject = _SUBJECT_ENDS.split(plain)[0].strip()
    return f"{subject[:1].upper()}{subject[1:]}" if 0 < len(subject) <= _LONGEST else ""
