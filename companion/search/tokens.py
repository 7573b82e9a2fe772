"""Turns text into index tokens, in the same way for documents and questions."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LONGEST_QUERY = 400
"""Most characters of a question that are read."""

_STOP = """
a an the of to in is are am be been was were do does did done how what which who whom whose this that these those
i we you he she it they them us me my our your his her their its s t re ve ll will would shall should and with for
from by at on as there here than then so such get gets got have has had about into just also please tell does rule
rules happen happens happening mean means work works still now when where why
"""
STOP = frozenset(_STOP.split())
"""Words that are not indexed. Words that matter to rules are: not, if, may, or, can, must, no, only, all, before."""

_NEGATED = re.compile(r"\b(?:([a-z]+)n't|cannot)\b")
_SHORTENED = {"ca": "can", "wo": "will", "sha": "shall"}
_WORD = re.compile(r"[a-z0-9]+(?:\.[a-z0-9]+)*(?:'[a-z]+)?\+?")


def plain(text: str) -> str:
    """Return a text in lower case, with straight quotes and without accents."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text.replace("’", "'").replace("‘", "'"))
    return "".join(char for char in text if not unicodedata.combining(char)).lower()


def words_of(text: str) -> list[str]:
    """Return the words of a text in order, including stop words; "can't" and "cannot" are "can not"."""
    text = plain(text)
    if "n't" in text or "cannot" in text:
        text = _NEGATED.sub(_negated, text)
    return [word.removesuffix("'s") for word in _WORD.findall(text)]


def _negated(match: re.Match[str]) -> str:
    verb = match[1] or "can"
    return f"{_SHORTENED.get(verb, verb)} not"


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return the indexed form of a word; short words and numbers are unchanged."""
    if len(word) <= 3 or not word.isalpha():
        return word
    from whoosh.lang.porter import stem as porter  # takes 1 ms, which would delay the first frame

    return str(porter(word))


def tokens_of(text: str) -> list[str]:
    """Return the stems of a text's words, without stop words."""
    return [stem(word) for word in words_of(text) if word not in STOP]


Letters = tuple[int, int]
"""The trigrams of a text as a number in which each trigram sets one of 1,024 bits, and the number of bits set."""
_BITS = 1024


def letters(text: str) -> Letters:
    """Return the trigrams of a text in lower case, with a space at both ends.

    Bits are compared 20 times as fast as sets of strings, and few trigrams share a bit. Most texts repeat words, so the
    trigrams of words are cached.
    """
    mask = 0
    last = ""
    for word in text.lower().split():
        if last:
            mask |= _bit(last, " ", word[0])
        mask |= _letters_of_word(word)
        last = word[-1]
    return mask, mask.bit_count()


@lru_cache(maxsize=20_000)
def _letters_of_word(word: str) -> int:
    mask = 0
    for three in zip(f" {word[:-1]}", word, f"{word[1:]} ", strict=True):
        mask |= _bit(*three)
    return mask


def _bit(*three: str) -> int:
    first, second, third = map(ord, three)
    return 1 << (first * 961 + second * 31 + third) % _BITS
