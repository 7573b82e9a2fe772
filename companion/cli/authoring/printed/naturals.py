"""Reads what natural rolls decide from the rules: `A natural double one is a Rout whatever the total`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.cli.authoring.printed.numbers import ANY_NUMBER, number_in
from companion.cli.authoring.printed.rules import own_text
from companion.model import Entry
from companion.model.chart import band, holds

_NATURAL = re.compile(
    rf"\b(?P<two>two\s+|pair\s+of\s+)?(?:(?:natural|unmodified)\s+(?:(?:roll|throw|score)\s+of\s+)?|(?=double\s))(?P<double>double\s+)?"
    rf"(?P<number>{ANY_NUMBER})(?P<several>e?s)?\b"
    r"(?:\s*\([^()]*\))?(?P<rest>(?:(?!\band\s+(?:an?\s+)?(?:natural|unmodified))[^,;.])*)",
    re.IGNORECASE,
)
_EDGE = re.compile(
    r"\b(?:(?:(?P<top>top|first)|bottom|last)\s+(?:row|line|result)|on\s+the\s+(?P<end>highest|lowest)(?:\s+(?:row|line))?)\b",
    re.IGNORECASE,
)
"""The first or last row of the chart as the result: `uses the bottom line of the chart`.

Whether the highest row is the first or the last depends on the chart.
"""
_BRACKETS = re.compile(r"\([^()]*\)")
_MOVED = re.compile(
    r"\b(?:one|1|a|the|next)\s+(?:row|line|result|step)\s+(?:(?:further\s+|lower\s+)?(?P<down>down|below|lower)"
    r"|(?:further\s+|higher\s+)?(?P<up>up|above|higher)|better|worse)\b",
    re.IGNORECASE,
)
"""Another row than that of the total: `read one row further down`, `is one row worse`."""
_SOMETIMES = re.compile(r"\b(?:except|only|unless)\b", re.IGNORECASE)
BELOW, ABOVE = "one row further down the chart", "one row further up the chart"
"""The results of a natural roll that is read in the row beside that of the total."""
UNMODIFIED = "the chart, without modifiers"
"""The result of a natural roll that is read on the chart as it was thrown."""
_DENIED = re.compile(
    r"\b(?:adds?|another|at\s+(?:least|most)|better|except|extra|fewer|if|less|more|never|no|not|or|unless|worse)\b",
    re.IGNORECASE,
)
"""Words of a sentence that gives a natural roll no result, or only in some cases."""
_MORE = re.compile(r"\b(?:more|less|fewer)\s+than\s+the\s+(?:chart|table)\b", re.IGNORECASE)
"""Words for an addition to the result: `1 hit more than the chart says`."""
_PLURAL = re.compile(r"(?<!s)s$", re.IGNORECASE)
_AFTERWARDS = re.compile(r"\s+and\s+(?:you|no)\b", re.IGNORECASE)
"""The beginning of what the result makes needless: `and you need not look`."""


class PrintedNatural(NamedTuple):
    """A natural roll, and its result by the rules."""

    roll: str
    """The total of the dice: `2`."""
    result: str
    """The text of a result for the author, UNMODIFIED, BELOW or ABOVE."""
    sentence: str
    """Text of the rule, from the natural roll on."""


def printed_naturals(
    rules: Sequence[Entry], rolls: tuple[int, int], known: Mapping[str, str], rows: Sequence[str]
) -> list[PrintedNatural]:
    """Return the natural rolls that one of the `rules` gives a result.

    `known` has the words of each result by its text for the author: `Rout` for `Result is Rout`.

    The first or last of the `rows` of the chart is a result as well, if the roll is in it without modifiers, and so is
    the row beside that of the total. `rolls` are the smallest and largest totals of the dice; a double is one of two
    dice. A roll that the rules mention twice is left out, and so is one in the middle, such as a natural 6 of two
    dice, which means one of them.
    """
    found: dict[str, list[PrintedNatural]] = {}
    for entry in rules:
        for sentence in _NATURAL.finditer(own_text(entry)):
            number = number_in(sentence["number"])
            is_double = bool(sentence["double"] or (sentence["two"] and sentence["several"]))
            if sentence["several"] and not is_double:
                continue
            roll = 2 * number if is_double else number
            rest = _BRACKETS.sub("", _AFTERWARDS.split(sentence["rest"])[0])
            whole = re.split(r"[.;]", sentence.string[sentence.end("number") :])[0]
            is_denied = _DENIED.search(rest) or _MORE.search(whole)
            named = [] if is_denied else _results_in(rest, known)
            if not named and _is_edge(rest, roll, rows):
                named = [UNMODIFIED]
            moved = _moved(whole, roll, rolls, rows)
            named = [moved] if moved else named
            is_extreme = roll in (*range(rolls[0], rolls[0] + 2), *range(rolls[1] - 1, rolls[1] + 1))
            if (is_extreme or is_double) and (rolls[0] == 2 or not is_double):
                result = named[0] if len(named) == 1 else ""
                found.setdefault(str(roll), []).append(PrintedNatural(str(roll), result, sentence[0]))
    return [each[0] for each in found.values() if len(each) == 1 and each[0].result]


def _results_in(text: str, known: Mapping[str, str]) -> list[str]:
    """Return what the results say whose words are in a text, singular or plural."""
    return [
        says
        for says, words in known.items()
        if (plain := _PLURAL.sub("", words.strip(". ")))
        if re.search(rf"\b{re.escape(plain)}(?:e?s)?\b", text, re.IGNORECASE)
    ]


def _is_edge(text: str, roll: int, rows: Sequence[str]) -> bool:
    """Return whether a text names the first or the last of the rows, and a roll without modifiers is in it."""
    edge = _EDGE.search(text)
    if edge is None or not rows:
        return False
    ends = {rows[0], rows[-1]} if edge["end"] else {rows[0] if edge["top"] else rows[-1]}
    return any(band(row) is not None and holds(row, roll) for row in ends)


def _moved(text: str, roll: int, rolls: tuple[int, int], rows: Sequence[str]) -> str:
    """Return BELOW or ABOVE if a text names the row beside that of the total; empty for another text.

    A worse or better row is the one towards the totals that are like the roll: low ones for the lowest roll.
    """
    found = _MOVED.search(text)
    if found is None or _SOMETIMES.search(text) or not rows or not all(map(band, rows)):
        return ""
    if found["down"] or found["up"]:
        return BELOW if found["down"] else ABOVE
    is_low = 2 * roll < sum(rolls)
    return BELOW if is_low == _descends(rows) else ABOVE


def _descends(rows: Sequence[str]) -> bool:
    """Return whether the first row has the highest numbers."""
    first, last = band(rows[0]), band(rows[-1])
    return first is not None and last is not None and first[0] > last[0]
