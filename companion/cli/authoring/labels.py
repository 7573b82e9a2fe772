"""Compares the words of labels, such as those of modifiers, questions and answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
_SIGNED = re.compile(r"[+\-\u2212\u2013]\s?\d+")
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


def named_by(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the conditions that a text names best; several if they fit equally well.

    `Guard` names `Class: Guard`, as do `Guard class` and `Attacker Guard` for `Attacker's class: Guard`; `Shaken`
    names `Are they shaken?`. Every word of the choice is in the text, and every other word of the text in the question.
    If no condition fits so well, one of several choices only needs its words in the text: `Target in soft cover` names
    `Cover: soft`, and `Long range` names `Range: Long (to 18")`.
    """
    wanted = words_of(text)
    choices = {label: words_of(_plain(label.rpartition(": ")[2])) for label in labels}
    same = [label for label, choice in choices.items() if choice and choice == wanted]
    if not same:
        same = [
            label
            for label, choice in choices.items()
            if choice and choice <= wanted <= choice | words_of(label.rpartition(": ")[0])
        ]
    return tuple(same) or _with_choice_in(wanted, labels)


def leaves_out(label: str, text: str) -> bool:
    """Return whether a text has words that are not in the label of a condition, such as `Cavalry against square`.

    A condition such as `Charge: cavalry` may then be too wide for it. Words that begin alike, as in charge and
    charging, count as the same.
    """
    known = [word[:_STEM] for word in words_of(label)]
    return any(word[:_STEM] not in known for word in subject_words(text))


def subject_words(label: str) -> set[str]:
    """Return the words that say what a label is about, in the singular and in lower case."""
    return words_of(label) - _JOINING - words_of(_FILLING)


def measured_by(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the questions that a text with a number in it repeats: `Range over 12 inches` the question `Range`.

    The number of a rule in brackets does not count, nor does an amount such as `(+2 if it is both)`.
    """
    text = _SIGNED.sub("", _RULE.sub("", text))
    if not re.search(r"\d", text):
        return ()
    wanted = words_of(text)
    words = {label: words_of(_UNIT.sub("", _plain(label))) - _JOINING for label in labels}
    return tuple(label for label, of_label in words.items() if of_label and of_label <= wanted)


def alike(text: str, label: str) -> bool:
    """Return whether a text and the label of a condition are about the same thing: `Leader: attached` and `His leader`.

    The choice in the label does not count.
    """
    return bool(words_of(text) & words_of(label.rpartition(": ")[0] or label) - _JOINING)


def is_mostly(text: str, label: str) -> bool:
    """Return whether at least half of the words of the shorter one are in both: `men lost` and `Losses: men`."""
    one, other = words_of(text) - _JOINING, words_of(label) - _JOINING
    return 2 * len(one & other) >= max(min(len(one), len(other)), 1)


def with_words_of(text: str, label: str) -> bool:
    """Return whether a label has all words of a text, in the singular or plural: `gun base` and `Gun bases`."""
    wanted = words_of(text)
    return bool(wanted) and wanted <= words_of(label)


def is_same(text: str, label: str) -> bool:
    """Return whether a text and a label have the same words: `gun base` and `Gun bases`, `loss of` and `losses on`."""
    return words_of(text) - {"of", "on"} == words_of(label) - {"of", "on"}


def _with_choice_in(wanted: set[str], labels: Sequence[str]) -> tuple[str, ...]:
    """Return the choices that have all their words among those of a text, and the most in common with it.

    The words of its question count less than those of a choice. A choice such as `hard or fieldworks` needs those of
    one side. Nothing fits a text with `not`, unless the choice has it too.
    """
    fits: dict[str, tuple[int, int]] = {}
    for label in labels:
        question, _, choice = label.rpartition(": ")
        parts = [words_of(part) for part in re.split(_EITHER, _plain(choice))] if question else []
        words = max((part for part in parts if part and part <= wanted), key=len, default=None)
        if words is None or words <= _NEGATIONS or (wanted - words) & _NEGATIONS:
            continue
        fits[label] = len(words), len((wanted - words) & words_of(question))
    best = max(fits.values(), default=None)
    return tuple(label for label, fit in fits.items() if fit == best)


def _plain(label: str) -> str:
    """Return a label without remarks in brackets, unless nothing else is in it."""
    return _IN_BRACKETS.sub("", label).strip() or label


def words_of(text: str) -> set[str]:
    """Return the words of a label that distinguish it, in lower case, without possessive and plural endings."""
    plain = re.sub(r"['\u2019]s?\b", "", text.casefold())
    words = set(re.findall(r"[^\W_]+", plain)) - _LITTLE_WORDS
    return {re.sub(r"(?<=ss)es$|(?<=[^\W_]{2}[^\Ws])s$", "", word) for word in words}
