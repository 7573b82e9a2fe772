"""The companion's search, and for comparison SQLite's FTS5 and Whoosh's BM25F on the same texts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager

from whoosh.analysis import StemmingAnalyzer
from whoosh.fields import ID, STORED, TEXT, Schema
from whoosh.qparser import MultifieldParser, OrGroup
from whoosh.query import Term

from companion.model import Library
from companion.search.documents import Document, documents
from companion.search.finder import Finder
from companion.search.index import MemoryStorage
from companion.search.tokens import words_of
from tests.evaluate.measure import LOOKED_AT, Hit, Search

_WEIGHTS = "10.0, 10.0, 5.0, 1.0"
"""Weights of number, title, ways to ask, and text: the best for FTS5 of those tried on the same questions."""
_BOOSTS = {"number": 10.0, "title": 10.0, "asked": 5.0, "body": 1.0}
"""Weights for BM25F, as for FTS5."""


def ours(finder: Finder) -> Search:
    """The companion's search."""

    def search(question: str, game: str) -> Iterable[Hit]:
        results = finder.find(question, game, LOOKED_AT).results
        return [Hit(each.id, each.game, each.section, each.title) for each in results]

    return search


@contextmanager
def fts5(library: Library, weights: str = _WEIGHTS) -> Iterator[Search]:
    """SQLite's FTS5 with porter stems and bm25, matching any word. The database is closed with the context."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute(
            "create virtual table rule using fts5(id unindexed, game unindexed, section unindexed, number, title, "
            "asked, body, tokenize = 'porter unicode61')"
        )
        rows = [(each.id, each.game, each.section, *_fields(each).values()) for each in documents(library)]
        base.executemany("insert into rule values (?, ?, ?, ?, ?, ?, ?)", rows)

        def search(question: str, game: str) -> Iterable[Hit]:
            words = " OR ".join(f'"{word}"' for word in words_of(question))
            if not words:
                return []
            rank = f"bm25(rule, 0.0, 0.0, 0.0, {weights})"
            where = "rule match ?" + (" and game = ?" if game else "")
            query = (
                f"select id, game, section, title from rule where {where} order by {rank} limit {LOOKED_AT}"
            )
            return [Hit(*row) for row in base.execute(query, (words, game) if game else (words,))]

        yield search


def bm25f(library: Library) -> Search:
    """Whoosh's BM25F with its own stemming, matching any word in any field."""
    stemmed = StemmingAnalyzer()
    fields = {name: TEXT(analyzer=stemmed, field_boost=boost) for name, boost in _BOOSTS.items()}
    index = MemoryStorage().create_index(Schema(hit=STORED, game=ID, **fields))
    writer = index.writer()
    for each in documents(library):
        hit = Hit(each.id, each.game, each.section, each.title)
        writer.add_document(hit=tuple(hit), game=each.game, **_fields(each))
    writer.commit()
    searcher = index.searcher()
    parser = MultifieldParser(list(_BOOSTS), index.schema, group=OrGroup)

    def search(question: str, game: str) -> Iterable[Hit]:
        query = parser.parse(" ".join(words_of(question)))
        wanted = Term("game", game) if game else None
        return [Hit(*each["hit"]) for each in searcher.search(query, limit=LOOKED_AT, filter=wanted)]

    return search


def _fields(document: Document) -> dict[str, str]:
    return {
        "number": " ".join(document.numbers),
        "title": document.title,
        "asked": "\n".join(document.asked),
        "body": "\n".join((document.above, *document.lines)),
    }
