"""Searching: candidates by Whoosh, then ranked as a player would."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from whoosh import query as whoosh_query

from companion.search.index import Index
from companion.search.lexicon import Lexicon
from companion.search.question import Group, Question, ask

CANDIDATES = 60
"""Documents that Whoosh hands on for ranking."""

_KIND = {"entry": 1.0, "ruling": 1.0, "procedure": 0.62, "chart": 0.6, "term": 0.5}


class Found(NamedTuple):
    """One result."""

    id: str
    game: str
    section: str
    title: str
    kind: str
    authority: str
    source: str
    snippet: str
    score: float


class Answer(NamedTuple):
    """Results with what was made of the question."""

    results: tuple[Found, ...]
    changed: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()


class Finder:
    """Answers questions from one index."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.lexicon = index.lexicon

    def find(self, text: str, game: str = "", limit: int = 10, typing: bool = False) -> Answer:
        """The best `limit` results for `text`; any text is a question, none is an error.

        With a `game` only that game is searched, unless the text names another. `typing`: the last
        word may be half typed.
        """
        question = ask(text, self.lexicon, game, typing)
        slug = question.game or game
        numbered = self._numbered(question.number, slug, question.groups) if question.number else []
        worded = [] if question.bare else self._worded(question, slug)
        if question.number and not numbered and not worded:
            number = question.number.rstrip("abcdefghijklmnopqrstuvwxyz")
            numbered = self._numbered(number, slug, question.groups)
        results = _distinct([*numbered, *worded])[:limit]
        return Answer(tuple(results), question.changed, question.unknown)

    def _numbered(self, number: str, game: str, groups: Sequence[Group]) -> list[Found]:
        """Entries with the number first, then its family, in the order of the book.

        Of several with the very number those first that answer the words beside it.
        """
        wanted = [whoosh_query.Term("number", number), whoosh_query.Prefix("number", number)]
        if "." not in number:
            wanted.append(whoosh_query.Term("number", f"{number}.0"))
        query = whoosh_query.Or(wanted)
        hits = self.index.searcher.search(query, limit=200, filter=self._within(game), scored=False)
        rows = [json.loads(hit["stored"]) for hit in hits]
        kept = [row for row in rows if _of_family(row[4], number)]
        exact = {number, f"{number}.0"}
        known = [group for group in groups if any(self.lexicon.idf(each) for each in group.stems)]
        scorer = _Scorer(known, self.lexicon) if known else None

        def place(row: list[Any]) -> tuple[Any, ...]:
            same = bool(exact & set(row[4]))
            said = scorer.score(row, 0.0) if scorer and same else 0.0
            return row[1], not same, _KIND_ORDER[row[2]], -said, _in_book(row[3]), row[0]

        kept.sort(key=place)
        return [_found(row, 2.0 if exact & set(row[4]) else 1.0, []) for row in kept]

    def _worded(self, question: Question, game: str) -> list[Found]:
        groups = [group for group in question.groups if any(self.lexicon.idf(each) for each in group.stems)]
        if not groups:
            return []
        hits = self.index.searcher.search(self._query(groups), limit=CANDIDATES, filter=self._within(game))
        top = hits.score(0) if len(hits) else 1.0
        scorer = _Scorer(groups, self.lexicon)
        ranked = []
        for place, hit in enumerate(hits):
            row = json.loads(hit["stored"])
            ranked.append((scorer.score(row, hits.score(place) / top), row))
        ranked.sort(key=lambda pair: (-pair[0], pair[1][0]))
        return [_found(row, score, groups) for score, row in ranked]

    def _within(self, game: str) -> Any:
        """What keeps a search to one game, None for every game."""
        return whoosh_query.Term("game", game) if game else None

    def _query(self, groups: Sequence[Group]) -> Any:
        weights: dict[str, float] = {}
        for group in groups:
            for each, weight in group.stems.items():
                if each in self.lexicon.stems:
                    weights[each] = max(weights.get(each, 0.0), weight * group.worth)
        return whoosh_query.Or(
            [whoosh_query.Term("text", each, boost=weight) for each, weight in weights.items()]
        )


_KIND_ORDER = {"entry": 0, "ruling": 0, "procedure": 1, "chart": 2, "term": 3}


class _Scorer:
    """How well a document answers the groups of one question."""

    def __init__(self, groups: Sequence[Group], lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.size = len(groups)
        self.wanted: dict[str, list[tuple[int, float]]] = {}
        """Stem to (group, weight) of every group it answers."""
        self.total = 0.0
        for number, group in enumerate(groups):
            weights = {each: group.worth * weight * lexicon.idf(each) for each, weight in group.stems.items()}
            self.total += max(weights.values())
            for each, weight in weights.items():
                if weight:
                    self.wanted.setdefault(each, []).append((number, weight))

    def score(self, row: list[Any], whoosh: float) -> float:
        """Between 0 and about 5; `whoosh` is Whoosh's own score as a share of the best."""
        title, asked, lines, above = row[11], row[12], row[13], row[14]
        everything = {*title, *above}.union(*asked, *lines)
        near = [
            0.9 * self._closeness(title),
            1.25 * max(map(self._closeness, asked), default=0.0),
            1.0 * max(map(self._closeness, lines), default=0.0),
        ]
        near.sort(reverse=True)
        coverage = self._matched(everything) / self.total
        return (0.8 * whoosh + 1.2 * coverage + 1.5 * near[0] + 0.5 * near[1] + 0.2 * near[2]) * _KIND[row[2]]

    def _matched(self, tokens: Iterable[str]) -> float:
        """Weight of the groups that `tokens` answer."""
        best = [0.0] * self.size
        for token in tokens:
            for number, weight in self.wanted.get(token, ()):
                best[number] = max(best[number], weight)
        return sum(best)

    def _closeness(self, tokens: Sequence[str]) -> float:
        """How near a title, phrase or line is: shared weight over the root of both weights."""
        if self.wanted.keys().isdisjoint(tokens):
            return 0.0
        present = set(tokens)
        shared = self._matched(present)
        own = sum(map(self.lexicon.idf, present))
        return float(shared / (max(own, shared) * self.total) ** 0.5)


def _of_family(numbers: Iterable[str], number: str) -> bool:
    for each in numbers:
        if each in (number, f"{number}.0"):
            return True
        if each.startswith(number) and not each[len(number)].isdigit():
            return True
    return False


def _in_book(number: str) -> list[tuple[int, str]]:
    """Sort key: 4.2 before 4.10, 10.6 before 10.6a."""
    key = []
    for part in number.split("."):
        digits = "".join(char for char in part if char.isdigit())
        key.append((int(digits or 0), part[len(digits) :]))
    return key


def _found(row: list[Any], score: float, groups: Sequence[Group]) -> Found:
    lines = row[7]
    wanted = {each: weight for group in groups for each, weight in group.stems.items()}
    best = 0
    if wanted and len(lines) > 1:
        hits = [sum(wanted.get(token, 0.0) for token in set(tokens)) for tokens in row[13]]
        best = hits.index(max(hits))
    snippet = lines[best] if lines else ""
    return Found(row[0], row[1], row[3], row[5], row[2], row[9], row[10], _cut(snippet), round(score, 4))


def _cut(text: str, longest: int = 200) -> str:
    return text if len(text) <= longest else text[: longest - 3].rsplit(" ", 1)[0] + "..."


def _distinct(results: Iterable[Found]) -> list[Found]:
    seen: dict[str, Found] = {}
    for each in results:
        seen.setdefault(each.id, each)
    return list(seen.values())
