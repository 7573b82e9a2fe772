"""Reads conditions that the author combines from answers and results, as in `2 or not 3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

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
_LITTLE_WORDS = frozenset({"a", "an", "the", "is", "are", "it", "they"})
_NEGATIONS = frozenset({"any", "except", "neither", "no", "none", "not", "other", "unless", "without"})
_JOINING = frozenset(
    {"and", "at", "by", "for", "from", "his", "in", "of", "on", "or", "their", "to", "under", "with"}
)
"""Words that do not say what a label is about."""
_IN_BRACKETS = re.compile(r"\([^()]*\)")
"""A remark on a choice: `Long (to 18")`."""
_RULE = re.compile(r"\([^()]*\d\.\d[^()]*\)")
"""A remark with the number of a rule: `First volley (but see 6.7)`."""
_UNIT = re.compile(r"\s+in\s+\w+$", re.IGNORECASE)
"""The unit at the end of a label: `Range in inches`."""
_STEM = 5
"""Letters that words of the same kind have in common at their beginning."""
_FILLING = (
    "above against any behind below beside beyond has have he his inch inches inside into its near outside over that "
    "this through turn under unit upon which who within"
)
"""Words of a modifier that need not be in its condition."""
_EITHER = re.compile(r"\s+or\s+|[/,;]", re.IGNORECASE)
_OR = r"(?:\s*[,;]\s*|\s+or\s+)"
_BRACKETED = re.compile(
    rf"(?P<before>(?:[^()]*{_OR})?)(?P<first>(?:[^()]*\sand\s+)?)\(\s*(?P<inner>[^()]*?)\s*\)"
    rf"(?P<last>(?:\s+and\s[^()]*?)?)(?P<after>(?:{_OR}[^()]*)?)",
    re.IGNORECASE,
)
"""A condition with one pair of brackets, which `not` does not precede."""
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
    return alternatives


def named_by(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the conditions that a text names best; several if they fit equally well.

    `Guard` names `Class: Guard`, as do `Guard class` and `Attacker Guard` for `Attacker's class: Guard`; `Shaken`
    names `Are they shaken?`. Every word of the choice is in the text, and every other word of the text in the question.
    If no condition fits so well, one of several choices only needs its words in the text: `Target in soft cover` names
    `Cover: soft`, and `Long range` names `Range: Long (to 18")`.
    """
    wanted = _words(text)
    choices = {label: _words(_plain(label.rpartition(": ")[2])) for label in labels}
    same = [label for label, choice in choices.items() if choice and choice == wanted]
    if not same:
        same = [
            label
            for label, choice in choices.items()
            if choice and choice <= wanted <= choice | _words(label.rpartition(": ")[0])
        ]
    return tuple(same) or _with_choice_in(wanted, labels)


def leaves_out(label: str, text: str) -> bool:
    """Return whether a text has words that are not in the label of a condition, such as `Cavalry against square`.

    A condition such as `Charge: cavalry` may then be too wide for it. Words that begin alike, as in charge and
    charging, count as the same.
    """
    known = [word[:_STEM] for word in _words(label)]
    return any(word[:_STEM] not in known for word in subject_words(text))


def subject_words(label: str) -> set[str]:
    """Return the words that say what a label is about, in the singular and in lower case."""
    return _words(label) - _JOINING - _words(_FILLING)


def measured_by(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the questions that a text with a number in it repeats: `Range over 12 inches` the question `Range`.

    The number of a rule in brackets does not count.
    """
    text = _RULE.sub("", text)
    if not re.search(r"\d", text):
        return ()
    wanted = _words(text)
    words = {label: _words(_UNIT.sub("", _plain(label))) - _JOINING for label in labels}
    return tuple(label for label, of_label in words.items() if of_label and of_label <= wanted)


def alike(text: str, label: str) -> bool:
    """Return whether a text and the label of a condition are about the same thing: `Leader: attached` and `His leader`.

    The choice in the label does not count.
    """
    return bool(_words(text) & _words(label.rpartition(": ")[0] or label) - _JOINING)


def is_mostly(text: str, label: str) -> bool:
    """Return whether at least half of the words of the shorter one are in both: `men lost` and `Losses: men`."""
    one, other = _words(text) - _JOINING, _words(label) - _JOINING
    return 2 * len(one & other) >= max(min(len(one), len(other)), 1)


def with_words_of(text: str, label: str) -> bool:
    """Return whether a label has all words of a text, in the singular or plural: `gun base` and `Gun bases`."""
    wanted = _words(text)
    return bool(wanted) and wanted <= _words(label)


def is_same(text: str, label: str) -> bool:
    """Return whether a text and a label have the same words: `gun base` and `Gun bases`, `loss of` and `losses on`."""
    return _words(text) - {"of", "on"} == _words(label) - {"of", "on"}


def _with_choice_in(wanted: set[str], labels: Sequence[str]) -> tuple[str, ...]:
    """Return the choices that have all their words among those of a text, and the most in common with it.

    The words of its question count less than those of a choice. A choice such as `hard or fieldworks` needs those of
    one side. Nothing fits a text with `not`, unless the choice has it too.
    """
    fits: dict[str, tuple[int, int]] = {}
    for label in labels:
        question, _, choice = label.rpartition(": ")
        parts = [_words(part) for part in re.split(_EITHER, _plain(choice))] if question else []
        words = max((part for part in parts if part and part <= wanted), key=len, default=None)
        if words is None or words <= _NEGATIONS or (wanted - words) & _NEGATIONS:
            continue
        fits[label] = len(words), len((wanted - words) & _words(question))
    best = max(fits.values(), default=None)
    return tuple(label for label, fit in fits.items() if fit == best)


def _plain(label: str) -> str:
    """Return a label without remarks in brackets, unless nothing else is in it."""
    return _IN_BRACKETS.sub("", label).strip() or label


def _words(text: str) -> set[str]:
    """Return the words of a label that distinguish it, in lower case, without possessive and plural endings."""
    plain = re.sub(r"['\u2019]s?\b", "", text.casefold())
    words = set(re.findall(r"[^\W_]+", plain)) - _LITTLE_WORDS
    return {re.sub(r"(?<=ss)es$|(?<=[^\W_]{2}[^\Ws])s$", "", word) for word in words}


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
        number = _NUMBER.match(rest)
        if number and 0 < int(number[0]) <= len(labels) and _ends(rest[number.end() :]):
            return Term(labels[int(number[0]) - 1], is_not), rest[number.end() :]
    if _has_brackets(text):
        raise _Bracketed
    if named := _first_in_words(text, labels, own):
        return named
    numbered = ", ".join(f"{number} {label}" for number, label in enumerate(labels, 1))
    raise Refused(f"{shortened(text)!r} is not one of: {numbered}")


def _first_in_words(text: str, labels: Sequence[str], own: Sequence[str]) -> tuple[Term, str] | None:
    """Return the term that the words at the start of a text name, and the rest; None if they name no label.

    Raises Refused if they name several, unless only one of those is in `own`.
    """
    begins = _NOT.match(text)
    unread = text[begins.end() :] if begins else text
    words = _JOINED.split(unread, maxsplit=1)[0]
    named = _abbreviated(words, labels)
    named = named if len(named) < 2 else tuple(label for label in named if label in own) or named
    if len(named) > 1:
        numbered = ", ".join(f"{labels.index(label) + 1} {label}" for label in named)
        raise Refused(f"{shortened(words)!r} may be: {numbered}; type its number")
    return (Term(named[0], begins is not None), unread[len(words) :]) if named else None


def _abbreviated(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels that have all words of a text, some of them in the choice; those first whose choice it is."""
    wanted = _words(text)
    choices = {label: _words(_choice(label)) for label in labels if wanted <= _words(label)}
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
