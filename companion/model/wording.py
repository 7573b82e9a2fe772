"""Values in words, and nouns that agree with their number: `yes`, `none`, `1 hex`, `2 hexes`."""

from __future__ import annotations

import re
from typing import Any

_WORD = re.compile(r"\w+")
_IRREGULAR = {"dice": "die", "men": "man", "leaves": "leaf", "halves": "half"}
_NO_NOUNS = {
    *("as", "does", "goes", "has", "his", "is", "its", "less"),
    *("minus", "plus", "this", "thus", "us", "was", "yes"),
}
"""Words that end in s and are not plurals."""
_FIRST = re.compile(r"(\s+)([A-Za-z-]+)")


def labelled(above: str, label: str) -> str:
    """Return the label of a question after that of its group, as in `Target: SPs`, unless it already begins with it."""
    begins = _WORD.findall(label)[: len(_WORD.findall(above))] == _WORD.findall(above)
    return label if begins or not above else f"{above}: {label}"


def repeats(words: str, label: str) -> bool:
    """Return whether words contain their label, as `3 hits` contains `Hits`."""
    nouns, named = ({singular(word) for word in _WORD.findall(text.casefold())} for text in (label, words))
    return nouns <= named


def answered(label: str, answer: str) -> str:
    """Return a question with its answer: `Range in hexes: 2`, `Is it Cavalry? yes`."""
    return f"{label} {answer}" if label.endswith("?") else f"{label}: {answer}"


def agreeing(number: Any, plural: str) -> str:
    """Return the plural noun, or its singular if the number is exactly 1."""
    return singular(plural) if number == 1 and not isinstance(number, bool) else plural


def counted(number: int, plural: str) -> str:
    """Return a number with its noun: `1 fault`, `2 faults`."""
    return f"{number} {agreeing(number, plural)}"


def followed(number: Any, text: str) -> str:
    """Return the text after a number, its first word in agreement: ` hex, not 3` for 1, else ` hexes, not 3`."""
    word = _FIRST.match(text)
    if word is None:
        return text
    return f"{word[1]}{agreeing(number, word[2])}{text[word.end() :]}"


def singular(word: str) -> str:
    """Return the singular of a noun, as in hex for hexes and SP for SPs; a word that is not a plural is unchanged."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _NO_NOUNS or not word.endswith("s") or word.endswith("ss"):
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("xes", "sses", "shes", "ches", "zes")) else word[:-1]


def value_words(value: Any) -> str:
    """Return a value in words: `yes`, `none`, `line ac`, `3 4 5` for the dice of a pool."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple) and value and all(type(member) is int for member in value):
        return " ".join(map(str, value))
    if isinstance(value, frozenset | list | tuple | set):
        return ", ".join(sorted(map(value_words, value))) or "none"
    if isinstance(value, dict):
        return ", ".join(
            f"{name.replace('_', ' ')} {value_words(member)}"
            for name, member in value.items()
            if member not in (False, None, [])
        )
    return str(value).replace("_", " ")
