"""The ranking: a few features of a document for a question, added up with fitted weights.

`weights.json` holds the weights. `python -m tests.evaluate.fit` fits them to labelled questions.
"""

from __future__ import annotations

import json
from functools import cache
from operator import mul
from pathlib import Path
from typing import NamedTuple

from companion.search.indexed_document import IndexedDocument
from companion.search.tokens import Letters

_WEIGHTS_FILE = Path(__file__).with_name("weights.json")
_LEAST = 0.01
"""Lowest score of a document."""


class Features(NamedTuple):
    """The features of a document for a question: shares from 0 to 1, meanings from -1; the last three are 0 or 1."""

    frequency: float
    """Its BM25 score, compared with the highest of all documents."""
    coverage: float
    """Share of the question, by weight of the words, that the document contains."""
    title: float
    """Similarity of the title: weight of the shared words over the root of both weights."""
    phrases: float
    """Similarity of the second nearest phrase by which players ask for it; two match by chance less often than one."""
    line: float
    """Similarity of the nearest line of its text."""
    second: float
    """Second highest of the similarities of title, nearest phrase and nearest line."""
    spelling: float
    """Similarity of the letters: shared trigrams of the question and the nearest title or phrase."""
    meaning: float
    """Nearness of the meaning of the nearest phrases, on average: half of them, at most five."""
    line_meaning: float
    """Nearness of the meaning of the nearest line."""
    above: float
    """Share of the question that the titles above the document contain."""
    calculator: float
    """Whether it is a calculator; its rule usually answers better."""
    chart: float
    """Whether it is a chart."""
    term: float
    """Whether it is a term of the glossary."""

    @property
    def score(self) -> float:
        """The weighted sum; always more than 0."""
        return float(max(_LEAST, sum(map(mul, self, weights()))))

    def parts(self) -> list[tuple[str, float, float]]:
        """Return name, value and weighted value of each feature that is not 0, the greatest first."""
        named = zip(self._fields, self, weights(), strict=True)
        parts = [(name, share, share * weight) for name, share, weight in named if share]
        return sorted(parts, key=lambda part: -abs(part[2]))


@cache
def weights() -> Features:
    """Return the weight of each feature."""
    return Features(**json.loads(_WEIGHTS_FILE.read_text(encoding="utf-8")))


def spelling(asked: Letters, document: IndexedDocument) -> float:
    """Return the similarity of the letters of a question to the nearest title or phrase of a document."""
    mask, size = asked
    return max(2 * (bits & mask).bit_count() / (count + size) for bits, count in document.letters)
