"""Compares the meanings of two texts. The meaning of a text is the sum of the vectors of its words.

`meanings.bin` has a vector of 128 numbers for each of some 13,000 words, learned so that questions with the same answer
get similar sums (`python -m tests.evaluate.meanings`). Only the signs of a sum count: two texts are compared with two
operations on integers, which takes 0.1 microseconds instead of 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

DIMENSIONS = 128
"""Numbers in the vector of a word."""
ZERO = 128
"""Byte that stands for 0 in the file; bytes 1 to 255 stand for -127 to 127."""
_MOST_WORDS = 250
"""Words of a text that are added up; the sum of more might not fit into 16 bits."""
_FILE = Path(__file__).with_name("meanings.bin")

_ONES = sum(1 << 16 * place for place in range(DIMENSIONS))
_SIGN = bytes(b"01"[byte >> 7] for byte in range(256))
"""The highest bit of each byte, as a digit."""

Meaning = int
"""The signs of 128 sums as bits, starting with the highest bit: 1 if the sum is not negative."""


class Meanings:
    """The vectors of the known words."""

    def __init__(self, data: bytes) -> None:
        """Read the content of a file: a line with the words, then a row of bytes for each word."""
        words, _, self._rows = data.partition(b"\n")
        self._places = {word: place for place, word in enumerate(words.decode().split())}
        self._words: dict[str, int] = {}

    def of(self, words: Iterable[str]) -> Meaning | None:
        """Return the meaning of the words of a text; None if no word is known."""
        known = list(islice(filter(self._places.__contains__, words), _MOST_WORDS))
        if not known:
            return None
        offset = (1 << 15) - ZERO * len(known)
        sums = sum(map(self._word, known), offset * _ONES).to_bytes(2 * DIMENSIONS, "little")
        return int(sums[1::2].translate(_SIGN), 2)

    def of_each(self, texts: Iterable[Iterable[str]]) -> list[Meaning]:
        """Return the meaning of each text; texts without a known word are omitted."""
        return [meaning for meaning in map(self.of, texts) if meaning is not None]

    def _word(self, word: str) -> int:
        """Return the vector of a word as one integer, with 16 bits for each number."""
        number = self._words.get(word)
        if number is None:
            start = self._places[word] * DIMENSIONS
            wide = bytearray(2 * DIMENSIONS)
            wide[::2] = self._rows[start : start + DIMENSIONS]
            number = self._words[word] = int.from_bytes(wide, "little")
        return number


@cache
def meanings() -> Meanings:
    """Return the vectors in `meanings.bin`."""
    return Meanings(_FILE.read_bytes())


def nearness(one: Meaning | None, others: Sequence[Meaning], most: int = 1) -> float:
    """Return the average similarity of a meaning to the nearest half of the others, at most `most` of them.

    1 is the same meaning, 0 an unrelated or unknown one, and -1 the opposite.
    """
    if one is None or not others:
        return 0.0
    differences = sorted([(one ^ other).bit_count() for other in others])[: min(most, (len(others) + 1) // 2)]
    return 1 - sum(differences) * 2 / (len(differences) * DIMENSIONS)
