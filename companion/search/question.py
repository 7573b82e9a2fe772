"""What the player typed, taken apart: a number, a game, and groups of tokens that each word may stand for."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.search.lexicon import Lexicon
from companion.search.words import LONGEST_QUERY, STOP, plain, stem, words_of

TYPO = 0.8
COMPLETION = 0.8
HALF_SAID = 0.45
"""Weight of a word of which the phrase it stands in has been understood as a whole."""

_NUMBER = re.compile(
    r"(?:\b(?:rules?|sections?|sec|par|para|s)\.?\s*|§\s*)?(?<![\w.])s?(\d{1,3}(?:\.\d{1,3})+|\d{1,3})\s*(?:\(([a-z])\)|([a-z]))?(?![\w.])"
)


class Group(NamedTuple):
    """One word (or phrase) of the question and the stems it may stand for, each with a weight up to 1."""

    said: str
    stems: dict[str, float]
    worth: float = 1.0


class Question(NamedTuple):
    """A query ready for the index."""

    number: str
    """Rule number asked for, 10.6a; empty for none."""
    bare: bool
    """True where the number is all there is."""
    game: str
    """Game named in the question; empty for none."""
    groups: tuple[Group, ...]
    changed: tuple[tuple[str, str], ...]
    """Words read as others: (typed, read)."""
    unknown: tuple[str, ...]
    """Words that stand nowhere and are near to none."""


def ask(text: str, lexicon: Lexicon, game: str, typing: bool) -> Question:
    """The question `text` stands for. `game` is the game in play; `typing` takes the last word as half typed."""
    text = plain(text[:LONGEST_QUERY])
    number, rest = _number(text)
    words = words_of(rest)
    words, named = _without_game(words, lexicon)
    slug = named or game
    half = typing and bool(words) and not text.endswith((" ", "?"))
    groups, changed, unknown = _groups(words, lexicon, slug, half)
    return Question(number, bool(number) and not words, named, tuple(groups), tuple(changed), tuple(unknown))


def _number(text: str) -> tuple[str, str]:
    match = _NUMBER.search(text)
    if match is None:
        return "", text
    whole = match.group(0).strip() == text.strip()
    if "." not in match[1] and not whole and not re.match(r"\s*(?:rule|section|§|s\d)", match.group(0)):
        return "", text
    letter = match[2] or match[3] or ""
    spaced = match[3] and text[match.start(3) - 1] == " "
    if spaced and not whole:
        return match[1], text[: match.start()] + " " + text[match.start(3) :]
    return match[1] + letter, text[: match.start()] + " " + text[match.end() :]


def _without_game(words: list[str], lexicon: Lexicon) -> tuple[list[str], str]:
    for name in sorted(lexicon.games, key=len, reverse=True):
        parts = name.split()
        for place in range(len(words) - len(parts) + 1):
            if words[place : place + len(parts)] == parts:
                return words[:place] + words[place + len(parts) :], lexicon.games[name]
    return words, ""


def _groups(
    words: list[str], lexicon: Lexicon, slug: str, half: bool
) -> tuple[list[Group], list[tuple[str, str]], list[str]]:
    changed: list[tuple[str, str]] = []
    unknown: list[str] = []
    slang = {word for each, listed in lexicon.slang.items() if not slug or each == slug for word in listed}
    phrases = [known for each, known in lexicon.phrases.items() if not slug or each == slug]
    read: list[str] = []
    for place, word in enumerate(words):
        last = place == len(words) - 1
        read.append(_read(word, lexicon, phrases, half and last, changed, unknown))
    groups = _said_in_phrases(read, phrases)
    covered = {word for group in groups for word in group.said.split()}
    carrying = [word for word in read if word not in STOP and word not in slang]
    for place, word in enumerate(carrying or read):
        stems = {stem(word): 1.0}
        if half and place == len(carrying or read) - 1 and word == words[-1]:
            for longer in lexicon.completions(word):
                stems.setdefault(stem(longer), COMPLETION)
        for known in phrases:
            for weight, meant in known.get(stem(word), []):
                for each in meant:
                    stems[each] = max(stems.get(each, 0.0), weight / len(meant) ** 0.5)
        groups.append(Group(word, stems, HALF_SAID if word in covered else 1.0))
    return groups, changed, unknown


def _read(
    word: str,
    lexicon: Lexicon,
    phrases: list[dict[str, list[list[object]]]],
    half: bool,
    changed: list[tuple[str, str]],
    unknown: list[str],
) -> str:
    """The word itself where it is known, else the nearest known one."""
    root = stem(word)
    if (
        word in STOP
        or word in lexicon.words
        or root in lexicon.stems
        or any(root in known for known in phrases)
    ):
        return word
    if half and lexicon.completions(word):
        return word
    near = lexicon.nearest(word)
    if near:
        changed.append((word, near[0]))
        return near[0]
    if not word.isdecimal():
        unknown.append(word)
    return word


def _said_in_phrases(
    words: list[str], phrases: list[dict[str, list[list[float | list[str]]]]]
) -> list[Group]:
    """Groups for two to four words that together stand for something."""
    roots = [stem(word) for word in words]
    groups = []
    for length in (4, 3, 2):
        for place in range(len(words) - length + 1):
            key = " ".join(roots[place : place + length])
            stems: dict[str, float] = {}
            for known in phrases:
                for weight, meant in known.get(key, []):
                    assert isinstance(weight, float) and isinstance(meant, list)
                    for each in meant:
                        stems[each] = max(stems.get(each, 0.0), weight)
            if stems:
                groups.append(Group(" ".join(words[place : place + length]), stems))
    return groups
