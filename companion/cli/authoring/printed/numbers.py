"""Numbers that rules write in words or figures."""

from __future__ import annotations

NUMBERS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
    )
}
"""Numbers that rules write as words."""
ANY_NUMBER = rf"\d{{1,2}}|{'|'.join(NUMBERS)}"
"""Pattern of a number in words or figures, to be put into a group."""


def number_in(text: str) -> int:
    """Return the number that a text is: 2 for `two`, `Two` and `2`."""
    return NUMBERS.get(text.lower()) or int(text)
