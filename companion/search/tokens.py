"""Text to index tokens, the same way for documents and queries."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from whoosh.lang.porter import stem as porter

LONGEST_QUERY = 400
"""Characters of a query that are read."""

_STOP = """
a an the of to in is are am be been was were do does did done how what which who whom whose this that these those
i we you he she it they them us me my our your his her their its s t re ve ll will would shall should and with for
from by at on as there here than then so such get gets got have has had about into just also please tell does rule
rules happen happens happening mean means work works still now when where why
"""
STOP = frozenset(_STOP.split())
"""Words that carry no rule. Those that do stay: not, if, may, or, can, must, no, only, all, before, after, until."""

_WORD = re.compile(r"[a-z0-9]+(?:\.[a-z0-9]+)*(?:'[a-z]+)?\+?")


def plain(text: str) -> str:
    """Lower case, straight quotes, no accents, no control characters."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text.replace("’", "'").replace("‘", "'"))
    return "".join(char for char in text if not unicodedata.combining(char)).lower()


def words_of(text: str) -> list[str]:
    """The words of `text` in order, stop words included."""
    return [word.removesuffix("'s") for word in _WORD.findall(plain(text))]


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem that is indexed; short words and numbers as they are."""
    return word if len(word) <= 3 or not word.isalpha() else str(porter(word))


def tokens_of(text: str) -> list[str]:
    """Stems of the words that carry a rule."""
    return [stem(word) for word in words_of(text) if word not in STOP]
