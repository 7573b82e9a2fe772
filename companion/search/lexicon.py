"""Words of the corpus and words of the players: frequencies, synonyms, abbreviations, names of games."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from heapq import nlargest
from math import log
from typing import Any

MOST_COMPLETIONS = 16
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Lexicon:
    """Built with the index and kept beside it as JSON."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.words: dict[str, int] = data["words"]
        """Word as written to the number of documents it stands in."""
        self.stems: dict[str, int] = data["stems"]
        """Stem to the number of documents it stands in."""
        self.size: int = data["size"]
        games: dict[str, dict[str, Any]] = data["games"]
        self.phrases: dict[str, dict[str, list[list[Any]]]] = _each(games, "phrases")
        """Game to player's phrase to [weight, stems, words] of what it stands for."""
        self.games = {name: slug for slug, each in games.items() for name in each["called"]}
        """Names of games, as players write them, to slugs."""
        self.names: dict[str, str] = _each(games, "name")
        """Slugs to names."""
        self.slang: dict[str, list[str]] = _each(games, "slang")
        self.limits: dict[str, dict[str, dict[str, str]]] = _each(games, "limits")
        """Game to what points may be limited to: kind to key to name."""
        self.mean_length: float = data["length"] / max(self.size, 1)
        self._idf: dict[str, float] = {}
        self._completions: dict[str, list[str]] = {}
        self._like: dict[str, list[str]] = {}

    def idf(self, token: str) -> float:
        """Weight of a stem: rare ones count more; one that is in no document nothing."""
        known = self._idf.get(token)
        if known is None:
            found = self.stems.get(token, 0)
            known = self._idf[token] = log(1 + (self.size - found + 0.5) / (found + 0.5)) if found else 0.0
        return known

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.words)

    def completions(self, start: str) -> list[str]:
        """The commonest words that begin with `start`."""
        known = self._completions.get(start)
        if known is None:
            first = bisect_left(self._sorted, start)
            last = bisect_left(self._sorted, start + "\uffff", lo=first)
            known = nlargest(MOST_COMPLETIONS, self._sorted[first:last], key=self.words.__getitem__)
            self._completions[start] = known
        return known

    def begun(self, start: str) -> str:
        """The beginning of a known word that is one slip from `start`; empty where there is none."""
        found = [each for each in set(_slips(start)) if each[0] == start[0] and self._begins(each)]
        return max(found, key=lambda each: (self.words[self.completions(each)[0]], each), default="")

    def _begins(self, start: str) -> bool:
        place = bisect_left(self._sorted, start)
        return place < len(self._sorted) and self._sorted[place].startswith(start)

    def like(self, word: str, most: int = 3) -> list[str]:
        """Known words that share most with one that is not known, however far off."""
        if word in self._like:
            return self._like[word]
        wanted = _pairs(word[:30])
        near = (
            (2 * len(wanted & pairs) / (len(wanted) + len(pairs)), each) for each, pairs in self._all_pairs
        )
        self._like[word] = [each for share, each in nlargest(most, near) if share >= 0.34]
        return self._like[word]

    @cached_property
    def _all_pairs(self) -> list[tuple[str, frozenset[str]]]:
        return [(word, _pairs(word)) for word in self.words if len(word) > 3 and word.isalpha()]

    def nearest(self, word: str) -> list[str]:
        """Known words one slip away, or two in words of seven letters and more; the commonest first."""
        if len(word) < 4 or len(word) > 30:
            return []
        known = [each for each in _slips(word) if each in self.words]
        if not known and len(word) >= 7:
            known = self._two_slips(word)
        return sorted(set(known), key=lambda each: (each[0] != word[0], -self.words[each], each))[:3]

    def apart(self, word: str) -> list[str]:
        """Two known words that were run together, none where there are none."""
        pairs = [(word[:place], word[place:]) for place in range(3, len(word) - 2)]
        known = [pair for pair in pairs[:30] if pair[0] in self.words and pair[1] in self.words]
        if not known:
            return []
        left, right = max(known, key=lambda pair: min(self.words[pair[0]], self.words[pair[1]]))
        return [left, right]

    def _two_slips(self, word: str) -> list[str]:
        found: list[str] = []
        for shorter in (word, *_deletions(word)):
            found += self._deletes.get(shorter, [])
        return found

    @cached_property
    def _deletes(self) -> dict[str, list[str]]:
        known: dict[str, list[str]] = {}
        for each in self.words:
            if len(each) >= 6:
                for shorter in _deletions(each):
                    known.setdefault(shorter, []).append(each)
        return known


def _each(games: dict[str, dict[str, Any]], key: str) -> dict[str, Any]:
    return {slug: each[key] for slug, each in games.items()}


def _pairs(word: str) -> frozenset[str]:
    """Its letters by twos, the ends among them."""
    edged = f"^{word}$"
    return frozenset(edged[place : place + 2] for place in range(len(edged) - 1))


def _slips(word: str) -> Iterable[str]:
    """Every word one slip away: a letter swapped with its neighbour, left out, wrong or too many, a space lost."""
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
