"""What the player typed, taken apart: a number, a game, and groups of tokens that each word may stand for."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.search.lexicon import Lexicon
from companion.search.words import LONGEST_QUERY, STOP, plain, stem, words_of

COMPLETION = 0.8
HALF_SAID = 0.45
"""Weight of a word of which the phrase it stands in has been understood as a whole."""

_NUMBER = re.compile(
    r"(?:(?P<said>\b(?:rules?|sections?|sect?|para?|s)\b\.?\s*|§\s*|\bs(?=\d))|(?<!\w)(?<!\d[.-]))"
    r"(?P<number>\d{1,3}(?:\.\d{1,3})+|\d{1,3})(?:\s*\((?P<braced>[a-z])\)|\.?(?P<joined>[a-z])|\s(?P<apart>[a-z]))?(?!\w)(?!\.\d)"
)
_DASHED = re.compile(r"\s*(\d{1,2})-(\d{1,2}[a-z]?)\s*")


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
    text, named = _without_game(text, lexicon)
    number, rest = _number(text)
    words = words_of(rest)
    slug = named or game
    half = typing and bool(words) and not text.endswith((" ", "?"))
    groups, changed, unknown = _groups(words, lexicon, slug, half)
    return Question(number, bool(number) and not words, named, tuple(groups), tuple(changed), tuple(unknown))


def _number(text: str) -> tuple[str, str]:
    """The rule number in `text`, and `text` without it; a number called a rule counts before others."""
    if dashed := _DASHED.fullmatch(text):
        text = f"{dashed[1]}.{dashed[2]}"
    matches = [
        match
        for match in _NUMBER.finditer(text)
        if "." in match["number"] or match["said"] or match[0] == text.strip()
    ]
    if not matches:
        return "", text
    match = next((each for each in matches if each["said"]), matches[0])
    letter = match["braced"] or match["joined"] or ""
    end = match.end()
    if match["apart"]:
        if match[0].strip() == text.strip():
            letter = match["apart"]
        else:
            end = match.start("apart")
    return match["number"] + letter, f"{text[: match.start()]} {text[end:]}"


def _without_game(text: str, lexicon: Lexicon) -> tuple[str, str]:
    """`text` without the name of a game, and the game's slug."""
    for name in sorted(lexicon.games, key=len, reverse=True):
        match = re.search(rf"(?<!\w){re.escape(name)}(?!\w)(?!\.\d)", text)
        if match is not None:
            return f"{text[: match.start()]} {text[match.end() :]}", lexicon.games[name]
    return text, ""


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
        read += _read(word, lexicon, phrases, half and last, changed, unknown)
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
) -> list[str]:
    """The word itself where it is known, else the nearest known one, else two known ones run together."""
    root = stem(word)
    if (
        word in STOP
        or word in lexicon.words
        or root in lexicon.stems
        or any(root in known for known in phrases)
    ):
        return [word]
    if half and lexicon.completions(word):
        return [word]
    near = lexicon.nearest(word)[:1] or lexicon.apart(word)
    if near:
        changed.append((word, " ".join(near)))
        return near
    if not word.isdecimal():
        unknown.append(word)
    return [word]


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
