"""Reads shifts of a column as rulebooks print them: `At close range shift one column to the right`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from companion.cli.authoring.printed.numbers import NUMBERS

_NUMBERS = {"a": 1, "an": 1, **NUMBERS}
_NUMBER = rf"\d{{1,2}}|{'|'.join(_NUMBERS)}"
_WAY = r"(?:\s+to(?:wards?)?\s+the)?\s+(?P<way>left|right)"
_COLUMNS = rf"(?P<number>{_NUMBER})(?:\s+columns?)?{_WAY}"
_VERB = r"(?:(?:the\s+column\s+is\s+)?(?:shift|move)(?:s|ed|d)?\s+)?"
_BEGINS = r"(?:(?:at|if|when|where|for|with)\s+)?"
_BEFORE = re.compile(rf"{_BEGINS}(?P<label>\S.*?)\s*[:,]?\s+{_VERB}{_COLUMNS}", re.IGNORECASE)
"""A shift after its condition: `At long range one to the left`, `Close range: one column right`."""
_AFTER = re.compile(rf"{_VERB}{_COLUMNS},?\s+(?:at|if|when|where|for|with)\s+(?P<label>\S.*)", re.IGNORECASE)
"""A shift before its condition: `Shift two columns to the left if the target is in cover`."""
_COUNTED = re.compile(rf"\b{_COLUMNS}\b", re.IGNORECASE)
_ABOUT = re.compile(r"\bcolumns?\b|\bshift", re.IGNORECASE)
_LIST = re.compile(r"\b(?:left|right)\b[^.]*:\s*$", re.IGNORECASE)
"""The beginning of a list of shifts: `Move to the right or left for each of these:`."""
_EXCEPT = re.compile(r"\b(?:but|unless|except)\b", re.IGNORECASE)
_NO_LABEL = re.compile(
    r"\b(?:never|most|least|(?:no|not)\s+(?:more|less)|(?:more|less)\s+than|total|instead|in\s+place|shift\w*|columns?\s+[A-Z0-9])\b",
    re.IGNORECASE,
)
"""Words of a sentence about shifts, not of the case in which one applies."""
_LONGEST = 90
_EDGE = re.compile(r"\b(?:stays?|remains?|past|beyond|off\s+the)\b", re.IGNORECASE)
_TO_EDGE = re.compile(r"\b(?:(?P<left>left|first\s+column)|(?P<right>right|last\s+column))\b", re.IGNORECASE)
_DICE = re.compile(r"\b(?:dice|die|roll|throw|score)\b", re.IGNORECASE)
_AMOUNT = re.compile(
    rf"\badds?\s+(?P<add>{_NUMBER})\b|\b(?:takes?|deducts?|subtracts?)\s+(?P<take>{_NUMBER})\b"
    r"|(?<![\w\u2033])(?P<sign>[+\-\u2212\u2013])\s?(?P<signed>\d{1,2})\b",
    re.IGNORECASE,
)
"""Modifier of the dice for a shift past the edge: `adds 1`, `takes 2 off`, `-2`."""

_MOST = re.compile(
    rf"\b(?:(?:never|not?|nor)\s+(?:\w+\s+){{0,2}}more\s+than|at\s+most|max(?:imum)?(?:\s+of)?|up\s+to)\s+"
    rf"(?P<number>{_NUMBER})\b(?!\s+(?:hex|inch|point|step|unit))",
    re.IGNORECASE,
)
_IN_ALL = re.compile(
    r"\b(?:in\s+all|all\s+(?:the\s+)?shifts|together|altogether|in\s+total|total|net|either\s+way|either\s+direction)\b",
    re.IGNORECASE,
)


class PrintedShift(NamedTuple):
    """A shift, and the case in which it applies."""

    label: str
    """The case, as in `Close range`."""
    columns: int
    """Columns to the right, negative to the left."""

    @property
    def text(self) -> str:
        """The shift as an author types it: `Close range 1 right`."""
        return f"{self.label} {abs(self.columns)} {'right' if self.columns > 0 else 'left'}"


class PrintedShifts(NamedTuple):
    """Shifts of the column of a chart that sentences of a rule state."""

    shifts: tuple[PrintedShift, ...] = ()
    first: int = 0
    """Modifier of the dice for a shift past the first column; 0 if none is stated."""
    last: int = 0
    """Modifier of the dice for a shift past the last column; 0 if none is stated."""
    unread: tuple[str, ...] = ()
    """Parts of sentences with a number of columns that are not understood."""


def read_shifts(texts: Iterable[str]) -> PrintedShifts:
    """Return the shifts in texts, and what they say about shifts past the edge of the chart."""
    shifts: list[PrintedShift] = []
    ends = dict[str, set[int]](left=set(), right=set())
    unread: list[str] = []
    texts = list(texts)
    is_list = any(_LIST.search(text) for text in texts)
    for text in texts:
        for sentence in re.split(r"(?<=[.!])\s+", text):
            if not (_ABOUT.search(sentence) or (is_list and _COUNTED.search(sentence))):
                continue
            clauses = [
                part.strip(" .,!;") for part in re.split(r";\s+", re.sub(r"\s*\([^()]*\)", "", sentence))
            ]
            for clause in clauses:
                found = _shifts(clause)
                shifts += found
                if end := _past(clause, has_dice=_DICE.search(sentence) is not None):
                    ends[end[0]].add(end[1])
                elif not found and _COUNTED.search(clause):
                    unread.append(clause)
    labels = [shift.label for shift in dict.fromkeys(shifts)]
    safe = tuple(shift for shift in dict.fromkeys(shifts) if labels.count(shift.label) == 1)
    first, last = (next(iter(ends[way])) if len(ends[way]) == 1 else 0 for way in ("left", "right"))
    return PrintedShifts(safe, first, last, tuple(unread))


def most_columns(texts: Iterable[str]) -> int:
    """Return the largest number of columns that all shifts together come to in the words of texts; 0 for none.

    Texts that state several numbers state none.
    """
    sentences = [part for text in texts for part in re.split(r"(?<=[.!])\s+", text)]
    found = {
        _number(most["number"])
        for sentence in sentences
        if _ABOUT.search(sentence) and _IN_ALL.search(sentence)
        for most in _MOST.finditer(sentence)
    }
    return found.pop() if len(found) == 1 else 0


def _shifts(clause: str) -> list[PrintedShift]:
    """Return the shifts of a part of a sentence; none if one of them is not understood, or has an exception."""
    if _EXCEPT.search(clause):
        return []
    for parts in ([clause], re.split(r",\s+(?:and\s+)?|\s+and\s+", clause)):
        counted = [part for part in parts if _COUNTED.search(part)]
        read = [shift for part in counted if (shift := _shift(part)) is not None]
        if counted and len(read) == len(counted) and (len(parts) == 1 or counted == parts):
            return read
    return []


def _shift(part: str) -> PrintedShift | None:
    """Return the only shift in a part of a sentence; None if it is not understood."""
    found = _BEFORE.fullmatch(part) or _AFTER.fullmatch(part)
    if found is None or len(_COUNTED.findall(part)) > 1:
        return None
    label, number = found["label"].strip(" :,"), _number(found["number"])
    if not number or len(label) > _LONGEST or _NO_LABEL.search(label):
        return None
    return PrintedShift(
        f"{label[0].upper()}{label[1:]}", number if found["way"].lower() == "right" else -number
    )


def _past(clause: str, *, has_dice: bool) -> tuple[str, int] | None:
    """Return the direction of a shift past the edge, left or right, and what the dice get; None if unclear.

    `has_dice` says whether the sentence names the dice.
    """
    ways = {str(found.lastgroup) for found in _TO_EDGE.finditer(clause)}
    amounts = list(_AMOUNT.finditer(clause))
    stays = re.search(r"\b(?:stays?|remains?)\b", clause, re.IGNORECASE)
    if not (_EDGE.search(clause) and (has_dice or stays) and len(ways) == len(amounts) == 1):
        return None
    found = amounts[0]
    number = _number(found["add"] or found["take"] or found["signed"])
    is_less = bool(found["take"]) or (found["sign"] or "+") != "+"
    return ways.pop(), -number if is_less else number


def _number(text: str) -> int:
    return _NUMBERS.get(text.lower()) or int(text)
