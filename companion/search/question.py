"""What the player typed, taken apart: filters, a number, a game, and groups of stems that each word may stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from companion.search.everyday import EVERYDAY, everyday
from companion.search.filters import Filters, filters_of
from companion.search.lexicon import Lexicon
from companion.search.rule_numbers import Number, number_in
from companion.search.tokens import LONGEST_QUERY, STOP, plain, stem, tokens_of, words_of

COMPLETION = 0.8
JOINED = 0.8
HALF_SAID = 0.45
"""Weight of a word of which the phrase it stands in has been understood as a whole."""

_QUOTED = r'"([^"]*)"?|(?<!\S)=([^\s"]+)'
_QUOTES = str.maketrans(dict.fromkeys("“”„«»", '"'))
_LONGEST_NAME = 8
"""Words of a game's name and edition."""

Phrases = list[dict[str, list[list[Any]]]]


class Group(NamedTuple):
    """One word (or phrase) of the question and the stems it may stand for, each with a weight up to 1."""

    said: str
    stems: dict[str, float]
    worth: float = 1.0


class Question(NamedTuple):
    """A query ready for the index."""

    number: Number
    bare: bool
    """True where the number is all there is."""
    filters: Filters
    game: str
    """Game named in the question; empty for none."""
    groups: tuple[Group, ...]
    changed: tuple[tuple[str, str], ...]
    """Words read as others: (typed, read)."""
    expanded: tuple[tuple[str, str], ...]
    """Words for which others were looked up too: (typed, also)."""
    unknown: tuple[str, ...]
    """Words that stand nowhere and are near to none."""
    phrases: tuple[tuple[str, ...], ...]
    """Stems that must stand together, of what was typed in quotes."""


def ask(text: str, lexicon: Lexicon, game: str, typing: bool, exact: bool = False) -> Question:
    """The question `text` stands for. `game` is the game in play; `typing` takes the last word as half typed.

    `exact`, or quotes, or `=` before a word: no synonyms, and no slip is mended.
    """
    text = plain(text[:LONGEST_QUERY].translate(_QUOTES))
    text, filters = filters_of(text, lexicon)
    quoted: list[str] = []
    if '"' in text or "=" in text:
        quoted = [match[1] or match[2] or "" for match in re.finditer(_QUOTED, text)]
        text = re.sub(_QUOTED, " ", text)
    text, named = _without_game(text, lexicon)
    named = filters.game or named
    number, rest = number_in(text)
    words = words_of(rest)
    if exact:
        quoted, words = [*quoted, *words], []
    reader = _Reader(lexicon, named or game)
    half = typing and bool(words) and not text.endswith((" ", "?"))
    groups = [*reader.groups(words, half), *reader.as_written(quoted)]
    phrases = [tuple(tokens_of(each)) for each in quoted]
    return Question(
        number,
        bool(number.number) and not groups,
        filters,
        named,
        tuple(groups),
        tuple(reader.changed),
        tuple(reader.expanded.items()),
        tuple(reader.unknown),
        tuple(each for each in phrases if len(each) > 1),
    )


def _without_game(text: str, lexicon: Lexicon) -> tuple[str, str]:
    """`text` without the name of a game, and the game's slug."""
    spans = [(match.start(), match.end()) for match in re.finditer(r"[^\s]+", text)]
    for length in range(min(_LONGEST_NAME, len(spans)), 0, -1):
        for first in range(len(spans) - length + 1):
            start, end = spans[first][0], spans[first + length - 1][1]
            slug = lexicon.games.get(" ".join(words_of(text[start:end])))
            if slug is not None:
                return f"{text[:start]} {text[end:]}", slug
    return text, ""


class _Reader:
    """Reads words by the lexicon, keeping what it made of them."""

    def __init__(self, lexicon: Lexicon, slug: str) -> None:
        self.lexicon = lexicon
        self.slang = {word for each, said in lexicon.slang.items() if slug in ("", each) for word in said}
        self.phrases: Phrases = [known for each, known in lexicon.phrases.items() if slug in ("", each)]
        self.changed: list[tuple[str, str]] = []
        self.expanded: dict[str, str] = {}
        self.unknown: list[str] = []

    def as_written(self, texts: Iterable[str]) -> list[Group]:
        """Groups of words that stand for themselves alone."""
        words = [word for text in texts for word in words_of(text)]
        carrying = [word for word in words if word not in STOP]
        self.unknown += [word for word in carrying if not self.lexicon.idf(stem(word))]
        return [Group(word, {stem(word): 1.0}) for word in carrying]

    def groups(self, words: list[str], half: bool) -> list[Group]:
        """Groups of words with all that they may stand for; `half`: the last one may be half typed."""
        read = self._read_all(words, half)
        groups = self._said_in_phrases(read)
        covered = {word for group in groups for word in group.said.split()}
        self.unknown = [word for word in self.unknown if word not in covered]
        carrying = [word for word in read if word not in STOP and word not in self.slang] or read
        singles = []
        for place, word in enumerate(carrying):
            stems = {stem(word): 1.0}
            if half and place == len(carrying) - 1 and word == read[-1]:
                for longer in self.lexicon.completions(word):
                    stems.setdefault(stem(longer), COMPLETION)
            self._stands_for(word, stems)
            self._everyday(word, stems)
            singles.append(Group(word, stems, HALF_SAID if word in covered else 1.0))
        self._joined(singles)
        return groups + singles

    def _stands_for(self, word: str, stems: dict[str, float]) -> None:
        for known in self.phrases:
            for weight, meant, said in known.get(stem(word), []):
                self._expand(word, said)
                for each in meant:
                    stems[each] = max(stems.get(each, 0.0), weight / len(meant) ** 0.5)

    def _everyday(self, word: str, stems: dict[str, float]) -> None:
        for each in everyday().get(stem(word), ()):
            if each in self.lexicon.stems:
                stems.setdefault(each, EVERYDAY)

    def _expand(self, word: str, said: str) -> None:
        """Keeps what else was looked up for a word."""
        also = self.expanded.get(word)
        if also is None:
            self.expanded[word] = said.lower()
        elif said.lower() not in also.split(", ") and also.count(", ") < 2:
            self.expanded[word] = f"{also}, {said.lower()}"

    def _joined(self, groups: list[Group]) -> None:
        """Neighbours that are one word in the rules may stand for that."""
        for left, right in pairwise(groups):
            joined = left.said + right.said
            if joined in self.lexicon.words:
                left.stems.setdefault(stem(joined), JOINED)
                right.stems.setdefault(stem(joined), JOINED)

    def _read_all(self, words: list[str], half: bool) -> list[str]:
        read: list[str] = []
        place = 0
        while place < len(words):
            word, last = words[place], place == len(words) - 1
            after = "" if last else words[place + 1]
            if (
                after
                and word + after in self.lexicon.words
                and not (self._known(word) and self._known(after))
            ):
                self.changed.append((f"{word} {after}", word + after))
                read.append(word + after)
                place += 2
                continue
            read += self._read(word, half and last)
            place += 1
        return read

    def _known(self, word: str) -> bool:
        root = stem(word)
        lexicon = self.lexicon
        return (
            word in STOP
            or word in lexicon.words
            or root in lexicon.stems
            or any(root in known for known in self.phrases)
        )

    def _read(self, word: str, half: bool) -> list[str]:
        """The word itself where it is known, else the nearest known one, else two known ones run together."""
        if self._known(word) or (half and self.lexicon.completions(word)):
            return [word]
        near = self.lexicon.nearest(word)[:1] or self.lexicon.apart(word)
        if not near and half and 4 <= len(word) <= 30:
            begun = self.lexicon.begun(word)
            near = [begun] if begun else []
        if near:
            self.changed.append((word, " ".join(near)))
            return near
        if not word.isdecimal():
            self.unknown.append(word)
        return [word]

    def _said_in_phrases(self, words: list[str]) -> list[Group]:
        """Groups for two to four words that together stand for something."""
        roots = [stem(word) for word in words]
        groups = []
        for length in (4, 3, 2):
            for place in range(len(words) - length + 1):
                key = " ".join(roots[place : place + length])
                said = " ".join(words[place : place + length])
                stems: dict[str, float] = {}
                for known in self.phrases:
                    for weight, meant, names in known.get(key, []):
                        self._expand(said, names)
                        for each in meant:
                            stems[each] = max(stems.get(each, 0.0), weight)
                if stems:
                    groups.append(Group(said, stems))
        return groups
