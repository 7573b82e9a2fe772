"""Answers questions: selects candidates with the postings of Whoosh, and ranks the best ones."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from heapq import nlargest
from typing import NamedTuple

from companion.search.answer import Answer, SearchResult
from companion.search.index import Index
from companion.search.indexed_document import IndexedDocument, Ranked
from companion.search.number_search import nearest_numbers, with_number
from companion.search.postings import ScoreTable, document_numbers
from companion.search.question import Group, Question, read_question
from companion.search.ranking import Features
from companion.search.reordering import reordered, without_duplicates
from companion.search.scoring import Scorer

__all__ = ["Answer", "Finder", "SearchResult"]

CANDIDATES = 40
"""Number of documents that are ranked."""
_READ_AHEAD = 2000
"""Number of documents that `warm` reads."""
_COMMON, _MANY = 1000, 500
"""`warm` reads the postings of this many stems, the most frequent ones that at least _MANY documents contain."""
_CANDIDATES_FOR_ONE_WORD = 180
"""Number of documents that are ranked for a single word, since all documents with the word in their title tie."""
ELSEWHERE = 3
"""Most results of other games below those of the game in play."""
BETTER = 1.5
"""Factor by which the first result of another game must score higher than the best of the game in play."""
_POINTS = 250
"""Points of a document that contains every word of the question."""
_LONGEST = 200
"""Most characters of a snippet."""
_SENTENCE = re.compile(r"(?<=[.!?]) +(?=[A-Z(\"])")
"""The space between two sentences."""
_FIELDS = (("text", 1.0), ("head", 0.5), ("title", 0.25))
"""Fields that are searched for a word, with the share of its points. Heads are titles and phrases that ask for it."""


class _Words(NamedTuple):
    """The words of a question that some document contains."""

    groups: Sequence[Group]
    scorer: Scorer
    table: ScoreTable
    """Points of every document for the words it contains."""


class Finder:
    """Answers questions with one index."""

    candidates = CANDIDATES

    def __init__(self, index: Index) -> None:
        self.index = index
        self.lexicon = index.lexicon
        self.postings = index.postings
        self._all = (1 << self.postings.size) - 1
        self.imports_stamp = (0, 0)
        """`imports_stamp` of the imported documents when they were last checked; (0, 0) if there were none."""

    def find(
        self, text: str, game: str = "", limit: int = 10, typing: bool = False, exact: bool = False
    ) -> Answer:
        """Return the best `limit` results for any text.

        `game` is the slug of the game in play, or empty: its results come first, followed by those of other games if
        they answer better. If the text names a game, only that game is searched. `typing` means that the last word may
        be incomplete; with `exact`, words have no synonyms and are not corrected.
        """
        if typing and len(text.strip()) == 1 and not text.strip().isdigit():
            return Answer(())
        question = read_question(text, self.lexicon, game, typing, exact)
        slug = question.game or game
        within, in_game = self._within(question), self._in_game(question, game)
        words = self._words(question)
        ranked = self._numbered(question, in_game, words)
        ranked += self._ranked(words, in_game, question, self.candidates)
        if not question.groups and not question.number.number and question.filters.understood:
            ranked = [(1.0, self.postings.document(number)) for number in document_numbers(in_game, limit)]
        elsewhere: Ranked = []
        if slug and not question.game:
            elsewhere = self._elsewhere(question, text, words, ranked, within & ~in_game)
        return self._answer(question, words, ranked, elsewhere, limit, in_game)

    def warm(self) -> None:
        """Load what the first questions need, so that they are answered without delay.

        Meant for a background thread.
        """
        self.find("warm an oder", typing=True)
        self.lexicon.nearest("unlikelyword")
        for number in range(min(self.postings.size, _READ_AHEAD)):
            self.postings.document(number).read_ahead()
            time.sleep(0)
        common = [stem for stem, documents in self.lexicon.stems.items() if documents >= _MANY]
        for stem in nlargest(_COMMON, common, key=self.lexicon.stems.__getitem__):
            for field, _ in _FIELDS:
                self.postings.documents_with(field, stem)
                time.sleep(0)

    def _within(self, question: Question) -> int:
        """Return the set of documents that pass the filters."""
        within = self._all
        for mark in question.filters.marks:
            marked = self.postings.documents_with("marks", mark.removeprefix("!"))
            within &= ~marked if mark.startswith("!") else marked
        return within

    def _numbered(self, question: Question, within: int, words: _Words | None) -> Ranked:
        if not question.number.number:
            return []
        return with_number(question.number, within, self.postings, words.scorer if words else None)

    def _words(self, question: Question) -> _Words | None:
        """Return the words of the question that some document contains; None if there are none."""
        groups = [group for group in question.groups if any(self.lexicon.idf(stem) for stem in group.stems)]
        if not groups:
            return None
        scorer = Scorer(groups, self.lexicon, question.text, question.words)
        return _Words(groups, scorer, self._score_table(groups, scorer))

    def _score_table(self, groups: Sequence[Group], scorer: Scorer) -> ScoreTable:
        """Return the points of every document for the words it contains.

        A document gets the points of a group once for each field, those of the best stem.
        """
        table = ScoreTable()
        unit = _POINTS / scorer.total
        for group in groups:
            weighed = [(weight * self.lexicon.idf(stem), stem) for stem, weight in group.stems.items()]
            counted = {name: 0 for name, _ in _FIELDS}
            for weight, stem in sorted(weighed, reverse=True):
                if not weight:
                    continue
                for name, share in _FIELDS:
                    documents = self.postings.documents_with(name, stem)
                    points = round(share * group.worth * weight * unit) or 1
                    table.add(documents & ~counted[name], points)
                    counted[name] |= documents
        return table

    def compared(self, text: str, game: str = "") -> list[tuple[Features, IndexedDocument]]:
        """Return the features of every document that is ranked for a question."""
        question = read_question(text, self.lexicon, game, typing=False)
        within, words = self._in_game(question, game), self._words(question)
        if words is None:
            return []
        return self._compared(words, within, CANDIDATES)

    def _in_game(self, question: Question, game: str) -> int:
        """Return the set of documents that pass the filters, in the game that the question names or in `game`."""
        slug = question.game or game
        within = self._within(question)
        return within & self.postings.documents_with("game", slug) if slug else within

    def _compared(self, words: _Words, within: int, most: int) -> list[tuple[Features, IndexedDocument]]:
        """Return the features of the `most` documents with the most points."""
        scorer = words.scorer
        best = words.table.best(within, most, _CANDIDATES_FOR_ONE_WORD if scorer.size == 1 else 0)
        documents = [self.postings.document(number) for number in best]
        bm25 = [scorer.bm25(document) for document in documents]
        top = max(bm25, default=1.0)
        return [
            (scorer.features(document, score / top), document)
            for document, score in zip(documents, bm25, strict=True)
        ]

    def _ranked(self, words: _Words | None, within: int, question: Question, most: int) -> Ranked:
        if words is None:
            return []
        scorer = words.scorer
        ranked = [(features.score, document) for features, document in self._compared(words, within, most)]
        ranked.sort(key=lambda result: (-result[0], result[1].id))
        if question.phrases:
            ranked = _with_phrases(ranked, question.phrases)
        return reordered(ranked, scorer)

    def _elsewhere(
        self, question: Question, text: str, words: _Words | None, ranked: Ranked, within: int
    ) -> Ranked:
        """Return results of other games if they answer better than `ranked`."""
        if ranked and question.number.number:
            return []
        if not ranked:
            question = read_question(text, self.lexicon, "", False)
            words = self._words(question)
            if numbered := self._numbered(question, within, words):
                return numbered
        others = self._ranked(words, within, question, ELSEWHERE * 4)
        if ranked and others and others[0][0] <= BETTER * ranked[0][0]:
            return []
        return others

    def _answer(
        self,
        question: Question,
        words: _Words | None,
        ranked: Ranked,
        elsewhere: Ranked,
        limit: int,
        in_game: int,
    ) -> Answer:
        unique, families = without_duplicates(_distinct(ranked))
        room = limit if not unique else min(ELSEWHERE, limit // 2)
        others = _distinct(elsewhere)[:room]
        results = [_result(document, score, words) for score, document in unique[: limit - len(others)]]
        shown = {result.id for result in results}
        results += [_result(document, score, words) for score, document in others]
        faults = list(question.filters.faults)
        if question.number.number and not any(score >= 1.0 for score, _ in ranked):
            near = nearest_numbers(question.number, in_game, self.postings)
            nearest = f"; nearest: {', '.join(near)}" if near else ""
            faults.append(f"rule {question.number.number} not found{nearest}")
        return Answer(
            tuple(results),
            question.changed,
            question.unknown,
            question.expanded,
            question.filters.understood,
            tuple(faults),
            tuple((word, tuple(self.lexicon.most_similar(word))) for word in question.unknown[:3]),
            {name: headings for name, headings in families.items() if name in shown},
            len(others),
        )


def _with_phrases(ranked: Ranked, phrases: Sequence[tuple[str, ...]]) -> Ranked:
    """Return the results that contain every phrase, or all if there are none."""

    def has_phrases(document: IndexedDocument) -> bool:
        texts = [f" {' '.join(tokens)} " for tokens in (document.title_tokens, *document.line_tokens)]
        return all(any(f" {' '.join(phrase)} " in text for text in texts) for phrase in phrases)

    return [result for result in ranked if has_phrases(result[1])] or ranked


def _result(document: IndexedDocument, score: float, words: _Words | None) -> SearchResult:
    """Return a document as a result, with the line that answers as its snippet."""
    place = words.scorer.answering_line(document) if words and document.lines else 0
    line = document.lines[place] if document.lines else ""
    snippet = _shortened(line, words.scorer if words else None)
    head = (document.id, document.game, document.section, document.title, document.kind)
    matched = words.scorer.words_in(snippet) if words else ()
    return SearchResult(*head, document.authority, document.source, snippet, round(score, 4), matched=matched)


def _shortened(text: str, scorer: Scorer | None) -> str:
    """Return a text, or as many of its sentences as there is room for, around the one that matches best."""
    if len(text) <= _LONGEST:
        return text
    sentences = _SENTENCE.split(text)
    matches = [len(scorer.words_in(sentence)) if scorer else 0 for sentence in sentences]
    first = matches.index(max(matches))
    rest = ("... " if first else "") + " ".join(sentences[first:])
    return rest if len(rest) <= _LONGEST else rest[: _LONGEST - 2].rsplit(" ", 1)[0] + "..."


def _distinct(ranked: Ranked) -> Ranked:
    """Return the first result of each id."""
    first: dict[str, tuple[float, IndexedDocument]] = {}
    for result in ranked:
        first.setdefault(result[1].id, result)
    return list(first.values())
