"""Checks of typed answers: yes or no, and one of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.errors import Refused, shortened

Check = Callable[[str], str]
"""Returns the answer in its final form; raises Refused if it is invalid."""


def yes_or_no(text: str) -> str:
    """Return yes or no. Raises Refused."""
    word = {"y": "yes", "n": "no"}.get(text.lower(), text.lower())
    if word not in ("yes", "no"):
        raise Refused(f"{shortened(text)!r} is not yes or no")
    return word


def one_of(choices: Sequence[str]) -> Check:
    """Return a check that accepts one of `choices`, its number from 1, or the words after *is* in only one of them."""

    def check(text: str) -> str:
        if text.isdecimal() and 0 < int(text[:9]) <= len(choices) and text not in choices:
            return choices[int(text[:9]) - 1]
        for choice in choices:
            if text.casefold() == choice.casefold():
                return choice
        named = [choice for choice in choices if choice.casefold().endswith(f" is {text.casefold()}")]
        if text and len(named) == 1:
            return named[0]
        numbered = ", ".join(f"{number} {choice}" for number, choice in enumerate(choices, 1))
        raise Refused(f"{shortened(text)!r} is not one of: {numbered}")

    return check
