"""Reads a question into filters, a rule number, a game, and for each word the group of stems that match it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from companion.search.filters import Filters, filters_of
from companion.search.lexicon import Lexicon
from companion.search.rule_numbers import Number, number_in
from companion.search.tokens import LONGEST_QUERY, STOP, plain, stem, tokens_of, words_of

COMPLETION = 0.8
"""Weight of a word that completes the last typed word."""
JOINED = 0.8
"""Weight of the word that two neighbouring words form."""
IN_PHRASE = 0.45
"""Weight of a word within a phrase that has synonyms as a whole."""

_QUOTED = r'"([^"]*)"?|(?<!\S)=([^\s"]+)'
_QUOTES = str.maketrans(dict.fromkeys("“”„«»", '"'))
_SHORTENED = (3, 4)
"""Lengths of unknown words that may be short for a longer word, such as rec and mods."""
_LONGEST_NAME = 8
"""Most words of a game's name and edition."""
EVERYDAY = 0.4
"""Weight of the rules' words for an everyday word; the typed word itself has 1."""
_EVERYDAY_FILE = Path(__file__).with_name("everyday.txt")
"""Each line: everyday words, a colon, words of the rules. Lines that begin with # are comments."""

_ENGLISH_FILE = Path(__file__).with_name("english.txt")
"""Common English words, separated by white space. Lines that begin with # are comments."""

Phrases = list[dict[str, list[list[Any]]]]
"""For each game: a phrase to [weight, stems, words] of each of its synonyms."""


class Group(NamedTuple):
    """A word or phrase of the question, and the stems that match it with weights up to 1."""

    typed: str
    stems: dict[str, float]
    worth: float = 1.0
    """Weight of the group within the question."""


class Question(NamedTuple):
    """A question, split into its parts."""

    number: Number
    filters: Filters
    game: str
    """Slug of the game named in the question; empty if there is none."""
    groups: tuple[Group, ...]
    changed: tuple[tuple[str, str], ...]
    """Corrected words: (typed, read as)."""
    expanded: tuple[tuple[str, str], ...]
    """Words with their synonyms: (typed, also searched)."""
    unknown: tuple[str, ...]
    """Words that no document contains and that cannot be corrected."""
    phrases: tuple[tuple[str, ...], ...]
    """Stems of each quoted text; results must contain them next to each other."""
    text: str = ""
    """The typed words, without number, filters and name of a game."""
    words: tuple[str, ...] = ()
    """The words of the text, with corrections."""


def read_question(text: str, lexicon: Lexicon, game: str, typing: bool, exact: bool = False) -> Question:
    """Return a typed text as a question.

    `game` is the slug of the game in play, or empty. `typing` means that the last word may be incomplete. Words in
    quotes or after `=`, or all words with `exact`, have no synonyms and are not corrected.
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
    is_incomplete = typing and bool(words) and not text.endswith((" ", "?"))
    groups = [*reader.groups(words, is_incomplete), *reader.as_written(quoted)]
    phrases = [tuple(tokens_of(phrase)) for phrase in quoted]
    return Question(
        number,
        filters,
        named,
        tuple(groups),
        tuple(reader.changed),
        tuple(reader.expanded.items()),
        tuple(reader.unknown),
        tuple(phrase for phrase in phrases if len(phrase) > 1),
        rest,
        tuple(reader.words),
    )


def _without_game(text: str, lexicon: Lexicon) -> tuple[str, str]:
    """Return a text without the longest name of a game in it, and the game's slug; empty if it names no game."""
    spans = [(match.start(), match.end()) for match in re.finditer(r"[^\s]+", text)]
    for length in range(min(_LONGEST_NAME, len(spans)), 0, -1):
        for first in range(len(spans) - length + 1):
            start, end = spans[first][0], spans[first + length - 1][1]
            slug = lexicon.games.get(" ".join(words_of(text[start:end])))
            if slug is not None:
                return f"{text[:start]} {text[end:]}", slug
    return text, ""


class _Reader:
    """Looks words up in the lexicon, and records corrections, synonyms and unknown words."""

    def __init__(self, lexicon: Lexicon, slug: str) -> None:
        self.lexicon = lexicon
        self.slang = {word for game, words in lexicon.slang.items() if slug in ("", game) for word in words}
        self.phrases: Phrases = [known for game, known in lexicon.phrases.items() if slug in ("", game)]
        self.changed: list[tuple[str, str]] = []
        self.expanded: dict[str, str] = {}
        self.unknown: list[str] = []
        self.words: list[str] = []
        """Every word that was read, with corrections."""

    def as_written(self, texts: Iterable[str]) -> list[Group]:
        """Return a group for each word without synonyms or corrections."""
        all_words = [word for text in texts for word in words_of(text)]
        self.words += all_words
        words = [word for word in all_words if word not in STOP]
        self.unknown += [word for word in words if not self.lexicon.idf(stem(word))]
        return [Group(word, {stem(word): 1.0}) for word in words]

    def groups(self, words: list[str], is_incomplete: bool) -> list[Group]:
        """Return groups for phrases and words, with synonyms; `is_incomplete`: the last word may be incomplete."""
        if all(word in STOP or word in self.slang for word in words):
            self.slang = set()
        read = self._correct_all(words, is_incomplete)
        self.words += read
        groups = self._phrase_groups(read)
        covered = {word for group in groups for word in group.typed.split()}
        self.unknown = [word for word in self.unknown if word not in covered]
        searched = [word for word in read if word not in STOP and word not in self.slang] or read
        singles = []
        for place, word in enumerate(searched):
            stems = {stem(word): 1.0}
            if is_incomplete and place == len(searched) - 1 and word == read[-1]:
                for longer in self.lexicon.completions(word):
                    stems.setdefault(stem(longer), COMPLETION)
            elif word in self.unknown and len(word) in _SHORTENED:
                for longer in self.lexicon.completions(word):
                    stems.setdefault(stem(longer), IN_PHRASE)
            self._add_synonyms(word, stems)
            self._add_everyday(word, stems)
            singles.append(Group(word, stems, IN_PHRASE if word in covered else 1.0))
        self._add_joined(singles)
        return groups + singles

    def _add_synonyms(self, word: str, stems: dict[str, float]) -> None:
        for known in self.phrases:
            for weight, meant, words in known.get(stem(word), []):
                self._note_synonym(word, words)
                for root in meant:
                    stems[root] = max(stems.get(root, 0.0), weight / len(meant) ** 0.5)

    def _add_everyday(self, word: str, stems: dict[str, float]) -> None:
        for root in _everyday().get(stem(word), ()):
            if root in self.lexicon.stems:
                stems.setdefault(root, EVERYDAY)

    def _note_synonym(self, word: str, synonym: str) -> None:
        """Record up to three synonyms for a word."""
        known = self.expanded.get(word)
        synonym = synonym.lower()
        if known is None:
            self.expanded[word] = synonym
        elif synonym not in known.split(", ") and known.count(", ") < 2:
            self.expanded[word] = f"{known}, {synonym}"

    def _add_joined(self, groups: list[Group]) -> None:
        """Add to neighbouring words the word of the rules that they form together."""
        for left, right in pairwise(groups):
            joined = left.typed + right.typed
            if joined in self.lexicon.words:
                self.words.append(joined)
                left.stems.setdefault(stem(joined), JOINED)
                right.stems.setdefault(stem(joined), JOINED)

    def _correct_all(self, words: list[str], is_incomplete: bool) -> list[str]:
        """Return the words with corrections; two words that the rules write as one are joined."""
        read: list[str] = []
        place = 0
        while place < len(words):
            word, is_last = words[place], place == len(words) - 1
            after = "" if is_last else words[place + 1]
            can_join = bool(after) and word + after in self.lexicon.words
            if can_join and not (self._is_known(word) and self._is_known(after)):
                self.changed.append((f"{word} {after}", word + after))
                read.append(word + after)
                place += 2
            else:
                read += self._correct(word, is_incomplete and is_last)
                place += 1
        return read

    def _is_known(self, word: str) -> bool:
        if word in STOP or word in self.slang or word in self.lexicon.words:
            return True
        root = stem(word)
        return (
            root in self.lexicon.stems or root in _everyday() or any(root in known for known in self.phrases)
        )

    def _correct(self, word: str, is_incomplete: bool) -> list[str]:
        """Return a known or common English word itself, else the nearest known word or the two that it joins."""
        if self._is_known(word) or (is_incomplete and self.lexicon.completions(word)):
            return [word]
        if word in english_words():
            self.unknown.append(word)
            return [word]
        near = self.lexicon.nearest(word)[:1] or self.lexicon.split(word)
        if not near and is_incomplete and 4 <= len(word) <= 30:
            start = self.lexicon.nearest_start(word)
            near = [start] if start else []
        if near:
            self.changed.append((word, " ".join(near)))
            return near
        if not word.isdecimal():
            self.unknown.append(word)
        return [word]

    def _phrase_groups(self, words: list[str]) -> list[Group]:
        """Return groups for phrases of two to four words that have synonyms."""
        roots = [stem(word) for word in words]
        groups = []
        for length in (4, 3, 2):
            for place in range(len(words) - length + 1):
                key = " ".join(roots[place : place + length])
                phrase = " ".join(words[place : place + length])
                stems: dict[str, float] = {}
                for known in self.phrases:
                    for weight, meant, synonym in known.get(key, []):
                        self._note_synonym(phrase, synonym)
                        for root in meant:
                            stems[root] = max(stems.get(root, 0.0), weight)
                if stems:
                    groups.append(Group(phrase, stems))
        return groups


@cache
def _everyday() -> dict[str, tuple[str, ...]]:
    """Return the stem of each everyday word with the stems of the rules' words for it, the same in every game."""
    known: dict[str, list[str]] = {}
    for line in _EVERYDAY_FILE.read_text(encoding="utf-8").splitlines():
        typed, _, meant = line.partition(":")
        if line.startswith("#"):
            continue
        for word in typed.split():
            stems = [stem(other) for other in meant.split() if stem(other) != stem(word)]
            known.setdefault(stem(word), []).extend(stems)
    return {word: tuple(dict.fromkeys(stems)) for word, stems in known.items()}


@cache
def english_words() -> frozenset[str]:
    """Return the common English words."""
    lines = _ENGLISH_FILE.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
