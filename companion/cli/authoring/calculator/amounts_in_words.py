"""Turns amounts in the words of a rule into figures: `Deduct one if it moved` becomes `-1 if it moved`."""

from __future__ import annotations

import re

NUMBERS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
    )
}
"""Numbers that rules write as words."""
_NUMBER = rf"\d{{1,2}}|{'|'.join(NUMBERS)}"
_UNITS = r"(?:\s+(?:points?|pips?))?"
_CONDITION = r"if|when|where|unless|except|in|on|at|per|and|or|but|for\s+(?:each|every)"
_ENDS = rf"(?=\s*(?:$|[.,;:()]|\b(?:{_CONDITION})\b))"
_OF = rf"(?:[\w'\u2019]+\s+){{0,4}}?[\w'\u2019]+{_ENDS}"
"""Words for what is changed, up to five words: `the Command number`."""
_CHANGED = rf"(?:\s+(?:to|from)\s+{_OF}|(?=\s+for\b)|{_ENDS})"
"""Words after an amount; any other word is what is counted: `add 2 figures`."""
_ADDED = re.compile(rf"\badds?\s+(?P<number>{_NUMBER})\b{_UNITS}{_CHANGED}", re.IGNORECASE)
_TAKEN = re.compile(
    rf"\b(?:deducts?|subtracts?|takes?\s+off)\s+(?P<number>{_NUMBER})\b{_UNITS}{_CHANGED}", re.IGNORECASE
)
_TAKEN_OFF = re.compile(
    rf"\btakes?\s+(?P<number>{_NUMBER})\b{_UNITS}\s+(?:(?:off|away)(?:\s+from)?(?:{_ENDS}|\s+{_OF})|from\s+{_OF})",
    re.IGNORECASE,
)
_SIGN = re.compile(rf"\b(?P<sign>plus|minus)\s+(?P<number>{_NUMBER})\b", re.IGNORECASE)
_LIMIT = re.compile(
    rf"\b(?P<words>(?:more|less|better|worse)\s+than|at\s+most|up\s+to|max(?:imum)?(?:\s+of)?)\s+"
    rf"(?P<number>{'|'.join(NUMBERS)})\b",
    re.IGNORECASE,
)
_COLUMNS = re.compile(r"\bcolumns?\b|\bshift", re.IGNORECASE)
"""Words of a sentence about the column of a chart, whose numbers are not those of modifiers."""
_ALONE = re.compile(r"\W*[+-]\d{1,2}\W*")


def in_figures(sentence: str) -> str:
    """Return a sentence with what it adds or deducts as an amount, and its signs and limits in figures.

    What the amount changes is left out: `Add one to the Command number if near` becomes `+1 if near`.
    """
    plain = _SIGN.sub(lambda found: f"{'+' if found['sign'][0] in 'pP' else '-'}{_figure(found)}", sentence)
    plain = _LIMIT.sub(lambda found: f"{found['words']} {_figure(found)}", plain)
    if _COLUMNS.search(plain):
        return plain
    changed = _ADDED.sub(lambda found: f"+{_figure(found)}", plain)
    for pattern in (_TAKEN, _TAKEN_OFF):
        changed = pattern.sub(lambda found: f"-{_figure(found)}", changed)
    return plain if _ALONE.fullmatch(changed) else changed


def _figure(found: re.Match[str]) -> int:
    """Return the number that a pattern found."""
    return NUMBERS.get(found["number"].lower()) or int(found["number"])
