"""Finding by number: the rule, then its family, in the order of the book."""

from __future__ import annotations

from companion.search.indexed_document import IndexedDocument
from companion.search.postings import Postings, document_numbers
from companion.search.rule_numbers import Number, in_book
from companion.search.scoring import Scorer

_MOST = 200
"""Documents of one number that are looked at."""
_KIND_ORDER = {"entry": 0, "ruling": 0, "procedure": 1, "chart": 2, "term": 3}


def with_number(
    asked: Number, within: int, postings: Postings, scorer: Scorer | None
) -> list[tuple[float, IndexedDocument]]:
    """Documents with the number first, then its family, in the order of the book.

    Of several with the very number those first that answer the words beside it. Of a number that is not there its
    rule's.
    """
    if asked.step:
        found = _family(f"{asked.number}_{asked.step}", within, postings, scorer)
        rest = _family(asked.number, within, postings, scorer)
        return found + [each for each in rest if each[1] not in {row for _, row in found}]
    number = asked.number
    while number:
        found = _family(number, within, postings, scorer)
        if found:
            return found
        number = number[:-1] if number[-1].isalpha() else number.rpartition(".")[0]
    return []


def nearest_numbers(asked: Number, within: int, postings: Postings) -> list[str]:
    """The printed numbers next to one that is not there."""
    terms = [term for term in postings.beginning("number", "")[:5000] if "_" not in term]
    place = in_book(asked.number)
    there = sorted(
        (in_book(term), term) for term in terms if postings.documents_with("number", term) & within
    )
    before = [term for key, term in there if key < place][-2:]
    return before + [term for key, term in there if key > place][:1]


def _family(
    number: str, within: int, postings: Postings, scorer: Scorer | None
) -> list[tuple[float, IndexedDocument]]:
    exact = {number, f"{number}.0"} if "." not in number else {number}
    terms = [term for term in postings.beginning("number", number) if _belongs(term, number)]
    same = family = 0
    for term in terms:
        if term in exact:
            same |= postings.documents_with("number", term)
        else:
            family |= postings.documents_with("number", term)
    same &= within
    family &= within & ~same
    first = [(postings.row(each), True) for each in document_numbers(same, _MOST)]
    rows = first + [(postings.row(each), False) for each in document_numbers(family, _MOST - len(first))]

    def place(pair: tuple[IndexedDocument, bool]) -> tuple[object, ...]:
        row, very = pair
        said = scorer.score(row, 0.0) if scorer and very else 0.0
        return row.game, not very, _KIND_ORDER[row.kind], -said, in_book(row.section), row.id

    return [(2.0 if very else 1.0, row) for row, very in sorted(rows, key=place)]


def _belongs(term: str, number: str) -> bool:
    return not term[len(number) : len(number) + 1].isdigit() and "_" not in term[len(number) :]
