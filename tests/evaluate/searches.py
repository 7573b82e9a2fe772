"""The companion's search, and for comparison SQLite's FTS5 and plain substrings on the same texts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.model import Library
from companion.search.documents import Document, documents
from companion.search.finder import Finder
from companion.search.index import build_index
from companion.search.tokens import words_of
from tests.evaluate.measure import LOOKED_AT, Hit, Search

_WEIGHTS = "10.0, 10.0, 5.0, 1.0"
"""Weights of number, title, ways to ask, and text: the best for FTS5 of those tried on the same questions."""


def ours(library: Library, cache: Path) -> Search:
    """The companion's search."""
    finder = Finder(build_index(library, cache))

    def search(question: str, game: str) -> Iterable[Hit]:
        results = finder.find(question, game, LOOKED_AT).results
        return [Hit(each.game, each.section, each.title) for each in results]

    return search


@contextmanager
def fts5(library: Library, weights: str = _WEIGHTS) -> Iterator[Search]:
    """SQLite's FTS5 with porter stems and bm25, matching any word. The database is closed with the context."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute(
            "create virtual table rule using fts5(game unindexed, section unindexed, number, title, asked, body, "
            "tokenize = 'porter unicode61')"
        )
        rows = [
            (each.game, each.section, " ".join(each.numbers), each.title, "\n".join(each.asked), _body(each))
            for each in documents(library)
        ]
        base.executemany("insert into rule values (?, ?, ?, ?, ?, ?)", rows)

        def search(question: str, game: str) -> Iterable[Hit]:
            words = " OR ".join(f'"{word}"' for word in words_of(question))
            if not words:
                return []
            rank = f"bm25(rule, 0.0, 0.0, {weights})"
            where = "rule match ?" + (" and game = ?" if game else "")
            query = f"select game, section, title from rule where {where} order by {rank} limit {LOOKED_AT}"
            return [Hit(*row) for row in base.execute(query, (words, game) if game else (words,))]

        yield search


def substrings(library: Library) -> Search:
    """Rank texts by how many of the typed words they contain, in the title or anywhere."""
    rows = [
        (
            each.game,
            Hit(each.game, each.section, each.title),
            f"{' '.join(each.numbers)} {each.title}".lower(),
            f"{' '.join(each.asked)} {_body(each)}".lower(),
        )
        for each in documents(library)
    ]

    def search(question: str, game: str) -> Iterable[Hit]:
        words = words_of(question)
        held = [
            (sum(word in head for word in words) + sum(word in body or word in head for word in words), hit)
            for slug, hit, head, body in rows
            if game in ("", slug)
        ]
        held.sort(key=lambda pair: -pair[0])
        return [hit for points, hit in held[:LOOKED_AT] if points]

    return search


def _body(document: Document) -> str:
    return "\n".join((document.above, *document.lines))
