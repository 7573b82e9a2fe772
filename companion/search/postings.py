"""Whoosh's postings as sets of documents, a bit a document: a term is read once, sets combine at once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from companion.search.indexed_document import IndexedDocument

_TERMS_KEPT = 6000
_ROWS_KEPT = 4000


class Postings:
    """What stands in which document."""

    def __init__(self, reader: Any) -> None:
        self.reader = reader
        self.size: int = reader.doc_count_all()
        self._leaves = [(leaf, first) for leaf, first in reader.leaf_readers()]
        self._packed = reader.column_reader("stored", translate=False)
        self._terms: dict[tuple[str, str], int] = {}
        self._rows: OrderedDict[int, IndexedDocument] = OrderedDict()

    def documents_with(self, field: str, text: str) -> int:
        """The documents with a term."""
        key = field, text
        found = self._terms.get(key)
        if found is None:
            if len(self._terms) >= _TERMS_KEPT:
                self._terms.clear()
            found = self._terms[key] = self._read(field, text)
        return found

    def _read(self, field: str, text: str) -> int:
        held = bytearray(self.size // 8 + 1)
        for leaf, first in self._leaves:
            if (field, text) in leaf:
                for number in leaf.postings(field, text).all_ids():
                    number += first
                    held[number >> 3] |= 1 << (number & 7)
        return int.from_bytes(held, "little")

    def beginning(self, field: str, start: str) -> list[str]:
        """The terms of a field that begin with `start`, in order."""
        return [text.decode() for text in self.reader.expand_prefix(field, start)]

    def row(self, number: int) -> IndexedDocument:
        """A document."""
        found = self._rows.get(number)
        if found is None:
            found = IndexedDocument(self._packed[number].decode())
            if len(self._rows) >= _ROWS_KEPT:
                self._rows.popitem(last=False)
            self._rows[number] = found
        return found


def document_numbers(documents: int, most: int) -> Iterator[int]:
    """The first documents of a set."""
    while documents and most > 0:
        lowest = documents & -documents
        yield lowest.bit_length() - 1
        documents ^= lowest
        most -= 1


class ScoreTable:
    """Points of every document at once: one set for each binary digit."""

    def __init__(self) -> None:
        self.digits: list[int] = []

    def add(self, documents: int, points: int) -> None:
        """Gives each document of a set so many points."""
        place = 0
        while points:
            if points & 1:
                self._carry(documents, place)
            points >>= 1
            place += 1

    def _carry(self, documents: int, place: int) -> None:
        while documents:
            while len(self.digits) <= place:
                self.digits.append(0)
            held = self.digits[place]
            self.digits[place] = held ^ documents
            documents &= held
            place += 1

    def best(self, within: int, most: int, evens: int = 0) -> list[int]:
        """About so many documents of `within` that have points, those with the most.

        Of many that are even at the end of the list none; where the list were short without them, up to `evens`.
        """
        sure, even = 0, 0
        for digit in self.digits:
            even |= digit
        even &= within
        if even.bit_count() <= most:
            return list(document_numbers(even, most))
        for digit in reversed(self.digits):
            more = sure | (even & digit)
            if more.bit_count() > most:
                even &= digit
            else:
                sure, even = more, even & ~digit
        taken = list(document_numbers(sure, most))
        if 2 * len(taken) >= most:
            return taken
        return taken + list(document_numbers(even, max(most, evens) - len(taken)))
