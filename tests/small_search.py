"""A lexicon and documents written by hand, for tests of the search without an index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.search.documents import Document
from companion.search.indexed_document import IndexedDocument, pack
from companion.search.lexicon import Lexicon
from companion.search.tokens import stem


def lexicon_of(words: Mapping[str, int], size: int = 10, length: int = 100, **games: Any) -> Lexicon:
    """A lexicon with these words, each with the number of documents that contain it."""
    stems: Counter[str] = Counter()
    for word, documents in words.items():
        stems[stem(word)] += documents
    data = {"words": dict(words), "stems": dict(stems), "size": size, "length": length, "games": games}
    return Lexicon(data)


def game_of(name: str, *called: str, **other: Any) -> dict[str, Any]:
    """A game of a lexicon, with its name, the names by which players call it, and its other data."""
    return {"name": name, "called": called, "phrases": {}, "slang": [], "limits": {}, **other}


def document(
    title: str, lines: Sequence[str] = (), asked: Sequence[str] = (), name: str = "red:1", **other: Any
) -> IndexedDocument:
    """A document as it is ranked: a rule of the game `red` unless `other` says otherwise."""
    known = {"game": "red", "kind": "entry", "section": "", "numbers": (), "above": "", "authority": "rule"}
    texts = {"title": title, "lines": tuple(lines), "asked": tuple(asked), "source": "Rules"}
    return IndexedDocument(pack(Document(id=name, **{**known, **texts, **other})))
