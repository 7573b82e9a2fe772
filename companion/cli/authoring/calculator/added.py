"""Reads the additions that an author types at the summary of a new calculator: `modifier Tired -1`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from companion.cli.authoring.calculator.scores import DICE, NEEDED, SCORE

_KINDS = {
    **dict.fromkeys(("dice", "dice modifier"), DICE),
    **dict.fromkeys(("score", "score modifier"), SCORE),
    **dict.fromkeys(("needed", "needed modifier"), NEEDED),
}
"""Words for modifiers of a pool, and what they change."""
_SERIES = {
    "modifier": "modifier",
    "exception": "exception",
    "question": "input",
    "natural": "natural",
    "afterwards": "next",
}
WORDS = (*_SERIES, *_KINDS)
"""Words that add one more of something."""
_WITH_AMOUNT = re.compile(r"\s[+\-\u2212\u2013]\s?\d+$")
_EMPTY = ("", "none")
_ALWAYS = "always-count"
"""The question about natural numbers of dice that are counted one by one."""


class Addition(NamedTuple):
    """The question that asks for one more, and the answers given with it, by the names of their questions."""

    name: str
    answers: dict[str, str]
    is_plain: bool
    """Whether only the word was typed, or an amount after it: the words of another answer are then not meant."""


def addition_of(typed: str, values: Mapping[str, str]) -> Addition | None:
    """Return what the words add to a calculator with these answers, by question name; None if they add nothing.

    `dice`, `score` and `needed` without an amount at the end are words of other answers.
    """
    word = next((each for each in sorted(WORDS, key=len, reverse=True) if _begins(typed, each)), "")
    rest = typed[len(word) :].strip()
    has_amount = _WITH_AMOUNT.search(typed) is not None
    if not word or (word in ("dice", "score", "needed") and not has_amount):
        return None
    series, answers = _of_pool(_KINDS[word], values) if word in _KINDS else (_SERIES[word], {})
    if series == "natural" and _ALWAYS in values:
        return Addition(_ALWAYS, {_ALWAYS: rest} if rest else {}, not rest)
    first = f"{series}-1"
    open_ones = (
        name for name, value in values.items() if value in _EMPTY and series and _is_of(series, name)
    )
    name = next(open_ones, first if f"{series}s" in answers and first not in values else "")
    if rest:
        answers = {**answers, name: rest}
    return Addition(name, answers, not rest or has_amount) if name else None


def _of_pool(kind: str, values: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the questions for modifiers that change `kind`, and the answers that lead to them; none if it cannot be.

    Modifiers of the dice and of what each die needs are two groups, of which the first may be either.
    """
    changes = values.get("changes", "")
    if not changes:
        return "modifier", {"changes": kind}
    if kind == changes:
        return "modifier", {}
    if DICE not in (kind, changes):
        return "", {}
    begins = "dice" if kind == DICE else "score"
    answers = {} if kind == DICE or f"{begins}-changes" in values else {f"{begins}-changes": kind}
    return f"{begins}-modifier", {f"{begins}-modifiers": "yes", **answers}


def _begins(typed: str, word: str) -> bool:
    """Return whether a word is all that is typed, or its beginning."""
    return f"{typed.casefold()} ".startswith(f"{word} ")


def _is_of(series: str, name: str) -> bool:
    """Return whether this is the name of a question of a series: `modifier-2`."""
    return re.fullmatch(rf"{series}-\d+", name) is not None
