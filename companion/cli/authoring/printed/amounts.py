"""Turns amounts in the words of a rule into figures: `Deduct one if it moved` becomes `-1 if it moved`."""

from __future__ import annotations

import re

from companion.cli.authoring.printed.numbers import ANY_NUMBER, NUMBERS, number_in

_UNITS = (
    r"(?:\s+(?:points?|pips?|die|dice))?(?:\s+(?:more|further|as\s+well|in\s+addition|into\s+the\s+bargain))?"
)
_CONDITION = r"if|when|where|unless|except|in|on|at|per|and|or|but|for\s+(?:each|every|the\s+rest)"
_ENDS = rf"(?=\s*(?:$|[.,;:()]|\b(?:{_CONDITION})\b))"
_OF = rf"(?:[\w'\u2019]+\s+){{0,4}}?[\w'\u2019]+{_ENDS}"
"""Words for what is changed, up to five words: `the Command number`."""
_CHANGED = rf"(?:\s+(?:to|from)\s+{_OF}|(?=\s+for\b)|{_ENDS})"
"""Words after an amount; any other word is what is counted: `add 2 figures`."""
_MORE = r"(?:(?:another|a\s+further|an\s+(?:additional|extra))\s+)?"
_ADDED = re.compile(
    rf"\b(?:adds?|gets|gains)\s+{_MORE}(?P<number>{ANY_NUMBER})\b{_UNITS}{_CHANGED}", re.IGNORECASE
)
_TAKEN = re.compile(
    rf"\b(?:deducts?|subtracts?|takes?\s+(?:off|away)|loses)\s+{_MORE}(?P<number>{ANY_NUMBER})\b{_UNITS}{_CHANGED}",
    re.IGNORECASE,
)
_TAKEN_OFF = re.compile(
    rf"\btakes?\s+(?P<number>{ANY_NUMBER})\b{_UNITS}\s+(?:(?:off|away)(?:\s+from)?(?:{_ENDS}|\s+{_OF})|from\s+{_OF})",
    re.IGNORECASE,
)
_PUT = re.compile(rf"\bputs?\s+(?P<number>{ANY_NUMBER})\b{_UNITS}\s+(?:on|to)\s+{_OF}", re.IGNORECASE)
_OFF = re.compile(
    rf"(?<=[:,]\s)(?P<number>{ANY_NUMBER})\s+off\s+(?:the|its|his|their)\s+{_OF}", re.IGNORECASE
)
_SIGN = re.compile(rf"\b(?P<sign>plus|minus)\s+(?P<number>{ANY_NUMBER})\b", re.IGNORECASE)
_EVERY = re.compile(rf"\b(?P<words>(?:each|every))\s+(?P<number>{'|'.join(NUMBERS)})\b", re.IGNORECASE)
_LIMIT = re.compile(
    rf"\b(?P<words>(?:more|less|better|worse)\s+than|at\s+most|up\s+to|max(?:imum)?(?:\s+of)?)\s+"
    rf"(?P<number>{'|'.join(NUMBERS)})\b",
    re.IGNORECASE,
)
_AT_MOST = re.compile(
    rf"(?P<before>\s+\(|,?\s+)(?P<number>{ANY_NUMBER})\s+at\s+(?:the\s+)?most\b", re.IGNORECASE
)
_OR = re.compile(
    rf"(?P<sign>[+-])(?P<before>\d{{1,2}}\b[^.;:+-]*?\bor\s+)(?P<number>{ANY_NUMBER})\b(?=\s+(?:if|for|when|where)\b)",
    re.IGNORECASE,
)
"""A second amount without a word for it: `+1, or two if it has twice as many`."""
_TOO = re.compile(
    rf"(?P<sign>[+-])(?P<before>\d{{1,2}}\b[^.;:+-]*?)\s+(?:adds?|gets?|takes?)\s+(?P<number>{ANY_NUMBER})\b(?=\s*(?:$|[.,;]))",
    re.IGNORECASE,
)
"""A second amount of the same kind: `takes 1 from the total, and one in hard cover takes 2`."""
_DIE = r"(?:a|one)\s+die\b"
_DIE_LESS = re.compile(
    rf"\b(?:loses?\s+{_DIE}|costs?\s+(?:it|them)\s+{_DIE}|(?:with\s+)?{_DIE}\s+(?:fewer|less)\b)",
    re.IGNORECASE,
)
_DIE_MORE = re.compile(
    rf"\b(?:gains?\s+{_DIE}|(?:throws?|rolls?|ha(?:s|ve)|gets?)\s+(?:also\s+)?one\s+(?:die\s+)?more\b"
    rf"|(?:throws?|rolls?|ha(?:s|ve)|gets?)\s+(?:(?:an?|one)\s+extra\s+die|(?:an?|one)\s+die\s+(?:extra|more))\b)",
    re.IGNORECASE,
)
_COLUMNS = re.compile(
    rf"\b(?:{ANY_NUMBER}|first|last|next|end)\s+columns?\b|\bcolumns?\s+(?:\w+\s+)?(?:left|right|up|down)|\bto\s+the\s+(?:left|right)\b|\bshift",
    re.IGNORECASE,
)
"""Words of a sentence about the column of a chart, whose numbers are not those of modifiers."""
_ALONE = re.compile(r"\W*[+-]\d{1,2}\W*")


def in_figures(sentence: str) -> str:
    """Return a sentence with what it adds or deducts as an amount, and its signs and limits in figures.

    What the amount changes is left out: `Add one to the Command number if near` becomes `+1 if near`, and `it loses a
    die` becomes `it -1`.
    """
    plain = _SIGN.sub(lambda found: f"{'+' if found['sign'][0] in 'pP' else '-'}{_figure(found)}", sentence)
    for pattern in (_LIMIT, _EVERY):
        plain = pattern.sub(lambda found: f"{found['words']} {_figure(found)}", plain)
    plain = _AT_MOST.sub(_limit_in_figures, plain)
    if _COLUMNS.search(plain):
        return plain
    changed = plain
    for pattern in (_ADDED, _PUT):
        changed = pattern.sub(lambda found: f"+{_figure(found)}", changed)
    for pattern in (_TAKEN, _TAKEN_OFF, _OFF):
        changed = pattern.sub(lambda found: f"-{_figure(found)}", changed)
    changed = _OR.sub(
        lambda found: f"{found['sign']}{found['before']}{found['sign']}{_figure(found)}", changed
    )
    changed = _TOO.sub(
        lambda found: f"{found['sign']}{found['before']} {found['sign']}{_figure(found)}", changed
    )
    changed = _DIE_MORE.sub("+1", _DIE_LESS.sub("-1", changed))
    return plain if _ALONE.fullmatch(changed) else changed


def _limit_in_figures(found: re.Match[str]) -> str:
    """Return the limit of a number, in brackets if it is printed in them."""
    return f"{' (' if '(' in found['before'] else ', '}at most {_figure(found)}"


def limits_in_figures(text: str) -> str:
    """Return a text with its steps and limits in figures: `Each 2 units near, at most 3`."""
    limited = _EVERY.sub(
        lambda found: f"{found['words']} {_figure(found)}", _AT_MOST.sub(_limit_in_figures, text)
    )
    return _LIMIT.sub(lambda found: f"{found['words']} {_figure(found)}", limited)


def _figure(found: re.Match[str]) -> int:
    """Return the number that a pattern found."""
    return number_in(found["number"])
