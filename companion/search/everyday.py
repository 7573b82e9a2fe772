"""Everyday words for the words of the rules, in every game; search only."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from companion.search.tokens import stem

EVERYDAY = 0.4
"""Weight of the rules' word, where the typed word has 1."""
_FILE = Path(__file__).with_name("everyday.txt")
"""Each line: everyday words, a colon, words of the rules. Lines that begin with # are comments."""


@cache
def everyday() -> dict[str, tuple[str, ...]]:
    """Return the stems of the rules' words by the stem of each everyday word."""
    known: dict[str, list[str]] = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        typed, _, meant = line.partition(":")
        if line.startswith("#"):
            continue
        for word in typed.split():
            stems = [stem(other) for other in meant.split() if stem(other) != stem(word)]
            known.setdefault(stem(word), []).extend(stems)
    return {word: tuple(dict.fromkeys(stems)) for word, stems in known.items()}
