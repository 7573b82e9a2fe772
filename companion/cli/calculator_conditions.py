"""Reads conditions that the author combines from answers and results, as in `2 or not 3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.errors import Refused, shortened

HOW = "Combine conditions with or, and, not: 2 or 3 (at least one), 2 and 4 (both), not 2."
"""Explanation of how to type a condition."""
_JOINED = re.compile(r"\s*[,;]\s*|\s+(?:or|and)\s+", re.IGNORECASE)
_NOT = re.compile(r"not\s+", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}")


class Term(NamedTuple):
    """A label or its negation."""

    label: str
    is_not: bool = False

    @property
    def text(self) -> str:
        """The term as typed."""
        return f"not {self.label}" if self.is_not else self.label


def read_terms(text: str, labels: Sequence[str], alone: Sequence[str] = ()) -> list[list[Term]]:
    """Return the alternatives of a condition, each a list of terms that must all hold; a comma means or.

    A term is one of `labels`, or its number from 1; `alone` are labels that cannot be combined. Raises Refused.
    """
    alternatives: list[list[Term]] = [[]]
    rest = text.strip()
    while True:
        term, rest = _first(rest, labels)
        alternatives[-1].append(term)
        joined = _JOINED.match(rest)
        if joined is None:
            break
        if joined[0].strip().lower() != "and":
            alternatives.append([])
        rest = rest[joined.end() :]
    terms = [term for terms_of_one in alternatives for term in terms_of_one]
    lone = next((term for term in terms if term.label in alone and (len(terms) > 1 or term.is_not)), None)
    if lone is not None:
        raise Refused(f"{lone.label} cannot be combined with another condition")
    return alternatives


def typed_terms(alternatives: Sequence[Sequence[Term]]) -> str:
    """Return a condition as text with labels, which `read_terms` can read again."""
    return " or ".join(" and ".join(term.text for term in terms) for terms in alternatives)


def any_of(alternatives: Sequence[Sequence[str]]) -> str:
    """Return the formula that is true if all formulas of at least one alternative are true."""
    return " or ".join(all_of(each) for each in alternatives)


def all_of(formulas: Sequence[str]) -> str:
    """Return the formula that is true if all formulas are true."""
    several = [text for text in formulas if text]
    return " and ".join(f"({text})" if " or " in text and len(several) > 1 else text for text in several)


def opposite(formula: str) -> str:
    """Return the negation of a formula."""
    return f"not ({formula})" if " " in formula else f"not {formula}"


def _first(text: str, labels: Sequence[str]) -> tuple[Term, str]:
    """Return the term at the start of a text, and the rest of the text. Raises Refused."""
    for is_not in (False, True):
        begins = _NOT.match(text) if is_not else None
        if is_not and begins is None:
            break
        rest = text[begins.end() :] if begins else text
        for label in sorted(labels, key=len, reverse=True):
            if rest[: len(label)].casefold() == label.casefold() and _ends(rest[len(label) :]):
                return Term(label, is_not), rest[len(label) :]
        number = _NUMBER.match(rest)
        if number and 0 < int(number[0]) <= len(labels) and _ends(rest[number.end() :]):
            return Term(labels[int(number[0]) - 1], is_not), rest[number.end() :]
    numbered = ", ".join(f"{number} {label}" for number, label in enumerate(labels, 1))
    raise Refused(f"{shortened(text)!r} is not one of: {numbered}")


def _ends(rest: str) -> bool:
    """Return whether a term may end before this text."""
    return not rest or _JOINED.match(rest) is not None
