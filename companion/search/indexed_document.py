"""A document as it is kept in the index, and as it is ranked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from companion.search.tokens import tokens_of

if TYPE_CHECKING:
    from companion.search.documents import Document

_PART, _ITEM = "\x1e", "\x1f"


def pack(document: Document) -> str:
    """The document with the tokens of each of its parts, as one text."""
    plain = [
        *(document.id, document.game, document.kind, document.section, document.title, document.above),
        *(document.authority, document.source, document.family, document.parent),
    ]
    lines, asked = list(filter(None, document.lines)), list(filter(None, document.asked))
    lists = (document.numbers, lines, asked)
    parts = (document.title, *asked, *lines, document.above)
    tokens = [tokens_of(part) for part in parts]
    length = sum(map(len, tokens)) + len(tokens[0])
    packed = _ITEM.join("".join(f" {token} " for token in part) for part in tokens)
    items = [_ITEM.join(map(_bare, each)) for each in lists]
    return _PART.join((*map(_bare, plain), *items, packed, str(length)))


def _bare(text: str) -> str:
    return text.replace(_PART, " ").replace(_ITEM, " ")


def _items(text: str) -> list[str]:
    return text.split(_ITEM) if text else []


class IndexedDocument:
    """A document out of the index. Of its tokens only those asked for are looked at."""

    def __init__(self, packed: str) -> None:
        parts = packed.split(_PART)
        self.id, self.game, self.kind, self.section, self.title, self.above = parts[:6]
        self.authority, self.source, self.family, self.parent = parts[6:10]
        self.numbers, self.lines, self.asked = map(_items, parts[10:13])
        self._tokens = parts[13]
        """Each between spaces of its own; title, phrases it is asked by, lines, what stands above, by `_ITEM`."""
        self.length = int(parts[14])
        """Tokens it is searched by, those of the title twice."""
        self._places: dict[str, Sequence[int]] = {}
        self.weights: dict[int, float] = {}
        """Own weight of title, phrases and lines, by their place; filled in as they are ranked."""

    @property
    def first_line(self) -> int:
        """Place of the first line among the parts: the title is 0, then come the phrases it is asked by."""
        return 1 + len(self.asked)

    @property
    def above_place(self) -> int:
        """Place of what stands above it, the last part."""
        return 1 + len(self.asked) + len(self.lines)

    def places(self, token: str) -> Sequence[int]:
        """The parts a token stands in, one for each time."""
        found = self._places.get(token)
        if found is None:
            found = self._places[token] = self._found(f" {token} ")
        return found

    def _found(self, sought: str) -> list[int]:
        text, found = self._tokens, []
        place = passed = 0
        at = text.find(sought)
        while at >= 0:
            place += text.count(_ITEM, passed, at)
            found.append(place)
            passed = at + len(sought)
            at = text.find(sought, passed)
        return found

    def part(self, place: int) -> list[str]:
        """The tokens of a part."""
        return self._parts[place].split()

    @cached_property
    def _parts(self) -> list[str]:
        return self._tokens.split(_ITEM)

    @cached_property
    def title_tokens(self) -> list[str]:
        """Tokens of the title."""
        return self.part(0)

    @property
    def line_tokens(self) -> list[list[str]]:
        """Tokens of each line."""
        return [each.split() for each in self._parts[self.first_line : self.above_place]]

    @cached_property
    def everything(self) -> frozenset[str]:
        """Every token."""
        return frozenset(self._tokens.split())

    def often(self, token: str) -> int:
        """How often a token stands in it, in the title twice."""
        places = self.places(token)
        return len(places) + places.count(0)

    def searched(self) -> list[str]:
        """The tokens it is searched by."""
        return [*self.title_tokens, *self._tokens.split()]

    def heads(self) -> list[str]:
        """Tokens of its title and of the phrases it is asked by."""
        return " ".join(self._parts[: self.first_line]).split()

    def texts(self) -> Iterable[str]:
        """Everything of it that is searched, as written."""
        yield self.title
        yield self.above
        yield from self.lines
        yield from self.asked
