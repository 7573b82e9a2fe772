"""Finds rules by number: the rule itself, then its sub-rules in the order of the book."""

from __future__ import annotations

from companion.search.indexed_document import IndexedDocument, Ranked
from companion.search.postings import Postings, document_numbers
from companion.search.rule_numbers import Number, book_order
from companion.search.scoring import Scorer

_MOST = 200
"""Most documents to read for one number."""
_KIND_ORDER = {"entry": 0, "ruling": 0, "import": 0, "procedure": 1, "chart": 2, "term": 3}


def with_number(asked: Number, within: int, postings: Postings, scorer: Scorer | None) -> Ranked:
    """Return the documents in the set `within` that have the number, then its sub-rules.

    Documents with exactly this number are sorted by how well they match the other words. If there are none, return
    those of the nearest rule above. The document of a numbered step is returned again with those of its rule.
    """
    if asked.step:
        step = _family(f"{asked.number}_{asked.step}", within, postings, scorer)
        return step + _family(asked.number, within, postings, scorer)
    number = asked.number
    while number:
        if family := _family(number, within, postings, scorer):
            return family
        number = number[:-1] if number[-1].isalpha() else number.rpartition(".")[0]
    return []


def nearest_numbers(asked: Number, within: int, postings: Postings) -> list[str]:
    """Return the printed numbers before and after one that does not exist."""
    terms = [term for term in postings.terms("number", "")[:5000] if "_" not in term]
    place = book_order(asked.number)
    existing = sorted(
        (book_order(term), term) for term in terms if postings.documents_with("number", term) & within
    )
    before = [term for key, term in existing if key < place][-2:]
    return before + [term for key, term in existing if key > place][:1]


def _family(number: str, within: int, postings: Postings, scorer: Scorer | None) -> Ranked:
    """Return the documents with a number and those of its sub-rules; empty if there are none."""
    exact = {number, f"{number}.0"} if "." not in number else {number}
    same = family = 0
    for term in postings.terms("number", number):
        if not _is_in_family(term, number):
            continue
        if term in exact:
            same |= postings.documents_with("number", term)
        else:
            family |= postings.documents_with("number", term)
    same &= within
    family &= within & ~same
    first = [(postings.document(place), True) for place in document_numbers(same, _MOST)]
    rest = document_numbers(family, _MOST - len(first))
    documents = first + [(postings.document(place), False) for place in rest]

    def order(pair: tuple[IndexedDocument, bool]) -> tuple[object, ...]:
        document, is_exact = pair
        score = scorer.features(document, 0.0).score if scorer and is_exact else 0.0
        kind = _KIND_ORDER[document.kind]
        return document.game, not is_exact, kind, -score, book_order(document.section), document.id

    return [(2.0 if is_exact else 1.0, document) for document, is_exact in sorted(documents, key=order)]


def _is_in_family(term: str, number: str) -> bool:
    return not term[len(number) : len(number) + 1].isdigit() and "_" not in term[len(number) :]
