"""Numbered lists of choices in `new-example`: answered by number or in words, one or several at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from companion.cli.authoring.calculator.conditions import read_terms
from companion.engine.answers import folded, legal_choices
from companion.engine.questions import OpenQuestion
from companion.engine.typed_choices import numbers_in
from companion.errors import Refused, shortened
from companion.model import Choice, Input
from companion.model.answer_keys import explained_name

NONE = "none"
"""Typed for none of several choices."""
_NO_CHOICE = frozenset({"", "-", "0", "no", NONE})
_NUMBERS = re.compile(r"\d{1,4}(?:(?:\s*[,;]\s*|\s+and\s+|\s+)\d{1,4})*", re.IGNORECASE)
_IN_ONE_COLUMN = 8
"""Most lines of a list that is not set in two columns."""


class Choices:
    """A list of choices with numbers. If one of the names is itself a number, the list has no others."""

    def __init__(self, labels: Sequence[str], keys: Sequence[str] = ()) -> None:
        """`keys` are other names of the choices; the key replaces a label that occurs twice."""
        often = Counter(labels)
        keys = keys or labels
        self.labels = [label if often[label] == 1 else key for label, key in zip(labels, keys, strict=True)]
        self._keys = dict(zip(self.labels, keys, strict=True))
        self._is_numbered = not any(re.fullmatch(r"[+-]?\d+", label) for label in self.labels)

    @property
    def numbered(self) -> list[str]:
        """The choices with their numbers."""
        return [self._named(label) for label in self.labels]

    @property
    def text(self) -> str:
        """The choices on one line: `1 close; 2 long`."""
        return "; ".join(self.numbered)

    @property
    def how(self) -> str:
        """How to type several: `as in 1 3`."""
        return f"as in 1 {min(len(self.labels), 3)}"

    def key(self, label: str) -> str:
        """Return the key of a choice; another text is returned unchanged."""
        return self._keys.get(label, label)

    def one(self, text: str) -> str:
        """Return the label whose number, name or beginning of a name is typed. Raises Refused."""
        word = folded(text.strip())
        named = [label for label in self.labels if word in (folded(label), folded(self._keys[label]))]
        if named:
            return named[0]
        if self._is_numbered and word.isdecimal() and 0 < int(word[:9]) <= len(self.labels):
            return self._at(int(word[:9]), numbers_in)
        begun = [] if word.isdecimal() else self._beginning(word)
        if len(begun) == 1:
            return begun[0]
        if begun:
            several = ", ".join(self._named(label) for label in begun)
            raise Refused(f"{shortened(text)!r} may be: {several}; type more letters or the number")
        raise Refused(f"{shortened(text)!r} is not one of: {self.text}")

    def several(self, text: str) -> list[str]:
        """Return the labels that are typed, in the order of the list. Raises Refused."""
        if text.strip().casefold() in _NO_CHOICE and not self._is_name(text):
            return []
        if all(self._is_name(part) or self._begins_one(part) for part in text.split(",")):
            chosen = [self.one(part) for part in text.split(",")]
        elif _NUMBERS.fullmatch(text.strip()):
            chosen = [self._at(int(number), _digits_in) for number in re.findall(r"\d+", text)]
        else:
            terms = [term for terms in read_terms(text, self.labels) for term in terms]
            if any(term.is_not for term in terms):
                raise Refused(f"type the numbers or words of those that apply, {self.how}")
            chosen = [term.label for term in terms]
        return [label for label in self.labels if label in chosen]

    def adapted(self, text: str) -> str:
        """Return an earlier answer with several choices without those that are no longer in the list."""
        if text.strip().casefold() in _NO_CHOICE:
            return text
        kept = []
        for label in sorted(self.labels, key=len, reverse=True):
            shorter = re.sub(rf"(?:(?<=^)|(?<=, )){re.escape(label)}(?=, |$)", "", text)
            kept += [label] if shorter != text else []
            text = shorter
        return joined([label for label in self.labels if label in kept])

    def _named(self, label: str) -> str:
        return f"{self.labels.index(label) + 1} {label}" if self._is_numbered else label

    def _is_name(self, text: str) -> bool:
        """Return whether a text is the whole name of a choice."""
        word = folded(text.strip())
        return any(word in (folded(label), folded(key)) for label, key in self._keys.items())

    def _at(self, number: int, read: Callable[[str], list[int]]) -> str:
        """Return the choice with this number. Raises Refused if `read` finds it at the beginning of another name."""
        if not (self._is_numbered and 0 < number <= len(self.labels)):
            raise Refused(f"'{number}' is not one of: {self.text}")
        chosen = self.labels[number - 1]
        for label in self.labels:
            if label != chosen and number in read(" ".join(label.split()[:1])):
                raise Refused(f"'{number}' may be: {number} {chosen}, or {label}; type the words")
        return chosen

    def _begins_one(self, text: str) -> bool:
        """Return whether a text is the beginning of one choice only."""
        return len(self._beginning(folded(text.strip()))) == 1 and not text.strip().isdecimal()

    def _beginning(self, word: str) -> list[str]:
        """Return the choices that begin with a word: the label, what follows its colon, or the key."""
        names = {label: (label, label.rpartition(": ")[2], key) for label, key in self._keys.items()}
        return [
            label for label, every in names.items() if any(folded(name).startswith(word) for name in every)
        ]


class AnswerChoices(Choices):
    """The choices of a question of a calculator; no choices for a number, or yes or no."""

    def __init__(self, asked: Input, legal: Sequence[Choice]) -> None:
        """`legal` are the choices that are possible with the answers so far."""
        super().__init__([explained_name(choice) for choice in legal], [choice.key for choice in legal])
        self._asked = asked
        keys = {choice.key for choice in legal}
        self._barred = {
            folded(name): choice.key
            for choice in asked.choices
            for name in (choice.key, choice.label)
            if choice.key not in keys
        }

    @property
    def known(self) -> list[str]:
        """Names of all choices, including those that are not possible now."""
        return [name for choice in self._asked.choices for name in (choice.key, choice.label) if name]

    def typed(self, text: str) -> str:
        """Return an answer in its final form: a choice by its label. Raises Refused."""
        if self._asked.kind not in ("choice", "set") or folded(text) in self._barred:
            return text
        return joined(self.several(text)) if self._asked.kind == "set" else self.one(text)

    def answer(self, text: str) -> str:
        """Return an answer in its final form as the calculator takes it, with the keys of choices."""
        if self._asked.kind not in ("choice", "set"):
            return text
        if folded(text) in self._barred:
            return self._barred[folded(text)]
        several = self.several(text) if self._asked.kind == "set" else [text]
        return ", ".join(self.key(label) for label in several)

    def label(self, key: str) -> str:
        """Return the label of a choice; another text is returned unchanged."""
        return next((label for label in self.labels if self.key(label) == key), key)


def listed_choices(question: OpenQuestion) -> AnswerChoices:
    """Return the choices that are possible with the answers so far, each once."""
    legal = {choice.key: choice for choice in legal_choices(question.given, question.scope)}
    return AnswerChoices(question.given, list(legal.values()))


def _digits_in(word: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d{1,6}", word)]


def joined(labels: Sequence[str]) -> str:
    """Return several choices as the text of an answer."""
    return ", ".join(labels) or NONE


def in_columns(texts: Sequence[str], width: int) -> list[str]:
    """Return the lines of a list, in two columns if it is long and narrow enough."""
    half = (len(texts) + 1) // 2
    left, right = texts[:half], [*texts[half:], ""]
    room = max(map(len, left), default=0)
    if len(texts) <= _IN_ONE_COLUMN or 2 + room + 2 + max(map(len, right)) > width:
        return [f"  {text}" for text in texts]
    return [f"  {text:<{room}}  {right[place]}".rstrip() for place, text in enumerate(left)]
