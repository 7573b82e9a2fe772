"""A document as it is stored in the index and ranked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from companion.search.meaning import Meaning, meanings
from companion.search.tokens import Letters, letters, tokens_of, words_of

if TYPE_CHECKING:
    from companion.search.documents import Document

_PART, _ITEM = "\x1e", "\x1f"


def pack(document: Document) -> str:
    """Return a document with the tokens of each of its parts as one text."""
    plain = [
        *(document.id, document.game, document.kind, document.section, document.title, document.above),
        *(document.authority, document.source, document.family, document.parent),
    ]
    lines, asked = list(filter(None, document.lines)), list(filter(None, document.asked))
    tokens = [tokens_of(part) for part in (document.title, *asked, *lines, document.above)]
    length = sum(map(len, tokens)) + len(tokens[0])
    packed = _ITEM.join("".join(f" {token} " for token in part) for part in tokens)
    lists = [_ITEM.join(map(_without_separators, items)) for items in (lines, asked)]
    answers = _ITEM.join(map(str, document.answers))
    return _PART.join((*map(_without_separators, plain), *lists, packed, str(length), answers))


def _without_separators(text: str) -> str:
    return text.replace(_PART, " ").replace(_ITEM, " ")


def _items(text: str) -> list[str]:
    return text.split(_ITEM) if text else []


class IndexedDocument:
    """A document read from the index; tokens are found in its text only when they are needed.

    Its parts are numbered: the title is 0, then come the phrases that ask for it, its lines, and the titles above it.
    """

    def __init__(self, packed: str) -> None:
        parts = packed.split(_PART)
        self.id, self.game, self.kind, self.section, self.title, self.above = parts[:6]
        self.authority, self.source, self.family, self.parent = parts[6:10]
        self.lines, self.asked = map(_items, parts[10:12])
        self._tokens = parts[12]
        """Tokens of all parts, each between two spaces; parts are separated by `_ITEM`."""
        self.length = int(parts[13])
        """Number of tokens, those of the title twice."""
        answers = [int(answer) for answer in _items(parts[14])]
        self.answers = {
            1 + place: answer
            for place, answer in enumerate(answers, len(self.asked) - len(answers))
            if answer >= 0
        }
        """Number of the part with a question to the line that answers it."""
        self._places: dict[str, Sequence[int]] = {}
        self.weights: dict[int, float] = {}
        """Part to the sum of its tokens' weights; filled in by the ranking."""

    @property
    def first_line(self) -> int:
        """Number of the part that is the first line."""
        return 1 + len(self.asked)

    @property
    def above_place(self) -> int:
        """Number of the last part, the titles above."""
        return 1 + len(self.asked) + len(self.lines)

    def places(self, token: str) -> Sequence[int]:
        """Return the parts that contain a token, once for each occurrence."""
        places = self._places.get(token)
        if places is None:
            places = self._places[token] = self._find(f" {token} ")
        return places

    def _find(self, sought: str) -> list[int]:
        text = self._tokens
        places: list[int] = []
        place = passed = 0
        at = text.find(sought)
        while at >= 0:
            place += text.count(_ITEM, passed, at)
            places.append(place)
            passed = at + len(sought)
            at = text.find(sought, passed)
        return places

    def part(self, place: int) -> list[str]:
        """Return the tokens of a part."""
        return self._parts[place].split()

    @cached_property
    def _parts(self) -> list[str]:
        return self._tokens.split(_ITEM)

    @cached_property
    def title_tokens(self) -> list[str]:
        """Tokens of the title."""
        return self.part(0)

    @cached_property
    def letters(self) -> list[Letters]:
        """Trigrams of the title and of each phrase."""
        return [letters(text) for text in (self.title, *self.asked)]

    @cached_property
    def phrase_meanings(self) -> list[Meaning]:
        """Meanings of the title and the phrases that ask for the document; those without a known word are omitted."""
        return meanings().of_each(map(words_of, (self.title, *self.asked)))

    @cached_property
    def line_meanings(self) -> list[Meaning]:
        """Meanings of the lines; those without a known word are omitted."""
        return meanings().of_each(map(words_of, self.lines))

    @property
    def line_tokens(self) -> list[list[str]]:
        """Tokens of each line."""
        return [line.split() for line in self._parts[self.first_line : self.above_place]]

    @cached_property
    def everything(self) -> frozenset[str]:
        """Tokens of all parts."""
        return frozenset(self._tokens.split())

    def frequency(self, token: str) -> int:
        """Return how often the document contains a token; the title counts twice."""
        places = self.places(token)
        return len(places) + places.count(0)

    def heads(self) -> list[str]:
        """Return the tokens of the title and of the phrases that ask for the document."""
        return " ".join(self._parts[: self.first_line]).split()

    def read_ahead(self) -> None:
        """Find tokens, trigrams and meanings before they are needed."""
        for name in ("everything", "letters", "phrase_meanings", "line_meanings"):
            getattr(self, name)

    def texts(self) -> Iterable[str]:
        """Yield all searched texts of the document."""
        yield self.title
        yield self.above
        yield from self.lines
        yield from self.asked


Ranked = list[tuple[float, IndexedDocument]]
"""Documents with their scores, the best first."""
