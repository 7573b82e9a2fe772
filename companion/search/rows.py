"""A document as it is kept in the index, and as it is ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from companion.search.words import tokens_of

if TYPE_CHECKING:
    from companion.search.documents import Document

_PART, _ITEM = "\x1e", "\x1f"


def pack(document: Document) -> str:
    """The document with the tokens of each of its parts, as one text."""
    plain = [
        *(document.id, document.game, document.kind, document.section, document.title, document.above),
        *(document.authority, document.source, document.family, document.parent),
    ]
    title, above = " ".join(tokens_of(document.title)), " ".join(tokens_of(document.above))
    lists = [document.numbers, document.lines, document.asked]
    lists += [tuple(" ".join(tokens_of(each)) for each in part) for part in (document.lines, document.asked)]
    parts = [*map(_bare, plain), title, above, *(_ITEM.join(map(_bare, each)) for each in lists)]
    return _PART.join(parts)


def _bare(text: str) -> str:
    return text.replace(_PART, " ").replace(_ITEM, " ")


def _items(text: str) -> list[str]:
    return text.split(_ITEM) if text else []


class Row:
    """A document out of the index."""

    def __init__(self, packed: str) -> None:
        parts = packed.split(_PART)
        self.id, self.game, self.kind, self.section, self.title, self.above = parts[:6]
        self.authority, self.source, self.family, self.parent = parts[6:10]
        self.title_tokens = parts[10].split()
        self.above_tokens = parts[11].split()
        self.numbers = _items(parts[12])
        self.lines = _items(parts[13])
        self.asked = _items(parts[14])
        self._lines, self._asked = parts[15], parts[16]
        self.weights: dict[int, float] = {}
        """Own weight of title, phrases and lines, by their place; filled in as they are ranked."""

    @cached_property
    def line_tokens(self) -> list[list[str]]:
        """Tokens of each line."""
        return [each.split() for each in self._lines.split(_ITEM)] if self._lines else []

    @cached_property
    def parts(self) -> list[frozenset[str]]:
        """Tokens of the title, then of each phrase it is asked by, then of each line."""
        asked = [frozenset(each.split()) for each in self._asked.split(_ITEM)] if self._asked else []
        return [frozenset(self.title_tokens), *asked, *map(frozenset, self.line_tokens)]

    @cached_property
    def asked_end(self) -> int:
        """Place in `parts` of the first line."""
        return 1 + (self._asked.count(_ITEM) + 1 if self._asked else 0)

    @cached_property
    def everything(self) -> frozenset[str]:
        """Every token."""
        return frozenset(self.above_tokens).union(*self.parts)

    @cached_property
    def often(self) -> Counter[str]:
        """How often each token stands in it, those of the title twice."""
        return Counter(self.searched())

    @cached_property
    def length(self) -> int:
        """Tokens it is searched by."""
        return sum(self.often.values())

    def searched(self) -> list[str]:
        """The tokens it is searched by."""
        text = f"{self._asked}{_ITEM}{self._lines}".replace(_ITEM, " ")
        return [*self.title_tokens, *self.title_tokens, *self.above_tokens, *text.split()]

    def heads(self) -> list[str]:
        """Tokens of its title and of the phrases it is asked by."""
        return [*self.title_tokens, *self._asked.replace(_ITEM, " ").split()]

    def texts(self) -> Iterable[str]:
        """Everything of it that is searched, as written."""
        yield self.title
        yield self.above
        yield from self.lines
        yield from self.asked
