"""Words of the corpus and words of the players: frequencies, synonyms, abbreviations, names of games."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from math import log
from typing import TYPE_CHECKING, Any

from companion.search.words import STOP, stem, words_of

if TYPE_CHECKING:
    from companion.model import Library
    from companion.search.documents import Document

SHORT_FORM = 0.9
SYNONYM = 0.7
"""Weights of what stands for a word, against 1 for the word itself."""
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
        self.phrases: dict[str, dict[str, list[list[Any]]]] = data["phrases"]
        """Game to player's phrase to [weight, stems] of what it stands for."""
        self.games: dict[str, str] = data["games"]
        """Names of games, as players write them, to slugs."""
        self.slang: dict[str, list[str]] = data["slang"]
        self._idf: dict[str, float] = {}
        self._sorted: list[str] = []
        self._deletes: dict[str, list[str]] = {}

    def idf(self, token: str) -> float:
        """Weight of a stem: rare ones count more; one that is in no document nothing."""
        known = self._idf.get(token)
        if known is None:
            found = self.stems.get(token, 0)
            known = self._idf[token] = log(1 + (self.size - found + 0.5) / (found + 0.5)) if found else 0.0
        return known

    def completions(self, start: str) -> list[str]:
        """The commonest words that begin with `start`."""
        if not self._sorted:
            self._sorted = sorted(self.words)
        first = bisect_left(self._sorted, start)
        last = bisect_left(self._sorted, start + "\uffff", lo=first)
        return sorted(self._sorted[first:last], key=lambda word: -self.words[word])[:MOST_COMPLETIONS]

    def nearest(self, word: str) -> list[str]:
        """Known words one slip away, or two in words of seven letters and more; the commonest first."""
        if len(word) < 4 or len(word) > 30:
            return []
        known = [each for each in _slips(word) if each in self.words]
        if not known and len(word) >= 7:
            known = self._two_slips(word)
        return sorted(set(known), key=lambda each: (each[0] != word[0], -self.words[each]))[:3]

    def apart(self, word: str) -> list[str]:
        """Two known words that were run together, none where there are none."""
        pairs = [(word[:place], word[place:]) for place in range(3, len(word) - 2)]
        known = [pair for pair in pairs[:30] if pair[0] in self.words and pair[1] in self.words]
        if not known:
            return []
        left, right = max(known, key=lambda pair: min(self.words[pair[0]], self.words[pair[1]]))
        return [left, right]

    def _two_slips(self, word: str) -> list[str]:
        if not self._deletes:
            for each in self.words:
                if len(each) >= 6:
                    for shorter in _deletions(each):
                        self._deletes.setdefault(shorter, []).append(each)
        found: list[str] = []
        for shorter in (word, *_deletions(word)):
            found += self._deletes.get(shorter, [])
        return found


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


def build_lexicon(library: Library, documents: list[Document]) -> Lexicon:
    """Counts words and gathers what players say."""
    words: Counter[str] = Counter()
    stems: Counter[str] = Counter()
    for document in documents:
        present = {word for text in texts(document) for word in words_of(text)}
        words.update(word for word in present if word not in STOP)
        stems.update({stem(word) for word in present if word not in STOP})
    phrases: dict[str, dict[str, list[list[Any]]]] = {}
    games: dict[str, str] = {}
    slang: dict[str, list[str]] = {}
    for module in library.modules:
        slug = module.game.slug
        known = phrases.setdefault(slug, {})
        for synonym in module.synonyms:
            for said in synonym.say:
                for meant in synonym.means:
                    _stands_for(known, said, meant, SYNONYM)
        for term in module.terms:
            for name in (*term.short, *term.also):
                _stands_for(known, name, term.term, SHORT_FORM)
            for short in term.short:
                _stands_for(known, term.term, short, SHORT_FORM)
        slang[slug] = list(module.slang_stop)
        for name in (slug, module.game.name, *module.game.also):
            games[name.lower()] = slug
            games[f"{name} {module.game.edition}".lower()] = slug
    return Lexicon(
        {
            "words": dict(words),
            "stems": dict(stems),
            "size": len(documents),
            "phrases": phrases,
            "games": games,
            "slang": slang,
        }
    )


def texts(document: Document) -> Iterable[str]:
    """Everything of a document that is searched."""
    yield document.title
    yield document.above
    yield from document.lines
    yield from document.asked


def _stands_for(known: dict[str, list[list[Any]]], said: str, meant: str, weight: float) -> None:
    key = " ".join(stem(word) for word in words_of(said))
    means = [stem(word) for word in words_of(meant) if word not in STOP]
    if key and means and key != " ".join(means):
        entry = [weight, means]
        if entry not in known.setdefault(key, []):
            known[key].append(entry)


def to_json(lexicon: Lexicon) -> str:
    """The lexicon as text."""
    return json.dumps(lexicon.data, separators=(",", ":"))
