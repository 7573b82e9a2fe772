"""Reads conditions that the author combines from answers and results, as in `2 or not 3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.cli.authoring.labels import words_of
from companion.errors import Refused, shortened

HOW = (
    "Type numbers, or words such as Guard for Class: Guard. Combine conditions with or, and, not: 2 or 3 (at least "
    "one), 2 and 4 (both), not 2, ticks and not Guard."
)
"""Explanation of how to type a condition."""
TICKS = "the player ticks "
"""The beginning of the condition that the player ticks a modifier."""
_JOINED = re.compile(r"\s*[,;]\s*|\s+(?:or|and)\s+", re.IGNORECASE)
_NOT = re.compile(r"not\s+", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}")
_REMARK = re.compile(r"\s*\([^()]*\)$")
_OR = r"(?:\s*[,;]\s*|\s+or\s+)"
_BRACKETED = re.compile(
    rf"(?P<before>(?:[^()]*{_OR})?)(?P<first>(?:[^()]*\sand\s+)?)\(\s*(?P<inner>[^()]*?)\s*\)"
    rf"(?P<last>(?:\s+and\s[^()]*?)?)(?P<after>(?:{_OR}[^()]*)?)",
    re.IGNORECASE,
)
"""A condition with one pair of brackets, which `not` does not precede."""
_LONGEST_LIST = 400
"""Letters up to which a refusal lists all conditions."""
_EXAMPLE = "not 1 and (2 or 3) but 1 and 2 or 1 and 3"


class _Bracketed(Exception):
    """A condition contains brackets around terms."""


class Term(NamedTuple):
    """A label or its negation."""

    label: str
    is_not: bool = False

    @property
    def text(self) -> str:
        """The term as typed."""
        return f"not {self.label}" if self.is_not else self.label


def read_terms(
    text: str, labels: Sequence[str], alone: Sequence[str] = (), own: Sequence[str] = ()
) -> list[list[Term]]:
    """Return the alternatives of a condition, each a list of terms that must all hold; a comma means or.

    A term is one of `labels`, its number from 1, or words that name only this label, or only this one of those in
    `own`; `alone` are labels that cannot be combined. Raises Refused.
    """
    try:
        alternatives = _alternatives(text, labels, own)
    except _Bracketed:
        raise Refused(_without_brackets(text.strip(), labels)) from None
    terms = [term for terms_of_one in alternatives for term in terms_of_one]
    lone = next((term for term in terms if term.label in alone and (len(terms) > 1 or term.is_not)), None)
    if lone is not None:
        raise Refused(f"{lone.label} cannot be combined with another condition")
    for each in alternatives:
        for term in each:
            if term._replace(is_not=not term.is_not) in each:
                raise Refused(f"{term.label}: both this and not this are never true together")
    _refuse_unclear(alternatives, labels)
    return alternatives


def _refuse_unclear(alternatives: Sequence[Sequence[Term]], labels: Sequence[str]) -> None:
    """Raise Refused for `Close and Class: Guard or Class: Line`, of which `Close` may belong to both answers."""

    def numbered(*several: Sequence[Term]) -> str:
        terms = [[Term(str(labels.index(term.label) + 1), term.is_not) for term in each] for each in several]
        return typed_terms(terms)

    for one, other in pairwise(alternatives):
        question = one[-1].label.rpartition(": ")[0]
        if len(one) > 1 and len(other) == 1 and question and other[0].label.startswith(f"{question}: "):
            shared = " and ".join(term.text for term in one[:-1])
            raise Refused(
                f"This may mean two things. If {shared} must be true with each of the two answers to {question}, "
                f"type {numbered(one, [*one[:-1], *other])}. If {other[0].text} is enough alone, type "
                f"{numbered(other, one)}."
            )


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


def all_once(formulas: Sequence[str]) -> str:
    """Return the formula that is true if all formulas are true, with each part of them written once."""
    parts: list[str] = []
    for text in formulas:
        is_whole = "(" in text or " or " in text
        parts += [text] if is_whole else text.split(" and ")
    return all_of(list(dict.fromkeys(parts)))


def opposite(formula: str) -> str:
    """Return the negation of a formula."""
    return f"not ({formula})" if " " in formula else f"not {formula}"


def _alternatives(text: str, labels: Sequence[str], own: Sequence[str] = ()) -> list[list[Term]]:
    """Return the alternatives of a condition, as `read_terms` does. Raises Refused, and _Bracketed for brackets."""
    alternatives: list[list[Term]] = [[]]
    rest = text.strip()
    while True:
        term, rest = _first(rest, labels, own)
        alternatives[-1].append(term)
        joined = _JOINED.match(rest)
        if joined is None:
            break
        if joined[0].strip().lower() != "and":
            alternatives.append([])
        rest = rest[joined.end() :]
    return alternatives


def _first(text: str, labels: Sequence[str], own: Sequence[str]) -> tuple[Term, str]:
    """Return the term at the start of a text, and the rest of the text. Raises Refused."""
    for is_not in (False, True):
        begins = _NOT.match(text) if is_not else None
        if is_not and begins is None:
            break
        rest = text[begins.end() :] if begins else text
        for label in sorted(labels, key=len, reverse=True):
            if rest[: len(label)].casefold() == label.casefold() and _ends(rest[len(label) :]):
                return Term(label, is_not), rest[len(label) :]
        if rest.startswith(TICKS):
            return _no_longer_ticked(rest, labels, is_not)
        number = _NUMBER.match(rest)
        if number and 0 < int(number[0]) <= len(labels) and _ends(rest[number.end() :]):
            return Term(labels[int(number[0]) - 1], is_not), rest[number.end() :]
    if _has_brackets(text):
        raise _Bracketed
    if named := _first_in_words(text, labels, own):
        return named
    numbered = ", ".join(f"{number} {label}" for number, label in enumerate(labels, 1))
    if len(numbered) > _LONGEST_LIST:
        raise Refused(f"{shortened(text)!r} is none of the {len(labels)} conditions; ? lists them")
    raise Refused(f"{shortened(text)!r} is not one of: {numbered}")


def _no_longer_ticked(text: str, labels: Sequence[str], is_not: bool) -> tuple[Term, str]:
    """Return the answer at the start of a text that was a tick before, and the rest of the text.

    Raises Refused if there is none: words of a tick with commas in it must not be taken for other conditions.
    """
    unread = text.removeprefix(TICKS)
    for label in labels:
        parts = label.split(": ")
        for number in range(1, len(parts)):
            choice = ": ".join(parts[number:])
            if unread.startswith(choice) and _ends(unread[len(choice) :]):
                return Term(label, is_not), unread[len(choice) :]
    raise Refused(f"the player no longer ticks {shortened(unread)}; type the condition again")


def _first_in_words(text: str, labels: Sequence[str], own: Sequence[str]) -> tuple[Term, str] | None:
    """Return the term that the words at the start of a text name, and the rest; None if they name no label.

    Raises Refused if they name several, unless only one of those is in `own`.
    """
    begins = _NOT.match(text)
    unread = text[begins.end() :] if begins else text
    words = _title_at_start(unread, labels) or _JOINED.split(unread, maxsplit=1)[0]
    named = _abbreviated(words, labels)
    named = named if len(named) < 2 else tuple(label for label in named if label in own) or named
    if len(named) > 1:
        numbered = ", ".join(f"{labels.index(label) + 1} {label}" for label in named)
        raise Refused(f"{shortened(words)!r} may be: {numbered}; type its number")
    return (Term(named[0], begins is not None), unread[len(words) :]) if named else None


def _title_at_start(text: str, labels: Sequence[str]) -> str:
    """Return the words at the start of a text that are all of a label with `or` or `and` in it; empty without them.

    The words `the player ticks` and a remark in brackets may be left out: `Struck in flank or rear` is all of
    `the player ticks Struck in flank or rear (Defender)`.
    """
    titles = {_REMARK.sub("", label.removeprefix(TICKS)).casefold() for label in labels}
    found = (title for title in sorted(titles, key=len, reverse=True) if _JOINED.search(title))
    return next(
        (
            text[: len(title)]
            for title in found
            if text.casefold().startswith(title) and _ends(text[len(title) :])
        ),
        "",
    )


def _abbreviated(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels that have all words of a text, some of them in the choice; those first whose choice it is."""
    wanted = words_of(text)
    choices = {label: words_of(_choice(label)) for label in labels if wanted <= words_of(label)}
    same = tuple(label for label, choice in choices.items() if choice == wanted)
    return same or tuple(label for label, choice in choices.items() if choice & wanted)


def _choice(label: str) -> str:
    """Return the answer in the label of a condition, or the result: Guard for `Class: Guard` and `Class is Guard`.

    Of a tick, it is the whole label.
    """
    if label.startswith(TICKS):
        return label
    return label.rpartition(": ")[2] if ": " in label else label.rpartition(" is ")[2]


def _has_brackets(text: str) -> bool:
    """Return whether a text that is not a term begins or ends a bracket around terms."""
    unread = _NOT.sub("", text, count=1) if _NOT.match(text) else text
    term = _JOINED.split(unread, maxsplit=1)[0]
    return term.startswith("(") or term.count(")") > term.count("(")


def _without_brackets(text: str, labels: Sequence[str]) -> str:
    """Return the message that refuses brackets; it shows the condition without them if there is only one pair."""
    written = text
    if found := _BRACKETED.fullmatch(text):
        inner = re.split(_OR, found["inner"], flags=re.IGNORECASE)
        several = " or ".join(f"{found['first']}{part}{found['last']}" for part in inner)
        written = f"{found['before']}{several}{found['after']}"
    try:
        _alternatives(written, labels)
    except (Refused, _Bracketed):
        return f"brackets are not allowed in a condition; write every alternative out: {_EXAMPLE}"
    return f"brackets are not allowed in a condition; type this instead: {written}"


def _ends(rest: str) -> bool:
    """Return whether a term may end before this text."""
    return not rest or _JOINED.match(rest) is not None
