"""Searching: candidates by the postings of Whoosh, then ranked as a player would."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from heapq import nlargest

from companion.search.answer import Answer, SearchResult
from companion.search.index import Index
from companion.search.indexed_document import IndexedDocument
from companion.search.number_search import nearest_numbers, with_number
from companion.search.postings import ScoreTable, document_numbers
from companion.search.question import Group, Question, ask
from companion.search.reordering import reordered
from companion.search.scoring import Scorer

__all__ = ["Answer", "Finder", "SearchResult"]

CANDIDATES = 60
"""Documents that are ranked."""
_READ_AHEAD = 2000
"""Documents that are read before anybody asks for them."""
_COMMON, _MANY = 1000, 500
"""Stems whose postings are, the commonest, if they stand in so many documents: to read those takes longest."""
_LONE = 180
"""The same for a lone word: all that hold it in their title are even then."""
ELSEWHERE = 3
"""Results of other games at most below those of the game in play."""
_BETTER = 1.5
"""How much better the first of them must be than the best of the game in play."""
_POINTS = 250
"""Points of a document that holds every word of the question, before those for its title."""
_IN_HEAD = 0.5
_IN_TITLE = 0.25
"""Further shares of a word's points where it stands in a title or in how players ask, and in a title."""

Ranked = list[tuple[float, IndexedDocument]]


class Finder:
    """Answers questions from one index."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.lexicon = index.lexicon
        self.postings = index.postings
        self._all = (1 << self.postings.size) - 1

    def find(
        self, text: str, game: str = "", limit: int = 10, typing: bool = False, exact: bool = False
    ) -> Answer:
        """The best `limit` results for `text`; any text is a question, none is an error.

        `game` is the game in play: its results come first, and those of others below where they answer better;
        a game that the text names is the only one. `typing`: the last word may be half typed.
        """
        if typing and len(text.strip()) == 1 and not text.strip().isdigit():
            return Answer(())
        question = ask(text, self.lexicon, game, typing, exact)
        slug = question.game or game
        within = self._within(question)
        here = within & self.postings.documents_with("game", slug) if slug else within
        groups = self._known(question.groups)
        scorer = Scorer(groups, self.lexicon) if groups else None
        ranked = self._numbered(question, here, scorer)
        count = self._count(groups, scorer)
        ranked += [] if question.bare else self._ranked(count, scorer, here, question)
        if not question.groups and not question.number.number and question.filters.understood:
            ranked = [(1.0, self.postings.row(each)) for each in document_numbers(here, limit)]
        below: Ranked = []
        if slug and not question.game:
            below = self._below(question, text, scorer, count, ranked, within & ~here)
        return self._answer(question, groups, ranked, below, limit, here)

    def warm(self) -> None:
        """Reads ahead what the first questions would wait for. For a thread beside the screen's."""
        self.find("warm an oder", typing=True)
        self.lexicon.nearest("unlikelyword")
        for number in range(min(self.postings.size, _READ_AHEAD)):
            if self.postings.row(number).everything:
                time.sleep(0)
        common = [stem for stem, documents in self.lexicon.stems.items() if documents >= _MANY]
        for stem in nlargest(_COMMON, common, key=self.lexicon.stems.__getitem__):
            for field in ("text", "head", "title"):
                self.postings.documents_with(field, stem)
                time.sleep(0)

    def _within(self, question: Question) -> int:
        """The documents that the filters let through."""
        within = self._all
        for mark in question.filters.marks:
            held = self.postings.documents_with("marks", mark.removeprefix("!"))
            within &= ~held if mark.startswith("!") else held
        return within

    def _known(self, groups: Iterable[Group]) -> list[Group]:
        """The groups that stand in some document."""
        return [group for group in groups if any(self.lexicon.idf(each) for each in group.stems)]

    def _numbered(self, question: Question, within: int, scorer: Scorer | None) -> Ranked:
        if not question.number.number:
            return []
        return with_number(question.number, within, self.postings, scorer)

    def _count(self, groups: Sequence[Group], scorer: Scorer | None) -> ScoreTable:
        """Points of every document for the words it holds."""
        count = ScoreTable()
        if scorer is None:
            return count
        unit = _POINTS / scorer.total
        for group in groups:
            weighed = [(weight * self.lexicon.idf(each), each) for each, weight in group.stems.items()]
            counted = headed = titled = 0
            for weight, each in sorted(weighed, reverse=True):
                if not weight:
                    continue
                points = group.worth * weight * unit
                held = self.postings.documents_with("text", each)
                count.add(held & ~counted, round(points) or 1)
                counted |= held
                head = self.postings.documents_with("head", each)
                count.add(head & ~headed, round(_IN_HEAD * points) or 1)
                headed |= head
                title = self.postings.documents_with("title", each)
                count.add(title & ~titled, round(_IN_TITLE * points) or 1)
                titled |= title
        return count

    def _ranked(
        self,
        count: ScoreTable,
        scorer: Scorer | None,
        within: int,
        question: Question,
        most: int = CANDIDATES,
    ) -> Ranked:
        if scorer is None:
            return []
        rows = [
            self.postings.row(each) for each in count.best(within, most, _LONE if scorer.size == 1 else 0)
        ]
        told = [scorer.bm25(row) for row in rows]
        top = max(told, default=0.0) or 1.0
        ranked = [(scorer.score(row, each / top), row) for row, each in zip(rows, told, strict=True)]
        ranked.sort(key=lambda pair: (-pair[0], pair[1].id))
        if question.phrases:
            ranked = _together(ranked, question.phrases)
        return reordered(ranked, scorer)

    def _below(
        self,
        question: Question,
        text: str,
        scorer: Scorer | None,
        count: ScoreTable,
        ranked: Ranked,
        elsewhere: int,
    ) -> Ranked:
        """Results of other games where they answer better."""
        if not ranked:
            again = ask(text, self.lexicon, "", False)
            groups = self._known(again.groups)
            scorer = Scorer(groups, self.lexicon) if groups else None
            numbered = self._numbered(again, elsewhere, scorer)
            return numbered or self._ranked(
                self._count(groups, scorer), scorer, elsewhere, again, ELSEWHERE * 4
            )
        if question.number.number:
            return []
        found = self._ranked(count, scorer, elsewhere, question, ELSEWHERE * 4)
        return found if found and found[0][0] > _BETTER * ranked[0][0] else []

    def _answer(
        self,
        question: Question,
        groups: Sequence[Group],
        ranked: Ranked,
        below: Ranked,
        limit: int,
        here: int,
    ) -> Answer:
        from companion.search.duplicates import without_duplicates

        kept, families = without_duplicates(_distinct(ranked))
        room = limit if not kept else min(ELSEWHERE, limit // 2)
        others = _distinct(below)[:room]
        results = [_found(row, score, groups) for score, row in kept[: limit - len(others)]]
        shown = {each.id for each in results}
        results += [_found(row, score, groups) for score, row in others]
        faults = list(question.filters.faults)
        if question.number.number and not any(score >= 1.0 for score, _ in ranked):
            faults += self._no_number(question, here)
        return Answer(
            tuple(results),
            question.changed,
            question.unknown,
            question.expanded,
            question.filters.understood,
            tuple(faults),
            tuple((word, tuple(self.lexicon.like(word))) for word in question.unknown[:3]),
            {name: said for name, said in families.items() if name in shown},
            len(others),
        )

    def _no_number(self, question: Question, here: int) -> list[str]:
        near = nearest_numbers(question.number, here, self.postings)
        return [f"no rule {question.number.number}" + (f"; nearest: {', '.join(near)}" if near else "")]


def _together(ranked: Ranked, phrases: Sequence[tuple[str, ...]]) -> Ranked:
    """Those first that hold each phrase as it was typed."""

    def holds(row: IndexedDocument) -> bool:
        texts = [f" {' '.join(tokens)} " for tokens in (row.title_tokens, *row.line_tokens)]
        return all(any(f" {' '.join(phrase)} " in text for text in texts) for phrase in phrases)

    whole = [pair for pair in ranked if holds(pair[1])]
    return whole or ranked


def _found(row: IndexedDocument, score: float, groups: Sequence[Group]) -> SearchResult:
    wanted = {each: weight for group in groups for each, weight in group.stems.items()}
    best = 0
    if wanted and len(row.lines) > 1:
        hits = [sum(wanted.get(token, 0.0) for token in set(tokens)) for tokens in row.line_tokens]
        best = hits.index(max(hits))
    snippet = row.lines[best] if row.lines else ""
    return SearchResult(
        row.id,
        row.game,
        row.section,
        row.title,
        row.kind,
        row.authority,
        row.source,
        _cut(snippet),
        round(score, 4),
    )


def _cut(text: str, longest: int = 200) -> str:
    return text if len(text) <= longest else text[: longest - 3].rsplit(" ", 1)[0] + "..."


def _distinct(ranked: Ranked) -> Ranked:
    seen: dict[str, tuple[float, IndexedDocument]] = {}
    for pair in ranked:
        seen.setdefault(pair[1].id, pair)
    return list(seen.values())
