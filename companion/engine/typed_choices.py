"""Reads choices typed on the command line: by number, or by the beginning of their name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.answers import folded, legal_choices
from companion.errors import Refused, shortened
from companion.model import Choice, Input
from companion.model.chart import band

_CARDINALS = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
_UNIT = re.compile(r"\s*(?:[\"'\u2032\u2033\u201d]|[^\W\d]{1,6})$")
"""The unit after a number: `0-4"`, `5-8 hexes`."""
_REMARK = re.compile(r"\([^()]*\)")
_WORDS = {word: number for words in (_CARDINALS, _ORDINALS) for number, word in enumerate(words, 1)}
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def numbers_of(question: Input) -> dict[str, int]:
    """Return the number of each choice by its key, as lists show it.

    Empty if a name begins with a digit, or if the name of another choice contains one of these numbers, apart from a
    remark in brackets: `2` for the second choice could then mean `Two hexes` or `II Corps`.
    """
    keys = list(dict.fromkeys(choice.key for choice in legal_choices(question, {})))
    numbers = {key: number for number, key in enumerate(keys, 1)}
    for choice in question.choices:
        for name in filter(None, (choice.key, choice.label)):
            own = numbers.get(choice.key, 0)
            plain = _REMARK.sub("", name)
            if name[0].isdigit() or any(
                number <= len(keys) and number != own for number in numbers_in(plain)
            ):
                return {}
    return numbers


def numbers_in(name: str) -> list[int]:
    """Return the numbers in the name of a choice, as digits, words or Roman numerals.

    `first` is a number only at the beginning: `First line`, but not `Charging, first round only`.
    """
    found = [int(digits) for digits in re.findall(r"[0-9]{1,6}", name)]
    words = re.findall(r"[^\W\d_]+", name)
    found += [
        _WORDS[word.casefold()]
        for word in words
        if word.casefold() in (_CARDINALS if word != words[0] else _WORDS)
    ]
    return found + [_ROMAN.index(word) + 1 for word in words if word in _ROMAN]


def full_choice(question: Input, text: str) -> str:
    """Return the key of the choice whose number or beginning was typed; other text unchanged, also a whole name.

    If all choices are bands of numbers, such as `0-4"` and `5-8"`, it is the one that a typed number is in. Raises
    Refused if several choices begin with the text.
    """
    choices = legal_choices(question, {})
    word = folded(text.strip())
    if not word or any(word in (folded(choice.key), folded(choice.label)) for choice in choices):
        return text
    by_number = [key for key, number in numbers_of(question).items() if str(number) == word]
    if by_number:
        return by_number[0]
    if word.isdecimal() and (within := _band_of(choices, int(word))):
        return within
    begun = [choice for choice in choices if _begins(choice, word)] if word[0].isalpha() else []
    keys = list(dict.fromkeys(choice.key for choice in begun))
    if len(keys) > 1:
        raise Refused(f"{question.name}: {shortened(text)!r} may mean {' or '.join(keys)}; type more letters")
    return keys[0] if keys else text


def _band_of(choices: Sequence[Choice], number: int) -> str:
    """Return the key of the band that a number is in; empty if a choice is no band, or if it is not in exactly one."""
    bands = {choice.key: band(_UNIT.sub("", choice.key)) for choice in choices}
    found = [
        key
        for key, ends in bands.items()
        if ends and ends[0] <= number <= (number if ends[1] is None else ends[1])
    ]
    return found[0] if all(bands.values()) and len(found) == 1 else ""


def full_answer(question: Input | None, value: Any) -> Any:
    """Return a typed answer with whole names of choices; other answers unchanged. Raises Refused."""
    if question is None or not isinstance(value, str):
        return value
    if question.kind == "choice":
        return full_choice(question, value)
    if question.kind == "set":
        return ", ".join(full_choice(question, part) for part in value.split(","))
    return value


def numbered(question: Input, choices: Sequence[Choice], words: Mapping[str, str]) -> str:
    """Return choices as `1 foot, 2 horse`; without numbers if they could mean something else.

    `words` are the texts of choices that are not shown by their key. Semicolons separate choices with commas in them.
    """
    numbers = numbers_of(question)
    texts = {
        choice.key: f"{numbers[choice.key]} {words.get(choice.key, choice.key)}"
        if choice.key in numbers
        else words.get(choice.key, choice.key)
        for choice in choices
    }
    return ("; " if any(", " in text for text in texts.values()) else ", ").join(texts.values())


def _begins(choice: Choice, word: str) -> bool:
    return folded(choice.key).startswith(word) or folded(choice.label).startswith(word)
