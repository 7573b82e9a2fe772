"""Reads the calculators that the author names in one line: `fire morale`, `Fire, Morale` or `fire and Morale`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from companion.errors import Refused, shortened
from companion.model import Procedure

_WORD = re.compile(r"[,+]|[^\s,+]+")
_BETWEEN = (",", "+", "and")
"""Words between two names."""


class CalculatorNames:
    """Finds the calculators of a game by id or title, in capitals or not."""

    def __init__(self, procedures: Mapping[str, Procedure]) -> None:
        """`procedures` are the calculators by id, without the game."""
        self._ids = list(procedures)
        self._names: dict[tuple[str, ...], str] = {}
        """Id of a calculator by the words of a name."""
        for name, procedure in procedures.items():
            for text in (name, procedure.title):
                self._names.setdefault(_words(text), name)
        self._longest = max(map(len, self._names), default=0)

    def read(self, text: str) -> list[str]:
        """Return the ids of the calculators that a text names, each once. Raises Refused if a word names none.

        Where several names begin at the same word, the longest with which the rest can be read counts.
        """
        words = _words(text)
        found: list[list[str] | None] = [*[None] * len(words), []]
        """Ids in the words from each place on; None if these cannot be read."""
        for place in reversed(range(len(words))):
            found[place] = self._read_at(words, place, found)
        if (ids := found[0]) and words:
            return list(dict.fromkeys(ids))
        raise Refused(f"unknown calculator {shortened(self._unread(words))!r}; known: {', '.join(self._ids)}")

    def _read_at(
        self, words: Sequence[str], place: int, found: Sequence[list[str] | None]
    ) -> list[str] | None:
        """Return the ids in the words from `place` on, given those `found` from each later place on."""
        for end in range(min(place + self._longest, len(words)), place, -1):
            name = self._names.get(tuple(words[place:end]))
            rest = found[end]
            if name is not None and rest is not None:
                return [name, *rest]
        return found[place + 1] if words[place] in _BETWEEN else None

    def _unread(self, words: Sequence[str]) -> str:
        """Return the first words that name no calculator, up to the next word between two names."""
        place = 0
        while place < len(words):
            ends = range(min(place + self._longest, len(words)), place, -1)
            end = next((end for end in ends if tuple(words[place:end]) in self._names), 0)
            if not end and words[place] not in _BETWEEN:
                break
            place = end or place + 1
        rest = list(words[place:])
        end = next((number for number, word in enumerate(rest) if word in _BETWEEN), len(rest))
        return " ".join(rest[:end])


def _words(text: str) -> tuple[str, ...]:
    """Return the words and commas of a text, in small letters."""
    return tuple(_WORD.findall(text.casefold()))


def example_name(procedures: Mapping[str, Procedure], unused: Sequence[str]) -> str:
    """Return the name of a calculator for an example, a title if possible, of an unused one if there is one.

    A name that begins with a numeral could be taken for the number of a phase.
    """
    ids = [*unused, *(name for name in procedures if name not in unused)]
    names = [name for each in ids for name in (procedures[each].title, each)]
    return next(
        (name for name in names if re.match(r"[^\W\d]", name) and not re.search("[,;]", name)), names[0]
    )
