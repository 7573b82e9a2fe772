"""Compares documents with a question, and calculates the features by which they are ranked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import fsum, log

from companion.search.indexed_document import IndexedDocument
from companion.search.lexicon import Lexicon
from companion.search.meaning import meanings, nearness
from companion.search.question import COMPLETION, Group
from companion.search.ranking import Features, spelling
from companion.search.tokens import letters, stem, tokens_of, words_of

_B, _K1 = 0.6, 1.2
"""Parameters of BM25. Lengths of documents vary a lot; B is below the usual 0.75, or long ones would rank too low."""
_ADDED_LENGTH = 40
"""Letters added to the length of a line, so that a line of two words does not win because it is short."""
_NEARLY_BEST = 0.9
"""Share of the points of the best line from which an earlier line may answer instead."""
_PHRASE_BONUS = 0.3
"""Points of a line for a phrase it answers that equals the question, as a share of the question's weight."""
_BONUS_PHRASES = 3
"""Number of phrases nearest to the question that give points to the lines that answer them."""
_MEANING_PHRASES = 5
"""Most phrases that are compared by meaning, the nearest first."""
_CITATION = re.compile(r"\([^()]*\)\.?$")
_DEPENDS = re.compile(r"^(?:\w+ )?Exception:|\b(?:also|too|both|such)\b")
_FUNCTION = frozenset({"may", "can", "must", "not", "without", "same", "while", "need"})
"""Words of a question that do not help to choose the sentence that answers."""
_FIGURE = re.compile(
    r"\b(?:how (?:many|much|far|big|long|often|wide|high)|max|maximum|most|least|min|cost|costs|modifier)\b"
)


class Scorer:
    """Compares documents with one question."""

    def __init__(self, groups: Sequence[Group], lexicon: Lexicon, text: str, words: Sequence[str]) -> None:
        self.lexicon = lexicon
        self.letters = letters(text)
        self.meaning = meanings().of(words)
        self.asks_figure = bool(_FIGURE.search(text))
        """Whether the question asks for a figure."""
        self.size = len(groups)
        self.wanted: dict[str, list[tuple[int, float]]] = {}
        """Stem to (group, weight) of every group it matches."""
        self.boosts: dict[str, float] = {}
        """Stem to its highest weight, by which its BM25 score is multiplied."""
        self.typed: dict[str, set[int]] = {}
        """Stem to the groups of single words whose typed word, or completion, has this stem."""
        self.total = 0.0
        for number, group in enumerate(groups):
            weights = {root: group.worth * weight * lexicon.idf(root) for root, weight in group.stems.items()}
            self.total += max(weights.values())
            for root, weight in weights.items():
                if " " not in group.typed and group.stems[root] >= COMPLETION:
                    self.typed.setdefault(root, set()).add(number)
                if weight:
                    self.wanted.setdefault(root, []).append((number, weight))
                    boost = group.worth * group.stems[root]
                    self.boosts[root] = max(self.boosts.get(root, 0.0), boost)
        self.keys = self.wanted.keys()

    def features(self, document: IndexedDocument, share: float) -> Features:
        """Return the features of a document; `share` is its BM25 score divided by the best one."""
        matches: dict[int, list[str]] = {}
        for token in self.keys & document.everything:
            for place in document.places(token):
                matches.setdefault(place, []).append(token)
        above = matches.pop(document.above_place, ())
        title, phrase, next_phrase, line = self._closest(document, matches)
        return Features(
            frequency=share,
            coverage=self.coverage(document),
            title=title,
            phrases=next_phrase,
            line=line,
            second=sorted((0.9 * title, 1.25 * phrase, line))[1],
            spelling=spelling(self.letters, document),
            meaning=nearness(self.meaning, document.phrase_meanings, _MEANING_PHRASES),
            line_meaning=nearness(self.meaning, document.line_meanings),
            above=self._matched(above) / self.total,
            calculator=float(document.kind == "procedure"),
            chart=float(document.kind == "chart"),
            term=float(document.kind == "term"),
        )

    def answering_line(self, document: IndexedDocument) -> int:
        """Return the line that answers: the one with the most words, by weight, of the question and the nearest phrase.

        Words of the title count less, since many lines have them. Words such as may and not do not count, nor does a
        citation at the end. Of lines with nearly the same points, the first that needs no other line is chosen.
        """
        title = frozenset(document.title_tokens)
        near = self._nearest_phrases(document)
        phrase = frozenset(document.part(near[0][1])) - self.keys if near else frozenset()
        points = [self._points(set(tokens), title, phrase) for tokens in document.line_tokens]
        points = [self._weighed(line, share) for line, share in zip(document.lines, points, strict=True)]
        best = _NEARLY_BEST * max(points)
        for place, share in enumerate(points):
            if share >= best and (cited := _CITATION.search(document.lines[place])):
                tokens = set(document.line_tokens[place]) - set(tokens_of(cited[0]))
                points[place] = self._weighed(document.lines[place], self._points(tokens, title, phrase))
        for line, closeness in self._answers_to(near, document).items():
            points[line] += _PHRASE_BONUS * self.total * closeness
        best = _NEARLY_BEST * max(points)
        candidates = [place for place, share in enumerate(points) if share >= best]
        return min(candidates, key=lambda place: (self._depends(document, place), place))

    def _points(self, present: set[str], title: frozenset[str], phrase: frozenset[str]) -> float:
        """Return the weight of the words of a line; those of the phrase count half, those of the title a third."""
        asked = present & self.keys - _FUNCTION
        weight = self._matched(asked - title) + 0.3 * self._matched(asked & title)
        return weight + 0.5 * fsum(map(self.lexicon.idf, phrase & present))

    def _weighed(self, line: str, points: float) -> float:
        """Return the weighted points of a line.

        Long lines get fewer points, and so do lines that only introduce others. Lines with a figure get more if the
        question asks for one.
        """
        introduces = 0.5 if line.endswith(":") else 1.0
        answers = 1.2 if self.asks_figure and any(map(str.isdigit, line)) else 1.0
        return float(points * introduces * answers / (len(line) + _ADDED_LENGTH) ** 0.15)

    def _depends(self, document: IndexedDocument, place: int) -> bool:
        """Return whether a line needs another one: an exception, an addition, or a battle that is not asked for."""
        tokens = set(document.line_tokens[place])
        return bool(_DEPENDS.search(document.lines[place])) or bool(
            (tokens - self.keys) & self.lexicon.limit_stems
        )

    def _answers_to(self, near: list[tuple[float, int]], document: IndexedDocument) -> dict[int, float]:
        """Return the lines that answer the nearest phrases, each with the sum of the squares of their closeness."""
        sums: dict[int, float] = {}
        for closeness, place in near[:_BONUS_PHRASES]:
            if (line := document.answers.get(place)) is not None:
                sums[line] = sums.get(line, 0.0) + closeness**2
        return sums

    def _nearest_phrases(self, document: IndexedDocument) -> list[tuple[float, int]]:
        """Return closeness and part of each phrase that shares words with the question, the nearest first."""
        shared = {
            place: self._matched(self.keys & set(document.part(place)))
            for place in range(1, document.first_line)
        }
        near = (
            (self._closeness(document, place, weight), place) for place, weight in shared.items() if weight
        )
        return sorted(near, reverse=True)

    def words_in(self, text: str) -> tuple[str, ...]:
        """Return the words of a text that match the question, without duplicates."""
        return tuple(dict.fromkeys(word for word in words_of(text) if stem(word) in self.keys))

    def coverage(self, document: IndexedDocument) -> float:
        """Return the share of the question's weight that the document contains."""
        return self._matched(self.keys & document.everything) / self.total

    def typed_in(self, tokens: Iterable[str]) -> set[int]:
        """Return the typed words that are among `tokens`, as numbers of their groups."""
        return {number for token in tokens for number in self.typed.get(token, ())}

    def order_in(self, tokens: Sequence[str]) -> list[int]:
        """Return the typed words that are among `tokens`, in the order of their last appearance."""
        last = {number: place for place, token in enumerate(tokens) for number in self.typed.get(token, ())}
        return sorted(last, key=lambda number: last[number])

    def bm25(self, document: IndexedDocument) -> float:
        """Return the BM25 score of a document."""
        size, mean = self.lexicon.size, self.lexicon.mean_length
        length = _K1 * (1 - _B + _B * document.length / mean)
        score = 0.0
        for token in sorted(self.keys & document.everything):
            times, documents = document.frequency(token), self.lexicon.stems[token]
            rarity = log(size / (documents + 1)) + 1
            score += self.boosts[token] * rarity * times * (_K1 + 1) / (times + length)
        return score

    def _matched(self, tokens: Iterable[str]) -> float:
        """Return the weight of the groups that `tokens` match."""
        best = [0.0] * self.size
        for token in tokens:
            for number, weight in self.wanted[token]:
                if weight > best[number]:
                    best[number] = weight
        return sum(best)

    def _closest(
        self, document: IndexedDocument, matches: dict[int, list[str]]
    ) -> tuple[float, float, float, float]:
        """Return the closeness of title, the two nearest phrases and the nearest line; `matches` are tokens by part."""
        title = phrase = next_phrase = line = 0.0
        lines = document.first_line
        matched = sorted(((self._matched(tokens), place) for place, tokens in matches.items()), reverse=True)
        for shared, place in matched:
            most = (shared / self.total) ** 0.5
            if place == 0:
                title = self._closeness(document, place, shared)
            elif place >= lines:
                if most > line:
                    line = max(line, self._closeness(document, place, shared))
            elif most > next_phrase:
                near = self._closeness(document, place, shared)
                phrase, next_phrase = max(phrase, near), max(min(phrase, near), next_phrase)
        return title, phrase, next_phrase, line

    def _closeness(self, document: IndexedDocument, place: int, shared: float) -> float:
        """Return the closeness of a part: the weight it shares with the question over the root of both weights."""
        weight = document.weights.get(place)
        if weight is None:
            weight = sum(map(self.lexicon.idf, dict.fromkeys(document.part(place))))
            document.weights[place] = weight
        return float(shared / (max(weight, shared) * self.total) ** 0.5)
