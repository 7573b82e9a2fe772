"""How well a document answers a question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log

from companion.search.indexed_document import IndexedDocument
from companion.search.lexicon import Lexicon
from companion.search.question import COMPLETION, Group

_KIND = {"entry": 1.0, "ruling": 1.0, "procedure": 0.62, "chart": 0.6, "term": 0.5}
_B, _K1 = 0.6, 1.2
"""Of BM25: documents differ much in length; B below the usual 0.75 keeps long ones in."""


class Scorer:
    """For the groups of one question."""

    def __init__(self, groups: Sequence[Group], lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.size = len(groups)
        self.wanted: dict[str, list[tuple[int, float]]] = {}
        """Stem to (group, weight) of every group it answers."""
        self.boosts: dict[str, float] = {}
        self.own: dict[str, set[int]] = {}
        """Stem to the groups of single words that were typed so, or begun so."""
        self.total = 0.0
        for number, group in enumerate(groups):
            weights = {each: group.worth * weight * lexicon.idf(each) for each, weight in group.stems.items()}
            self.total += max(weights.values())
            for each, weight in weights.items():
                if " " not in group.said and group.stems[each] >= COMPLETION:
                    self.own.setdefault(each, set()).add(number)
                if weight:
                    self.wanted.setdefault(each, []).append((number, weight))
                    boost = group.worth * group.stems[each]
                    self.boosts[each] = max(self.boosts.get(each, 0.0), boost)
        self.keys = self.wanted.keys()

    def score(self, row: IndexedDocument, share: float) -> float:
        """Between 0 and about 5; `share` is its BM25 as a share of the best one's."""
        held: dict[int, list[str]] = {}
        for token in self.keys & row.everything:
            for place in row.places(token):
                held.setdefault(place, []).append(token)
        held.pop(row.above_place, None)
        near = sorted(self._closest(row, held), reverse=True)
        worth = 0.8 * share + 1.2 * self.coverage(row) + 1.5 * near[0] + 0.5 * near[1] + 0.2 * near[2]
        return worth * _KIND[row.kind]

    def coverage(self, row: IndexedDocument) -> float:
        """Share of the question that the document speaks of at all."""
        return self._matched(self.keys & row.everything) / self.total

    def typed_in(self, tokens: Iterable[str]) -> set[int]:
        """The typed words that are among `tokens`."""
        return {number for token in tokens for number in self.own.get(token, ())}

    def order_in(self, tokens: Sequence[str]) -> list[int]:
        """The typed words that are among `tokens`, each where it stands last."""
        last = {number: place for place, token in enumerate(tokens) for number in self.own.get(token, ())}
        return sorted(last, key=lambda number: last[number])

    def bm25(self, row: IndexedDocument) -> float:
        """The usual measure of words against length."""
        size, mean = self.lexicon.size, self.lexicon.mean_length
        length = _K1 * (1 - _B + _B * row.length / mean)
        told = 0.0
        for each in sorted(self.keys & row.everything):
            times, documents = row.often(each), self.lexicon.stems.get(each, 0)
            rarity = log(size / (documents + 1)) + 1
            told += self.boosts[each] * rarity * times * (_K1 + 1) / (times + length)
        return told

    def _matched(self, tokens: Iterable[str]) -> float:
        """Weight of the groups that `tokens` answer."""
        best = [0.0] * self.size
        for token in tokens:
            for number, weight in self.wanted[token]:
                if weight > best[number]:
                    best[number] = weight
        return sum(best)

    def _closest(self, row: IndexedDocument, held: dict[int, list[str]]) -> tuple[float, float, float]:
        """How near the title, the nearest phrase and the nearest line are; `held`: words of the question by part."""
        closest, lines = [0.0, 0.0, 0.0], row.first_line
        matched = sorted(((self._matched(tokens), place) for place, tokens in held.items()), reverse=True)
        for shared, place in matched:
            field = 0 if place == 0 else 1 if place < lines else 2
            if (shared / self.total) ** 0.5 > closest[field]:
                closest[field] = max(closest[field], self._closeness(row, place, shared))
        title, phrase, line = closest
        return 0.9 * title, 1.25 * phrase, line

    def _closeness(self, row: IndexedDocument, place: int, shared: float) -> float:
        """How near a part is: the weight it shares with the question over the root of both weights."""
        own = row.weights.get(place)
        if own is None:
            own = row.weights[place] = sum(map(self.lexicon.idf, dict.fromkeys(row.part(place))))
        return float(shared / (max(own, shared) * self.total) ** 0.5)
