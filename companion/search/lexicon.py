"""The words of all documents and of the players: frequencies, synonyms, abbreviations, names of games."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from heapq import nlargest
from math import log
from typing import Any

from companion.search.tokens import tokens_of

MOST_COMPLETIONS = 16
LONG_WORD = 7
"""Fewest letters of a word that may have two typos."""
_FIRST_LETTER = 5
"""Fewest letters of a word whose first letter may be wrong."""
_LEAST_SIMILAR = 0.34
"""Least share of common pairs of letters of two similar words."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Lexicon:
    """Words with their counts and synonyms; built with the index, and stored next to it as JSON."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.words: dict[str, int] = data["words"]
        """Word to the number of documents that contain it."""
        self.stems: dict[str, int] = data["stems"]
        """Stem to the number of documents that contain it."""
        self.size: int = data["size"]
        games: dict[str, dict[str, Any]] = data["games"]
        self.phrases: dict[str, dict[str, list[list[Any]]]] = _by_game(games, "phrases")
        """Game to phrase to [weight, stems, words] of each of its synonyms."""
        self.games = {name: slug for slug, game in games.items() for name in game["called"]}
        """Names of games, as players write them, to slugs."""
        self.names: dict[str, str] = _by_game(games, "name")
        """Slugs to names."""
        self.slang: dict[str, list[str]] = _by_game(games, "slang")
        """Game to words that are ignored in questions."""
        self.limits: dict[str, dict[str, dict[str, str]]] = _by_game(games, "limits")
        """Game to the limits of its points, such as battles: kind to key to name."""
        self.mean_length: float = data["length"] / max(self.size, 1)
        self._idf: dict[str, float] = {}
        self._completions: dict[str, list[str]] = {}
        self._similar: dict[str, list[str]] = {}

    def idf(self, token: str) -> float:
        """Return the weight of a stem: higher for rare stems, 0 for one that no document contains."""
        weight = self._idf.get(token)
        if weight is None:
            count = self.stems.get(token, 0)
            weight = self._idf[token] = log(1 + (self.size - count + 0.5) / (count + 0.5)) if count else 0.0
        return weight

    @cached_property
    def limit_stems(self) -> frozenset[str]:
        """Stems of the names to which rules are limited, such as battles."""
        named = (name for game in self.limits.values() for names in game.values() for name in names.values())
        return frozenset(token for name in named for token in tokens_of(name))

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.words)

    def completions(self, start: str) -> list[str]:
        """Return the most frequent words that begin with `start`."""
        known = self._completions.get(start)
        if known is None:
            first = bisect_left(self._sorted, start)
            last = bisect_left(self._sorted, start + "\uffff", lo=first)
            known = nlargest(MOST_COMPLETIONS, self._sorted[first:last], key=self.words.__getitem__)
            self._completions[start] = known
        return known

    def nearest_start(self, start: str) -> str:
        """Return the beginning of a known word that differs from `start` by one typo; empty if there is none."""
        starts = [typo for typo in set(_typos(start)) if typo[0] == start[0] and self._is_start(typo)]
        return max(starts, key=lambda other: (self.words[self.completions(other)[0]], other), default="")

    def _is_start(self, start: str) -> bool:
        place = bisect_left(self._sorted, start)
        return place < len(self._sorted) and self._sorted[place].startswith(start)

    def most_similar(self, word: str) -> list[str]:
        """Return up to three known words that have the most pairs of letters in common with an unknown one."""
        if word not in self._similar:
            wanted = _pairs(word[:30])
            shares = (
                (2 * len(wanted & pairs) / (len(wanted) + len(pairs)), known)
                for known, pairs in self._all_pairs
            )
            self._similar[word] = [known for share, known in nlargest(3, shares) if share >= _LEAST_SIMILAR]
        return self._similar[word]

    @cached_property
    def _all_pairs(self) -> list[tuple[str, frozenset[str]]]:
        return [(word, _pairs(word)) for word in self.words if len(word) > 3 and word.isalpha()]

    def nearest(self, word: str) -> list[str]:
        """Return up to three known words that sound alike or differ by one typo, or by two in long words.

        Words with the same first letter come first, then typos before sounds, then the most frequent.
        """
        if len(word) < 4 or len(word) > 30:
            return []
        known = [typo for typo in _typos(word) if typo in self.words]
        if len(word) < _FIRST_LETTER:
            known = [other for other in known if other[0] == word[0]]
        alike = [other for other in self._by_sound.get(sound(word), ()) if other[0] == word[0]]
        if not known and len(word) >= LONG_WORD:
            known = self._with_two_typos(word)
        near = sorted(
            {*known, *alike},
            key=lambda other: (other[0] != word[0], other not in known, -self.words[other], other),
        )
        return near[:3]

    def split(self, word: str) -> list[str]:
        """Return the two known words that a word joins; empty if there are none."""
        pairs = [(word[:place], word[place:]) for place in range(3, len(word) - 2)]
        known = [pair for pair in pairs[:30] if pair[0] in self.words and pair[1] in self.words]
        if not known:
            return []
        left, right = max(known, key=lambda pair: min(self.words[pair[0]], self.words[pair[1]]))
        return [left, right]

    def _with_two_typos(self, word: str) -> list[str]:
        words: list[str] = []
        for shorter in (word, *_deletions(word)):
            words += self._by_deletion.get(shorter, [])
        return words

    @cached_property
    def _by_sound(self) -> dict[str, list[str]]:
        """Sound to the words of four letters or more that have it."""
        words: dict[str, list[str]] = {}
        for word in self.words:
            if len(word) > 3 and word.isalpha():
                words.setdefault(sound(word), []).append(word)
        return words

    @cached_property
    def _by_deletion(self) -> dict[str, list[str]]:
        """Text to the long words that become this text when one letter is deleted."""
        words: dict[str, list[str]] = {}
        for word in self.words:
            if len(word) >= LONG_WORD:
                for shorter in _deletions(word):
                    words.setdefault(shorter, []).append(word)
        return words


_SOUNDS = (
    *(
        ("ph", "f"),
        ("ck", "k"),
        ("gh", ""),
        ("kn", "n"),
        ("wr", "r"),
        ("sc", "s"),
        ("ce", "se"),
        ("ci", "si"),
    ),
    *(("cy", "sy"), ("c", "k"), ("q", "k"), ("x", "ks"), ("z", "s"), ("dg", "j"), ("ge", "je"), ("wh", "w")),
)
"""Letters and their replacements, which sound the same; replaced in this order."""


def sound(word: str) -> str:
    """Return the consonants of a word as they sound, with the first letter: flook and fluke are both flk."""
    for spelling, replacement in _SOUNDS:
        word = word.replace(spelling, replacement)
    consonants = word[:1]
    for letter in word[1:]:
        if letter not in "aeiouyhw" and letter != consonants[-1:]:
            consonants += letter
    return consonants


def _by_game(games: dict[str, dict[str, Any]], key: str) -> dict[str, Any]:
    return {slug: game[key] for slug, game in games.items()}


def _pairs(word: str) -> frozenset[str]:
    """Return the pairs of neighbouring letters of a word, including its ends."""
    edged = f"^{word}$"
    return frozenset(edged[place : place + 2] for place in range(len(edged) - 1))


def _typos(word: str) -> Iterable[str]:
    """Yield every word that differs by one typo: two letters swapped, or one missing, wrong or added."""
    for place in range(len(word) + 1):
        left, right = word[:place], word[place:]
        if right:
            yield left + right[1:]
        if len(right) > 1:
            yield left + right[1] + right[0] + right[2:]
        for letter in _LETTERS:
            yield left + letter + right
            if right:
                yield left + letter + right[1:]


def _deletions(word: str) -> list[str]:
    return [word[:place] + word[place + 1 :] for place in range(len(word))]
