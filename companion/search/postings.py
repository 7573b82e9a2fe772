"""The postings of Whoosh as sets of documents. A set is a long integer with a bit for each document.

Each term is read once; whole sets are combined in one operation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.search.indexed_document import IndexedDocument

_TERMS_CACHED = 6000
_DOCUMENTS_CACHED = 4000


class Postings:
    """The documents of an index, and the set of documents with each term; the most recently used are cached."""

    def __init__(self, reader: Any) -> None:
        self.reader = reader
        self.size: int = reader.doc_count_all()
        self._leaves = [(leaf, first) for leaf, first in reader.leaf_readers()]
        self._packed = reader.column_reader("stored", translate=False) if self.size else ()
        self.documents_with = lru_cache(_TERMS_CACHED)(self._documents_with)
        self.document = lru_cache(_DOCUMENTS_CACHED)(self._document)

    def _documents_with(self, field: str, text: str) -> int:
        """Return the set of documents that contain a term in a field."""
        bits = bytearray(self.size // 8 + 1)
        for leaf, first in self._leaves:
            if (field, text) in leaf:
                for number in leaf.postings(field, text).all_ids():
                    number += first
                    bits[number >> 3] |= 1 << (number & 7)
        return int.from_bytes(bits, "little")

    def terms(self, field: str, start: str) -> list[str]:
        """Return the terms of a field that begin with `start`, sorted."""
        return [text.decode() for text in self.reader.expand_prefix(field, start)]

    def _document(self, number: int) -> IndexedDocument:
        """Return the document with a number."""
        return IndexedDocument(self._packed[number].decode())


def document_numbers(documents: int, most: int) -> Iterator[int]:
    """Yield the first `most` document numbers of a set."""
    while documents and most > 0:
        lowest = documents & -documents
        yield lowest.bit_length() - 1
        documents ^= lowest
        most -= 1


class ScoreTable:
    """Points of every document, stored as a set of documents for each binary digit of the points."""

    def __init__(self) -> None:
        self.digits: list[int] = []

    def add(self, documents: int, points: int) -> None:
        """Add points to each document of a set."""
        place = 0
        while points:
            if points & 1:
                self._add_bit(documents, place)
            points >>= 1
            place += 1

    def _add_bit(self, documents: int, place: int) -> None:
        while documents:
            while len(self.digits) <= place:
                self.digits.append(0)
            digit = self.digits[place]
            self.digits[place] = digit ^ documents
            documents &= digit
            place += 1

    def best(self, within: int, most: int, ties: int = 0) -> list[int]:
        """Return the numbers of about `most` documents in the set `within` with the most points.

        Documents that tie for the last places are left out; if fewer than half of `most` remain, up to `ties` documents
        are returned with them.
        """
        sure, tied = 0, 0
        for digit in self.digits:
            tied |= digit
        tied &= within
        if tied.bit_count() <= most:
            return list(document_numbers(tied, most))
        for digit in reversed(self.digits):
            more = sure | (tied & digit)
            if more.bit_count() > most:
                tied &= digit
            else:
                sure, tied = more, tied & ~digit
        best = list(document_numbers(sure, most))
        if 2 * len(best) >= most:
            return best
        return best + list(document_numbers(tied, max(most, ties) - len(best)))
